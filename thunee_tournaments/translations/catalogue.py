"""A language's catalogue: `locale/<language>/LC_MESSAGES/django.po`, for people, and its compiled twin, for the site.

Nothing that changes by itself stands in a catalogue: no dates, names, line numbers or paths of a machine. It is sorted
by where a text comes from. Needs polib, which is a tool of developers: the site does not import this.
"""

from collections.abc import Iterable
from pathlib import Path

import polib

from thunee_tournaments.translations.message import Message

LOCALE = Path(__file__).resolve().parents[1] / "locale"
LANGUAGES = {"ja": "nplurals=1; plural=0;"}
HEADER = "Thunee Tournaments. How to translate: docs/translating.md"


def po_path(language: str) -> Path:
    """The catalogue people edit."""
    return LOCALE / language / "LC_MESSAGES" / "django.po"


def mo_path(language: str) -> Path:
    """The catalogue the site reads."""
    return po_path(language).with_suffix(".mo")


def load(language: str) -> polib.POFile:
    """The catalogue of a language; an empty one if there is none yet."""
    path = po_path(language)
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
        "Plural-Forms": LANGUAGES[language],
    }
    for message, places, comments in _gathered(messages):
        entry = _entry(message, places, comments)
        if translated := known.get(message.key):
            _translate(entry, translated)
        after.append(entry)
    return after


def save(catalogue: polib.POFile, language: str) -> None:
    """Write both files."""
    po_path(language).parent.mkdir(parents=True, exist_ok=True)
    catalogue.save(str(po_path(language)), newline="\n")
    catalogue.save_as_mofile(str(mo_path(language)))


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


def _entry(message: Message, places: list[str], comments: list[str]) -> polib.POEntry:
    return polib.POEntry(
        msgid=message.id,
        msgid_plural=message.plural,
        msgctxt=message.context or None,
        msgstr_plural={0: ""} if message.plural else {},
        comment="\n".join(comments),
        occurrences=[(place, "") for place in places],
        flags=[message.format] if message.format else [],
    )


def _translate(entry: polib.POEntry, translated: polib.POEntry) -> None:
    """Take a translation over, also where a text has begun or ceased to count something."""
    if entry.msgid_plural:
        entry.msgstr_plural = translated.msgstr_plural or {0: translated.msgstr}
    else:
        entry.msgstr = translated.msgstr or translated.msgstr_plural.get(0, "")
    entry.tcomment = translated.tcomment
    if "fuzzy" in translated.flags:
        entry.flags.append("fuzzy")
