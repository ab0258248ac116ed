"""The public list of draws and walkovers: nobody can draw until pleased without everybody seeing it."""

from typing import Any

import pytest
from django.test import Client

from adjudication import notices
from adjudication.models import Notice
from tests.thunee_tournaments.desk.conftest import text_of
from tests.thunee_tournaments.services.conftest import LOT, draw, match
from thunee_tournaments import site_key
from thunee_tournaments.services import acts

pytestmark = pytest.mark.django_db


def test_every_draw_stands_there_with_its_lot_taken_back_or_not(client: Client, organiser: Any) -> None:
    tournament = draw(organiser, 4, slug="shield")
    acts.redraw_event(actor=organiser, tournament=tournament)
    shown = text_of(client.get("/shield/draws"))
    stands = tournament.stages.get().lot
    for lot in (LOT, stands):
        assert " ".join(lot[n : n + 8] for n in range(0, 32, 8)) in shown
    assert shown.index("taken back") < shown.index("stands")
    assert "1 draw was taken back" in text_of(client.get("/shield/bracket"))


def test_every_walkover_stands_there_with_its_reason_and_what_became_of_it(client: Client, organiser: Any) -> None:
    tournament = draw(organiser, 4, slug="shield")
    one = match(tournament, 1)
    acts.award_walkover(actor=organiser, match=one, side="A", reason="Their car broke down.")
    shown = text_of(client.get("/shield/draws"))
    assert f"{one.team('A')} won without play. Their car broke down." in shown
    assert "taken back" not in shown.split("Walkovers")[-1]
    acts.withdraw_walkover(actor=organiser, match=match(tournament, 1), reason="They came by bus.")
    assert "They came by bus." in text_of(client.get("/shield/draws"))


def test_before_the_draw_it_says_so(client: Client, organiser: Any) -> None:
    tournament = draw(organiser, 2, slug="shield")
    assert client.get("/nothing/draws").status_code == 404
    assert "No match was won without play" in text_of(client.get(f"/{tournament.slug}/draws"))


def test_walkovers_that_end_by_themselves_are_shown_as_taken_back(client: Client, organiser: Any) -> None:
    tournament = draw(organiser, 4, slug="shield")
    gone = match(tournament, 1).team("B")
    acts.withdraw_team(actor=organiser, team=gone, reason="Their car broke down.")
    assert "taken back" not in text_of(client.get("/shield/draws")).split("Walkovers")[-1]
    acts.reinstate_team(actor=organiser, team=gone)
    assert match(tournament, 1).winner is None
    shown = text_of(client.get("/shield/draws")).split("Walkovers")[-1]
    assert shown.count("won without play") == shown.count(" taken back ") / 2 == 1  # marked, and with its moment


def test_a_walkover_told_again_for_the_other_side_says_so_of_the_first(client: Client, organiser: Any) -> None:
    tournament = draw(organiser, 4, slug="shield")
    one = match(tournament, 1)
    acts.award_walkover(actor=organiser, match=one, side="A", reason="Nobody came.")
    told: Any = notices.last_of(tournament.public_id, f"match:{one.public_id}")
    other = {**told.body, "winner": one.team("B").public_id}
    notices.post(tournament.public_id, told.subject, told.kind, other, actor="test", reason="They did.")
    shown = text_of(client.get("/shield/draws")).split("Walkovers")[-1]
    assert shown.index(f"{one.team('A')} won without play") > shown.index("decided differently since")
    assert shown.count("decided differently since") == 1


def test_who_keeps_the_event_from_then_on_stands_there_with_the_reason(
    client: Client, organiser: Any, settings: Any
) -> None:
    tournament = draw(organiser, 4, slug="shield")
    ours, settings.SITE_KEY = settings.SITE_KEY, "the key of another site"
    address, settings.SITE_KEY = site_key.own(), ours
    acts.hand_over(actor=organiser, tournament=tournament, to=str(address), reason="The battery is low.")
    shown = text_of(client.get("/shield/draws"))
    assert f"From now on the event is kept by the site {address.code}" in shown
    assert "The battery is low." in shown


def test_what_is_told_in_a_way_that_is_new_has_a_name_all_the_same(client: Client, organiser: Any) -> None:
    tournament = draw(organiser, 4, slug="shield")
    for kind in Notice.Kind:
        if kind not in SAYS_MORE:
            notices.post(tournament.public_id, f"another subject: {kind}", kind, {}, actor="site")
    assert "raffle drawn" in text_of(client.get("/shield/draws"))


# What these say stands in their bodies; other tests make each of them by its act.
SAYS_MORE = {
    Notice.Kind.SWAP, Notice.Kind.MEETING, Notice.Kind.PLAY_OFF, Notice.Kind.LATE, Notice.Kind.SIGNING,
    Notice.Kind.ROUND, Notice.Kind.PLAN, Notice.Kind.ROUNDS, Notice.Kind.WALKOVER, Notice.Kind.KEEPER, Notice.Kind.DRAW,
    Notice.Kind.PUT_OFF, Notice.Kind.MOVED,
}  # fmt: skip
