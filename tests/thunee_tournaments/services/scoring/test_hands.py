"""Hands written down: the match settles, the winner goes on, the next game opens, tables are freed."""

import uuid

import pytest

from adjudication.errors import KeyReused, Stale
from adjudication.models import Entry
from tests.support.services.drawing import refused
from tests.thunee_tournaments.services.conftest import count, draw, game, match, thunee
from thunee_tournaments.brackets.models import Match
from thunee_tournaments.services import acts
from thunee_tournaments.services.acts import Refused
from thunee_tournaments.tables.models import Seating
from thunee_tournaments.tables.selectors import match_at, table_of


def test_a_hand_is_judged_and_counted(organiser, write):
    tournament = draw(organiser, 4)
    recorded = write(game(tournament, 1), count("B"))
    assert (recorded.ruling["kind"], recorded.ruling["winner"]) == ("count", "B")
    playing = match(tournament, 1)
    assert (playing.state, *(side.score for side in playing.sides), playing.winner) == ("playing", 0, 1, None)


def test_the_winner_of_a_match_goes_on_in_the_same_act(organiser, win):
    tournament = draw(organiser, 4)
    won = win(tournament, 1, "A")
    assert (won.state, won.outcome, won.winner.name, *(side.games_won for side in won.sides)) == (
        "done",
        "played",
        "Team 1",
        1,
        0,
    )
    assert won.done_at is not None
    final = match(tournament, 3)
    assert (final.team("A").name, final.team("B"), final.state) == ("Team 1", None, "waiting")
    assert not final.games.exists()


def test_a_match_is_ready_when_both_teams_are_known(organiser, win):
    tournament = draw(organiser, 4)
    win(tournament, 1, "A")
    win(tournament, 2, "B")
    final = match(tournament, 3)
    assert (final.team("A").name, final.team("B").name, final.state) == ("Team 1", "Team 3", "ready")
    assert len(final.seats) == 4
    assert final.games.get().sheet.first_dealer == final.first_dealer
    assert table_of(final).number == 1


@pytest.mark.slow
def test_a_whole_tournament_is_played_to_its_champion(organiser, win):
    tournament = draw(organiser, 13)
    for number in (
        Match.objects.filter(stage__tournament=tournament).exclude(state="bye").values_list("number", flat=True)
    ):
        win(tournament, number, "A")
    final = match(tournament, 15)
    assert final.winner.name == "Team 1"
    assert not Seating.objects.filter(ended_at=None).exists()
    assert acts.close_tournament(actor=organiser, tournament=tournament).status == "closed"


def test_a_table_is_free_again_when_its_match_is_over_and_the_next_is_called(organiser, win):
    tournament = draw(organiser, 8, table_count=2)
    seated = {s.table.number: s.match.number for s in Seating.objects.select_related("table", "match")}
    assert seated == {1: 1, 2: 2}
    win(tournament, 2, "A")
    assert match_at(tournament.tables.get(number=2)).number == 3
    win(tournament, 1, "A")
    assert match_at(tournament.tables.get(number=1)).number == 4


@pytest.mark.parametrize(("best_of", "winners"), [(3, "AA"), (3, "ABA"), (5, "BABAB"), (5, "BBB")])
def test_best_of_more_games_needs_a_majority(organiser, write, best_of, winners):
    tournament = draw(organiser, 2, best_of=best_of)
    for number, side in enumerate(winners, start=1):
        playing = match(tournament, 1)
        assert not playing.over
        assert game(tournament, 1).number == number
        for _ in range(3):
            write(game(tournament, 1), thunee(side))
    over = match(tournament, 1)
    assert over.winning_side == winners[-1]
    assert tuple(side.games_won for side in over.sides) == (winners.count("A"), winners.count("B"))
    assert tuple(side.score for side in over.sides) == (12 * winners.count("A"), 12 * winners.count("B"))
    assert over.games.count() == len(winners)


def test_each_game_draws_its_own_first_dealer(organiser, write):
    tournament = draw(organiser, 2, best_of=5)
    for _ in range(3):
        write(game(tournament, 1), thunee("A"))
    labels = [g.dealer_draw["label"] for g in match(tournament, 1).games.all()]
    assert labels == ["match 1 game 1 dealer", "match 1 game 2 dealer"]


def test_a_hand_sent_again_is_written_once(organiser, write):
    tournament = draw(organiser, 4)
    first_game, key = game(tournament, 1), uuid.uuid4()
    first = write(first_game, thunee("A"), client_uuid=key)
    again = write(first_game, thunee("A"), client_uuid=key)
    assert (again.repeated, again.entry, again.ruling) == (True, first.entry, first.ruling)
    assert Entry.objects.count() == 1
    tournament.refresh_from_db()
    version = tournament.version
    write(first_game, thunee("A"), client_uuid=key)
    tournament.refresh_from_db()
    assert tournament.version == version


def test_the_last_hand_sent_again_gets_its_first_answer(organiser, write, win):
    tournament = draw(organiser, 4)
    deciding, key = game(tournament, 1), uuid.uuid4()
    write(deciding, thunee("A"))
    write(deciding, thunee("A"))
    write(deciding, thunee("A"), client_uuid=key)
    again = write(deciding, thunee("A"), client_uuid=key)
    assert again.repeated
    assert again.match.winning_side == "A"


def test_the_same_key_for_something_else_and_a_stale_head_are_told_apart(organiser, write):
    tournament = draw(organiser, 4)
    first_game, key = game(tournament, 1), uuid.uuid4()
    head = first_game.sheet.head
    write(first_game, thunee("A"), client_uuid=key)
    with pytest.raises(KeyReused):
        write(first_game, thunee("B"), client_uuid=key)
    with pytest.raises(Stale) as stale:
        write(first_game, thunee("B"), head=head)
    assert len(stale.value.missed) == 1


def test_what_is_no_hand_is_refused_with_every_fault(organiser, write):
    tournament = draw(organiser, 4)
    with pytest.raises(Refused) as caught:
        write(game(tournament, 1), {"tallly": {}, "claimed": {"balls": "two"}})
    assert caught.value.code == "invalid"
    assert {"tallly", "claimed.balls"} <= {fault["path"] for fault in caught.value.errors}
    assert match(tournament, 1).state == "ready"


def test_a_hand_that_leaves_its_result_open_says_what_is_missing(organiser, write):
    tournament = draw(organiser, 4)
    with pytest.raises(Refused) as caught:
        write(game(tournament, 1), {"tally": {"trumper": 0, "trump": "s"}})
    assert caught.value.code == "undecidable"
    assert caught.value.errors
    assert caught.value.possible


def test_a_preview_stores_nothing(organiser):
    tournament = draw(organiser, 4)
    first_game, version = game(tournament, 1), tournament.version
    ruling = acts.preview_hand(actor=organiser, game=first_game, body=thunee("B"))
    assert (ruling["kind"], ruling["balls"]) == ("thunee", {"A": 0, "B": 4})
    tournament.refresh_from_db()
    assert (Entry.objects.count(), tournament.version) == (0, version)


def test_after_the_game_is_over_no_hand_follows(organiser, write, win):
    tournament = draw(organiser, 4)
    over = game(tournament, 1)
    win(tournament, 1, "A")
    assert refused(write, game=over, body=count("B")) == "game_over"


def test_after_closing_nothing_is_written_any_more(organiser, write, correct, win):
    tournament = draw(organiser, 4)
    written = write(game(tournament, 1), count("A"))
    acts.close_tournament(actor=organiser, tournament=tournament, reason="the hall had to be cleared")
    assert refused(write, game=game(tournament, 1), body=count("A")) == "tournament_closed"
    assert refused(correct, game=game(tournament, 1), entry=written.entry, body=count("B")) == "tournament_closed"
    assert Entry.objects.count() == 1
    acts.reopen_tournament(actor=organiser, tournament=tournament)
    write(game(tournament, 1), count("A"))


def test_a_tournament_is_not_closed_by_mistake(organiser, win):
    tournament = draw(organiser, 2)
    assert refused(acts.close_tournament, actor=organiser, tournament=tournament) == "final_open"
    win(tournament, 1, "B")
    closed = acts.close_tournament(actor=organiser, tournament=tournament)
    assert closed.closed_at is not None
    assert refused(acts.close_tournament, actor=organiser, tournament=tournament) == "not_running"


def test_every_act_that_shows_counts_the_version_up(organiser, write):
    tournament = draw(organiser, 4)
    before = tournament.version
    write(game(tournament, 1), count("A"))
    tournament.refresh_from_db()
    assert tournament.version == before + 1
