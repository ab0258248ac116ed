"""Moving teams between matches when a result before them is known, or has changed. Parts of acts, not acts themselves.

A match that does not stand yet takes the team it should have. One that stands (`brackets.settling.stands`) keeps who is
there and is in conflict from then on, until a referee decides (`late_results`).
"""

from thunee_tournaments.brackets import settling
from thunee_tournaments.brackets.formats.catalogue import format_of
from thunee_tournaments.brackets.models import Match
from thunee_tournaments.services.match import laying_rounds
from thunee_tournaments.services.match.games import open_next_game, remove_games
from thunee_tournaments.tables import assigning
from thunee_tournaments.teams.models import Team


def advance(match: Match) -> list[Match]:
    """Let who goes on from a match, and who goes down, or nobody, stand where they go to. Gives the matches that are
    ready now but have a team that withdrew. Where each round is seeded anew, that changes who meets whom in the next,
    as long as nobody has begun there."""
    if not laying_rounds.is_seeded_anew(match.stage):
        return _send_on(match)
    forfeited: list[Match] = []
    for round_ in laying_rounds.can_be_taken_up(match):
        laying_rounds.take_up(round_)
        for after in round_.matches.select_related("round", "stage__tournament").order_by("number"):
            forfeited += _empty(after)
    forfeited += _send_on(match)
    for after, side, team in laying_rounds.lay_next(match):
        forfeited += sit(after, side, team)
    return forfeited


def _empty(after: Match) -> list[Match]:
    """Nobody is known to play a match any more, nor to go on from it."""
    remove_games(settling.games_of(after))
    settling.place(after, dict.fromkeys(after.letters))
    assigning.uncall(after)
    return _send_on(after)


def _send_on(match: Match) -> list[Match]:
    forfeited: list[Match] = []
    for after in settling.lock_next(match):
        for side, due, over in settling.due_in(after, match):
            forfeited += sit(after, side, due, over=over)
    return forfeited


def sit(after: Match, side: str, due: Team | None, *, over: bool = False) -> list[Match]:
    """Let a team, or nobody yet, stand on a side of a match; `over`: it is not to be played at all. Gives what advance
    gives."""
    if settling.stands(after, settling.games_of(after)):
        settling.note_due(after, side, due)
        return []
    if after.team(side) == due and not over and after.state != Match.State.BYE:
        return []
    if any(own.source == ["bye"] for own in after.sides):
        return _go_on_by_bye(after, side, due)
    was = after.through
    not_next = after.state == Match.State.WAITING and format_of(after.stage).in_turn
    remove_games(settling.games_of(after))
    sits = after.side_of(due)
    # Who changes sides gets up first: nobody is in a match twice, not for a moment.
    settling.place(after, {side: due} if sits is None or sits.side == side else {sits.side: None, side: due})
    if over and after.team("A") is not None:
        settling.pass_over(after)
    if after.state == Match.State.READY:
        if not_next:  # others of its teams come before it, until `open_due` finds otherwise
            after.state = Match.State.WAITING
            after.save(update_fields=["state"])
        else:
            open_next_game(after)
            if assigning.elsewhere(after):
                assigning.uncall(after)
        if withdrawn_side(after):
            return [after]
    else:
        assigning.uncall(after)
    return advance(after) if was is not None and after.through != was else []


def _go_on_by_bye(match: Match, side: str, team: Team | None) -> list[Match]:
    """Another team has the bye, and goes on by it."""
    if team is None or match.team(side) == team:
        return []
    settling.seat(match, {side: team})
    return advance(match)


def withdrawn_side(match: Match) -> str:
    """The side whose team has withdrawn; "" if both are in, or both are out (then the first goes on). A table of single
    players plays on without one of them."""
    if match.alone:
        return ""
    gone = [side.side for side in match.sides if side.team is not None and side.team.withdrawn_at is not None]
    return gone[-1] if gone else ""
