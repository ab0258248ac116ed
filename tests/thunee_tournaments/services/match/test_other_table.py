"""A match moved to another table by a director: told in the record, with the reason."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from adjudication import notices
from tests.thunee_tournaments.services.conftest import count, draw, game, match
from thunee_tournaments.services import acts, queries
from thunee_tournaments.tables.selectors import open_seatings
from thunee_tournaments.tournaments.models import Tournament

pytestmark = pytest.mark.walks
WHY = "The lamp above it is broken."


def move(organiser: User, tournament: Tournament, number: int, to: int, reason: str = WHY) -> None:
    table = tournament.tables.get(number=to)
    acts.move_match(actor=organiser, match=match(tournament, number), table=table, reason=reason)


def told(client: Client, tournament: Tournament) -> list[Any]:
    """(title, details, reason, what became of it) of what the page of the draws says of matches that were moved."""
    views = client.get(f"/{tournament.slug}/draws").context["moved"]
    return [
        (view.title, view.details, view.notice.reason, "back" if view.back else "again" if view.replaced else "stands")
        for view in views
        if view.notice.kind == "moved"
    ]


def at(tournament: Tournament) -> dict[int, int]:
    return {number: seating.match.number for number, seating in open_seatings(tournament).items()}


def test_everybody_reads_where_it_went_from_where_and_why(organiser: User, client: Client) -> None:
    tournament = draw(organiser, 4, table_count=4)
    move(organiser, tournament, 1, 4)
    first = ("Match 1 moved to table 4", ["It was at table 1."], WHY)
    assert told(client, tournament) == [(*first, "stands")]
    page = client.get(f"/{tournament.slug}/draws").content.decode()
    assert all(words in page for words in (first[0], first[1][0], WHY))
    move(organiser, tournament, 1, 3, "It is loud there.")
    second = ("Match 1 moved to table 3", ["It was at table 4."], "It is loud there.", "stands")
    assert told(client, tournament) == [(*first, "again"), second]


def test_who_makes_room_is_told_with_it(organiser: User, client: Client) -> None:
    tournament = draw(organiser, 8)
    move(organiser, tournament, 1, 3)
    assert at(tournament) == {3: 1, 2: 2, 1: 3, 4: 4}
    [(_title, details, _why, _then)] = told(client, tournament)
    assert details == ["It was at table 1.", "Match 3 had not begun and made room for it."]


def test_a_match_in_play_is_moved_with_a_reason_too(organiser: User, client: Client, write: Any) -> None:
    tournament = draw(organiser, 4, table_count=3)
    write(game(tournament, 1), count("A"))
    move(organiser, tournament, 1, 3)
    assert at(tournament) == {3: 1, 2: 2}
    assert len(told(client, tournament)) == 1


@pytest.mark.parametrize("reason", ["", "  "])
def test_without_a_reason_nothing_leaves_its_table(organiser: User, client: Client, reason: str) -> None:
    tournament = draw(organiser, 8, table_count=3)
    before, version = at(tournament), tournament.version
    for number, to in ((1, 2), (4, 1)):
        with pytest.raises(acts.Refused) as caught:
            move(organiser, tournament, number, to, reason)
        assert caught.value.code == "reason_missing"
    tournament.refresh_from_db()
    assert (at(tournament), tournament.version) == (before, version)
    assert told(client, tournament) == []


def test_a_first_table_that_is_free_and_the_one_it_has_need_no_reason(organiser: User, client: Client) -> None:
    tournament = draw(organiser, 4, table_count=1)
    acts.set_table_count(actor=organiser, tournament=tournament, count=3)
    acts.postpone_match(actor=organiser, match=match(tournament, 2), day=None)
    assert at(tournament) == {1: 1, 2: 2}
    move(organiser, tournament, 2, 2, "")
    assert told(client, tournament) == []


def test_the_move_goes_with_the_draw_that_is_taken_back(organiser: User, client: Client) -> None:
    tournament = draw(organiser, 4, table_count=3)
    move(organiser, tournament, 1, 3)
    acts.redraw_event(actor=organiser, tournament=tournament)
    assert [row[3] for row in told(client, tournament)] == ["back"]


def test_the_record_with_a_move_in_it_is_sound_and_says_who_did_it(organiser: User) -> None:
    tournament = draw(organiser, 4, table_count=3)
    move(organiser, tournament, 1, 3)
    last = notices.last_of(tournament.public_id, queries.DRAWS)
    assert last is not None
    assert last.body == {"stage": 1, "match": 1, "table": 3, "was": 1}
    assert last.actor == f"user:{organiser.pk}"
