"""A language nobody speaks: every text of the site with other letters, longer by two fifths, and from right to left.

It is made as any language is: a catalogue and a file of dates. What is still read in plain letters is outside the
catalogues; what runs over its place would do so in Tamil, and what stands on the wrong side in Urdu.
"""

import importlib
import re
import sys
from pathlib import Path

from django.utils import formats

from thunee_tournaments.translations import catalogue

CODE = "ar"  # a code that Django knows to be written from right to left
PLAIN = "abcdefghijklmnopqrstuvwxyz"
OTHER = "ăƀċđēƒġħĩĵķĺṁńőṕɋŕŝţũṽŵẋŷž"
LETTERS = str.maketrans(PLAIN + PLAIN.upper(), OTHER + "".join(letter.upper()[0] for letter in OTHER))
STAYS = re.compile(r"(%%?[A-Z]+%%?|%\(\w+\)[sd]|%[sd%]|\{\w*\}|<[^>]+>|&\w+;)")


def pseudo(text: str) -> str:
    """The text in other letters, its placeholders as they are, with some more words at the end."""
    parts = STAYS.split(text)
    said = "".join(part if index % 2 else part.translate(LETTERS) for index, part in enumerate(parts))
    letters = sum(len(part) for part in parts[::2])
    more = ("łőňĝ " * letters)[: max(2, letters * 2 // 5)].strip()
    return f"{said} {more}"


def speak(settings: object, folder: Path) -> None:
    """Let the site speak it, beside its own languages, from files in `folder`."""
    words = catalogue.load("ja")
    words.metadata["Plural-Forms"] = catalogue.AS_IN_ENGLISH
    for entry in words:
        if entry.msgid_plural:
            entry.msgstr_plural = {0: pseudo(entry.msgid), 1: pseudo(entry.msgid_plural)}
        else:
            entry.msgstr = pseudo(entry.msgid)
    catalogue.save(words, CODE, folder / "locale")
    dates = folder / "dates_of_nobody"
    catalogue.begin_formats(CODE, dates)
    (dates / "__init__.py").touch()
    sys.path.insert(0, str(folder))
    importlib.invalidate_caches()
    settings.LOCALE_PATHS = [folder / "locale", *settings.LOCALE_PATHS]  # type: ignore[attr-defined]
    settings.LANGUAGES = [*settings.LANGUAGES, (CODE, "Nobody's")]  # type: ignore[attr-defined]
    own = settings.FORMAT_MODULE_PATH  # type: ignore[attr-defined]
    settings.FORMAT_MODULE_PATH = ["dates_of_nobody", own]  # type: ignore[attr-defined]
    formats.reset_format_cache()


def fall_silent(folder: Path) -> None:
    """Forget its files."""
    sys.path.remove(str(folder))
    formats.reset_format_cache()
