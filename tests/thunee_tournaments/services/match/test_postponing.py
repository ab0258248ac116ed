"""A match put off: it is called to no table until the organiser lets it be played."""

import datetime

import pytest

from adjudication import notices
from tests.support.services.formats import give, planned, ready, sound, stage
from tests.support.services.tables import drawn as at_tables
from tests.thunee_tournaments.services.conftest import count, game, match
from thunee_tournaments.services import acts, queries
from thunee_tournaments.tables.models import Seating

pytestmark = pytest.mark.walks
DAY = datetime.date(2026, 5, 1)
WHY = "The hall is under water."
PLANS = {
    "knock-out": [stage("knockout")],
    "double": [stage("double")],
    "groups": [stage("groups", groups=2)],
    "league": [stage("league")],
    "swiss": [stage("swiss", rounds=2)],
}


def called(tournament):
    seated = Seating.objects.filter(table__tournament=tournament, ended_at=None)
    return sorted(seating.match.number for seating in seated.select_related("match"))


def put_off(organiser, tournament, number, day=DAY):
    return acts.postpone_match(actor=organiser, match=match(tournament, number), day=day, reason=WHY if day else "")


def refused(organiser, tournament, number):
    with pytest.raises(acts.Refused) as caught:
        put_off(organiser, tournament, number)
    return caught.value.code


@pytest.mark.parametrize("plan", PLANS.values(), ids=PLANS)
def test_it_leaves_its_table_to_another_and_comes_back_when_it_is_let(organiser, plan):
    tournament = planned(organiser, 8, plan, table_count=2)
    first = called(tournament)[0]
    assert len(called(tournament)) == 2
    put_off(organiser, tournament, first)
    assert first not in called(tournament)
    assert len(called(tournament)) == 2
    sound(tournament)
    for number in called(tournament):
        give(organiser, tournament, number, "A")
    assert first not in called(tournament)
    put_off(organiser, tournament, first, None)
    for number in [number for number in called(tournament) if number != first]:
        give(organiser, tournament, number, "A")
    assert first in called(tournament)
    sound(tournament)


def test_what_comes_after_it_in_a_knock_out_waits(organiser):
    tournament = planned(organiser, 4, PLANS["knock-out"])
    put_off(organiser, tournament, 1)
    give(organiser, tournament, 2, "A")
    assert called(tournament) == []
    assert match(tournament, 3).state == "waiting"
    assert [one.number for one in ready(tournament)] == [1]


def test_the_day_stands_beside_it_for_everybody(organiser, client):
    tournament = planned(organiser, 4, PLANS["knock-out"])
    one = put_off(organiser, tournament, 1)
    assert "put off to 1 May" in client.get(f"/{tournament.slug}/bracket").content.decode()
    client.force_login(organiser)
    desk = f"/desk/{tournament.slug}"
    for address in (f"{desk}/", f"{desk}/bracket", f"{desk}/m/{one.public_id}"):
        assert "put off to 1 May" in client.get(address).content.decode()


def told(client, tournament):
    """(title, reason, what became of it) of what the page of the draws says of matches put off."""
    views = client.get(f"/{tournament.slug}/draws").context["moved"]
    return [
        (view.title, view.notice.reason, "back" if view.back else "replaced" if view.replaced else "stands")
        for view in views
        if view.notice.kind == "put_off"
    ]


def test_everybody_reads_why_and_what_became_of_it(organiser, client):
    tournament = planned(organiser, 4, PLANS["knock-out"])
    put_off(organiser, tournament, 1)
    assert told(client, tournament) == [("Match 1 put off to 1 May", WHY, "stands")]
    put_off(organiser, tournament, 1, DAY + datetime.timedelta(days=1))
    assert [row[2] for row in told(client, tournament)] == ["replaced", "stands"]
    put_off(organiser, tournament, 1, None)
    assert [row[2] for row in told(client, tournament)] == ["replaced", "back"]


def test_putting_it_off_to_the_day_it_is_put_off_to_tells_nothing_twice(organiser, client):
    tournament = planned(organiser, 4, PLANS["knock-out"])
    for _ in range(2):
        put_off(organiser, tournament, 1)
    put_off(organiser, tournament, 2, None)
    assert len(told(client, tournament)) == 1
    assert not notices.of(tournament.public_id).filter(kind="put_off_back").exists()


def test_whoever_puts_it_off_says_why(organiser, client):
    tournament = planned(organiser, 4, PLANS["knock-out"])
    one = match(tournament, 1)
    with pytest.raises(acts.Refused) as caught:
        acts.postpone_match(actor=organiser, match=one, day=DAY, reason=" ")
    assert caught.value.code == "reason_missing"
    client.force_login(organiser)
    where = f"/desk/{tournament.slug}/m/{one.public_id}/put-off"
    page = client.post(where, {"day": DAY.isoformat(), "reason": ""})
    assert (page.status_code, [*page.context["form"].errors]) == (422, ["reason"])
    assert client.post(where, {"day": DAY.isoformat(), "reason": WHY}).status_code == 302
    assert [row[1] for row in told(client, tournament)] == [WHY]


def test_at_the_desk_it_is_put_off_and_let_be_played(organiser, client):
    tournament = planned(organiser, 4, PLANS["knock-out"])
    page = f"/desk/{tournament.slug}/m/{match(tournament, 1).public_id}"
    client.force_login(organiser)
    assert "Put it off to another day" in client.get(page).content.decode()
    assert "Let it be played now" not in client.get(f"{page}/put-off").content.decode()
    for missing in ({"reason": WHY}, {"day": DAY.isoformat()}, {}):
        assert client.post(f"{page}/put-off", missing).status_code == 422
    client.post(f"{page}/put-off", {"day": DAY.isoformat(), "reason": WHY})
    assert match(tournament, 1).postponed_to == DAY
    assert "Let it be played now, or on another day" in client.get(page).content.decode()
    assert 'name="now"' in client.get(f"{page}/put-off").content.decode()
    assert client.post(f"{page}/put-off", {"now": "1", "day": "", "reason": ""}).status_code == 302
    assert match(tournament, 1).postponed_to is None


def test_one_that_has_begun_is_not_offered_to_be_put_off_and_the_page_says_why(organiser, client, write):
    tournament = planned(organiser, 4, PLANS["knock-out"])
    one = match(tournament, 1)
    write(game(tournament, 1), count("A"))
    client.force_login(organiser)
    page = f"/desk/{tournament.slug}/m/{one.public_id}"
    assert f"{page}/put-off" not in client.get(page).content.decode()
    for typed in ({"day": DAY.isoformat(), "reason": WHY}, {"now": "1"}):
        refused = client.post(f"{page}/put-off", typed)
        assert refused.status_code == 422
        assert "This match has begun." in refused.content.decode()


def test_what_was_put_off_goes_with_the_draw_that_is_taken_back(organiser, client):
    tournament = planned(organiser, 4, PLANS["knock-out"])
    put_off(organiser, tournament, 1)
    acts.redraw_event(actor=organiser, tournament=tournament)
    assert [row[2] for row in told(client, tournament)] == ["back"]


def test_a_swiss_round_is_not_over_while_a_match_of_it_is_put_off(organiser):
    tournament = planned(organiser, 4, PLANS["swiss"])
    put_off(organiser, tournament, 1)
    give(organiser, tournament, 2, "A")
    with pytest.raises(acts.Refused) as caught:
        acts.pair_round(actor=organiser, tournament=tournament)
    assert caught.value.code == "round_open"


def test_who_is_sent_to_a_table_plays_now(organiser):
    tournament = planned(organiser, 4, PLANS["knock-out"])
    put_off(organiser, tournament, 1)
    table = next(iter(tournament.tables.order_by("-number")))
    acts.move_match(actor=organiser, match=match(tournament, 1), table=table, reason="The lamp.")
    assert match(tournament, 1).postponed_to is None
    assert 1 in called(tournament)
    assert notices.last_of(tournament.public_id, queries.DRAWS).kind == "put_off_back"


def test_in_a_qualifier_and_at_tables_of_single_players_nothing_is_put_off(organiser):
    qualifier = planned(organiser, 4, [stage("streak")])
    assert refused(organiser, qualifier, ready(qualifier)[0].number) == "not_to_be_put_off"
    tables = at_tables(organiser, 8)
    assert refused(organiser, tables, ready(tables)[0].number) == "not_to_be_put_off"
    assert not queries.can_be_put_off(tables.stages.get())


def test_one_that_has_begun_or_whose_teams_are_not_known_is_not_put_off(organiser):
    tournament = planned(organiser, 4, PLANS["knock-out"])
    assert refused(organiser, tournament, 3) == "teams_unknown"
    give(organiser, tournament, 1, "A")
    assert refused(organiser, tournament, 1) == "match_over"
