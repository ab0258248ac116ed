"""A Swiss round in which something is set by hand: the rules pair the rest, and everybody reads what and why."""

import random

import pytest

from adjudication.models import Notice
from tests.support.services.formats import planned, play, ready, sound, stage
from thunee_tournaments.brackets.formats.by_hand import ByHand
from thunee_tournaments.brackets.models import Match
from thunee_tournaments.services import acts
from thunee_tournaments.services.acts import Refused
from thunee_tournaments.services.match.round_preview import round_as
from thunee_tournaments.services.match.stages import table_of
from thunee_tournaments.services.record import redraw

pytestmark = pytest.mark.walks

WHY = {"reason": "As the captains asked."}


def after_round(organiser, teams, rounds=3):
    """A Swiss whose first round is over."""
    tournament = planned(organiser, teams, [stage("swiss", rounds=rounds)])
    for one in list(ready(tournament)):
        acts.award_walkover(actor=organiser, match=one, side="A", reason="test")
    return tournament


def pairs(tournament, number):
    drawn = tournament.stages.get()
    matches = Match.objects.filter(stage=drawn, round__number=number).order_by("number")
    return [tuple(seed for seed in match.seeds if seed is not None) for match in matches]


def as_sets(meetings):
    return [set(both) for both in meetings]


def refused(organiser, tournament, wish, **said):
    with pytest.raises(Refused) as caught:
        acts.pair_round(actor=organiser, tournament=tournament, wish=wish, **{**WHY, **said})
    return caught.value


def test_two_set_by_hand_meet_and_the_rest_is_paired_by_the_rules(organiser):
    tournament = after_round(organiser, 8)
    usual = as_sets((one.team.seed, one.other.seed) for one in round_as(tournament.stages.get(), ByHand()))
    other = next((a, b) for a in range(1, 9) for b in range(a + 1, 9)
                 if {a, b} not in usual and {a, b} not in as_sets(pairs(tournament, 1)))  # fmt: skip
    acts.pair_round(actor=organiser, tournament=tournament, wish=ByHand(pairs=(other,)), **WHY)
    made = as_sets(pairs(tournament, 2))
    assert set(other) in made
    assert sorted(seed for both in made for seed in both) == list(range(1, 9))
    assert not any(both in as_sets(pairs(tournament, 1)) for both in made)
    play(organiser, tournament, random.Random(2))
    sound(tournament)


def test_who_sits_out_scores_nothing_is_in_no_match_and_can_have_a_bye_later(organiser):
    tournament = after_round(organiser, 8, rounds=2)
    before = {line.record.team.seed: line.record.score for line in table_of(tournament.stages.get()).overall()}
    acts.pair_round(actor=organiser, tournament=tournament, wish=ByHand(out=frozenset({1})), **WHY)
    made = pairs(tournament, 2)
    assert 1 not in [seed for both in made for seed in both]
    assert sorted(map(len, made)) == [1, 2, 2, 2]
    for one in list(ready(tournament)):
        acts.award_walkover(actor=organiser, match=one, side="A", reason="test")
    lines = {line.record.team.seed: line.record for line in table_of(tournament.stages.get()).overall()}
    assert lines[1].score == before[1]
    assert lines[1].absent == (2,) or list(lines[1].absent) == [2]
    entrant = next(row for row in tournament.stages.get().rounds.get(number=2).inputs["entrants"] if row[0] == 1)
    assert entrant[3] is False
    sound(tournament)


def test_a_bye_set_by_hand_is_that_teams_alone(organiser):
    tournament = after_round(organiser, 7)
    had = next(both[0] for both in pairs(tournament, 1) if len(both) == 1)
    chosen = next(seed for seed in (1, 2) if seed != had)
    acts.pair_round(actor=organiser, tournament=tournament, wish=ByHand(bye=chosen), **WHY)
    assert [both for both in pairs(tournament, 2) if len(both) == 1] == [(chosen,)]
    play(organiser, tournament, random.Random(1))
    sound(tournament)


def test_teams_that_have_met_meet_again_if_that_is_set_by_hand_and_the_preview_says_so(organiser):
    tournament = after_round(organiser, 6)
    met = pairs(tournament, 1)[0]
    shown = round_as(tournament.stages.get(), ByHand(pairs=(met,)))
    assert [(one.again, one.by_hand) for one in shown if one.by_hand] == [(True, True)]
    acts.pair_round(actor=organiser, tournament=tournament, wish=ByHand(pairs=(met,)), **WHY)
    assert set(met) in as_sets(pairs(tournament, 2))
    assert as_sets(pairs(tournament, 2)) == as_sets((one.team.seed, one.other.seed) for one in shown)
    sound(tournament)


def test_a_whole_round_can_be_set_by_hand(organiser):
    tournament = after_round(organiser, 4)
    wish = ByHand(pairs=((1, 2), (3, 4)))
    acts.pair_round(actor=organiser, tournament=tournament, wish=wish, **WHY)
    assert sorted(map(sorted, pairs(tournament, 2))) == [[1, 2], [3, 4]]
    sound(tournament)


def test_the_record_tells_what_was_set_and_why_and_a_pairing_that_is_not_as_told_is_found(organiser):
    tournament = after_round(organiser, 7)
    wish = ByHand(pairs=((1, 2),), bye=3, out=frozenset({4, 5}))
    assert refused(organiser, tournament, wish, reason="  ").code == "reason_missing"
    acts.pair_round(actor=organiser, tournament=tournament, wish=wish, **WHY)
    told = Notice.objects.filter(kind=Notice.Kind.ROUND).get()
    order = tournament.stages.get().inputs["order"]
    assert told.reason == WHY["reason"]
    assert told.body["pairs"] == [[order[0], order[1]]]
    assert (told.body["bye"], told.body["out"]) == (order[2], [order[3], order[4]])
    assert redraw.check(tournament) == []
    round_ = tournament.stages.get().rounds.get(number=2)
    round_.inputs["by_hand"]["pairs"] = [[1, 6]]
    round_.inputs["by_hand"]["out"] = [4, 5]
    round_.save(update_fields=["inputs"])
    assert [difference.where for difference in redraw.check(tournament)] == ["round 2"]


def test_a_round_without_anything_set_by_hand_says_nothing_of_it(organiser):
    tournament = after_round(organiser, 6)
    acts.pair_round(actor=organiser, tournament=tournament)
    assert "by_hand" not in tournament.stages.get().rounds.get(number=2).inputs
    assert set(Notice.objects.get(kind=Notice.Kind.ROUND).body) == {"stage", "round", "inputs"}


@pytest.mark.parametrize(
    ("wish", "words"),
    [
        (ByHand(pairs=((1, 2), (2, 3))), "Named more than once: Team 2."),
        (ByHand(pairs=((1, 1),)), "Named more than once: Team 1."),
        (ByHand(pairs=((1, 2),), out=frozenset({1})), "Named more than once: Team 1."),
        (ByHand(bye=5, out=frozenset({5})), "Named more than once: Team 5."),
        (ByHand(out=frozenset({99})), "Not in this round: ?."),
        (ByHand(pairs=((0, 1),)), "Not in this round: ?."),
        (ByHand(bye=1), "With this bye one team is left"),
        (ByHand(out=frozenset(range(1, 7))), "Nobody would play"),
    ],
)
def test_what_cannot_be_set_is_refused_with_the_names_and_nothing_is_paired(organiser, wish, words):
    tournament = after_round(organiser, 6)
    said = refused(organiser, tournament, wish)
    assert said.code == "bad_wish"
    assert words in str(said.message)
    assert tournament.stages.get().rounds.count() == 1


def test_a_team_that_went_home_cannot_be_set(organiser):
    tournament = after_round(organiser, 6)
    acts.withdraw_team(actor=organiser, team=tournament.teams.get(seed=6), reason="Went home.")
    assert "Not in this round: Team 6." in str(refused(organiser, tournament, ByHand(pairs=((1, 6),))).message)


def test_a_round_set_by_hand_waits_for_the_one_before_and_can_be_taken_back(organiser):
    tournament = planned(organiser, 6, [stage("swiss", rounds=3)])
    assert refused(organiser, tournament, ByHand(pairs=((1, 2),))).code == "round_open"
    with pytest.raises(Refused, match="is not over"):
        round_as(tournament.stages.get(), ByHand())
    for one in list(ready(tournament)):
        acts.award_walkover(actor=organiser, match=one, side="A", reason="test")
    acts.pair_round(actor=organiser, tournament=tournament, wish=ByHand(pairs=((1, 2),)), **WHY)
    acts.undo_round(actor=organiser, tournament=tournament)
    assert tournament.stages.get().rounds.count() == 1
    acts.pair_round(actor=organiser, tournament=tournament)
    sound(tournament)


def test_what_is_set_by_hand_can_leave_no_pairing_for_the_rest_and_that_can_be_relaxed(organiser):
    tournament = after_round(organiser, 4)
    (a, b), (c, d) = pairs(tournament, 1)
    none = refused(organiser, tournament, ByHand(pairs=((a, b),)))
    assert (none.code, [error["path"] for error in none.errors]) == ("no_pairing", ["rematches"])
    acts.pair_round(
        actor=organiser, tournament=tournament, wish=ByHand(pairs=((a, b),)), relaxed=["rematches"], **WHY
    )  # fmt: skip
    assert sorted(map(sorted, pairs(tournament, 2))) == sorted(map(sorted, [(a, b), (c, d)]))
    sound(tournament)


def test_who_asked_to_sit_out_can_have_half_a_point_and_is_paired_and_ranked_by_it(organiser):
    tournament = after_round(organiser, 8, rounds=3)
    drawn = tournament.stages.get()
    won = {line.record.team.seed for line in table_of(drawn).overall() if line.record.score}
    out = min(won)
    acts.pair_round(actor=organiser, tournament=tournament, wish=ByHand(out=frozenset({out}), half=True), **WHY)
    for one in list(ready(tournament)):
        acts.award_walkover(actor=organiser, match=one, side="A", reason="test")
    acts.pair_round(actor=organiser, tournament=tournament)
    inputs = drawn.rounds.get(number=3).inputs
    assert inputs["halves"] is True
    scores = {row[0]: row[1] for row in inputs["entrants"]}
    records = {line.record.team.seed: line.record for line in table_of(drawn).overall()}
    assert scores[out] == 3
    assert records[out].score == 1.5
    assert records[out].absent == []
    assert scores == {seed: 2 * record.score for seed, record in records.items()}
    meets = next(set(both) - {out} for both in pairs(tournament, 3) if out in both)
    assert {scores[seed] for seed in meets} <= {2, 4}  # nobody else has a half
    assert [notice.body.get("half") for notice in Notice.objects.filter(kind="round").order_by("pk")] == [True, None]
    play(organiser, tournament, random.Random(3))
    sound(tournament)


def test_half_a_point_is_gone_with_the_round_it_was_given_in(organiser):
    tournament = after_round(organiser, 6)
    acts.pair_round(actor=organiser, tournament=tournament, wish=ByHand(out=frozenset({1}), half=True), **WHY)
    half = {line.record.team.seed: line.record.half for line in table_of(tournament.stages.get()).overall()}
    assert half[1] == (2,)
    acts.undo_round(actor=organiser, tournament=tournament)
    assert not any(line.record.half for line in table_of(tournament.stages.get()).overall())
    sound(tournament)
