"""Corrections as the pages of the desk send them."""

from typing import Any

from tests.thunee_tournaments.desk.conftest import Desk
from tests.thunee_tournaments.services.conftest import match

WHY = {"why": "typed", "words": ""}


class Corrections:
    """The pages of one hand: form, review, saving."""

    def __init__(self, desk: Desk, seq: int = 1, number: int = 1, of: int = 1) -> None:
        self.desk, self.of = desk, of
        self.args = (match(desk.tournament, of).public_id, number, seq)

    @property
    def address(self) -> str:
        return self.desk.at("correct", *self.args)

    def form(self) -> Any:
        return self.desk.get("correct", *self.args)

    def check(self, **typed: Any) -> Any:
        form = self.form().context["form"]
        shown = {name: form[name].value() for name in form.fields}
        kept = {name: value for name, value in shown.items() if value is not None and value is not False}
        entry = self.form().context["entry"]
        return self.desk.post("correct", *self.args, action="check", entry=entry, **{**kept, **WHY, **typed})

    def save(self, review: Any, **changed: Any) -> Any:
        return self.desk.client.post(self.address, {**sent_by(review), **changed})


def sent_by(review: Any) -> dict[str, Any]:
    """What the page that shows the ruling sends when its button is pressed."""
    context = review.context
    hidden = {"head": context["head"], "key": str(context["key"]), "entry": context["entry"], "action": "save"}
    return dict(context["typed"]) | hidden
