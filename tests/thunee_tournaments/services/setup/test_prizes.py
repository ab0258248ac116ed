"""Prizes: who gets what as it stands, what is won for good, shared, by lot, one to a team."""

from random import Random
from typing import Any

import pytest

from tests.support.services.formats import give, planned, ready
from tests.thunee_tournaments.services.conftest import Write, draw, match
from thunee_tournaments.services import acts
from thunee_tournaments.services.acts import Refused
from thunee_tournaments.standings import snapshots
from thunee_tournaments.standings.prizing import Prize, money, prizes_of
from thunee_tournaments.teams.models import Team
from thunee_tournaments.tournaments.models import Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.walks]
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


@pytest.mark.parametrize("more", [{}, {"third_place": True}, {"plate": True}])
def test_who_is_out_in_the_quarter_finals_is_shown_no_share_of_the_third_prize(organiser: Any, more: Any) -> None:
    """Two of four are played: the four who are out of eight, and no others, share places 5 to 8 in the end."""
    tournament = planned(organiser, 8, [{"format": "knockout", "parameters": more}])
    fifth = Prize(0, 5, 8, "", 10_00)
    acts.set_prizes(actor=organiser, tournament=tournament, prizes=[CUP, SECOND, SEMI, fifth], currency="R")
    for number in (1, 2):
        acts.award_walkover(actor=organiser, match=match(tournament, number), side="A", reason="x")
    losers = {str(match(tournament, number).loser) for number in (1, 2)}
    found = {name: (places, amount) for places, winners in told(tournament) for name, amount, _won in winners}
    assert {name: found[name] for name in losers} == dict.fromkeys(losers, ("Places 5 to 8", 1000))
    assert sum(amount for _places, amount in found.values()) == 840_00  # nothing is lost or made


@pytest.mark.slow
@pytest.mark.parametrize("teams", [6, 8, 11])
def test_what_a_team_that_is_out_is_shown_is_what_it_has_in_the_end(organiser: Any, teams: int) -> None:
    tournament = planned(organiser, teams, [{"format": "knockout", "parameters": {}}])
    listed = [Prize(0, place, place, "", (20 - place) * 10_00) for place in range(1, 10)]
    acts.set_prizes(actor=organiser, tournament=tournament, prizes=listed, currency="R")
    chance, seen, whole = Random(teams), [], sum(prize.amount for prize in listed[:teams])
    while open_ := list(ready(tournament)):
        found = {name: amount for _places, winners in told(tournament) for name, amount, _won in winners if amount}
        assert sum(found.values()) == whole
        out = {row["name"] for row in snapshots.read(tournament).data["rows"] if row["out"]}
        seen.append({name: found.get(name, 0) for name in out})
        give(organiser, tournament, chance.choice(open_).number, chance.choice("AB"))
    end = {name: amount for _places, winners in told(tournament) for name, amount, _won in winners}
    for shown in seen:
        assert all(abs(amount - end.get(name, 0)) <= 1 for name, amount in shown.items())  # but for an odd cent


def test_who_lost_a_semi_final_early_holds_no_place_above_those_who_are_still_in(organiser: Any) -> None:
    tournament = planned(organiser, 8, [{"format": "knockout", "parameters": {}}])
    acts.set_prizes(actor=organiser, tournament=tournament, prizes=[CUP, SECOND, SEMI], currency="R")
    for number in (1, 2, 5):
        acts.award_walkover(actor=organiser, match=match(tournament, number), side="A", reason="x")
    found = {name: amount for _places, winners in told(tournament) for name, amount, _won in winners}
    assert found[str(match(tournament, 5).loser)] == 50_00
    assert sum(found.values()) == 800_00


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


@pytest.mark.slow
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
