"""Phone numbers that stand beside names in a list somebody sent: found, so that they are never part of a public name.

A number is a run of nine digits or more, with what people and chats put between them, that is no row of years. With it
go a label ("cell:", "tel.") and brackets that are empty without it.
"""

import re

DIGITS = 9  # the shortest that is dialled with its area; what is shorter may be part of a name

# Between the digits of one number, also what a chat adds unseen; never a tab or a comma, which begin the next field.
_BETWEEN = "[ \u00a0\u2007\u2009\u200b-\u200f\u202a-\u202f\u2060-\u2069().\\-\u2010-\u2015/]"
_RUN = re.compile(rf"[+＋(]{{0,2}}{_BETWEEN}{{0,2}}\d(?:{_BETWEEN}{{0,4}}\d)*")
_START = re.compile(r"(?<!\d)[+＋(]{0,2}(?:[+＋]|0|０)")
_YEARS = re.compile(r"(?:\D*(?:19|20)\d\d(?!\d))+")
_LABEL = re.compile(
    r"(?:(?<!\w)(?:cell(?:phone)?|mobile|mob|tel(?:ephone)?|phone|ph|whatsapp|contact|nr|no|number|[ctmpw])\s*[:.]?|[☎📞📱])\s*$",
    re.IGNORECASE,
)
_ENDS = re.compile(r"[^\w(\[（]*(?:[\t,;)\]）]|$)")
_SEPARATORS = " \t,;:-–—/：；，、"
_UNSEEN = " \u00a0\u200b\u200c\u200d\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u202f\u2060\u2066\u2067\u2068\u2069"
_EMPTY = re.compile(rf"[(\[（][\s{_UNSEEN}]*[)\]）]")


def take_out(text: str) -> tuple[str, list[str]]:
    """The text without phone numbers, and the numbers that were taken out, as they were written."""
    kept, at, numbers = "", 0, list[str]()
    for run in _RUN.finditer(text):
        begins = _begin(run.group())
        if begins is None:
            continue
        number = run.group()[begins:]
        before, at = text[at : run.end() - len(number)], run.end()
        if number.count("(") > number.count(")") and text[at : at + 1] == ")":
            at += 1
        kept += _before(before, alone=_ENDS.match(text, at) is not None)
        numbers.append(number.strip(_UNSEEN))
    if not numbers:
        return text, numbers
    return _EMPTY.sub("", kept + text[at:]).strip(_SEPARATORS), numbers


def holds_number(text: str) -> bool:
    return bool(take_out(text)[1])


def _begin(run: str) -> int | None:
    """Where in a run of digits the number begins; None when it is none. "Team 7 082 123 4567" keeps its 7."""
    if _digits(run) < DIGITS or _YEARS.fullmatch(run):
        return None
    for start in _START.finditer(run):
        if _digits(run[start.start() :]) >= DIGITS:
            return start.start()
    return 0


def _digits(text: str) -> int:
    return sum(character.isdigit() for character in text)


def _before(text: str, alone: bool) -> str:
    """What stands before a number, without the word that announces it; and, where the number stands `alone` in its
    field, without what begins the field."""
    text = _LABEL.sub("", text.rstrip(_UNSEEN))
    return text.rstrip(_SEPARATORS) if alone else text
