"""What an act answers when somebody asked for something that cannot be: said in words, with a code to test for."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from django.utils.translation import gettext_lazy as _

from adjudication import errors


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


@contextmanager
def in_our_words() -> Iterator[None]:
    """What the record refuses is refused here too, under the same code; Stale and KeyReused stay what they are."""
    try:
        yield
    except errors.NotYours as refused:
        raise Refused("not_here", refused.message) from None
    except errors.Refused as refused:
        raise Refused(refused.code, refused.message, refused.errors, refused.possible) from None


def given_reason(reason: str) -> str:
    """The reason of an act, tidied. Refused: reason_missing."""
    if not reason.strip():
        raise Refused("reason_missing", _("Say why. The reason is published with the result."))
    return reason.strip()
