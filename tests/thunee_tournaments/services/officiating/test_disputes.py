"""Disputes in a tournament: who raises them, whether play waits, what each decision does to the match."""

import uuid
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.utils import timezone

from adjudication.errors import KeyReused, Stale
from adjudication.models import Decision, Dispute, Entry
from adjudication.outcomes import ProposedDecision
from tests.factories import RoleFactory, UserFactory
from tests.support.services.disputing import RULES, appealed, choose, decided, on_appeal, raised, refused, tournament
from tests.thunee_tournaments.services.conftest import count, draw, game, match, thunee
from thunee_tournaments.services import acts
from thunee_tournaments.services.match import disputed
from thunee_tournaments.services.record import replay
from thunee_tournaments.tournaments import policies
from thunee_tournaments.tournaments.models import Tournament

__all__ = ["tournament"]

pytestmark = pytest.mark.django_db


@pytest.fixture
def referee(tournament: Tournament) -> Any:
    return RoleFactory(tournament=tournament, role="referee").user


@pytest.fixture
def second(tournament: Tournament) -> Any:
    return RoleFactory(tournament=tournament, role="referee").user


def score(tournament: Tournament) -> tuple[int, int]:
    found = match(tournament, 1)
    a, b = found.sides
    return a.score, b.score


def phone_at(tournament: Tournament, organiser: Any, number: int = 1) -> Any:
    return acts.issue_table_link(actor=organiser, table=tournament.tables.get(number=number)).link


# --- raising -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("side", ["A", "B", ""])
def test_a_tables_phone_raises_for_either_side_or_for_its_scorekeeper(
    tournament: Tournament, organiser: Any, side: str
) -> None:
    dispute = raised(tournament, phone_at(tournament, organiser), side=side).dispute
    assert (dispute.side, dispute.subject) == (side, match(tournament, 1).public_id)
    assert disputed.pending_disputes(tournament) == 1


def test_a_double_tap_raises_one_dispute_and_publishes_once(tournament: Tournament, organiser: Any) -> None:
    key = uuid.uuid4()
    version = Tournament.objects.get(pk=tournament.pk).version
    first, again = (raised(tournament, organiser, client_uuid=key) for _ in range(2))
    assert (first.repeated, again.repeated) == (False, True)
    assert first.dispute == again.dispute
    assert Tournament.objects.get(pk=tournament.pk).version == version + 1


def test_what_is_disputed_already_and_still_open_is_not_raised_again_by_the_same_phone(
    tournament: Tournament, organiser: Any
) -> None:
    first, again = raised(tournament, organiser), raised(tournament, organiser)
    assert (again.dispute, again.repeated) == (first.dispute, True)
    decided(tournament, first.dispute, organiser)
    assert not raised(tournament, organiser).repeated


def test_a_key_is_not_used_for_another_dispute(tournament: Tournament, organiser: Any) -> None:
    key = uuid.uuid4()
    raised(tournament, organiser, client_uuid=key)
    with pytest.raises(KeyReused):
        raised(tournament, organiser, client_uuid=key, reason="conduct")


def test_a_game_nothing_was_written_in_is_not_disputed(tournament: Tournament, organiser: Any) -> None:
    empty = {"match": match(tournament, 2), "game": game(tournament, 2), "about": "game", "hand": None}
    assert refused(raised, tournament, organiser, **empty) == "not_begun"
    about_it = {**empty, "game": None, "about": "match"}
    assert raised(tournament, organiser, **about_it).dispute.sheet is None


def test_a_hand_is_disputed_only_in_its_own_match(tournament: Tournament, organiser: Any) -> None:
    assert refused(raised, tournament, organiser, match=match(tournament, 2)) == "not_begun"


def test_a_closed_tournament_takes_no_dispute(tournament: Tournament, organiser: Any) -> None:
    acts.close_tournament(actor=organiser, tournament=tournament, reason="power cut")
    assert refused(raised, tournament, organiser) == "tournament_closed"
    assert not Dispute.objects.exists()


# --- does play wait? -----------------------------------------------------------------------------------------------


def test_play_goes_on_unless_the_event_wants_it_to_wait(tournament: Tournament, organiser: Any, write: Any) -> None:
    raised(tournament, organiser)
    write(game(tournament, 1), count("A"))
    assert score(tournament) == (2, 1)


def test_a_disputed_match_waits_where_the_event_plays_it_so(
    tournament: Tournament, organiser: Any, write: Any, correct: Any
) -> None:
    choose(tournament, freeze=True)
    entry = game(tournament, 1).sheet.entries.get(seq=2)
    dispute = raised(tournament, phone_at(tournament, organiser)).dispute
    here = game(tournament, 1)
    for attempt in (
        lambda: write(game(tournament, 1), count("A")),
        lambda: correct(game(tournament, 1), entry, count("A")),
        lambda: correct(game(tournament, 1), entry, None),
        lambda: acts.preview_hand(actor=organiser, game=here, body=count("A")),
    ):
        assert refused(attempt) == "disputed"
    assert game(tournament, 1).sheet.seq == 2
    write(game(tournament, 2), count("A"))  # the other match goes on
    decided(tournament, dispute, organiser)
    write(game(tournament, 1), count("A"))


def test_a_hand_saved_before_the_dispute_still_gets_its_first_answer(
    tournament: Tournament, organiser: Any, write: Any
) -> None:
    choose(tournament, freeze=True)
    key, head = uuid.uuid4(), game(tournament, 1).sheet.head
    write(game(tournament, 1), count("A"), client_uuid=key)
    raised(tournament, organiser)
    assert write(game(tournament, 1), count("A"), client_uuid=key, head=head).repeated


# --- deciding ------------------------------------------------------------------------------------------------------


def test_a_corrected_hand_reaches_the_match(tournament: Tournament, referee: Any) -> None:
    dispute = raised(tournament, referee).dispute
    done = decided(tournament, dispute, referee, "corrected", body=thunee("B"))
    assert score(tournament) == (0, 5)
    assert done.match.side("B").score == 5
    assert replay.check(tournament) == []


def test_balls_taken_and_given_reach_the_match(tournament: Tournament, referee: Any) -> None:
    dispute = raised(tournament, referee, about="game", hand=None).dispute
    decided(tournament, dispute, referee, "adjusted", balls={"A": 2, "B": -1}, score="artificial")
    assert score(tournament) == (3, 0)
    assert replay.check(tournament) == []


def test_a_forfeited_game_is_won_by_the_others_who_go_on(tournament: Tournament, referee: Any) -> None:
    dispute = raised(tournament, referee, about="game", hand=None).dispute
    decided(tournament, dispute, referee, "game_forfeited", side="A")
    found = match(tournament, 1)
    assert found.winning_side == "B"
    assert match(tournament, 3).team("A") == found.team("B")
    assert replay.check(tournament) == []


@pytest.mark.parametrize("outcome", ["match_forfeited", "disqualified"])
@pytest.mark.parametrize("of_the_game", [True, False])
def test_a_side_that_loses_the_match_is_out_and_the_others_go_on(
    tournament: Tournament, referee: Any, outcome: str, of_the_game: bool
) -> None:
    about = {} if of_the_game else {"game": None}
    dispute = raised(tournament, referee, about="conduct", hand=None, **about).dispute
    decided(tournament, dispute, referee, outcome, side="A", rules=("EV-COND-2",))
    found = match(tournament, 1)
    assert (found.state, found.outcome, found.winning_side) == ("done", "walkover", "B")
    assert "EV-COND-2" in found.reason
    assert match(tournament, 3).team("A") == found.team("B")
    assert disputed.lost_by_decision(found) is not None
    assert replay.check(tournament) == []


@pytest.mark.parametrize("outcome", ["match_forfeited", "disqualified"])
def test_a_match_of_several_games_is_lost_at_once(organiser: Any, write: Any, outcome: str) -> None:
    drawn = draw(organiser, 4, best_of=3)
    choose(drawn, signing=False)
    for _ in range(3):
        write(game(drawn, 1), thunee("A"))
    assert match(drawn, 1).side("A").games_won == 1
    dispute = raised(drawn, organiser, about="match", hand=None, game=match(drawn, 1).games.first()).dispute
    sheet = dispute.sheet
    decided(drawn, dispute, organiser, outcome, side="A", head=sheet.head, rules=("EV-FORF-1",))
    assert match(drawn, 1).winning_side == "B"
    assert replay.check(drawn) == []


def test_a_walkover_by_decision_is_taken_back_only_on_appeal(
    tournament: Tournament, referee: Any, organiser: Any
) -> None:
    dispute = raised(tournament, referee, about="conduct", hand=None).dispute
    decided(tournament, dispute, referee, "disqualified", side="A")
    code = refused(acts.withdraw_walkover, actor=organiser, match=match(tournament, 1), reason="a mistake")
    assert code == "decided"


def test_a_match_that_was_a_walkover_is_not_forfeited_on_top(
    tournament: Tournament, referee: Any, organiser: Any
) -> None:
    dispute = raised(tournament, referee, about="match", hand=None, game=None).dispute
    acts.award_walkover(actor=organiser, match=match(tournament, 1), side="A", reason="they left")
    assert refused(decided, tournament, dispute, referee, "match_forfeited", side="A") == "walkover"
    assert not Decision.objects.exists()


def test_a_decision_after_the_next_match_has_begun_puts_that_one_under_review(
    tournament: Tournament, referee: Any, win: Any, write: Any
) -> None:
    dispute = raised(tournament, referee, about="conduct", hand=None).dispute
    win(tournament, 1, "A")
    win(tournament, 2, "A")
    write(game(tournament, 3), count("A"))
    there = match(tournament, 3).team("A")
    decided(tournament, dispute, referee, "disqualified", side="A")
    final = match(tournament, 3)
    assert (final.conflict, final.team("A"), final.side("A").due) == ("A", there, match(tournament, 1).winner)


def test_what_a_decision_changes_is_seen_before_and_nothing_is_stored(tournament: Tournament, referee: Any) -> None:
    dispute = raised(tournament, referee).dispute
    proposed = ProposedDecision("game_forfeited", RULES, "Left the table.", side="A")
    said = {"actor": referee, "match": match(tournament, 1), "dispute": dispute, "proposed": proposed}
    before, after = acts.preview_decision(**said)
    assert (before.match_winner, after.match_winner) == ("", "B")
    assert len(after.steps) == len(before.steps) + 1
    assert not Decision.objects.exists()
    assert Entry.objects.count() == 2
    assert match(tournament, 1).winner is None


def test_a_decision_sent_twice_is_one(tournament: Tournament, referee: Any) -> None:
    dispute = raised(tournament, referee).dispute
    key, head = uuid.uuid4(), game(tournament, 1).sheet.head
    first, again = (
        decided(tournament, dispute, referee, "corrected", body=thunee("B"), client_uuid=key, head=head)
        for _ in range(2)
    )
    assert (first.repeated, again.repeated) == (False, True)
    assert Entry.objects.count() == 3


def test_a_decision_on_a_sheet_that_went_on_is_looked_at_again(
    tournament: Tournament, referee: Any, write: Any
) -> None:
    dispute = raised(tournament, referee).dispute
    head = game(tournament, 1).sheet.head
    write(game(tournament, 1), count("A"))
    with pytest.raises(Stale):
        decided(tournament, dispute, referee, "corrected", body=thunee("B"), head=head)


# --- conflict of interest --------------------------------------------------------------------------------------------


def test_nobody_decides_where_their_own_team_or_club_plays(tournament: Tournament) -> None:
    team = match(tournament, 1).team("A")
    team.club = "Hilltop"
    team.save()
    dispute = raised(tournament, RoleFactory(tournament=tournament, role="referee").user).dispute
    for tie in ({"team": team.public_id}, {"club": "hilltop "}):
        own = RoleFactory(tournament=tournament, role="referee", **tie).user
        assert refused(decided, tournament, dispute, own) == "conflict"
        assert refused(decided, tournament, dispute, own, override="Nobody else is here.") == "conflict"
    other = RoleFactory(tournament=tournament, role="referee", club="Harbour").user
    decided(tournament, dispute, other)


def test_a_chief_referee_decides_all_the_same_with_a_reason_that_is_kept(tournament: Tournament) -> None:
    team = match(tournament, 1).team("A")
    chief = RoleFactory(tournament=tournament, role="chief_referee", team=team.public_id).user
    dispute = raised(tournament, chief).dispute
    assert refused(decided, tournament, dispute, chief) == "conflict"
    step = decided(tournament, dispute, chief, override="Nobody else is here.").decision
    assert (step.override_by, step.override_reason) == (f"user:{chief.pk}", "Nobody else is here.")


# --- appeals ---------------------------------------------------------------------------------------------------------


def test_an_appeal_is_decided_by_somebody_else_and_what_was_decided_is_taken_back(
    tournament: Tournament, referee: Any, second: Any, organiser: Any
) -> None:
    phone = phone_at(tournament, organiser)
    dispute = raised(tournament, phone).dispute
    decided(tournament, dispute, referee, "corrected", body=thunee("B"))
    appealed(tournament, dispute, phone)
    assert refused(on_appeal, tournament, dispute, referee, True) == "same_person"
    done = on_appeal(tournament, dispute, second, True)
    assert done.decision.act == "overturn"
    assert score(tournament) == (1, 1)
    assert disputed.pending_disputes(tournament) == 0
    assert replay.check(tournament) == []


def test_an_appeal_upheld_changes_nothing(tournament: Tournament, referee: Any, second: Any) -> None:
    dispute = raised(tournament, referee).dispute
    decided(tournament, dispute, referee, "corrected", body=thunee("B"))
    appealed(tournament, dispute, referee)
    on_appeal(tournament, dispute, second, False)
    assert score(tournament) == (0, 5)


@pytest.mark.parametrize("outcome", ["match_forfeited", "disqualified"])
@pytest.mark.parametrize("of_the_game", [True, False])
def test_a_match_lost_by_decision_is_played_after_all_when_that_is_overturned(
    tournament: Tournament, referee: Any, second: Any, write: Any, outcome: str, of_the_game: bool
) -> None:
    about = {} if of_the_game else {"game": None}
    dispute = raised(tournament, referee, about="conduct", hand=None, **about).dispute
    decided(tournament, dispute, referee, outcome, side="A")
    appealed(tournament, dispute, referee)
    on_appeal(tournament, dispute, second, True)
    found = match(tournament, 1)
    assert (found.state, found.outcome, found.reason) == ("playing", "", "")
    assert match(tournament, 3).team("A") is None
    write(game(tournament, 1), count("A"))
    assert replay.check(tournament) == []


def test_another_verdict_may_take_the_place_of_the_one_overturned(
    tournament: Tournament, referee: Any, second: Any
) -> None:
    dispute = raised(tournament, referee).dispute
    decided(tournament, dispute, referee, "adjusted", balls={"A": 0, "B": 4})
    appealed(tournament, dispute, referee)
    instead = ProposedDecision("disqualified", ("EV-COND-2",), "It was agreed on.", side="B")
    on_appeal(tournament, dispute, second, True, instead=instead)
    assert match(tournament, 1).winning_side == "A"
    assert replay.check(tournament) == []


def test_an_appeal_comes_in_time_once_and_only_after_a_decision(
    tournament: Tournament, referee: Any, organiser: Any
) -> None:
    phone = phone_at(tournament, organiser)
    dispute = raised(tournament, phone).dispute
    assert refused(appealed, tournament, dispute, phone) == "not_decided"
    decided(tournament, dispute, referee)
    late = timezone.now() + timedelta(minutes=policies.EventPolicies().appeal_minutes, seconds=1)
    with time_machine.travel(late):
        assert refused(appealed, tournament, dispute, phone) == "appeal_late"
    appealed(tournament, dispute, phone)
    assert refused(appealed, tournament, dispute, phone) == "appealed_once"


def test_a_deposit_is_kept_or_returned_when_the_appeal_is_decided(
    tournament: Tournament, referee: Any, second: Any
) -> None:
    dispute = raised(tournament, referee).dispute
    decided(tournament, dispute, referee)
    appealed(tournament, dispute, referee, deposit="R200")
    assert refused(on_appeal, tournament, dispute, second, False) == "deposit_open"
    assert on_appeal(tournament, dispute, second, False, deposit="kept").decision.deposit == "kept"


def test_another_tables_phone_neither_raises_nor_appeals_here(
    tournament: Tournament, referee: Any, organiser: Any
) -> None:
    other = phone_at(tournament, organiser, 2)
    assert refused(raised, tournament, other) == "not_here"
    dispute = raised(tournament, referee).dispute
    decided(tournament, dispute, referee)
    assert refused(appealed, tournament, dispute, other) == "not_here"
    assert refused(decided, tournament, dispute, UserFactory()) == "not_allowed"


def test_a_side_says_how_it_saw_the_hand_on_its_own_phone_and_the_public_page_is_told_to_look(
    tournament: Tournament, referee: Any, organiser: Any
) -> None:
    phone = phone_at(tournament, organiser)
    dispute = raised(tournament, phone).dispute
    said = {"match": match(tournament, 1), "dispute": dispute, "side": "B", "body": count("B")}
    before = Tournament.objects.get(pk=tournament.pk).version
    assert not acts.write_version(actor=phone, **said).repeated
    assert Tournament.objects.get(pk=tournament.pk).version == before + 1
    assert acts.write_version(actor=referee, **said).repeated
    assert Tournament.objects.get(pk=tournament.pk).version == before + 1
    phone.side = "B"
    assert refused(acts.write_version, actor=phone, **{**said, "side": "A"}) == "not_your_side"
    assert refused(acts.write_version, actor=referee, **{**said, "match": match(tournament, 2)}) == "not_here"
    assert refused(acts.write_version, actor=referee, **{**said, "body": count("A")}) == "version_written"
    assert replay.check(tournament) == []
