"""A language's catalogue: `locale/<language>/LC_MESSAGES/django.po`, for people, and its compiled twin, for the site.

Nothing that changes by itself stands in a catalogue: no dates, names, line numbers or paths of a machine. It is sorted
by where a text comes from. Needs polib, which is a tool of developers: the site does not import this.
"""

from collections.abc import Iterable
from pathlib import Path

import polib

from thunee_tournaments.translations.message import Message

LOCALE = Path(__file__).resolve().parents[1] / "locale"
FORMATS = LOCALE.parent / "locale_formats"
# Of languages that other people count in otherwise than in English; a catalogue that is there says it itself.
PLURALS = {"ja": "nplurals=1; plural=0;", "zu": "nplurals=2; plural=(n > 1);"}
AS_IN_ENGLISH = "nplurals=2; plural=(n != 1);"
HEADER = "Thunee Tournaments. How to translate: docs/translating.md"


def languages() -> list[str]:
    """The codes of the languages that have a catalogue."""
    return sorted(path.parts[-3] for path in LOCALE.glob("*/LC_MESSAGES/django.po"))


def po_path(language: str, locale: Path = LOCALE) -> Path:
    """The catalogue people edit."""
    return locale / language / "LC_MESSAGES" / "django.po"


def mo_path(language: str, locale: Path = LOCALE) -> Path:
    """The catalogue the site reads."""
    return po_path(language, locale).with_suffix(".mo")


def begin_formats(language: str, formats: Path = FORMATS) -> None:
    """The place where a language's dates are written down: as in English, until somebody knows better."""
    folder = formats / language
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "__init__.py").touch()
    if not (there := folder / "formats.py").exists():
        there.write_text(DATES, encoding="utf-8")


DATES = '''"""Dates, as in English so far."""

from thunee_tournaments.locale_formats.en.formats import *  # noqa: F403
'''


def load(language: str, locale: Path = LOCALE) -> polib.POFile:
    """The catalogue of a language; an empty one if there is none yet."""
    path = po_path(language, locale)
    return polib.pofile(str(path), wrapwidth=0) if path.exists() else polib.POFile(wrapwidth=0)


def merged(before: polib.POFile, messages: Iterable[Message], language: str) -> polib.POFile:
    """A catalogue of exactly these messages, with the translations that were there already."""
    known = {(entry.msgctxt or "", entry.msgid): entry for entry in before if not entry.obsolete}
    after = polib.POFile(wrapwidth=0)
    after.header = HEADER
    after.metadata = {
        "Language": language,
        "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=UTF-8",
        "Content-Transfer-Encoding": "8bit",
        "Plural-Forms": before.metadata.get("Plural-Forms") or PLURALS.get(language, AS_IN_ENGLISH),
    }
    forms = int(after.metadata["Plural-Forms"].partition("nplurals=")[2].partition(";")[0])
    for message, places, comments in _gathered(messages):
        entry = _entry(message, places, comments, forms)
        if translated := known.get(message.key):
            _translate(entry, translated)
        after.append(entry)
    return after


def save(catalogue: polib.POFile, language: str, locale: Path = LOCALE) -> None:
    """Write both files."""
    po_path(language, locale).parent.mkdir(parents=True, exist_ok=True)
    catalogue.save(str(po_path(language, locale)), newline="\n")
    catalogue.save_as_mofile(str(mo_path(language, locale)))


def compiled(catalogue: polib.POFile) -> bytes:
    """What the compiled catalogue holds."""
    return catalogue.to_binary()


def _gathered(messages: Iterable[Message]) -> list[tuple[Message, list[str], list[str]]]:
    """The messages once each, with all their places and comments; a message that counts somewhere counts everywhere."""
    gathered: dict[tuple[str, str], tuple[list[Message], list[str], list[str]]] = {}
    for message in messages:
        same, places, comments = gathered.setdefault(message.key, ([], [], []))
        same.append(message)
        for text, into in ((message.place, places), (message.comment, comments)):
            if text and text not in into:
                into.append(text)
    return [
        (max(same, key=lambda message: message.plural), places, comments)
        for same, places, comments in gathered.values()
    ]


def _entry(message: Message, places: list[str], comments: list[str], forms: int) -> polib.POEntry:
    return polib.POEntry(
        msgid=message.id,
        msgid_plural=message.plural,
        msgctxt=message.context or None,
        msgstr_plural=dict.fromkeys(range(forms), "") if message.plural else {},
        comment="\n".join(comments),
        occurrences=[(place, "") for place in places],
        flags=[message.format] if message.format else [],
    )


def _translate(entry: polib.POEntry, translated: polib.POEntry) -> None:
    """Take a translation over, also where a text has begun or ceased to count something."""
    if entry.msgid_plural:
        entry.msgstr_plural |= translated.msgstr_plural or {0: translated.msgstr}
    else:
        entry.msgstr = translated.msgstr or translated.msgstr_plural.get(0, "")
    entry.tcomment = translated.tcomment
    if "fuzzy" in translated.flags:
        entry.flags.append("fuzzy")
