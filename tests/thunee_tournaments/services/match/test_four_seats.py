"""A late result in front of rounds at tables that have begun: the wrong player leaves the seat there, or keeps it."""

import random
import uuid
from typing import Any

import pytest

from adjudication.models import Decision, Entry
from tests.factories import RoleFactory
from tests.support.services.formats import sound
from tests.support.services.four_seats import ORDERED, Final, changed, correct, event, matches, names, resolve, write
from tests.thunee_tournaments.services.conftest import LOT
from thunee_tournaments.brackets.models import Match, MatchGame
from thunee_tournaments.brackets.selectors import current_game
from thunee_tournaments.services import acts
from thunee_tournaments.services.acts import Refused
from thunee_tournaments.services.match import stages
from thunee_tournaments.services.match import under_review as reviews
from thunee_tournaments.services.officiating import late_results
from thunee_tournaments.simulation import invariants
from thunee_tournaments.standings import snapshots
from thunee_tournaments.tables.selectors import table_of
from thunee_tournaments.tournaments.models import Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.walks, pytest.mark.slow]


def under_review(tournament: Tournament) -> list[int]:
    return [one.number for one in reviews.matches_under_review(tournament)]


@pytest.fixture
def final(organiser: Any) -> Final:
    return Final(organiser)


@pytest.fixture(params=[4, 7], ids=["one table", "with a table of three"])
def turned(request: pytest.FixtureRequest, organiser: Any) -> Final:
    found = Final(organiser, request.param)
    assert found.of(found.due) == []
    found.played, found.to_come = found.of(found.wrong)  # type: ignore[attr-defined]
    assert found.played.seat_count == (4 if request.param == 4 else 3)  # type: ignore[attr-defined]
    found.turn()
    return found


def test_a_round_that_was_played_comes_under_review_on_that_seat_and_the_next_takes_the_player_that_is_due(turned):
    assert under_review(turned.tournament) == [turned.played.number]
    (seat,) = reviews.displaced(reviews.matches_under_review(turned.tournament)[0])
    assert (seat.there, seat.due) == (turned.wrong, turned.due)
    assert turned.of(turned.wrong) == [turned.played]
    assert turned.of(turned.due) == [turned.to_come]
    assert Match.objects.get(pk=turned.to_come.pk).state == "ready"
    assert table_of(turned.to_come) is not None
    sound(turned.tournament)


def test_before_it_is_saved_it_is_said_which_tables_come_under_review_and_for_whom(final):
    played, to_come = final.of(final.wrong)
    said = changed(final.turned, ["", "2c", "Kd Kh Ks Kc", "3c"])
    seen = acts.preview_correction(actor=final.organiser, **said)["beyond"]
    listed = {one.number: one for one in seen.matches}
    assert {number for number, one in listed.items() if one.review} == {played.number}
    exchange = [(str(final.wrong), str(final.due))]
    assert (listed[played.number].sides, listed[to_come.number].sides) == (exchange, exchange)
    assert under_review(final.tournament) == []


def test_nothing_more_is_written_for_either_of_the_two_until_it_is_decided(turned):
    with pytest.raises(Refused) as caught:
        write(turned.organiser, turned.to_come, ORDERED)
    assert caught.value.code == "under_review"
    assert stages.outlook(turned.tournament).champion is None
    for one in turned.of_stage():
        ready = one.state == "ready" and not {turned.wrong, turned.due} & set(one.teams)
        assert not ready or reviews.waits_for(one) is None


def test_it_is_kept_or_played_anew_and_nobody_can_be_given_a_table_of_single_players(turned):
    played = Match.objects.get(pk=turned.played.pk)
    assert late_results.late_choices_for(played) == ["match_kept", "match_replayed"]
    with pytest.raises(Refused) as caught:
        resolve(turned.organiser, played, "match_void")
    assert caught.value.code == "not_possible"


def test_a_player_who_is_kept_at_one_table_keeps_the_seat_in_all_rounds(turned):
    resolve(turned.organiser, turned.played, "match_kept")
    assert under_review(turned.tournament) == []
    assert turned.of(turned.wrong) == [turned.played, turned.to_come]
    assert turned.of(turned.due) == []
    kept = Match.objects.get(pk=turned.played.pk)
    assert (kept.state, kept.figures) == ("done", [0, 4, 6, 8][: kept.seat_count])
    sound(turned.tournament)


def test_played_anew_the_table_begins_with_the_player_that_is_due_and_keeps_what_was_played_on_record(turned):
    was = names(turned.played)
    resolve(turned.organiser, turned.played, "match_replayed", error_by="own")
    again = Match.objects.select_related("stage__tournament").get(pk=turned.played.pk)
    now = [str(turned.due) if name == str(turned.wrong) else name for name in was]
    assert (names(again), again.state, again.winner, sum(again.figures), again.conflict) == (now, "ready", None, 0, "")
    assert again.seats == [team.roster[0].public_id for team in again.teams if team]
    struck = MatchGame.also_struck.get(match=again, struck_at__isnull=False)
    sat = list(struck.who_played.values())
    assert [str(team) for team in sat] == was
    assert turned.of(turned.wrong) == []
    sound(turned.tournament)


@pytest.mark.slow
def test_after_it_was_played_anew_the_event_comes_to_its_end_with_the_right_players(turned):
    resolve(turned.organiser, turned.played, "match_replayed", error_by="own")
    while ready := [one for one in turned.of_stage() if one.state in ("ready", "playing")]:
        write(turned.organiser, ready[0], ["3c", "", "4c", "5c"])
        sound(turned.tournament)
    rows = {row["name"]: row for row in snapshots.read(turned.tournament).data["stages"][-1]["tables"][0]["rows"]}
    assert (str(turned.due) in rows, str(turned.wrong) in rows) == (True, False)
    assert {row["values"]["matches_played"] for row in rows.values()} <= {2, None}
    assert stages.outlook(turned.tournament).decided


def test_two_players_of_one_table_can_be_in_question_and_are_decided_about_together(organiser):
    final = Final(organiser)
    (table, _later), (first, _second) = final.of_stage(), matches(final.tournament, 1)
    correct(organiser, first, ["Kd", "Kh", "", "3c"])
    conflict = Match.objects.get(pk=table.pk).conflict
    seats = reviews.displaced(reviews.matches_under_review(final.tournament)[0])
    assert len(conflict) == len(seats) == 2
    everybody = set(names(table)) - {str(one.there) for one in seats} | {str(one.due) for one in seats}
    resolve(organiser, table, "match_replayed", error_by="own")
    assert set(names(Match.objects.get(pk=table.pk))) == everybody
    assert len(everybody) == 4
    sound(final.tournament)


@pytest.fixture
def both(organiser: Any) -> Final:
    """The second round has begun, too, when the result is turned round."""
    found = Final(organiser)
    found.played, found.begun = found.of(found.wrong)  # type: ignore[attr-defined]
    write(organiser, found.begun, ORDERED)  # type: ignore[attr-defined]
    found.turn()
    return found


def test_each_begun_table_of_the_place_is_decided_but_nobody_keeps_half_a_place(both):
    assert under_review(both.tournament) == [both.played.number, both.begun.number]
    resolve(both.organiser, both.played, "match_replayed", error_by="own")
    with pytest.raises(Refused, match="another table of the stage"):
        resolve(both.organiser, both.begun, "match_kept")
    resolve(both.organiser, both.begun, "match_replayed", error_by="own")
    assert both.of(both.due) == [both.played, both.begun]
    states = [one.state for one in both.of_stage()]
    assert states == ["ready", "waiting"]  # the same four sit at both: one after the other
    sound(both.tournament)


@pytest.mark.parametrize("choice", ["match_kept", "match_replayed"])
def test_all_tables_of_the_place_can_be_decided_in_one_act(both, choice):
    resolve(both.organiser, both.begun, choice, alike=True)
    assert under_review(both.tournament) == []
    sits = both.wrong if choice == "match_kept" else both.due
    assert both.of(sits) == [both.played, both.begun]
    sound(both.tournament)


def appeal(tournament: Tournament, match: Match, decision: Decision, side: str) -> None:
    """A player appeals, and the chief referee overturns the decision."""
    chief: Any = RoleFactory(tournament=tournament, role="chief_referee")
    match = Match.objects.select_related("stage__tournament").get(pk=match.pk)
    said: Any = {"match": match, "dispute": decision.dispute, "device": "desk"}
    acts.appeal_decision(actor=chief.user, side=side, text="I disagree.", client_uuid=uuid.uuid4(), **said)
    acts.decide_appeal(
        actor=chief.user, overturn=True, rules=("EV-APPEAL-1",), text="Looked at again.", client_uuid=uuid.uuid4(),
        **said,
    )  # fmt: skip


@pytest.mark.parametrize("side", "ABCD")
def test_a_table_played_anew_counts_as_it_was_when_a_player_of_any_seat_has_that_overturned(both, side):
    before = Match.objects.get(pk=both.played.pk)
    decision = resolve(both.organiser, both.played, "match_replayed", error_by="own")
    appeal(both.tournament, both.played, decision, side)
    back = Match.objects.get(pk=both.played.pk)
    assert (names(back), back.state, back.figures) == (names(before), "done", before.figures)
    assert (back.winner, back.conflict) == (before.winner, before.conflict)
    assert under_review(both.tournament) == [both.played.number, both.begun.number]
    sound(both.tournament)
    resolve(both.organiser, both.played, "match_kept")
    sound(both.tournament)


def test_a_seat_that_was_kept_is_under_review_as_a_whole_when_that_is_overturned(both):
    decision = resolve(both.organiser, both.begun, "match_kept")
    appeal(both.tournament, both.begun, decision, "D")
    assert under_review(both.tournament) == [both.played.number, both.begun.number]
    sound(both.tournament)


def test_at_a_table_of_three_nobody_speaks_for_a_fourth_seat(organiser):
    tournament = event(organiser, 3)
    (table,) = matches(tournament, 1)
    said: Any = {"about": "match", "reason": "other", "words": "", "device": "desk", "client_uuid": uuid.uuid4()}
    with pytest.raises(Refused) as caught:
        acts.raise_dispute(actor=organiser, match=table, side="D", **said)
    assert caught.value.code == "not_your_side"
    assert acts.raise_dispute(actor=organiser, match=table, side="C", **said).dispute.side == "C"


def test_when_the_result_is_put_back_nothing_is_under_review_any_more(turned):
    correct(turned.organiser, turned.turned, turned.misread)
    assert under_review(turned.tournament) == []
    assert turned.of(turned.wrong) == [turned.played, turned.to_come]
    sound(turned.tournament)


def test_while_the_stage_before_is_open_again_it_is_kept_or_decided_later(turned):
    said = changed(turned.turned, [])
    acts.void_hand(
        actor=turned.organiser,
        game=said["game"],
        entry=said["entry"],
        key=acts.WriteKey("desk", uuid.uuid4(), said["game"].sheet.head),
        reason="counted twice",
    )
    with pytest.raises(Refused) as caught:
        resolve(turned.organiser, turned.played, "match_replayed", error_by="own")
    assert caught.value.code == "not_possible"
    resolve(turned.organiser, turned.played, "match_kept")


def test_a_player_that_is_due_but_has_gone_home_gives_the_table_to_nobody(final):
    acts.withdraw_team(actor=final.organiser, team=final.due, reason="had a train to catch")
    played, to_come = final.of(final.wrong)
    final.turn()
    assert (Match.objects.get(pk=to_come.pk).state, final.of(final.due)) == ("ready", [to_come])
    resolve(final.organiser, played, "match_replayed", error_by="own")
    assert [(one.state, one.outcome) for one in final.of(final.due)] == [("ready", ""), ("waiting", "")]
    sound(final.tournament)


class Walker:
    """An event of three stages in which anything happens that may, and what must hold is looked at after each step."""

    def __init__(self, organiser: Any, seed: int) -> None:
        self.organiser, self.rng = organiser, random.Random(seed)
        players, *later = self.rng.choice([(8, 4), (8, 7, 3), (7, 6, 4), (11, 8, 4), (6, 4, 3)])
        self.tournament = event(organiser, players, *later, rounds=self.rng.choice([1, 2]), hands=2)
        self.reviewed = 0

    def step(self) -> None:
        act = self.rng.choice([self.play, self.play, self.play, self.play, self.turn, self.turn, self.decide])
        try:
            act()
        except Refused as refused:
            if refused.code not in ("under_review", "not_possible", "begun"):
                raise
        self.holds()

    def all(self, **which: Any) -> list[Match]:
        found = Match.objects.filter(stage__tournament=self.tournament, **which).select_related("stage__tournament")
        return list(found.order_by("number"))

    def cards(self, seats: int) -> list[str]:
        pack = [rank + suit for rank in "2345678" for suit in "dhsc"]
        left = self.rng.sample(pack, seats)
        left[self.rng.randrange(seats)] = ""
        return left

    def play(self) -> None:
        open_ = self.all(state__in=["ready", "playing"])
        if open_:
            one = self.rng.choice(open_)
            write(self.organiser, one, self.cards(one.seat_count))
        elif stages.outlook(self.tournament).can_draw:
            acts.start_next_stage(actor=self.organiser, tournament=self.tournament, lot=LOT)

    def turn(self) -> None:
        written = [one for one in self.all() if (game := current_game(one)) and game.sheet.seq]
        if written:
            one = self.rng.choice(written)
            if changed(one, [])["entry"] is not None:
                correct(self.organiser, one, self.cards(one.seat_count))

    def decide(self) -> None:
        waiting = self.all(conflict__gt="")
        if not waiting:
            return
        self.reviewed += 1
        one, choice = self.rng.choice(waiting), self.rng.choice(["match_kept", "match_replayed"])
        decision = resolve(self.organiser, one, choice, alike=self.rng.random() < 0.5)
        if self.rng.random() < 0.3:
            self.holds()
            side = self.rng.choice(one.letters)
            appeal(self.tournament, one, decision, side)

    def holds(self) -> None:
        """Counted again from what is stored: who sits where, one seat each, and everything that `--check` looks at."""
        sound(self.tournament)
        invariants.seated_once(self.tournament)
        for one in self.all():
            sits = names(one)
            assert len(set(sits)) == len(sits), sits
            assert "None" not in sits
        for later in self.tournament.stages.filter(drawn_at__isnull=False, order__gt=1):
            order = later.inputs["order"]
            assert len(set(order)) == len(order)
            table: Any
            for table in later.matches.all():
                off = [row.side for row in table.sides if str(row.team.public_id) != order[row.source[1] - 1]]
                assert table.conflict == "".join(off)
                begun = Entry.objects.filter(sheet__match_game__match=table, sheet__match_game__struck_at=None).exists()
                assert begun or not off


@pytest.mark.slow
@pytest.mark.parametrize("seed", [2, *(pytest.param(seed, marks=pytest.mark.slow) for seed in (0, 19))])
def test_whatever_is_corrected_decided_and_appealed_everybody_has_one_seat_and_no_begun_table_loses_a_player(
    organiser, seed
):
    walker = Walker(organiser, seed)
    for _step in range(45):
        walker.step()
    for _step in range(60):  # at the end all is decided, and played to the end
        for one in walker.all(conflict__gt=""):
            choices = late_results.late_choices_for(Match.objects.get(pk=one.pk))
            if choices:
                resolve(organiser, one, choices[-1], error_by="own", departing="The walk ends.")
        try:
            walker.play()
        except Refused:
            continue
    walker.holds()
    assert under_review(walker.tournament) == []
    assert stages.outlook(walker.tournament).decided
