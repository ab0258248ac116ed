"""A game played behind one that was corrected since: a referee keeps it or strikes it out, in one act (EV-LATE-5)."""

import uuid
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from adjudication import verify
from adjudication.book import Book
from adjudication.errors import KeyReused
from adjudication.models import Decision, Dispute, Scoresheet
from adjudication.outcomes import ProposedDecision
from tests.factories import RoleFactory, UserFactory
from tests.support.services.beyond import best_of, beyond, nth, play, sound, three, turn
from tests.support.services.drawing import refused
from tests.support.services.late_results import appeal_overturned
from tests.support.services.late_results import resolve as resolve_match
from tests.support.services.locking import in_order, locks
from tests.support.services.signing import sign_as
from tests.support.services.surplus_games import KEEP, SAID, STRIKE, decided, kinds, resolve, waits
from tests.thunee_tournaments.services.conftest import count, draw, game, match, thunee
from thunee_tournaments.brackets.models import Match, MatchGame
from thunee_tournaments.services import acts
from thunee_tournaments.services.officiating import surplus_games
from thunee_tournaments.simulation import invariants
from thunee_tournaments.standings import snapshots
from thunee_tournaments.standings.players import own_scores
from thunee_tournaments.tournaments.models import Role, Tournament

__all__ = ["decided", "three"]

pytestmark = pytest.mark.walks


def test_a_game_the_match_did_not_need_waits_for_a_referee_and_nothing_happens_by_itself(decided: Tournament) -> None:
    assert (match(decided, 1).winning_side, beyond(decided, 1), waits(decided)) == ("B", [3], [(1, 3)])
    assert kinds(decided, 3) == ["hand"]
    sound(decided)


def test_kept_it_stays_as_it_was_played_and_does_not_wait_any_more(decided: Tournament, organiser: Any) -> None:
    decision = resolve(organiser, decided, KEEP)
    assert (waits(decided), beyond(decided, 1), kinds(decided, 3)) == ([], [3], ["hand"])
    assert (decision.rules, decision.dispute.about, decision.dispute.subject) == (
        ["EV-LATE-5"], "game", match(decided, 1).public_id,
    )  # fmt: skip
    sound(decided)


def test_struck_out_all_its_hands_go_in_one_act_and_the_result_stays(organiser: Any, write: Any, correct: Any) -> None:
    tournament = best_of(organiser, 3)
    play(write, tournament, 1, "AB")
    for side in "ABAB":
        write(game(tournament, 1), count(side))
    play(write, tournament, 1, "A")
    turn(correct, nth(tournament, 1, 1), thunee("B"))
    before = match(tournament, 1)
    resolve(organiser, tournament, STRIKE)
    now = match(tournament, 1)
    assert kinds(tournament, 3) == ["hand"] * 5 + ["void"] * 5
    assert (waits(tournament), beyond(tournament, 1), [one.number for one in now.games.all()]) == ([], [], [1, 2])
    assert (now.winner, now.side("B").games_won, now.side("B").score, now.done_at) == (
        before.winner, before.side("B").games_won, before.side("B").score, before.done_at,
    )  # fmt: skip
    struck = MatchGame.also_struck.get(match=now, number=3)
    assert list(struck.who_played.values()) == now.teams
    sound(tournament)


def test_a_kept_game_counts_as_it_stands_when_the_match_needs_it_after_all(
    decided: Tournament, organiser: Any, correct: Any
) -> None:
    resolve(organiser, decided, KEEP)
    turn(correct, nth(decided, 1, 1), thunee("A"))
    assert (match(decided, 1).winning_side, match(decided, 1).side("A").games_won, beyond(decided, 1)) == ("A", 2, [])
    sound(decided)
    turn(correct, nth(decided, 1, 1), thunee("B"))
    assert waits(decided) == []  # it is the game that was decided about
    sound(decided)


def test_a_kept_game_that_was_played_on_since_is_decided_about_anew(organiser: Any, write: Any, correct: Any) -> None:
    tournament = best_of(organiser, 3)
    play(write, tournament, 1, "AB")
    write(game(tournament, 1), count("A"))
    turn(correct, nth(tournament, 1, 1), thunee("B"))
    resolve(organiser, tournament, KEEP)
    turn(correct, nth(tournament, 1, 1), thunee("A"))
    assert (match(tournament, 1).over, game(tournament, 1).number) == (False, 3)  # it is played on
    play(write, tournament, 1, "A")
    assert match(tournament, 1).winning_side == "A"
    turn(correct, nth(tournament, 1, 1), thunee("B"))
    assert waits(tournament) == [(1, 3)]
    sound(tournament)


def test_a_struck_game_is_played_anew_on_a_new_sheet_when_the_match_needs_one(
    decided: Tournament, organiser: Any, write: Any, correct: Any
) -> None:
    resolve(organiser, decided, STRIKE)
    turn(correct, nth(decided, 1, 1), thunee("A"))
    assert (match(decided, 1).over, game(decided, 1).number) == (False, 4)
    sound(decided)
    play(write, decided, 1, "B")
    assert (match(decided, 1).winning_side, match(decided, 1).side("B").games_won) == ("B", 2)
    sound(decided)


def test_of_a_match_open_again_a_game_behind_can_be_struck_out_and_waits_for_nobody(
    three: Tournament, organiser: Any, write: Any, correct: Any
) -> None:
    turn(correct, nth(three, 1, 1), count("A"))
    assert (match(three, 1).state, beyond(three, 1), waits(three)) == ("playing", [2, 3], [])
    resolve(organiser, three, STRIKE, number=2)
    assert (game(three, 1).number, beyond(three, 1)) == (1, [3])
    play(write, three, 1, "A")
    assert (match(three, 1).winning_side, match(three, 1).side("A").games_won) == ("A", 2)  # by games 1 and 3
    sound(three)


def test_in_a_match_of_five_both_games_are_decided_about_in_one_act_or_each_by_itself(
    organiser: Any, write: Any, correct: Any
) -> None:
    tournament = best_of(organiser, 5)
    play(write, tournament, 1, "BAABB")
    turn(correct, nth(tournament, 1, 1), thunee("A"))
    assert waits(tournament) == [(1, 4), (1, 5)]
    resolve(organiser, tournament, KEEP, number=5)
    assert waits(tournament) == [(1, 4)]
    turn(correct, nth(tournament, 1, 4), thunee("A"))  # what was kept is another game: it is asked about alone
    decision = resolve(organiser, tournament, STRIKE, number=4, alike=True)
    assert [one.number for one in match(tournament, 1).games.all()] == [1, 2, 3, 5]
    assert Decision.objects.count() == 2
    sound(tournament)
    appeal_overturned(tournament, organiser, decision, KEEP, number=1)
    assert [one.number for one in match(tournament, 1).games.all()] == [1, 2, 3, 4, 5]
    sound(tournament)


def test_the_same_is_decided_about_every_other_game_behind(organiser: Any, write: Any, correct: Any) -> None:
    tournament = best_of(organiser, 5)
    play(write, tournament, 1, "BAABB")
    turn(correct, nth(tournament, 1, 1), thunee("A"))
    resolve(organiser, tournament, STRIKE, number=4, alike=True)
    assert (waits(tournament), beyond(tournament, 1)) == ([], [])
    assert [one.number for one in match(tournament, 1).games.all()] == [1, 2, 3]
    assert Dispute.objects.filter(reason="surplus").count() == 2
    sound(tournament)


def test_the_second_of_two_referees_is_told(decided: Tournament, organiser: Any) -> None:
    other = RoleFactory(tournament=decided, role=Role.Name.REFEREE).user
    resolve(organiser, decided, KEEP)
    for choice in (KEEP, STRIKE):
        assert refused(resolve, actor=other, tournament=decided, choice=choice) == "decided"
    assert Decision.objects.count() == 1


def test_what_another_struck_out_is_not_there_any_more(decided: Tournament, organiser: Any) -> None:
    resolve(organiser, decided, STRIKE)
    for choice in (KEEP, STRIKE):
        assert refused(resolve, actor=organiser, tournament=decided, choice=choice) == "not_beyond"
    assert kinds(decided, 3) == ["hand", "void"]


def test_the_same_request_twice_decides_once_and_its_key_decides_nothing_else(
    decided: Tournament, organiser: Any
) -> None:
    key = uuid.uuid4()
    first = resolve(organiser, decided, STRIKE, client_uuid=key)
    assert resolve(organiser, decided, STRIKE, client_uuid=key) == first
    assert (Decision.objects.count(), kinds(decided, 3)) == (1, ["hand", "void"])
    with pytest.raises(KeyReused):
        resolve(organiser, decided, KEEP, client_uuid=key)


def test_only_a_referee_decides_and_only_about_a_game_that_does_not_count(decided: Tournament, organiser: Any) -> None:
    keeper = RoleFactory(tournament=decided, role=Role.Name.SCOREKEEPER).user
    assert refused(resolve, actor=keeper, tournament=decided, choice=KEEP) == "not_allowed"
    assert refused(resolve, actor=UserFactory(), tournament=decided, choice=KEEP) == "not_allowed"
    assert refused(resolve, actor=organiser, tournament=decided, choice=STRIKE, number=2) == "not_beyond"
    assert refused(resolve, actor=organiser, tournament=decided, choice="match_kept") == "invalid"
    assert refused(resolve, actor=organiser, tournament=decided, choice=STRIKE, text=" ") == "reason_missing"
    assert (Decision.objects.count(), kinds(decided, 3)) == (0, ["hand"])


def test_whose_own_team_plays_decides_only_as_a_chief_who_says_why(decided: Tournament) -> None:
    own = match(decided, 1).team("A")
    assert own is not None
    said = {"tournament": decided, "choice": STRIKE}
    referee = RoleFactory(tournament=decided, role=Role.Name.REFEREE, team=own.public_id).user
    assert refused(resolve, actor=referee, override="Nobody else is here.", **said) == "conflict"
    chief = RoleFactory(tournament=decided, role=Role.Name.CHIEF_REFEREE, team=own.public_id).user
    assert refused(resolve, actor=chief, **said) == "conflict"
    decision = resolve(chief, decided, STRIKE, override="Nobody else is here.")
    assert decision.override_reason == "Nobody else is here."


def test_in_a_closed_tournament_nothing_is_decided(decided: Tournament, organiser: Any, win: Any) -> None:
    win(decided, 2, "A")
    win(decided, 3, "A")
    acts.close_tournament(actor=organiser, tournament=decided)
    for choice in (KEEP, STRIKE):
        assert refused(resolve, actor=organiser, tournament=decided, choice=choice) == "tournament_closed"
    assert kinds(decided, 3) == ["hand"]


@pytest.mark.slow
def test_while_the_whole_match_is_under_review_its_games_wait_for_that(
    organiser: Any, write: Any, correct: Any
) -> None:
    tournament = best_of(organiser, 3)
    play(write, tournament, 1, "AA")
    play(write, tournament, 2, "AA")
    play(write, tournament, 3, "ABA")
    turn(correct, nth(tournament, 3, 1), thunee("B"))
    assert waits(tournament) == [(3, 3)]
    turn(correct, nth(tournament, 1, 2), thunee("B"))
    play(write, tournament, 1, "B")
    final = match(tournament, 3)
    assert (final.conflict, waits(tournament), surplus_games.undecided_games(final)) == ("A", [], [])
    played = nth(tournament, 3, 3)
    said = {"match": final, "game": played, "choice": STRIKE, "client_uuid": uuid.uuid4(), **SAID}
    assert refused(acts.resolve_surplus, actor=organiser, **said) == "under_review"
    resolve_match(organiser, tournament, 3, "match_kept")
    assert waits(tournament) == [(3, 3)]
    sound(tournament)


@pytest.mark.slow
def test_with_signatures_nothing_of_it_is_signed_and_what_comes_back_was(
    organiser: Any, write: Any, correct: Any
) -> None:
    tournament = best_of(organiser, 3, policies={})
    for number, side in enumerate("ABA", start=1):
        play(write, tournament, 1, side)
        for signer in "AB":
            sign_as(organiser, nth(tournament, 1, number), signer)
    turn(correct, nth(tournament, 1, 1), thunee("B"))
    for signer in "AB":
        sign_as(organiser, nth(tournament, 1, 1), signer)
    assert waits(tournament) == [(1, 3)]
    decision = resolve(organiser, tournament, STRIKE)
    invariants.called_on_signed(tournament)
    sound(tournament)
    appeal_overturned(tournament, organiser, decision, KEEP, number=1)
    turn(correct, nth(tournament, 1, 1), thunee("A"))
    for signer in "AB":
        sign_as(organiser, nth(tournament, 1, 1), signer)
    assert match(tournament, 1).winning_side == "A"  # game 3 as both signed it
    sound(tournament)


def test_a_game_nobody_ended_needs_no_signature_once_the_match_is_decided_without_it(
    organiser: Any, write: Any, correct: Any
) -> None:
    tournament = best_of(organiser, 3, policies={})
    for number, side in enumerate("AB", start=1):
        play(write, tournament, 1, side)
        for signer in "AB":
            sign_as(organiser, nth(tournament, 1, number), signer)
    write(game(tournament, 1), count("A"))
    turn(correct, nth(tournament, 1, 1), thunee("B"))
    for signer in "AB":
        sign_as(organiser, nth(tournament, 1, 1), signer)
    assert (match(tournament, 1).winning_side, waits(tournament)) == ("B", [(1, 3)])
    invariants.called_on_signed(tournament)


def four_hundred(side: str) -> dict[str, Any]:
    """A hand of 400 in which this side makes its bids and the other does not."""
    bids, tricks = ([6, 2, 3, 2], [7, 1, 4, 1]) if side == "A" else ([2, 6, 2, 3], [1, 7, 1, 4])
    return {"tally": {"bids": bids, "tricks": tricks}}


@pytest.mark.slow
def test_a_game_of_points_is_struck_out_and_counts_again_and_never_twice_for_a_player(
    organiser: Any, write: Any
) -> None:
    tournament = draw(organiser, 4, best_of=3, preset="400", table_count=2)
    for number, side in enumerate("ABA", start=1):
        while not match(tournament, 1).over and game(tournament, 1).number == number:
            write(game(tournament, 1), four_hundred(side))
    assert match(tournament, 1).winning_side == "A"
    said: dict[str, Any] = {"actor": organiser, "match": match(tournament, 1), "device": "d"}
    first = nth(tournament, 1, 1)
    dispute = acts.raise_dispute(
        about="game", reason="signals", words="", game=first, client_uuid=uuid.uuid4(), **said
    ).dispute
    lost = ProposedDecision("game_forfeited", ("EV-FORF-1",), "Signals.", head=first.sheet.head, side="A")
    acts.decide_dispute(dispute=dispute, proposed=lost, client_uuid=uuid.uuid4(), **said)
    before = match(tournament, 1)
    assert (before.winning_side, waits(tournament)) == ("B", [(1, 3)])
    assert {row["games"] for row in own_scores(tournament)} == {2}
    decision = resolve(organiser, tournament, STRIKE)
    assert (match(tournament, 1).winning_side, match(tournament, 1).side("B").score) == ("B", before.side("B").score)
    assert {row["games"] for row in own_scores(tournament)} == {2}
    sound(tournament)
    appeal_overturned(tournament, organiser, decision, KEEP, number=1)
    assert (beyond(tournament, 1), {row["games"] for row in own_scores(tournament)}) == ([3], {2})
    sound(tournament)


@pytest.mark.parametrize("choice", [None, KEEP, STRIKE])
def test_it_counts_for_nothing_in_the_standings_whatever_is_decided(
    decided: Tournament, organiser: Any, choice: str | None
) -> None:
    if choice:
        resolve(organiser, decided, choice)
    rows = {row["name"]: row for row in snapshots.build(decided).data["rows"]}
    beaten, winner = match(decided, 1).team("A"), match(decided, 1).team("B")
    assert winner is not None
    assert beaten is not None
    figures = [rows[team.name]["values"] for team in (winner, beaten)]
    assert [(one["balls_for"], one["ball_difference"]) for one in figures] == [(8, 8), (0, -8)]


def test_the_record_taken_away_is_checked_and_tells_the_decision(
    decided: Tournament, organiser: Any, tmp_path: Path
) -> None:
    decision = resolve(organiser, decided, STRIKE)
    appeal_overturned(decided, organiser, decision, KEEP, number=1)
    call_command("export_audit", decided.slug, "-o", str(tmp_path / "record.jsonl"), verbosity=0)
    assert verify.main([str(tmp_path / "record.jsonl"), "--receipt", Book(decided.public_id).head()]) == 0
    assert '"game_void"' in (tmp_path / "record.jsonl").read_text()


@pytest.mark.parametrize("choice", [KEEP, STRIKE])
def test_all_it_touches_is_locked_in_order_before_it_is_decided(
    decided: Tournament, organiser: Any, choice: str
) -> None:
    with locks() as found:
        resolve(organiser, decided, choice)
    kinds_of = [type(row) for row in found]
    assert kinds_of.index(Scoresheet) < kinds_of.index(Match)
    assert {row.pk for row in found if isinstance(row, Match)} >= {match(decided, number).pk for number in (1, 3)}
    assert in_order(found)
