"""After anything that changes a result: settle the match, send the winner on or back, open games, free tables.

This is the one place that decides what a change of result does to the rest of the tournament. It runs inside the
transaction of the act, after the sheet was locked, and keeps to the order of `locking`: the version row comes last.
"""

from django.utils.translation import gettext_lazy as _

from engine.seats import OTHER_SIDE
from thunee_tournaments.brackets import settling
from thunee_tournaments.brackets.formats.catalogue import format_of
from thunee_tournaments.brackets.models import Match, MatchGame
from thunee_tournaments.services.core.errors import Refused
from thunee_tournaments.services.core.publishing import publish
from thunee_tournaments.services.match import qualifier_queue, stages
from thunee_tournaments.services.match.advancement import advance, withdrawn_side
from thunee_tournaments.services.match.games import note_dealer, open_next_game, remove_games
from thunee_tournaments.services.match.group_play import lock_stage, open_due_of
from thunee_tournaments.services.match.match_lead import require_lead_stands
from thunee_tournaments.services.match.qualifier_results import meetings_in, note_misplaced
from thunee_tournaments.tables import assigning
from thunee_tournaments.tournaments.models import Tournament


def settle(match_id: int) -> Match:
    """Bring a match, and what follows from it, into line with its sheets. Running it again changes nothing more.

    Refused: tournament_closed, bell_first; the act is then undone as a whole.
    """
    match = settling.lock_match(match_id)
    was, was_over = match.winner_id, match.over
    games = settling.games_of(match)
    score = settling.score_of(match, games)
    require_lead_stands(match, games)
    _drop_unbegun(match, games, score.counted)
    settling.apply_score(match, score, settling.begun(games))
    if was_over or match.over or score.counted < len(games) or not games or games[-1].sheet.is_over:
        carry_on(match, was)
    else:
        # Its last game is in play, as before: that is nobody's business but the score's.
        _require_running(publish(match.stage.tournament, only_hand=True))
    return match


def carry_on(match: Match, previous_winner: int | None) -> None:
    """What a settled match means for the others: the next matches of its teams, games to open, tables, the version.
    `previous_winner` is the id of the team that had won it before, or None. Where each plays alone the points decide
    who goes on, so that it is settled anew although the same player has won, or nobody."""
    _publish(match, _move(match, previous_winner))


def _move(match: Match, previous_winner: int | None) -> list[Match]:
    """Everything that moves before the version row is locked. Gives the matches that are decided anew, this one first:
    those that a team has lost by being out come behind it."""
    decided_anew = match.alone or match.winner_id != previous_winner
    forfeited: list[Match] = []
    if decided_anew:
        forfeited = advance(match)
        if format_of(match.stage).in_turn:
            lock_stage(match.stage)
            open_due_of(match)
            # It may have to wait itself now, for an earlier match of its teams that is open again.
            match.refresh_from_db(fields=["state", "seats", "first_dealer", "dealer_draw"])
        elif format_of(match.stage).sold:
            queue_again(match)
    if not match.over and match.state != Match.State.WAITING and needs_game(match):
        open_next_game(match)
    forfeited += stages.update_later_stages(match.stage)
    return [*([match] if decided_anew else []), *(given_up for after in forfeited for given_up in _give_up(after))]


def _publish(match: Match, decided: list[Match]) -> None:
    """Count the change; free the tables of the matches that are over now, bring one that goes on back, and call who is
    ready."""
    tournament = publish(match.stage.tournament)
    _require_running(tournament)
    for changed in decided:
        if changed.over:
            assigning.leave(changed)
        else:
            assigning.come_back(changed)
    if decided:
        assigning.call_ready(tournament)


def _require_running(tournament: Tournament) -> None:
    """To be called with the tournament's row locked: only then is it known whether somebody has closed it meanwhile."""
    if tournament.status != Tournament.Status.RUNNING:
        raise Refused("tournament_closed", _("The tournament is closed: nothing is written any more."))


def forfeit(match: Match) -> None:
    """Give a match that is not over to the side whose team has not withdrawn."""
    if decided := _give_up(match):
        _publish(match, decided)


def _give_up(match: Match) -> list[Match]:
    """The same without making it public. Gives the matches that are decided by it; none if it has to be played."""
    match = settling.lock_match(match.pk)
    gone = withdrawn_side(match)
    if match.over or not gone or not match.known:
        return []
    remove_games([game for game in settling.games_of(match) if game.sheet.seq == 0])
    out = match.team(gone)
    settling.apply_walkover(match, OTHER_SIDE[gone], out.why_out if out else "")
    return _move(match, None)


def queue_again(match: Match) -> None:
    """A result of a qualifier: later matches of its entries that do not stand are taken back, those that do may be in
    conflict now, and whoever waits is paired."""
    stage = lock_stage(match.stage)
    entries = {seed for seed in match.seeds if seed is not None}
    meetings = meetings_in(stage)
    behind = [meeting for meeting in meetings if meeting.number > match.number]
    later = [meeting.number for meeting in behind if not entries.isdisjoint(meeting.entries)]
    gone = set()
    for after in stage.matches.filter(number__in=later).order_by("number") if later else ():
        games = settling.games_of(after)
        if settling.stands(after, games):
            continue
        remove_games(games)
        assigning.uncall(after)
        gone.add(after.number)
        after.delete()
    meetings = [meeting for meeting in meetings if meeting.number not in gone]
    note_misplaced(stage, meetings)
    qualifier_queue.pair_waiting(stage, meetings)


def _drop_unbegun(match: Match, games: list[MatchGame], counted: int) -> None:
    """Behind a game that is open again, or decides the match, those nothing was ever written in are gone. The others
    stay, and lie beyond (`brackets.order`)."""
    remove_games([game for game in games[counted:] if game.sheet.seq == 0])
    if games and match.dealer_draw != games[counted - 1].dealer_draw:
        note_dealer(match, games[counted - 1].dealer_draw)


def needs_game(match: Match) -> bool:
    """Whether all games opened so far count for a side: the match, if it is not over, needs another to go on."""
    return match.games.count() == match.games_counted
