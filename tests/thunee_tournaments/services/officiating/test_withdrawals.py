"""A team out of the tournament by a referee's decision or its own wish, and back in: what becomes of its matches."""

import uuid
from typing import Any

import pytest

from adjudication.models import Dispute
from adjudication.outcomes import ProposedDecision
from tests.factories import RoleFactory
from tests.support.services.disputing import refused
from tests.support.services.formats import give, planned, ready, sound, stage
from tests.thunee_tournaments.services.conftest import LOT, count, draw, game, match
from thunee_tournaments.brackets.models import Match
from thunee_tournaments.services import acts
from thunee_tournaments.services.match import stages
from thunee_tournaments.teams.models import Team
from thunee_tournaments.tournaments.models import Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.walks]
CHEATED = ("EV-COND-2",)


@pytest.fixture
def league(organiser: Any) -> Tournament:
    """Four teams in one group, the first two of whom go on to a final."""
    return planned(
        organiser, 4, [stage("groups", groups=1), stage("knockout", feed={"stage": 1, "take": "top", "count": 2})]
    )


def dispute_about(tournament: Tournament, actor: Any, number: int) -> Dispute:
    return acts.raise_dispute(
        actor=actor, match=match(tournament, number), about="conduct", reason="conduct", words="", device="desk",
        client_uuid=uuid.uuid4(),
    ).dispute  # fmt: skip


def disqualify(
    tournament: Tournament, actor: Any, number: int, side: str = "A", outcome: str = "disqualified"
) -> Dispute:
    dispute = dispute_about(tournament, actor, number)
    acts.decide_dispute(
        actor=actor, match=match(tournament, number), dispute=dispute, device="desk", client_uuid=uuid.uuid4(),
        proposed=ProposedDecision(outcome, CHEATED, "Marked cards.", side=side),
    )  # fmt: skip
    return dispute


def overturn(tournament: Tournament, dispute: Dispute, number: int) -> None:
    second = RoleFactory(tournament=tournament, role="referee").user
    said = {"match": match(tournament, number), "dispute": dispute, "device": "desk-2"}
    acts.appeal_decision(actor=second, side="A", text="We did not.", client_uuid=uuid.uuid4(), **said)
    acts.decide_appeal(
        actor=second, overturn=True, rules=CHEATED, text="They did not.", client_uuid=uuid.uuid4(), **said
    )


def of_team(tournament: Tournament, team: Team) -> list[Match]:
    found = Match.objects.filter(stage__tournament=tournament).order_by("number")
    return [one for one in found if team.pk in one.team_ids]


def test_a_disqualified_team_loses_what_it_has_not_played_and_keeps_what_it_has(
    league: Tournament, organiser: Any
) -> None:
    team = match(league, 1).team("A")
    give(organiser, league, 1, "A")
    later = [one.number for one in of_team(league, team)[1:]]
    side = "A" if match(league, later[0]).team("A") == team else "B"
    disqualify(league, organiser, later[0], side)
    team.refresh_from_db()
    assert team.disqualified
    assert match(league, 1).winner == team
    for number in later:
        lost = match(league, number)
        assert (lost.outcome, lost.loser) == ("walkover", team)
    assert "was disqualified" in match(league, later[1]).reason
    sound(league)


def test_a_disqualified_team_does_not_go_on_to_the_next_stage(league: Tournament, organiser: Any) -> None:
    team = match(league, 1).team("A")
    disqualify(league, organiser, 1)
    for one in list(Match.objects.filter(stage__tournament=league, stage__order=1).exclude(state="done")):
        give(organiser, league, one.number, "A")
    acts.start_next_stage(actor=organiser, tournament=league)
    final = Match.objects.get(stage__tournament=league, stage__order=2)
    assert team not in final.teams
    sound(league)


def test_overturned_on_appeal_what_it_lost_for_that_is_to_be_played(league: Tournament, organiser: Any) -> None:
    team = match(league, 1).team("A")
    dispute = disqualify(league, organiser, 1)
    assert all(one.over for one in of_team(league, team))
    overturn(league, dispute, 1)
    team.refresh_from_db()
    assert (team.withdrawn_at, team.disqualified) == (None, False)
    assert not any(one.over for one in of_team(league, team))
    sound(league)


def test_a_team_disqualified_twice_stays_out_until_both_are_overturned(league: Tournament, organiser: Any) -> None:
    team = match(league, 1).team("A")
    others = [one.number for one in of_team(league, team)]
    give(organiser, league, others[1], "A")
    first = disqualify(league, organiser, others[0])
    acts.raise_dispute(
        actor=organiser, match=match(league, others[1]), about="match", reason="other", words="", device="desk",
        client_uuid=uuid.uuid4(),
    )  # fmt: skip
    overturn(league, first, others[0])
    team.refresh_from_db()
    assert team.withdrawn_at is None
    again = disqualify(league, organiser, others[0])
    assert refused(disqualify, league, organiser, others[1]) == "walkover"
    overturn(league, again, others[0])
    team.refresh_from_db()
    assert not team.disqualified
    sound(league)


def test_a_team_that_had_gone_home_stays_out_when_its_disqualification_is_overturned(
    organiser: Any, write: Any
) -> None:
    tournament = draw(organiser, 4)
    write(game(tournament, 1), count("A"))
    team = match(tournament, 1).team("A")
    dispute = dispute_about(tournament, organiser, 1)
    Team.objects.filter(pk=team.pk).update(withdrawn_at=dispute.created_at)
    acts.decide_dispute(
        actor=organiser, match=match(tournament, 1), dispute=dispute, device="desk", client_uuid=uuid.uuid4(),
        proposed=ProposedDecision("disqualified", CHEATED, "Marked cards.", side="A"),
    )  # fmt: skip
    overturn(tournament, dispute, 1)
    team.refresh_from_db()
    assert (team.withdrawn_at, team.disqualified) == (dispute.created_at, False)


def test_a_forfeit_overturned_after_its_winner_went_home_goes_to_the_other_side(organiser: Any) -> None:
    tournament = draw(organiser, 4)
    dispute = disqualify(tournament, organiser, 1, outcome="match_forfeited")
    played = match(tournament, 1)
    assert played.winner is not None
    acts.withdraw_team(actor=organiser, team=played.winner, reason="had to leave")
    overturn(tournament, dispute, 1)
    assert match(tournament, 1).winner == match(tournament, 3).team("A") == played.loser
    sound(tournament)


def test_a_match_given_by_hand_stands_also_when_who_lost_it_goes_home_later(organiser: Any) -> None:
    tournament = draw(organiser, 4)
    for number in (1, 2, 3):
        give(organiser, tournament, number, "A")
    acts.withdraw_walkover(actor=organiser, match=match(tournament, 2), reason="test")
    give(organiser, tournament, 2, "B")
    assert match(tournament, 3).conflict == "B"
    gone = match(tournament, 3).team("B")
    assert gone is not None
    acts.withdraw_team(actor=organiser, team=gone, reason="had to leave")
    assert (match(tournament, 3).conflict, match(tournament, 3).team("B")) == ("B", gone)
    sound(tournament)


def test_in_a_knock_out_the_other_side_goes_on_and_comes_back(organiser: Any) -> None:
    tournament = draw(organiser, 4)
    dispute = disqualify(tournament, organiser, 1)
    assert match(tournament, 3).team("A") == match(tournament, 1).team("B")
    overturn(tournament, dispute, 1)
    assert match(tournament, 3).team("A") is None
    assert not match(tournament, 1).over
    sound(tournament)


def test_a_withdrawal_is_taken_back(league: Tournament, organiser: Any) -> None:
    team = match(league, 1).team("B")
    give(organiser, league, 1, "A")
    acts.withdraw_team(actor=organiser, team=team, reason="the car broke down")
    assert all(one.over for one in of_team(league, team))
    acts.reinstate_team(actor=organiser, team=team)
    open_now = [one.number for one in of_team(league, team) if not one.over]
    assert 1 not in open_now  # what was given before it went stands
    assert len(open_now) == len(of_team(league, team)) - 1
    assert refused(acts.reinstate_team, actor=organiser, team=team) == "not_withdrawn"
    sound(league)


def test_against_a_team_that_is_away_too_the_one_that_is_back_wins(league: Tournament, organiser: Any) -> None:
    one, two = match(league, 1).team("A"), match(league, 1).team("B")
    for team in (one, two):
        acts.withdraw_team(actor=organiser, team=team, reason="had to leave")
    acts.reinstate_team(actor=organiser, team=one)
    assert match(league, 1).winner == one
    assert "has withdrawn" in match(league, 1).reason
    sound(league)


@pytest.mark.parametrize("begun", [False, True])
@pytest.mark.parametrize(
    "second",
    [
        stage("knockout", feed={"stage": 1, "take": "top", "count": 2}),
        stage("streak", wins=1, feed={"stage": 1, "take": "top", "count": 2}),
        stage("league", feed={"stage": 1, "take": "ranks", "last": 2}),
        stage("knockout", feed={"stage": 1, "take": "losers", "round": 0}),
    ],
    ids=["best", "best in a qualifier", "ranks", "losers"],
)
def test_what_was_drawn_without_a_team_stays_so_when_it_comes_back(
    second: dict[str, Any], begun: bool, organiser: Any
) -> None:
    tournament = planned(organiser, 5, [stage("groups", groups=1), second])
    while open_ := ready(tournament).first():
        give(organiser, tournament, open_.number, "A")
    drawn_with = acts.start_next_stage(actor=organiser, tournament=tournament, lot=LOT).inputs["teams"]
    acts.undo_stage(actor=organiser, tournament=tournament)
    team = Team.objects.get(public_id=drawn_with[0])
    acts.withdraw_team(actor=organiser, team=team, reason="had to leave")
    drawn = acts.start_next_stage(actor=organiser, tournament=tournament, lot=LOT)
    assert team.public_id not in drawn.inputs["order"]
    if begun:
        give(organiser, tournament, ready(tournament)[0].number, "A")
    acts.reinstate_team(actor=organiser, team=team)
    sound(tournament)
    assert stages.update_later_stages(tournament.stages.get(order=1)) == []
    assert tournament.stages.get(order=2).inputs["order"] == drawn.inputs["order"]


def test_a_draw_made_again_counts_a_team_that_is_back(league: Tournament, organiser: Any) -> None:
    while open_ := ready(league).first():
        give(organiser, league, open_.number, "A")
    first = acts.start_next_stage(actor=organiser, tournament=league, lot=LOT)
    acts.undo_stage(actor=organiser, tournament=league)
    team = Team.objects.get(public_id=first.inputs["order"][0])
    acts.withdraw_team(actor=organiser, team=team, reason="had to leave")
    acts.start_next_stage(actor=organiser, tournament=league, lot=LOT)
    acts.reinstate_team(actor=organiser, team=team)
    acts.undo_stage(actor=organiser, tournament=league)
    again = acts.start_next_stage(actor=organiser, tournament=league, lot=LOT)
    assert again.inputs["order"] == first.inputs["order"]
    sound(league)


def test_a_disqualified_team_is_not_let_in_by_the_desk(league: Tournament, organiser: Any) -> None:
    team = match(league, 1).team("A")
    disqualify(league, organiser, 1)
    assert refused(acts.reinstate_team, actor=organiser, team=team) == "disqualified"
    assert refused(acts.withdraw_team, actor=organiser, team=team, reason="x") == "withdrawn"


def test_a_look_at_a_disqualification_takes_nobody_out(league: Tournament, organiser: Any) -> None:
    dispute = dispute_about(league, organiser, 1)
    before, after = acts.preview_decision(
        actor=organiser, match=match(league, 1), dispute=dispute,
        proposed=ProposedDecision("disqualified", CHEATED, "Marked cards.", side="A"),
    )  # fmt: skip
    assert (before.match_winner, after.match_winner) == ("", "B")
    assert not Team.objects.filter(withdrawn_at__isnull=False).exists()
    assert stages.outlook(league).decided is False
