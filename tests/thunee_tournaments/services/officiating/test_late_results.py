"""Results that change after a match behind them has begun: nobody is taken out of it before a referee decides."""

import uuid

import pytest

from adjudication.errors import KeyReused
from adjudication.models import Decision, Entry
from tests.factories import RoleFactory, UserFactory
from tests.support.ready_plans import READY
from tests.support.services.drawing import refused
from tests.support.services.formats import PLANS, give, planned, ready, sound, stage
from tests.support.services.late_results import appeal_overturned, names, resolve, turned
from tests.support.services.looked_at_again import Event
from tests.thunee_tournaments.services.conftest import LOT, count, draw, game, match, thunee
from thunee_tournaments.brackets.models import Match, MatchGame
from thunee_tournaments.services import acts
from thunee_tournaments.services.acts import Refused
from thunee_tournaments.services.core.locking import lock_concerned
from thunee_tournaments.services.match import stages
from thunee_tournaments.services.officiating import decisions, impact, late_results
from thunee_tournaments.standings.models import PrizeList
from thunee_tournaments.tables.selectors import table_of
from thunee_tournaments.tournaments.models import Role

__all__ = ["turned"]

pytestmark = pytest.mark.walks


def test_a_match_that_is_kept_counts_with_those_who_played_it(turned, organiser, win):
    resolve(organiser, turned, 3, "match_kept")
    final = match(turned, 3)
    assert (final.conflict, names(final), final.side("A").score) == ("", ["Team 4", "Team 2"], 4)
    assert match(turned, 1).winner.name == "Team 1"  # the result stays as it was put right
    win(turned, 3, "A")
    assert stages.outlook(turned).champion.name == "Team 4"
    sound(turned)


def test_a_match_played_anew_begins_with_the_right_teams_and_keeps_what_was_played_on_record(turned, organiser, win):
    old = game(turned, 3)
    resolve(organiser, turned, 3, "match_replayed", error_by="own")
    final = match(turned, 3)
    assert (final.conflict, final.state, names(final), final.side("A").score) == ("", "ready", ["Team 1", "Team 2"], 0)
    assert game(turned, 3).number == 2
    struck = MatchGame.also_struck.get(pk=old.pk)
    assert [team.name for team in struck.who_played.values()] == ["Team 4", "Team 2"]
    kinds = list(Entry.objects.filter(sheet=old.sheet_id).order_by("seq").values_list("kind", flat=True))
    assert kinds == ["hand", "hand", "void", "void"]
    assert table_of(final) is not None
    win(turned, 3, "B")
    assert stages.outlook(turned).champion.name == "Team 2"
    sound(turned)


def test_a_match_struck_out_goes_to_the_side_whose_place_was_never_in_question(turned, organiser):
    resolve(organiser, turned, 3, "match_void", error_by="own")
    final = match(turned, 3)
    assert (final.state, final.outcome, final.winner.name, names(final)) == (
        "done", "walkover", "Team 2", ["Team 1", "Team 2"],
    )  # fmt: skip
    assert "EV-LATE-4" in final.reason
    assert stages.outlook(turned).champion.name == "Team 2"
    sound(turned)


def test_nothing_is_written_in_a_match_under_review_and_nobody_is_champion_of_it(turned, organiser, write):
    assert refused(write, game=game(turned, 3), body=count("A")) == "under_review"
    said = {"actor": organiser, "match": match(turned, 3), "side": "A", "reason": "they left"}
    assert refused(acts.award_walkover, **said) == "under_review"
    assert stages.outlook(turned).champion is None
    assert refused(acts.close_tournament, actor=organiser, tournament=turned) == "final_open"


def test_a_decision_otherwise_than_the_event_plays_says_why(turned, organiser):
    assert refused(resolve, actor=organiser, tournament=turned, number=3, choice="match_replayed") == (
        "departing_missing"
    )
    resolve(organiser, turned, 3, "match_replayed", departing="Both sides asked for it.")
    decision = Decision.objects.get()
    assert "Both sides asked for it." in decision.text
    assert decision.rules == ["EV-LATE-3"]


def test_where_the_referee_decides_each_time_no_choice_departs_from_anything(turned, organiser):
    turned.policies = {**turned.policies, "late_correction": "ask"}
    turned.save()
    assert late_results.suggested_choice(turned, "own") == ""
    resolve(organiser, turned, 3, "match_replayed")


def test_only_a_referee_decides_and_only_about_a_match_under_review(turned, organiser):
    viewer = RoleFactory(tournament=turned, role=Role.Name.SCOREKEEPER).user
    assert refused(resolve, actor=viewer, tournament=turned, number=3, choice="match_kept") == "not_allowed"
    assert refused(resolve, actor=UserFactory(), tournament=turned, number=3, choice="match_kept") == "not_allowed"
    assert refused(resolve, actor=organiser, tournament=turned, number=1, choice="match_kept") == "no_conflict"
    assert refused(resolve, actor=organiser, tournament=turned, number=3, choice="stands") == "invalid"
    assert refused(resolve, actor=organiser, tournament=turned, number=3, choice="match_kept", text=" ") == (
        "reason_missing"
    )
    assert not Decision.objects.exists()


def test_the_same_request_twice_decides_once(turned, organiser):
    key = uuid.uuid4()
    first = resolve(organiser, turned, 3, "match_kept", client_uuid=key)
    assert resolve(organiser, turned, 3, "match_kept", client_uuid=key) == first
    assert Decision.objects.count() == 1


def test_a_key_that_decided_otherwise_or_elsewhere_decides_nothing_more(turned, organiser):
    key = uuid.uuid4()
    resolve(organiser, turned, 3, "match_kept", client_uuid=key)
    for number, choice in ((3, "match_void"), (1, "match_kept")):
        with pytest.raises(KeyReused):
            resolve(organiser, turned, number, choice, client_uuid=key)


def test_a_result_put_back_ends_the_review_by_itself(turned, correct):
    first = game(turned, 1)
    last = Entry.objects.get(sheet=first.sheet, seq=6)
    correct(first, last, thunee("B"))
    assert match(turned, 3).conflict == ""
    sound(turned)


def test_a_match_open_again_leaves_the_next_under_review_with_nobody_known(turned, correct, organiser):
    first = game(turned, 1)
    correct(first, Entry.objects.get(sheet=first.sheet, seq=6), None)
    final = match(turned, 3)
    assert (final.conflict, final.side("A").due, match(turned, 1).state) == ("A", None, "playing")
    assert late_results.late_choices_for(final) == ["match_kept", "match_replayed"]
    resolve(organiser, turned, 3, "match_replayed", error_by="own")
    final = match(turned, 3)
    assert (final.state, names(final), final.games.count(), table_of(final)) == ("waiting", [None, "Team 2"], 0, None)
    sound(turned)


def test_keeping_is_overturned_on_appeal_and_played_anew(turned, organiser):
    decision = resolve(organiser, turned, 3, "match_kept")
    appeal_overturned(turned, organiser, decision, "match_replayed")
    assert names(match(turned, 3)) == ["Team 1", "Team 2"]
    sound(turned)


def test_an_appeal_locks_the_sheets_of_the_matches_before_too_for_a_pin_there_may_go(turned, organiser, monkeypatch):
    decision = resolve(organiser, turned, 3, "match_kept")
    locked = set()

    def noted(*matches):
        found = lock_concerned(*matches)
        locked.update(sheet.pk for sheet in found)
        return found

    monkeypatch.setattr(decisions, "lock_concerned", noted)
    appeal_overturned(turned, organiser, decision, "match_replayed")
    assert {game(turned, number).sheet_id for number in (1, 2)} <= locked


@pytest.mark.slow
def test_playing_anew_is_overturned_on_appeal_and_what_was_struck_out_counts_again(turned, organiser):
    decision = resolve(organiser, turned, 3, "match_replayed", error_by="own")
    appeal_overturned(turned, organiser, decision, "match_kept")
    final = match(turned, 3)
    assert (names(final), *(side.score for side in final.sides), final.conflict) == (
        ["Team 4", "Team 2"],
        4,
        1,
        "",
    )
    assert [one.number for one in final.games.all()] == [1]
    sound(turned)


def test_a_decision_taken_back_without_another_leaves_the_match_under_review(turned, organiser):
    decision = resolve(organiser, turned, 3, "match_void", error_by="own")
    appeal_overturned(turned, organiser, decision, None)
    final = match(turned, 3)
    assert (final.conflict, final.state, names(final)) == ("A", "playing", ["Team 4", "Team 2"])
    sound(turned)


def test_a_match_played_anew_that_has_begun_is_not_taken_back(turned, organiser, write):
    decision = resolve(organiser, turned, 3, "match_replayed", error_by="own")
    write(game(turned, 3), count("A"))
    with pytest.raises(Refused) as caught:
        appeal_overturned(turned, organiser, decision, "match_kept")
    assert caught.value.code == "begun"


@pytest.mark.slow
def test_a_double_elimination_with_a_corrected_semi_final_after_the_final_began(organiser):
    tournament = planned(organiser, 4, READY["double"])
    for number in (1, 2, 3):
        give(organiser, tournament, number, "A")
    semi = Match.objects.get(round__name="losers-2")
    upper = Match.objects.get(round__name="winners-final")
    for one in (upper, semi):
        if not match(tournament, one.number).over:
            give(organiser, tournament, one.number, "A")
    final = Match.objects.get(round__name="grand-final")
    give(organiser, tournament, final.number, "B")
    again = Match.objects.get(round__name="grand-final-again")
    give(organiser, tournament, again.number, "A")
    acts.withdraw_walkover(actor=organiser, match=match(tournament, semi.number), reason="test")
    give(organiser, tournament, semi.number, "B")
    assert match(tournament, final.number).conflict == "B"
    assert match(tournament, again.number).conflict == ""  # it follows from the final as that stands
    sound(tournament)
    assert stages.outlook(tournament).champion is None
    resolve(organiser, tournament, final.number, "match_replayed", error_by="own")
    assert match(tournament, again.number).conflict == "AB"
    give(organiser, tournament, final.number, "A")
    assert match(tournament, again.number).conflict == "AB"
    resolve(organiser, tournament, again.number, "match_replayed", error_by="own")
    assert match(tournament, again.number).state == "bye"
    assert stages.outlook(tournament).champion == match(tournament, final.number).team("A")
    sound(tournament)


@pytest.mark.slow
def test_struck_out_with_the_same_winner_the_team_whose_place_it_was_goes_down(organiser, win):
    tournament = planned(organiser, 8, [stage("knockout", third_place=True)])
    for number in range(1, 5):
        give(organiser, tournament, number, "A")
    win(tournament, 5, "A")
    semi, third = match(tournament, 5), Match.objects.get(round__name="third-place")
    winner, struck = semi.winner, semi.loser
    acts.withdraw_walkover(actor=organiser, match=match(tournament, 2), reason="test")
    give(organiser, tournament, 2, "B")
    due = match(tournament, 2).winner
    decision = resolve(organiser, tournament, 5, "match_void", error_by="own")
    assert (match(tournament, 5).winner, match(tournament, third.number).team("A")) == (winner, due)
    sound(tournament)
    appeal_overturned(tournament, organiser, decision, None, number=5)
    assert (match(tournament, 5).conflict, match(tournament, third.number).team("A")) == ("B", struck)
    sound(tournament)


@pytest.mark.slow
def test_a_team_that_goes_on_twice_while_it_is_under_review_leaves_the_final_whole_again(organiser):
    tournament = planned(organiser, 4, READY["double"])
    for number in (1, 2):
        give(organiser, tournament, number, "A")
    give(organiser, tournament, 3, "A")
    twice, away = match(tournament, 3).winner, match(tournament, 2).winner
    acts.withdraw_walkover(actor=organiser, match=match(tournament, 1), reason="test")
    give(organiser, tournament, 1, "B")
    assert match(tournament, 3).conflict == "A"
    acts.withdraw_team(actor=organiser, team=away, reason="the car broke down")
    final = Match.objects.get(round__name="grand-final")
    assert (final.team("A"), final.team("B")) == (twice, None)  # it would come out of both brackets, and has one place
    sound(tournament)
    resolve(organiser, tournament, 3, "match_replayed", error_by="own")
    give(organiser, tournament, 3, "A")
    final.refresh_from_db()
    assert (final.team("A"), final.team("B"), final.state) == (twice, match(tournament, 3).winner, "ready")
    sound(tournament)


def test_the_loser_of_a_kept_match_takes_the_place_of_the_loser(organiser):
    tournament = planned(organiser, 4, [stage("knockout", third_place=True)])
    give(organiser, tournament, 1, "A")
    give(organiser, tournament, 2, "A")
    final, third = Match.objects.get(round__name="final"), Match.objects.get(round__name="third-place")
    give(organiser, tournament, final.number, "A")
    kept, beaten = match(tournament, 1).winner, match(tournament, 1).loser
    acts.withdraw_walkover(actor=organiser, match=match(tournament, 1), reason="test")
    give(organiser, tournament, 1, "B")
    assert (match(tournament, final.number).conflict, match(tournament, third.number).team("A")) == ("A", kept)
    resolve(organiser, tournament, final.number, "match_kept")
    assert match(tournament, third.number).team("A") == beaten
    assert match(tournament, final.number).winner == kept
    sound(tournament)


@pytest.mark.slow
def test_a_seed_that_is_kept_after_a_group_was_turned_round_changes_places_with_the_other(organiser):
    tournament = planned(organiser, 8, [stage("groups", groups=4), READY["groups-knockout"][1]])
    for one in list(ready(tournament)):
        give(organiser, tournament, one.number, "A")
    acts.start_next_stage(actor=organiser, tournament=tournament, lot=LOT)
    held = tournament.stages.get(order=2).inputs["order"]
    begun = ready(tournament).first()
    give(organiser, tournament, begun.number, "A")
    turned = Match.objects.get(stage__order=1, side__side="A", side__team=begun.team("A"))
    acts.withdraw_walkover(actor=organiser, match=turned, reason="test")
    give(organiser, tournament, turned.number, "B")
    resolve(organiser, tournament, begun.number, "match_kept")
    assert tournament.stages.get(order=2).inputs["order"] == held
    assert not Match.objects.exclude(conflict="").exists()
    sound(tournament)


def test_in_a_qualifier_who_was_paired_stays_paired_and_the_referee_decides(organiser):
    tournament = planned(organiser, 4, [stage("streak", wins=3, entries=2)])
    give(organiser, tournament, 1, "A")
    give(organiser, tournament, 2, "A")
    third = ready(tournament).get()  # the two that won
    give(organiser, tournament, third.number, "A")
    acts.withdraw_walkover(actor=organiser, match=match(tournament, 1), reason="test")
    assert match(tournament, third.number).conflict
    give(organiser, tournament, 1, "B")
    side = match(tournament, third.number).conflict
    assert side in ("A", "B")
    assert late_results.late_choices_for(match(tournament, third.number))[0] == "match_kept"
    sound(tournament)
    resolve(organiser, tournament, third.number, "match_kept")
    assert match(tournament, third.number).conflict == ""
    sound(tournament)


def test_a_bye_is_called_so_where_what_changes_is_listed(organiser):
    tournament = draw(organiser, 3)
    bye = Match.objects.get(stage__tournament=tournament, state="bye")
    assert impact.moment(tournament).matches.states([bye.pk])[bye.pk].title == "Team 1 – bye"


def test_a_preview_lists_the_places_and_prizes_that_change_in_a_table(organiser, win):
    tournament = planned(organiser, 4, [stage("league")])
    first = ready(tournament).first()
    win(tournament, first.number, "A")
    sheet = game(tournament, first.number)
    cup = {"group": 0, "first": 1, "last": 1, "name": "Cup", "amount": 50000}
    PrizeList.objects.create(tournament=tournament, currency="R", prizes=[cup])
    last = Entry.objects.filter(sheet=sheet.sheet_id).order_by("-seq").first()
    seen = acts.preview_correction(actor=organiser, game=sheet, entry=last, body=None)["beyond"]
    changed = {one.team: (one.was, one.now) for one in seen.places}
    assert changed[first.team("A").name][0] == (1, 1)
    assert changed[first.team("A").name][1] != (1, 1)
    [prize] = seen.prizes
    assert prize.was == (f"{first.team('A').name} (R\u00a0500)",)
    assert prize.now != prize.was
    assert match(tournament, first.number).over


def test_a_stage_that_has_begun_is_not_drawn_or_seeded_again_and_it_is_said_why(turned, organiser):
    before = list(Match.objects.order_by("pk").values_list("pk", "conflict"))
    said = {"actor": organiser, "tournament": turned}
    ids = list(turned.teams.values_list("public_id", flat=True))
    for act, more, code in (
        (acts.undo_draw, {}, "begun"),
        (acts.redraw_event, {}, "begun"),
        (acts.draw_event, {}, "drawn_already"),
        (acts.order_seeds, {"teams": ids}, "drawn_already"),
        (acts.draw_lot_seeds, {}, "drawn_already"),
        (acts.set_plan, {"stages": READY["double"]}, "drawn_already"),
    ):
        with pytest.raises(Refused) as caught:
            act(**said, **more)
        assert caught.value.code == code, act.__name__
        assert len(str(caught.value)) > 20
    assert list(Match.objects.order_by("pk").values_list("pk", "conflict")) == before


QUICK = ("knockout", "swiss-knockout")
WALKED = [
    pytest.param(teams, plan, id=name, marks=() if name in QUICK else pytest.mark.slow) for name, teams, plan in PLANS
]


@pytest.mark.slow
@pytest.mark.parametrize(("teams", "plan"), WALKED)
def test_whatever_is_corrected_and_decided_what_is_stored_is_what_a_recomputation_finds(organiser, teams, plan):
    tournament = planned(organiser, teams, plan)
    event = Event(organiser, tournament, teams)
    for _ in range(30):
        event.step()
        sound(tournament)
    assert event.seen["turned"] > 0
