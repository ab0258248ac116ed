"""The engine's words. It speaks English and knows nothing of translations; pages translate what it says.

Rules (title, text, notes of sources, lines of explanations), parameters and what their values mean, presets, sources,
and the words a step may hold as a value, such as suits and offences.
"""

from collections.abc import Iterator

from engine import games, profiles, rulebook
from engine.profiles import Parameter
from thunee_tournaments.presentation.rulings import with_names
from thunee_tournaments.translations.message import Message


def messages() -> Iterator[Message]:
    """Every text of the engine that pages show."""
    for number, title in rulebook.SOURCES.items():
        yield _plain(title, "engine/rulebook.py", f"The title of source {number}")
    for rule in rulebook.catalogue():
        place = f"engine:{rule.stem}"
        yield _plain(rule.title, place, f"{rule.id}, its title")
        yield _plain(rule.text, place, f"{rule.id}, the law")
        for source in rule.sources:
            if source.note:
                yield _plain(source.note, place, f"{rule.id}, what source {source.number} says of its own")
        for line in rule.lines.values():
            text = with_names(line)
            kind = "python-brace-format" if "{" in text else ""
            yield Message(text, place=place, format=kind, comment=f"{rule.id}, a line of an explanation: {line}")
    for game in games.GAMES:
        for preset in profiles.presets(game):
            yield _plain(profiles.preset_title(preset), "engine/presets", f"The title of the preset {preset}")
        for parameter in profiles.parameters(game):
            yield from _parameter(parameter)
    for word in values():
        yield _plain(word, "engine:words-in-explanations", "")


def values() -> Iterator[str]:
    """The words a step of an explanation may hold as a value, and what is wrong with a record or missing in it."""
    yield from games.words()
    low_hand = next(parameter for parameter in profiles.parameters() if parameter.name == "low_hand_redeal")
    yield from low_hand.choices or ()


def _parameter(parameter: Parameter) -> Iterator[Message]:
    place = "engine:parameters"
    yield _plain(parameter.title, place, f"{parameter.name} ({parameter.rule}), its title")
    for word, meaning in (parameter.choices or {}).items():
        yield _plain(meaning, place, f"{parameter.name} ({parameter.rule}), what {word!r} means")


def _plain(text: str, place: str, comment: str) -> Message:
    return Message(text, place=place, comment=comment)
