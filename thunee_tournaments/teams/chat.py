"""A list of teams as a chat gives it away: when and by whom each message was sent, what the chat itself says, and the
signs people put around names. All of that goes; what they wrote stays.
"""

import re
import unicodedata

_DAY = r"\d{1,4}[./-]\d{1,2}[./-]\d{1,4}"
_TIME = r"\d{1,2}[:.]\d{2}(?:[:.]\d{2})?(?:[\s\u202f]?[ap]\.?\s?m\.?)?"
# "[12/11/2026, 18:22:01] Rae: …" (iPhone), "2026/11/12, 18:22 - Rae: …" (Android).
_STAMP = re.compile(
    rf"[\u200e\u200f\ufeff]*(?:\[{_DAY},?\s+{_TIME}\]|{_DAY},?\s+{_TIME}\s+[-\u2013])\s*", re.IGNORECASE
)
# What the chat puts in the place of a message.
_NO_WORDS = re.compile(
    r"[\u200e\u200f]*(?:<[^<>]* (?:omitted|attached)[^<>]*>|<attached: [^<>]*>"
    r"|(?:image|video|audio|sticker|gif|document|contact card) omitted"
    r"|(?:this message was|you) deleted(?: this message)?\.?|missed (?:voice|video) call.*|null|poll:.*)\s*",
    re.IGNORECASE,
)
_EDITED = re.compile(r"\s*<[^<>]*(?:edited)[^<>]*>\s*$", re.IGNORECASE)
_KEYCAP = re.compile(r"[0-9#*]\ufe0f?\u20e3|\U0001f51f")
_MARKED = re.compile(r"(?<!\w)([*_~])(?=\S)([^*_~]+?)(?<=\S)\1(?!\w)")
_SIGNS = frozenset({"So", "Sk", "Me", "Cf"})  # emoji and stars, and what joins them


def is_chat(line: str) -> bool:
    """Whether a line begins with when it was sent."""
    return _STAMP.match(line) is not None


def message(line: str) -> str:
    """What somebody wrote in a line of a chat; "" for what the chat itself says. A line without a stamp belongs to the
    message before it."""
    stamp = _STAMP.match(line)
    if stamp is None:
        return line
    _sender, colon, words = line[stamp.end() :].partition(": ")
    words = _EDITED.sub("", words)
    return words if colon and not _NO_WORDS.fullmatch(words) else ""


def plain(line: str) -> str:
    """A line without figures in boxes, and without the marks that make words bold."""
    return _MARKED.sub(r"\2", _KEYCAP.sub(" ", line))


def bare(name: str) -> str:
    """A name without the signs before and after it: "⭐ Aces ⭐" is Aces."""
    begin, end = 0, len(name)
    while begin < end and _is_sign(name[begin]):
        begin += 1
    while end > begin and _is_sign(name[end - 1]):
        end -= 1
    return name[begin:end]


def _is_sign(sign: str) -> bool:
    return (sign.isspace() and sign != "\t") or sign == "\ufe0f" or unicodedata.category(sign) in _SIGNS
