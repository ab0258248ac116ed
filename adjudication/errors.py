"""Why an entry was not written. Each carries a `code` to assert on and a `message` for people."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext_lazy as _

from adjudication.shapes import Fault
from engine.shapes import Possible

if TYPE_CHECKING:
    from adjudication.models import Entry


class NotWritten(Exception):
    """Nothing was stored. `code` is stable, `message` is translated text."""

    code = "not_written"

    def __init__(self, message: Any) -> None:
        super().__init__(message)
        self.message = message


class Refused(NotWritten):
    """Something a person did or asked for cannot be. Nothing was changed.

    `code` is stable and meant for programs; `message` is for people: what is wrong, why, and what to do next. `errors`
    lists every fault where there are several, each `{"path": …, "message": …}`; `possible` every result a hand could
    have been that cannot be decided (code "undecidable").
    """

    def __init__(
        self,
        code: str,
        message: Any,
        errors: Sequence[Fault] = (),
        possible: Sequence[Possible] = (),
    ) -> None:
        super().__init__(message)
        self.code = code
        self.errors = list(errors)
        self.possible = list(possible)

    def __str__(self) -> str:
        return str(self.message)


class NotYours(Refused):
    """The sheet does not exist, or not for this actor: the two are never told apart."""

    def __init__(self) -> None:
        super().__init__("not_here", _("There is no such scoresheet."))


class Stale(NotWritten):
    """The sheet went on while this was being written (409). `missed`: the entries the writer has not seen."""

    code = "stale"

    def __init__(self, missed: Sequence["Entry"]) -> None:
        super().__init__(_("Something else was written on this sheet in the meantime. Look at it, then save again."))
        self.missed = list(missed)


class KeyReused(NotWritten):
    """The same key came before with another content (422): a fault of the client, never of a person."""

    code = "key_reused"

    def __init__(self) -> None:
        super().__init__(_("This key was used before for something else. Reload the page and enter it again."))
