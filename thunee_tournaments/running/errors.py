"""What an act answers when somebody asked for something that cannot be: said in words, with a code to test for."""

from collections.abc import Sequence
from typing import Any


class Refused(Exception):
    """An act was refused because of something a person did or asked for. Nothing was changed.

    `code` is stable and meant for programs; `message` is translatable text for people: what is wrong, why, and what
    to do next. `errors` lists single faults where there are several, each `{"path": …, "message": …}`; `possible`
    every result a hand could have been that leaves it open (code "undecidable").
    """

    def __init__(
        self,
        code: str,
        message: Any,
        errors: Sequence[dict[str, Any]] = (),
        possible: Sequence[dict[str, Any]] = (),
    ) -> None:
        super().__init__(code, message)
        self.code = code
        self.message = message
        self.errors = list(errors)
        self.possible = list(possible)

    def __str__(self) -> str:
        return str(self.message)
