"""Corrections: what follows from a hand is put right with it, and nobody is taken out of a match that has begun."""

import uuid

import pytest

from adjudication.models import Entry, Scoresheet
from tests.support.services.drawing import refused
from tests.thunee_tournaments.services.conftest import count, draw, game, match, thunee
from thunee_tournaments.services import acts
from thunee_tournaments.services.acts import Refused
from thunee_tournaments.tables.selectors import match_at, table_of


def said_of(moment):
    """The score, who has won the game and who the match, at one of the two moments of a preview."""
    return moment["state"]["balls"], moment["game_winner"], moment["match_winner"]


def entries(played):
    return list(Entry.objects.filter(sheet=played.sheet).order_by("seq"))


def test_a_corrected_hand_counts_for_the_other_side(organiser, write, correct):
    tournament = draw(organiser, 4)
    written = write(game(tournament, 1), thunee("A"))
    corrected = correct(game(tournament, 1), written.entry, thunee("B"))
    assert corrected.ruling["winner"] == "B"
    playing = match(tournament, 1)
    assert (*(side.score for side in playing.sides), playing.state) == (0, 4, "playing")


def test_a_hand_struck_out_counts_for_nobody(organiser, write, correct):
    tournament = draw(organiser, 4)
    written = write(game(tournament, 1), thunee("A"))
    struck = correct(game(tournament, 1), written.entry, None)
    assert struck.ruling is None
    playing = match(tournament, 1)
    assert (*(side.score for side in playing.sides), playing.state) == (0, 0, "playing")


def test_a_correction_that_turns_the_winner_round_sends_the_other_team_on(organiser, write, correct, win):
    tournament = draw(organiser, 4)
    first = game(tournament, 1)
    for side in "BAABB":
        write(first, thunee(side))
    win(tournament, 2, "A")
    assert match(tournament, 3).team("A").name == "Team 4"
    old_sheet = game(tournament, 3).sheet_id
    correct(first, entries(first)[4], thunee("A"))
    turned, final = match(tournament, 1), match(tournament, 3)
    assert turned.winner.name == "Team 1"
    assert (final.team("A").name, final.team("B").name, final.state) == ("Team 1", "Team 2", "ready")
    players = list(final.team("A").players.values_list("public_id", flat=True))
    assert final.seats[0::2] == players
    assert not Scoresheet.objects.filter(pk=old_sheet).exists()


def test_a_correction_that_opens_a_match_again_takes_its_winner_back(organiser, write, correct, win):
    tournament = draw(organiser, 4)
    first = game(tournament, 1)
    win(tournament, 1, "A")
    win(tournament, 2, "A")
    assert match_at(tournament.tables.get(number=1)).number == 3
    correct(first, entries(first)[2], thunee("B"))
    opened, final = match(tournament, 1), match(tournament, 3)
    assert (opened.state, opened.outcome, opened.winner, opened.done_at) == ("playing", "", None, None)
    assert (final.state, final.team("A"), final.team("B").name, final.seats) == ("waiting", None, "Team 2", [])
    assert not final.games.exists()
    assert table_of(final) is None
    assert match_at(tournament.tables.get(number=1)).number == 1
    win(tournament, 1, "B")
    assert match(tournament, 3).team("A").name == "Team 4"


def test_once_the_next_match_has_begun_the_winner_is_turned_round_and_that_match_waits_for_the_referee(
    organiser, write, correct, win
):
    tournament = draw(organiser, 4)
    first = game(tournament, 1)
    for side in "BAABB":
        write(first, thunee(side))
    win(tournament, 2, "A")
    write(game(tournament, 3), count("A"))
    correct(first, entries(first)[4], thunee("A"))
    final = match(tournament, 3)
    assert match(tournament, 1).winner.name == "Team 1"
    assert (final.team("A").name, final.conflict, final.side("A").due.name) == ("Team 4", "A", "Team 1")
    assert refused(write, game=game(tournament, 3), body=count("A")) == "under_review"
    assert len(entries(game(tournament, 3))) == 1


def test_a_correction_that_changes_no_winner_is_possible_whatever_came_after(organiser, write, correct, win):
    tournament = draw(organiser, 4)
    first = game(tournament, 1)
    for side in "ABBB":
        write(first, thunee(side))
    win(tournament, 2, "A")
    write(game(tournament, 3), count("A"))
    correct(first, entries(first)[0], count("A"))
    after = match(tournament, 1)
    assert (*(side.score for side in after.sides), after.winner.name) == (1, 12, "Team 4")


def test_a_next_match_given_without_play_counts_as_begun(organiser, write, correct, win):
    tournament = draw(organiser, 4)
    first = game(tournament, 1)
    win(tournament, 1, "A")
    win(tournament, 2, "A")
    acts.award_walkover(actor=organiser, match=match(tournament, 3), side="B", reason="had to leave")
    correct(first, entries(first)[2], None)
    assert (match(tournament, 3).conflict, match(tournament, 3).side("A").due) == ("A", None)


def test_a_later_game_nobody_has_begun_goes_when_the_one_before_is_open_again(organiser, write, correct):
    tournament = draw(organiser, 2, best_of=3)
    first = game(tournament, 1)
    for _ in range(3):
        write(first, thunee("A"))
    assert game(tournament, 1).number == 2
    correct(first, entries(first)[2], thunee("B"))
    assert game(tournament, 1).number == 1
    assert match(tournament, 1).side("A").games_won == 0
    assert match(tournament, 1).dealer_draw == first.dealer_draw
    write(first, thunee("A"))
    assert game(tournament, 1).number == 2


def test_a_later_game_that_has_begun_is_not_thrown_away_and_waits(organiser, write, correct):
    tournament = draw(organiser, 2, best_of=3)
    first = game(tournament, 1)
    for _ in range(3):
        write(first, thunee("A"))
    write(game(tournament, 1), count("A"))
    correct(first, entries(first)[2], thunee("B"))
    assert (game(tournament, 1).number, match(tournament, 1).games.count()) == (1, 2)
    write(first, thunee("A"))
    assert game(tournament, 1).number == 2


def test_a_game_may_change_hands_while_the_next_goes_on(organiser, write, correct):
    tournament = draw(organiser, 2, best_of=3)
    first = game(tournament, 1)
    for side in "ABBAA":
        write(first, thunee(side))
    write(game(tournament, 1), count("A"))
    correct(first, entries(first)[4], thunee("B"))
    playing = match(tournament, 1)
    assert (
        playing.side("A").games_won,
        playing.side("B").games_won,
        playing.side("A").score,
        playing.side("B").score,
    ) == (0, 1, 9, 12)


def test_the_desk_says_why(organiser, write, correct):
    tournament = draw(organiser, 4)
    written = write(game(tournament, 1), thunee("A"))
    said = {"game": game(tournament, 1), "entry": written.entry, "body": thunee("B")}
    assert refused(correct, reason="  ", **said) == "reason_missing"


def test_a_preview_of_a_correction_shows_what_would_change_and_stores_nothing(organiser, write, win):
    tournament = draw(organiser, 4)
    first = game(tournament, 1)
    win(tournament, 1, "A")
    tournament.refresh_from_db()
    version = tournament.version
    shown = acts.preview_correction(actor=organiser, game=first, entry=entries(first)[2], body=thunee("B"))
    assert said_of(shown["before"]) == ({"A": 12, "B": 0}, "A", "A")
    assert said_of(shown["after"]) == ({"A": 8, "B": 4}, "", "")
    assert shown["ruling"]["winner"] == "B"
    assert shown["refused"] is None
    tournament.refresh_from_db()
    assert (tournament.version, Entry.objects.count(), match(tournament, 1).winning_side) == (version, 3, "A")


def test_a_preview_says_if_it_would_be_refused(organiser, write):
    tournament = draw(organiser, 2, best_of=3)
    first = game(tournament, 1)
    for _ in range(3):
        write(first, thunee("A"))
    acts.award_walkover(actor=organiser, match=match(tournament, 1), side="A", reason="gone")
    acts.close_tournament(actor=organiser, tournament=tournament)
    shown = acts.preview_correction(actor=organiser, game=first, entry=entries(first)[2], body=None)
    assert shown["refused"].code == "tournament_closed"
    assert shown["after"] is None


@pytest.mark.parametrize("side", "AB")
def test_a_walkover_sends_its_team_on_and_can_be_taken_back(organiser, win, side):
    tournament = draw(organiser, 4)
    given = acts.award_walkover(actor=organiser, match=match(tournament, 1), side=side, reason="stuck on the N3")
    assert (given.state, given.outcome, given.winning_side, given.reason) == (
        "done",
        "walkover",
        side,
        "stuck on the N3",
    )
    win(tournament, 2, "A")
    final = match(tournament, 3)
    assert final.team("A").name == {"A": "Team 1", "B": "Team 4"}[side]
    acts.withdraw_walkover(actor=organiser, match=match(tournament, 1), reason="they have arrived")
    back, final = match(tournament, 1), match(tournament, 3)
    assert (back.state, back.winner, back.outcome, back.reason) == ("ready", None, "", "")
    assert (final.state, final.team("A")) == ("waiting", None)
    assert match_at(tournament.tables.get(number=1)).number == 1
    win(tournament, 1, "B")


def test_a_walkover_in_a_match_that_has_begun_keeps_the_hands_on_record(organiser, write):
    tournament = draw(organiser, 4)
    playing = game(tournament, 1)
    write(playing, thunee("A"))
    given = acts.award_walkover(actor=organiser, match=match(tournament, 1), side="B", reason="disqualified")
    assert given.winner.name == "Team 4"
    assert refused(write, game=playing, body=count("A")) == "match_over"
    assert len(entries(playing)) == 1
    acts.withdraw_walkover(actor=organiser, match=match(tournament, 1), reason="the referee was mistaken")
    assert match(tournament, 1).state == "playing"
    write(playing, count("A"))


def test_what_cannot_be_given_without_play_is_refused(organiser, win):
    tournament = draw(organiser, 4)
    said = {"actor": organiser, "side": "A", "reason": "did not come"}
    assert refused(acts.award_walkover, match=match(tournament, 3), **said) == "teams_unknown"
    assert refused(acts.award_walkover, match=match(tournament, 1), **{**said, "reason": ""}) == "reason_missing"
    assert refused(acts.award_walkover, match=match(tournament, 1), **{**said, "side": "C"}) == "bad_side"
    win(tournament, 1, "A")
    assert refused(acts.award_walkover, match=match(tournament, 1), **said) == "match_over"
    code = refused(acts.withdraw_walkover, actor=organiser, match=match(tournament, 1), reason="it was played")
    assert code == "no_walkover"


def test_a_table_fixes_the_last_hand_of_a_match_that_is_over_until_the_next_begins(organiser, write):
    tournament = draw(organiser, 4, table_count=1)
    link = acts.issue_table_link(actor=organiser, table=tournament.tables.get()).link
    first = game(tournament, 1)
    for _ in range(3):
        write(first, thunee("A"), actor=link)
    last = Entry.objects.get(sheet=first.sheet, seq=3)

    def fix(body, key):
        first.sheet.refresh_from_db()
        sent = acts.WriteKey("phone", key, first.sheet.head)
        return acts.correct_hand(actor=link, game=first, entry=last, body=body, key=sent)

    fixed = fix(thunee("B"), uuid.uuid4())
    assert not fixed.match.over
    write(first, thunee("A"), actor=link)
    last = Entry.objects.get(sheet=first.sheet, seq=5)
    write(game(tournament, 2), count("A"), actor=link)
    with pytest.raises(Refused) as caught:
        fix(thunee("B"), uuid.uuid4())
    assert caught.value.code == "table_moved_on"
