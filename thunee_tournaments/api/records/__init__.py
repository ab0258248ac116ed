"""The form of a hand-record/1 in the OpenAPI document: as far as a schema can say it, what the engine's reader takes.

Numbers, words and events are those of the reader itself, so the document is never older. A schema cannot compare two
places: numbers that must add up, a card dealt twice and a game already won are refused by the reader alone.
"""

from thunee_tournaments.api.records import tarneeb, thunee, tunge
from thunee_tournaments.api.records.parts import NAMES, Schema, component, either, rules

# A new game is a module and a line here, and its name in `parts`.
FORMS = {**thunee.FORMS, **tarneeb.FORMS, **tunge.FORMS}
RULES = {f"{name}Rules": rules(game) for game, name in NAMES.items()}
NAME = "HandRecord"
REF = component(NAME)


def components() -> dict[str, Schema]:
    """All of them, by the names under which they stand among the document's components."""
    said = "hand-record/1, as docs/notation.md has it; what is odd about one is said with its path"
    of_any_game = {**either(*map(component, FORMS)), "description": said}
    return {NAME: of_any_game, **FORMS, **RULES}
