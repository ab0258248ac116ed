"""What is stored is what the entries come to; what is not is found, and put right where it is a cache."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from adjudication.models import Scoresheet
from tests.support.brackets.sides import sides
from tests.support.services.formats import give, planned, ready, stage
from tests.thunee_tournaments.services.conftest import count, draw, game, match, thunee
from thunee_tournaments.brackets.models import Match, MatchGame
from thunee_tournaments.services import acts
from thunee_tournaments.services.record import replay as checking
from thunee_tournaments.standings import snapshots
from thunee_tournaments.standings.models import Snapshot
from thunee_tournaments.tournaments.models import Stage


def replay(how="--check", *slugs):
    out = StringIO()
    try:
        call_command("replay", how, *slugs, stdout=out)
    except CommandError as error:
        return 1, out.getvalue() + str(error)
    return 0, out.getvalue()


@pytest.fixture
def played(organiser, write, correct, win):
    """Six teams in mid-play: byes, a match of two games, a correction, a void, a walkover, a snapshot."""
    tournament = draw(organiser, 6, best_of=3, slug="played")
    written = write(game(tournament, 2), thunee("B"))
    correct(game(tournament, 2), written.entry, thunee("A"))
    struck = write(game(tournament, 2), count("B"))
    correct(game(tournament, 2), struck.entry, None)
    win(tournament, 2, "A")
    acts.award_walkover(actor=organiser, match=match(tournament, 3), side="B", reason="did not come")
    win(tournament, 5, "B")
    for _ in range(4):
        write(game(tournament, 6), thunee("B"))
    tournament.refresh_from_db()
    snapshots.build(tournament)
    return tournament


def test_after_all_sorts_of_acts_there_is_no_difference(played):
    assert checking.check(played) == []
    assert replay() == (0, "played: no difference\n")


SPOILT = [
    ("match 2: won_by", lambda t: Match.objects.filter(number=2).update(won_by="B")),
    ("match 2, side A: score", lambda t: sides("A", number=2).update(score=99)),
    ("match 5: conflict", lambda t: sides("A", number=5).update(team=match(t, 2).team("B"))),
    ("match 6, side B: games_won", lambda t: sides("B", number=6).update(games_won=0)),
    ("match 6: state", lambda t: Match.objects.filter(number=6).update(state="ready")),
    ("match 7, side A: team", lambda t: sides("A", number=7).update(team=None)),
    ("standings: Team 6", lambda t: spoil_snapshot()),
    ("match 2 game 1: winner", lambda t: Scoresheet.objects.filter(pk=first_sheet(t).pk).update(winner="B")),
    ("match 2 game 1: ledger", lambda t: Scoresheet.objects.filter(pk=first_sheet(t).pk).update(ledger={})),
]


def first_sheet(tournament):
    return MatchGame.objects.get(match=match(tournament, 2), number=1).sheet


def spoil_snapshot():
    snapshot = Snapshot.objects.get()
    row = next(row for row in snapshot.data["rows"] if row["name"] == "Team 6")
    row["place"] = 1
    snapshot.save()


@pytest.mark.walks
@pytest.mark.parametrize(("where", "spoil"), SPOILT, ids=[where for where, _ in SPOILT])
def test_a_spoilt_cache_is_found_and_repaired(played, where, spoil):
    spoil(played)
    status, said = replay("--check", "played")
    assert status == 1
    assert f"played: {where}" in said
    status, said = replay("--repair")
    assert (status, "put right" in said) == (0, True)
    assert replay("--check")[0] == 0


def test_a_check_changes_nothing(played):
    sides("A", number=2).update(score=99)
    replay("--check")
    assert match(played, 2).side("A").score == 99


def test_what_is_no_cache_is_not_repaired(played):
    sheet = first_sheet(played)
    Scoresheet.objects.filter(pk=sheet.pk).update(first_dealer=(sheet.first_dealer + 1) % 4)
    assert replay("--check")[0] == 1
    status, said = replay("--repair")
    assert status == 1
    assert "entries themselves do not fit" in said


def test_a_tournament_nobody_knows_is_named(played):
    status, said = replay("--check", "plaid")
    assert status == 1
    assert "'plaid'" in said
    assert "played" in said


def test_before_the_draw_there_is_nothing_to_compare(organiser):
    tournament = draw(organiser, 2)
    acts.undo_draw(actor=organiser, tournament=tournament)
    assert checking.check(tournament) == []


def redraw(slug):
    out = StringIO()
    try:
        call_command("redraw", "--check", slug, stdout=out)
    except CommandError as error:
        return 1, out.getvalue() + str(error)
    return 0, out.getvalue()


def test_a_draw_comes_out_the_same_again(organiser, played):
    assert redraw("played")[0] == 0
    by_lot = draw(organiser, 13, slug="by-lot")
    acts.undo_draw(actor=organiser, tournament=by_lot)
    acts.draw_lot_seeds(actor=organiser, tournament=by_lot)
    stage = acts.draw_knockout(actor=organiser, tournament=by_lot)
    acts.draw_dealer(actor=organiser, match=match(by_lot, 2))
    acts.set_first_dealer(actor=organiser, match=match(by_lot, 3), seat=3)
    status, said = redraw("by-lot")
    assert status == 0
    assert stage.lot in said


@pytest.mark.parametrize(
    ("where", "spoil"),
    [
        ("order of seeds", lambda t: spoil_stage(lambda inputs: inputs["order"].reverse())),
        ("seeds drawn by lot", lambda t: spoil_stage(lambda inputs: inputs["seeded"].reverse())),
        ("seed of team", lambda t: t.teams.filter(seed=1).update(seed=99)),
        ("match 1, side A", lambda t: sides("A", number=1).update(team=match(t, 2).team("A"))),
        ("bracket", lambda t: sides("B", number=3).update(source=["winner", 1])),
        (
            "match 1 game 1: first dealer",
            lambda t: MatchGame.objects.filter(match__number=1).update(dealer_draw={"by": "hand"}),
        ),
    ],
)
def test_a_draw_that_was_tampered_with_is_found(organiser, where, spoil):
    tournament = draw(organiser, 4, slug="cup")
    acts.undo_draw(actor=organiser, tournament=tournament)
    acts.draw_lot_seeds(actor=organiser, tournament=tournament)
    acts.draw_knockout(actor=organiser, tournament=tournament)
    spoil(tournament)
    status, said = redraw("cup")
    assert status == 1
    assert f"cup: {where}" in said


def spoil_stage(change):
    stage = Stage.objects.get()
    change(stage.inputs)
    stage.save()


def test_without_a_draw_there_is_nothing_to_redraw(organiser):
    tournament = draw(organiser, 2, slug="cup")
    acts.undo_draw(actor=organiser, tournament=tournament)
    assert redraw("cup") == (1, "cup has not been drawn")


def test_the_kept_table_of_a_group_is_compared_too(organiser):
    tournament = planned(organiser, 4, [stage("groups", groups=1)])
    give(organiser, tournament, ready(tournament).first().number, "A")
    snapshot = snapshots.build(tournament)
    tournament.refresh_from_db()
    assert checking.check(tournament) == []
    snapshot.data["stages"][0]["tables"][0]["rows"][0]["certain"] = "out"
    snapshot.save()
    assert [one.where for one in checking.check(tournament)] == ["standings: tables of the stages"]
