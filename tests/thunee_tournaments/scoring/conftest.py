"""A tournament in play, a phone at its first table, and short ways to fill the form of a hand."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.thunee_tournaments.services.conftest import drawn, organiser
from thunee_tournaments.brackets.selectors import current_game
from thunee_tournaments.services import acts
from thunee_tournaments.tables.admitting import pin_of
from thunee_tournaments.tables.links import find
from thunee_tournaments.tables.models import Table
from thunee_tournaments.tables.selectors import match_at
from thunee_tournaments.tournaments.models import Tournament

__all__ = ["drawn", "organiser"]


@pytest.fixture
def tournament(drawn: Tournament) -> Tournament:
    return drawn


@pytest.fixture
def table(tournament: Tournament) -> Table:
    return tournament.tables.get(number=1)


@pytest.fixture
def token(organiser: Any, table: Table) -> str:
    return acts.issue_table_link(actor=organiser, table=table).token


class Phone:
    """A scorekeeper's phone: a browser of its own, at a table."""

    def __init__(self, token: str) -> None:
        self.client = Client()
        self.token = token

    def let_in(self) -> "Phone":
        link = find(self.token)
        assert link is not None
        answer = self.client.post(reverse("scoring:link", args=[self.token]), {"pin": pin_of(link)})
        assert answer.status_code == 302
        return self

    def table(self) -> str:
        return self.client.get(reverse("scoring:table")).content.decode()

    def get(self, page: str, sheet: str) -> Any:
        return self.client.get(reverse(f"scoring:{page}", args=[sheet]))

    def post(self, page: str, sheet: str, action: str, **typed: Any) -> Any:
        return self.client.post(reverse(f"scoring:{page}", args=[sheet]), {**typed, "action": action})

    def check(self, sheet: str, page: str = "hand", **typed: Any) -> Any:
        """Press "Check" with this typed into the form as the page gives it."""
        form = self.get(page, sheet).context["form"]
        return self.post(page, sheet, "check", **{"head": form["head"].value(), **typed})

    def save(self, review: Any, **changed: Any) -> Any:
        """Press "Save" on a page that shows the ruling."""
        return self.client.post(review.request["PATH_INFO"], {**saved_by(review), **changed})


def saved_by(review: Any) -> dict[str, Any]:
    """What the page that shows a ruling sends when its save button is pressed."""
    context = review.context
    sent = dict(context["typed"]) | dict(context.get("why_typed") or [])
    if context.get("entry"):
        sent["entry"] = context["entry"]
    return {**sent, "head": context["head"], "key": str(context["key"]), "action": "save"}


@pytest.fixture
def phone(token: str) -> Phone:
    return Phone(token).let_in()


@pytest.fixture
def game(table: Table) -> Callable[[], Any]:
    """The game in play at the table, fresh."""

    def fresh() -> Any:
        match = match_at(table)
        assert match is not None
        return current_game(match)

    return fresh


@pytest.fixture
def sheet(game: Callable[[], Any]) -> str:
    return str(game().sheet.public_id)


def plain(trumper: int = 1, points: int = 60, last_trick: int = 1, **more: Any) -> dict[str, Any]:
    """A plain hand, as typed: with 60 points the side that set trump wins it."""
    return {"trumper": trumper, "points": points, "points_of": "counting", "last_trick": last_trick, "call": 0, **more}


def thunee(seat: int) -> dict[str, Any]:
    """A thunee with every trick won, as typed: four balls."""
    return {"trumper": seat, "declared": "thunee", "declared_seat": seat, "declared_lost_to": "won"}
