"""A late result in front of groups or a league that has begun: the wrong team leaves its place there, or keeps it."""

import uuid

import pytest

from adjudication.models import Decision, Entry
from adjudication.outcomes import ProposedDecision
from tests.factories import RoleFactory
from tests.support.brackets import from_scratch
from tests.support.services.drawing import refused
from tests.support.services.formats import planned, ready, sound, stage
from tests.support.services.kept_beside import teams_of, turn
from tests.support.services.late_results import SAID, resolve
from tests.support.services.plates import losers, names, next_stage
from tests.support.services.table_places import finish, of_plate, plate, turned, under_review
from tests.thunee_tournaments.services.conftest import count, game, match, thunee
from thunee_tournaments.brackets.models import Match, MatchGame
from thunee_tournaments.services import acts
from thunee_tournaments.services.match import group_places
from thunee_tournaments.services.match import under_review as reviews
from thunee_tournaments.simulation import invariants
from thunee_tournaments.standings import snapshots

__all__ = ["plate", "turned"]

pytestmark = [pytest.mark.walks, pytest.mark.slow]


def one_place_each(tournament):
    """Everybody of the first round is in the second or in the plate, and nobody in both."""
    everybody = set.union(*(teams_of(tournament, number) for number in range(1, 5)))
    second = set.union(*(teams_of(tournament, number) for number in (5, 6)))
    there = {name for number in range(8, 14) for name in teams_of(tournament, number)}
    assert from_scratch.share_faults(everybody, [second, there]) == []
    invariants.seated_once(tournament)
    sound(tournament)


def appeal(organiser, tournament, decision, number, instead=None):
    chief = RoleFactory(tournament=tournament, role="chief_referee").user
    said = {"match": match(tournament, number), "dispute": decision.dispute, "device": "desk"}
    acts.appeal_decision(actor=organiser, side="B", text="We disagree.", client_uuid=uuid.uuid4(), **said)
    proposed = ProposedDecision(instead, ("EV-LATE-1",), "Looked at again.") if instead else None
    return acts.decide_appeal(
        actor=chief, overturn=True, rules=("EV-APPEAL-1",), text="Looked at again.", instead=proposed,
        client_uuid=uuid.uuid4(), **said,
    )  # fmt: skip


def test_what_has_begun_comes_under_review_and_what_has_not_takes_the_team_that_is_due(turned):
    assert under_review(turned) == [turned.played, turned.begun]
    assert [{one.due.name for one in reviews.displaced(match(turned, n))} for n in under_review(turned)] == [
        {"Team 8"}, {"Team 8"},
    ]  # fmt: skip
    assert "Team 8" in teams_of(turned, turned.to_come)
    assert "Team 1" not in teams_of(turned, turned.to_come)
    assert "Team 1" in teams_of(turned, 5)
    sound(turned)


def test_before_it_is_saved_it_is_said_which_matches_come_under_review(plate, organiser):
    sheet = game(plate, 1)
    last = Entry.objects.filter(sheet=sheet.sheet_id).order_by("-seq").first()
    seen = acts.preview_correction(actor=organiser, game=sheet, entry=last, body=thunee("A"))["beyond"]
    assert {one.number for one in seen.matches if one.review} == {plate.played, plate.begun}
    changed = {one.number: one.sides for one in seen.matches}
    assert ("Team 1", "Team 8") in changed[plate.to_come]
    assert under_review(plate) == []


def test_a_team_that_is_kept_in_one_match_keeps_its_place_in_all_of_them(turned, organiser):
    resolve(organiser, turned, turned.begun, "match_kept")
    assert under_review(turned) == []
    assert of_plate(turned, "Team 1") == [turned.played, turned.begun, turned.to_come]
    assert "Team 8" in teams_of(turned, 5)
    one_place_each(turned)


def test_played_anew_the_games_count_no_more_and_the_team_that_is_due_plays_them(turned, organiser, write):
    resolve(organiser, turned, turned.played, "match_replayed", error_by="own")
    assert under_review(turned) == [turned.begun]
    again = match(turned, turned.played)
    assert (again.state in ("ready", "waiting"), again.winner, *(side.score for side in again.sides)) == (
        True,
        None,
        0,
        0,
    )
    assert MatchGame.also_struck.filter(match=again, struck_at__isnull=False).count() == 1
    resolve(organiser, turned, turned.begun, "match_replayed", error_by="own")
    assert of_plate(turned, "Team 8") == [turned.played, turned.begun, turned.to_come]
    one_place_each(turned)
    assert [match(turned, number).state for number in of_plate(turned, "Team 8")].count("ready") == 1
    finish(turned, write, turned.played, "A")
    rows = {row["name"] for table in snapshots.read(turned).data["stages"] for row in table["tables"][0]["rows"]}
    assert "Team 8" in rows
    assert "Team 1" not in rows


def test_struck_out_they_go_to_the_opponents_whose_place_was_never_in_question(turned, organiser):
    for number in (turned.played, turned.begun):
        opponent = teams_of(turned, number) - {"Team 1"}
        resolve(organiser, turned, number, "match_void", error_by="own")
        done = match(turned, number)
        assert ({done.winner.name}, done.outcome, sum(side.score for side in done.sides)) == (
            opponent,
            "walkover",
            0,
        )
        assert teams_of(turned, number) == opponent | {"Team 8"}
    one_place_each(turned)


def test_each_match_can_be_decided_otherwise_but_nobody_keeps_half_a_place(turned, organiser):
    resolve(organiser, turned, turned.played, "match_void", error_by="own")
    rest = {"actor": organiser, "tournament": turned, "number": turned.begun}
    assert refused(resolve, choice="match_kept", **rest) == "not_possible"
    with pytest.raises(acts.Refused, match="another match of the same table"):
        resolve(organiser, turned, turned.begun, "match_kept")
    resolve(organiser, turned, turned.begun, "match_replayed", error_by="own")
    one_place_each(turned)


def test_after_one_match_is_to_be_played_anew_the_other_is_not_kept_either(turned, organiser):
    resolve(organiser, turned, turned.played, "match_replayed", error_by="own")
    assert group_places.given_up(match(turned, turned.begun))


@pytest.mark.parametrize("choice", ["match_replayed", "match_void"])
def test_all_matches_of_the_place_can_be_decided_in_one_act_each_by_a_decision_of_its_own(turned, organiser, choice):
    resolve(organiser, turned, turned.begun, choice, error_by="own", alike=True)
    assert under_review(turned) == []
    decided = Decision.objects.filter(outcome=choice).values_list("dispute__subject", flat=True)
    assert set(decided) == {match(turned, number).public_id for number in (turned.played, turned.begun)}
    one_place_each(turned)


def test_a_preview_of_all_in_one_act_lists_all_and_changes_nothing(turned, organiser):
    said = {**SAID, "error_by": "own"}
    del said["device"]
    seen = acts.preview_conflict(
        actor=organiser, match=match(turned, turned.begun), choice="match_void", alike=True, **said
    )
    assert {turned.played, turned.begun} <= {one.number for one in seen.matches}
    assert under_review(turned) == [turned.played, turned.begun]


def test_a_match_played_anew_is_under_review_again_when_that_is_overturned_and_counts_as_it_was(turned, organiser):
    decision = resolve(organiser, turned, turned.played, "match_replayed", error_by="own")
    appeal(organiser, turned, decision, turned.played)
    assert under_review(turned) == [turned.played, turned.begun]
    back = match(turned, turned.played)
    assert (back.state, sum(side.score for side in back.sides) > 0) == ("done", True)
    assert "Team 1" in teams_of(turned, turned.played)
    sound(turned)
    resolve(organiser, turned, turned.played, "match_kept")
    one_place_each(turned)


def test_a_place_that_was_kept_is_under_review_as_a_whole_when_that_is_overturned(turned, organiser):
    decision = resolve(organiser, turned, turned.begun, "match_kept")
    appeal(organiser, turned, decision, turned.begun, "match_replayed")
    assert under_review(turned) == [turned.played]
    resolve(organiser, turned, turned.played, "match_replayed", error_by="own")
    one_place_each(turned)


def test_who_played_against_it_plays_on_but_neither_of_the_two_teams_does(turned):
    for number in (turned.to_come, 5):
        assert reviews.waits_for(match(turned, number)) is not None
    opponent = (teams_of(turned, turned.played) - {"Team 1"}).pop()
    begun = teams_of(turned, turned.begun)
    free = [n for n in of_plate(turned, opponent) if not teams_of(turned, n) & (begun | {"Team 1", "Team 8"})]
    assert free
    assert all(reviews.waits_for(match(turned, number)) is None for number in free)


@pytest.fixture
def beside(organiser, write):
    """Two groups of three; the firsts play a final, the others a league; the second of group one has begun there."""
    plan = [stage("groups", groups=2), stage("knockout", feed={"take": "ranks", "first": 1, "last": 1}),
            stage("league", feed=losers())]  # fmt: skip
    tournament = planned(organiser, 6, plan, changes={"balls_to_win": 4}, table_count=6)
    while (one := ready(tournament).first()) is not None:
        finish(tournament, write, one.number, "A")
    next_stage(organiser, tournament)
    next_stage(organiser, tournament)
    tournament.first = names(tournament, 2)[0]
    group = Match.objects.filter(stage__tournament=tournament, stage__order=1)
    tournament.turned = [
        one.number for one in group.order_by("number") if tournament.first in teams_of(tournament, one.number)
    ]
    return tournament


def turn_group(tournament, correct):
    """The first of a group loses all it had won there."""
    for number in tournament.turned:
        side = "B" if match(tournament, number).team("A").name == tournament.first else "A"
        turn(tournament, correct, number, side)


@pytest.mark.parametrize("choice", ["match_kept", "match_replayed", "match_void"])
def test_between_a_final_and_a_league_drawn_from_the_same_groups_nobody_has_two_places(
    beside, organiser, write, correct, choice
):
    everybody = set(names(beside, 2)) | set(names(beside, 3))
    for one in list(ready(beside).filter(stage__order=3)):
        write(game(beside, one.number), count("A"))
    turn_group(beside, correct)
    waiting = under_review(beside)
    assert waiting
    final = Match.objects.get(stage__tournament=beside, stage__order=2).number
    assert reviews.waits_for(match(beside, final)) is not None
    while waiting:
        assert beside.first in set(names(beside, 2)) | set(names(beside, 3))
        resolve(organiser, beside, waiting[0], choice, error_by="unknown")
        invariants.seated_once(beside)
        waiting = under_review(beside)
    assert from_scratch.share_faults(everybody, [names(beside, 2), names(beside, 3)]) == []
    final = Match.objects.get(stage__tournament=beside, stage__order=2).number  # not begun, it is drawn again
    assert set(names(beside, 2)) == teams_of(beside, final)
    assert (beside.first in names(beside, 2)) == (choice == "match_kept")
    sound(beside)


def test_only_who_comes_in_changes_in_a_table_drawn_by_ranks(organiser, write, correct):
    """In a bracket a seed stands for a rank; where all meet all, first and second changing places moves nobody."""
    plan = [stage("groups", groups=2), stage("league", feed={"take": "ranks", "first": 1, "last": 2})]
    tournament = planned(organiser, 6, plan, changes={"balls_to_win": 4}, table_count=6)
    while (one := ready(tournament).first()) is not None:
        finish(tournament, write, one.number, "A")
    next_stage(organiser, tournament)
    held = names(tournament, 2)
    write(game(tournament, ready(tournament).first().number), count("A"))
    group = Match.objects.filter(stage__tournament=tournament, stage__order=1).order_by("number")
    both = next(one for one in group if teams_of(tournament, one.number) <= set(held))
    turn(tournament, correct, both.number, "B" if both.winning_side == "A" else "A")
    now = names(tournament, 2)
    assert [one for one, was in zip(now, held, strict=True) if one != was and one in held] == []
    sound(tournament)


def test_while_the_stage_before_is_open_again_it_is_kept_or_decided_later(beside, organiser, write, correct):
    for one in list(ready(beside).filter(stage__order=3)):
        write(game(beside, one.number), count("A"))
    turn_group(beside, correct)
    first = game(beside, beside.turned[0])
    written = first.sheet.entries.filter(kind__in=["hand", "correction"]).order_by("-seq").first()
    correct(first, written, None)
    waiting = under_review(beside)[0]
    assert refused(resolve, actor=organiser, tournament=beside, number=waiting, choice="match_void") == "not_possible"
    resolve(organiser, beside, waiting, "match_kept")


def test_a_walkover_taken_back_after_its_winner_went_home_goes_to_the_other_side(organiser):
    tournament = planned(organiser, 4, [stage("league")])
    given = acts.award_walkover(actor=organiser, match=match(tournament, 1), side="A", reason="nobody came")
    acts.withdraw_team(actor=organiser, team=given.team("A"), reason="had to leave")
    acts.withdraw_walkover(actor=organiser, match=match(tournament, 1), reason="they came after all")
    assert match(tournament, 1).winner == given.team("B")
    sound(tournament)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("plan", "lists"),
    [
        ([stage("league")], {(0, 0)}),
        ([stage("groups", groups=2)], {(0, 0), (1, 1), (1, 2)}),
        ([stage("league"), stage("knockout", feed={"take": "top", "count": 2})], {(0, 0), (1, 0)}),
    ],
    ids=["league", "groups", "league-knockout"],
)
def test_a_changed_place_is_listed_once_where_the_only_table_is_the_list_of_everybody(organiser, plan, lists):
    tournament = planned(organiser, 8, plan)
    for team in tournament.teams.all():
        seen = acts.preview_going(actor=organiser, team=team)
        assert {(one.stage, one.group) for one in seen.places} <= lists
    first = tournament.teams.get(name=snapshots.read(tournament).data["rows"][0]["name"])
    assert {(one.stage, one.group) for one in acts.preview_going(actor=organiser, team=first).places} >= {(0, 0)}
