"""Somebody is missing at a table: what the scorekeeper's phone shows, and its two taps."""

from typing import Any

from django.urls import reverse

from tests.thunee_tournaments.desk.conftest import text_of
from tests.thunee_tournaments.services.conftest import match
from thunee_tournaments.services import acts
from thunee_tournaments.tables.models import NoShow
from thunee_tournaments.tournaments.models import Tournament


def tap(phone: Any, sheet: str, do: str, side: str = "B") -> str:
    sent = {"do": do, "side": side}
    return text_of(phone.client.post(reverse("scoring:no_show", args=[sheet]), sent, follow=True))


def test_the_scorekeeper_starts_the_clock_sees_it_and_stops_it(phone: Any, sheet: str) -> None:
    assert "Team 4 is not here" in phone.table()
    said = tap(phone, sheet, "start")
    assert "Team 4 has until" in said
    assert "Team 4 has been missing since" in said
    assert "They are here" in said
    assert "data-rings" in phone.table()
    assert "Team 4 is missing" not in tap(phone, sheet, "stop")


def test_tapped_twice_it_is_one_clock(phone: Any, sheet: str) -> None:
    tap(phone, sheet, "start")
    tap(phone, sheet, "start")
    assert NoShow.objects.count() == 1
    tap(phone, sheet, "stop")
    tap(phone, sheet, "stop")
    assert NoShow.objects.get().end == "came"


def test_a_match_the_desk_gave_away_meanwhile_is_no_error_at_the_table(
    phone: Any, sheet: str, organiser: Any, tournament: Tournament
) -> None:
    tap(phone, sheet, "start")
    acts.award_walkover(actor=organiser, match=match(tournament, 1), side="A", reason="They went home.")
    assert "This match is not waiting here any more." in tap(phone, sheet, "stop")


def test_a_phone_that_may_only_look_sees_the_clock_and_has_no_buttons(
    phone: Any, sheet: str, tournament: Tournament
) -> None:
    tap(phone, sheet, "start")
    Tournament.objects.filter(pk=tournament.pk).update(policies={"scoring": "referee"})
    said = phone.table()
    assert "has been missing since" in said
    assert "They are here" not in said
    assert "is not here" not in said
    assert "referees write the hands down" in tap(phone, sheet, "stop")
    assert NoShow.objects.get().ended_at is None
