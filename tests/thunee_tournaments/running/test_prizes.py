"""Prizes: who gets what as it stands, what is won for good, shared, by lot, one to a team."""

from typing import Any

import pytest

from tests.thunee_tournaments.running.conftest import Write, draw, match
from tests.thunee_tournaments.running.test_formats import planned
from thunee_tournaments.running import acts
from thunee_tournaments.running.acts import Refused
from thunee_tournaments.standings.prizing import Prize, money, prizes_of
from thunee_tournaments.teams.models import Team
from thunee_tournaments.tournaments.models import Tournament

pytestmark = pytest.mark.django_db
CUP = Prize(0, 1, 1, "The cup", 500_00)
SECOND = Prize(0, 2, 2, "", 200_00)
SEMI = Prize(0, 3, 4, "", 50_00)


@pytest.fixture
def tournament(organiser: Any) -> Tournament:
    drawn = draw(organiser, 4)
    acts.set_prizes(actor=organiser, tournament=drawn, prizes=[SEMI, CUP, SECOND], currency="R")
    return drawn


def told(tournament: Tournament) -> list[tuple[str, list[tuple[str, int, bool]]]]:
    return [
        (one.prize.places, [(winner.name, winner.amount, winner.won) for winner in one.winners])
        for one in prizes_of(tournament)
    ]


def test_before_a_match_is_over_nothing_is_won(tournament: Tournament) -> None:
    assert not any(winner.won for one in prizes_of(tournament) for winner in one.winners)


def test_a_place_is_won_once_everybody_still_in_has_gone_further(tournament: Tournament, win: Write) -> None:
    win(tournament, 1, "A")
    assert not any(winner.won for one in prizes_of(tournament) for winner in one.winners)
    win(tournament, 2, "A")
    semi = told(tournament)[2]
    losers = sorted(str(match(tournament, number).loser) for number in (1, 2))
    assert semi == ("Places 3 to 4", [(name, 50_00, True) for name in sorted(losers)]) or {
        name for name, _amount, _won in semi[1]
    } == set(losers)
    assert all(won for _name, _amount, won in semi[1])
    assert not any(won for _name, _amount, won in told(tournament)[0][1])


def test_after_the_final_all_is_won(tournament: Tournament, win: Write) -> None:
    for number in (1, 2, 3):
        final = win(tournament, number, "B")
    found = told(tournament)
    assert found[0] == ("Place 1", [(str(final.winner), 500_00, True)])
    assert found[1] == ("Place 2", [(str(final.loser), 200_00, True)])
    assert sum(amount for _places, winners in found for _name, amount, _won in winners) == 800_00


def test_a_corrected_final_turns_the_prizes(organiser: Any, tournament: Tournament, win: Write, correct: Write) -> None:
    for number in (1, 2, 3):
        final = win(tournament, number, "A")
    before = told(tournament)[0][1][0][0]
    game = final.games.get()
    for entry in list(game.sheet.entries.order_by("seq")):
        correct(game, entry, {"tally": {"trumper": 1, "declared": {"seat": 1, "kind": "thunee", "lost_to": None}}})
    assert told(tournament)[0][1][0][0] not in ("", before)


def test_teams_level_share_and_by_lot_one_gets_it(organiser: Any, win: Write) -> None:
    tournament = draw(organiser, 4)
    third = [Prize(0, 3, 3, "", 99_99)]
    acts.set_prizes(actor=organiser, tournament=tournament, prizes=third)
    for number in (1, 2, 3):
        win(tournament, number, "A")
    assert sorted(amount for _name, amount, _won in told(tournament)[0][1]) == [49_99, 50_00]
    acts.set_prizes(actor=organiser, tournament=tournament, prizes=third, ties="lot")
    assert [amount for _name, amount, _won in told(tournament)[0][1]] == [99_99]
    assert told(tournament) == told(tournament)  # the lot is stored: it never falls otherwise


def test_who_is_disqualified_gets_nothing(tournament: Tournament, win: Write) -> None:
    for number in (1, 2, 3):
        final = win(tournament, number, "A")
    Team.objects.filter(pk=final.loser.pk).update(disqualified=True)
    names = {name for _places, winners in told(tournament) for name, _amount, _won in winners}
    assert str(final.loser) not in names


@pytest.mark.parametrize(
    ("wrong", "path"),
    [
        (Prize(0, 0, 1, "x"), "0.first"),
        (Prize(0, 4, 2, "x"), "0.last"),
        (Prize(0, 1, 1, " "), "0.name"),
        (Prize(0, 1, 1, "x" * 81), "0.name"),
        (Prize(0, 1, 1, "x", -1), "0.amount"),
        (Prize(-1, 1, 1, "x"), "0.group"),
    ],
)
def test_prizes_that_make_no_sense_are_refused(organiser: Any, tournament: Tournament, wrong: Prize, path: str) -> None:
    with pytest.raises(Refused) as caught:
        acts.set_prizes(actor=organiser, tournament=tournament, prizes=[wrong])
    assert path in [error["path"] for error in caught.value.errors]
    assert len(prizes_of(tournament)) == 3  # nothing was lost


def test_two_prizes_for_one_place_are_refused(organiser: Any, tournament: Tournament) -> None:
    with pytest.raises(Refused) as caught:
        acts.set_prizes(actor=organiser, tournament=tournament, prizes=[SEMI, Prize(0, 4, 5, "x")])
    assert [error["path"] for error in caught.value.errors] == ["1.first"]


def test_without_prizes_nobody_gets_any(organiser: Any, tournament: Tournament) -> None:
    acts.set_prizes(actor=organiser, tournament=tournament, prizes=[])
    assert prizes_of(tournament) == []


@pytest.mark.parametrize(
    ("cents", "said"), [(150_000, "R\u00a01\u202f500"), (1250, "R\u00a012.50"), (5, "R\u00a00.05")]
)
def test_money_is_written_in_whole_cents(cents: int, said: str) -> None:
    assert money(cents, "R") == said


def test_in_a_qualifier_nothing_is_won_while_teams_can_buy_in(organiser: Any, win: Write) -> None:
    """Every match is over for the moment, and the next entry may still change who has gone furthest."""
    plan = [{"format": "streak", "parameters": {"wins": 2, "entries": 3}}]
    tournament = planned(organiser, 2, plan)
    acts.set_prizes(actor=organiser, tournament=tournament, prizes=[CUP])
    win(tournament, 1, "A")
    assert [won for _name, _amount, won in told(tournament)[0][1]] == [False]
    acts.close_entries(actor=organiser, tournament=tournament)
    assert [won for _name, _amount, won in told(tournament)[0][1]] == [True]
