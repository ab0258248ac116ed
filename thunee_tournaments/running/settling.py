"""After anything that changes a result: settle the match, send the winner on or back, open games, free tables.

This is the one place that decides what a change of result does to the rest of the tournament. It runs inside the
transaction of the act, after the sheet was locked, and locks match, next matches and version row, in this order.
"""

from django.db.models import Q
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from thunee_tournaments.brackets import settling
from thunee_tournaments.brackets.formats.scheduled import WITH_TABLES
from thunee_tournaments.brackets.models import Match, MatchGame
from thunee_tournaments.running import queueing, stages
from thunee_tournaments.running.errors import Refused
from thunee_tournaments.running.games import note_dealer, open_next_game, remove_games
from thunee_tournaments.running.group_play import lock_stage, open_due
from thunee_tournaments.running.publishing import publish
from thunee_tournaments.tables import assigning
from thunee_tournaments.tournaments.models import Stage, Tournament


def settle(match_id: int) -> Match:
    """Bring a match, and what follows from it, into line with its sheets. Running it again changes nothing more.

    Refused: tournament_closed, later_game_begun, successor_begun; the act is then undone as a whole.
    """
    match = settling.lock_match(match_id)
    was = match.winner_id
    games = settling.games_of(match)
    score = settling.score_of(match, games)
    _drop_surplus(match, games, score.counted)
    settling.apply_score(match, score, settling.begun(games))
    carry_on(match, was)
    return match


def carry_on(match: Match, previous_winner: int | None) -> None:
    """What a settled match means for the others: the next matches of its teams, games to open, tables, the version.
    `previous_winner` is the id of the team that had won it before, or None."""
    decided_anew = match.winner_id != previous_winner
    forfeited: list[Match] = []
    if decided_anew:
        forfeited = advance(match)
        if match.stage.format in WITH_TABLES:
            open_due(lock_stage(match.stage))
        elif match.stage.format == Stage.Format.STREAK:
            queue_again(match)
    if not match.over and needs_game(match):
        open_next_game(match)
    stages.follow(match.stage)
    tournament = publish(match.stage.tournament)
    if tournament.status != Tournament.Status.RUNNING:
        # Somebody closed it in the meantime; this is known for certain only now that its row is locked.
        raise Refused("tournament_closed", _("The tournament is closed: nothing is written any more."))
    if decided_anew:
        _seat(match, tournament)
    for after in forfeited:
        forfeit(after)


def advance(match: Match) -> list[Match]:
    """Let the winner and the loser, or nobody, stand where they go on to. Gives the matches that are ready now but have
    a team that withdrew. Refused: successor_begun."""
    forfeited = []
    for after, side, kind in settling.lock_next(match):
        games = settling.games_of(after)
        if after.state == Match.State.DONE or settling.begun(games):
            raise _successor_begun(match, after)
        remove_games(games)
        settling.place(after, side, settling.team_for(match, kind))
        if kind == "again" and match.winning_side == "A":
            settling.pass_over(after)
        if after.state == Match.State.READY:
            open_next_game(after)
            if withdrawn_side(after):
                forfeited.append(after)
        else:
            assigning.uncall(after)
    return forfeited


def withdrawn_side(match: Match) -> str:
    """The side whose team has withdrawn; "" if both are in, or both are out (then the first goes on)."""
    gone = [side for side in "AB" if (team := match.team(side)) is not None and team.withdrawn_at is not None]
    return gone[-1] if gone else ""


def forfeit(match: Match) -> None:
    """Give a match that is not over to the side whose team has not withdrawn."""
    match = settling.lock_match(match.pk)
    gone = withdrawn_side(match)
    if match.over or not gone or match.team_a is None or match.team_b is None:
        return
    remove_games([game for game in settling.games_of(match) if game.sheet.seq == 0])
    reason = gettext("%(team)s has withdrawn.") % {"team": match.team(gone)}
    settling.apply_walkover(match, "B" if gone == "A" else "A", reason)
    carry_on(match, None)


def queue_again(match: Match) -> None:
    """A result of a qualifier: later matches of its entries that have not begun are taken back, and whoever waits is
    paired. Refused: successor_begun."""
    stage = lock_stage(match.stage)
    entries = [slot for slot in (match.slot_a, match.slot_b) if slot[0] == "seed"]
    for after in stage.matches.filter(Q(slot_a__in=entries) | Q(slot_b__in=entries), number__gt=match.number):
        games = settling.games_of(after)
        if after.state == Match.State.DONE or settling.begun(games):
            raise _successor_begun(match, after)
        remove_games(games)
        after.delete()
    queueing.pair_waiting(stage)


def _drop_surplus(match: Match, games: list[MatchGame], counted: int) -> None:
    """Games that do not belong to the match any more, because an earlier one is open again or decides it."""
    surplus = games[counted:]
    if settling.begun(surplus):
        raise Refused(
            "later_game_begun",
            _("This would change how game %(before)s ended, but game %(game)s of this match has hands already. Ask the "
              "desk: the hands of game %(game)s must be dealt with first.")
            % {"before": surplus[0].number - 1, "game": surplus[0].number},
        )  # fmt: skip
    if surplus:
        remove_games(surplus)
        note_dealer(match, games[counted - 1].dealer_draw)


def needs_game(match: Match) -> bool:
    """Whether all games opened so far count for a side: the match, if it is not over, needs another to go on."""
    return match.games.count() == match.games_a + match.games_b


def _seat(match: Match, tournament: Tournament) -> None:
    """Free the table of a match that is over, bring one that goes on back, and call who is ready."""
    if match.over:
        assigning.leave(match)
    else:
        assigning.come_back(match)
    assigning.call_ready(tournament)


def _successor_begun(match: Match, after: Match) -> Refused:
    return Refused(
        "successor_begun",
        _("This would change who won match %(match)s, but match %(after)s, where the winner plays next, has begun. "
          "It is refused so that no team is taken out of a match it is playing. Ask the organiser.")
        % {"match": match.number, "after": after.number},
    )  # fmt: skip
