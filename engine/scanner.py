"""Reading text character by character: white space, comments, words, and values, with every fault at line and column.

A value is JSON in which quotes may be left out around a plain word: `{preset:club-strict,balls_to_win:13}`.
"""

import json
import re
from typing import Any

from .shapes import Raw

WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_-]*")
CARD = re.compile(r"(?:10|[2-9])[SHDCshdc](?![A-Za-z0-9_-])")  # the only word that begins with a digit
NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?")
STRING = re.compile(r'"(?:[^"\\\n]|\\.)*"')
CONSTANTS = {"true": True, "false": False, "null": None}
DEEPEST = 24
LONGEST_NUMBER = 1000


class Wrong(Exception):
    """A fault at a place in the text (an offset)."""

    def __init__(self, at: int, message: str) -> None:
        super().__init__(message)
        self.at, self.message = at, message


class Scanner:
    """A place in a text, and what can be read from there on."""

    def __init__(self, text: str) -> None:
        self.text, self.at = text, 0

    @property
    def over(self) -> bool:
        return self.at >= len(self.text)

    @property
    def here(self) -> str:
        """The character at this place; "" at the end."""
        return self.text[self.at : self.at + 1]

    def take(self, expected: str) -> bool:
        """Whether this comes next; if so, go past it."""
        comes = self.text.startswith(expected, self.at)
        self.at += len(expected) if comes else 0
        return comes

    def match(self, pattern: re.Pattern[str]) -> str:
        """What the pattern finds here, gone past; "" if nothing."""
        match = pattern.match(self.text, self.at)
        self.at = match.end() if match else self.at
        return match[0] if match else ""

    def need(self, expected: str) -> None:
        if not self.take(expected):
            raise Wrong(self.at, f"here should be {expected!r}")

    def skip_space(self) -> None:
        while self.here and (self.here.isspace() or self.here == "\ufeff"):
            self.at += 1

    def skip_line(self) -> None:
        end = self.text.find("\n", self.at)
        self.at = len(self.text) if end < 0 else end

    def skip_token(self) -> None:
        """To the next white space or end of a comment: where reading goes on after a fault."""
        while self.here and not self.here.isspace() and self.here != "}":
            self.at += 1

    def value(self, depth: int = 0) -> Any:
        """The value that begins here. Raises Wrong."""
        if depth > DEEPEST:
            raise Wrong(self.at, f"nested more than {DEEPEST} deep")
        if self.here == "{":
            return self._object(depth)
        if self.here == "[":
            return self._list(depth)
        if self.here == '"':
            return self._string()
        if word := self.match(WORD) or self.match(CARD):
            return CONSTANTS.get(word, word)
        start = self.at
        number = self.match(NUMBER)
        if not number or len(number) > LONGEST_NUMBER:
            raise Wrong(start, 'here should be a value: a word, a number, "text", [a list] or {an: object}')
        return json.loads(number)

    def _string(self) -> str:
        start = self.at
        quoted = self.match(STRING)
        try:
            text = json.loads(quoted)
        except ValueError:
            raise Wrong(start, "this text does not end on its line, or holds a wrong escape") from None
        return str(text)

    def _list(self, depth: int) -> list[Any]:
        self.need("[")
        items: list[Any] = []
        while not self._closed("]", bool(items)):
            items.append(self.value(depth + 1))
        return items

    def _object(self, depth: int) -> Raw:
        self.need("{")
        out: Raw = {}
        while not self._closed("}", bool(out)):
            start = self.at
            key = self._string() if self.here == '"' else self.match(WORD)
            if not key and self.text[start : start + 1] != '"':
                raise Wrong(start, "here should be a key")
            if key in out:
                raise Wrong(start, f"{key} stands here twice")
            self.skip_space()
            self.need(":")
            self.skip_space()
            out[key] = self.value(depth + 1)
        return out

    def _closed(self, bracket: str, more: bool) -> bool:
        """Whether the bracket closes here; otherwise go on to the next item, past the comma there has to be."""
        self.skip_space()
        if self.take(bracket):
            return True
        if more:
            self.need(",")
            self.skip_space()
        return False


def written(value: Any) -> str:
    """A value as `Scanner.value` reads it, in its one way: no spaces, no quotes that can be left out."""
    if isinstance(value, dict):
        return "{" + ",".join(f"{_key(key)}:{written(item)}" for key, item in value.items()) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ",".join(map(written, value)) + "]"
    if isinstance(value, str):
        return _word(value)
    return json.dumps(value)


def _key(text: str) -> str:
    return text if WORD.fullmatch(text) else json.dumps(text, ensure_ascii=False)


def _word(text: str) -> str:
    plain = (WORD.fullmatch(text) or CARD.fullmatch(text)) and text not in CONSTANTS
    return text if plain else json.dumps(text, ensure_ascii=False)
