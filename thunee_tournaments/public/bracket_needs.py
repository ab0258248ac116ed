"""Where a win and where a loss lead a team of a knock-out or a double elimination, in words."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from thunee_tournaments.brackets.formats.base import LOSERS
from thunee_tournaments.brackets.formats.catalogue import format_of
from thunee_tournaments.brackets.formats.knockout import BESIDE
from thunee_tournaments.brackets.models import Match
from thunee_tournaments.brackets.names import stage_title, title_of
from thunee_tournaments.teams.models import Team
from thunee_tournaments.tournaments.models import Stage


def in_bracket(
    team: Team, stage: Stage, matches: Sequence[Match], later: Sequence[Stage], *, decides: bool
) -> list[str]:
    """Sentences about the next match of a team, out of all matches of its stage in order and the stages after it; none
    where it has none, or a result is under review. `decides`: whether the stage's winner has won the event."""
    now = next((match for match in matches if not match.over and match.side_of(team)), None)
    if now is None or any(match.conflict for match in matches):
        return []
    win, loss = _ahead(now, team, matches)
    sentences = []
    if win is not None:
        sentences.append(_("After a win: %(round)s.") % {"round": title_of(win)})
    elif decides and now.round.name in format_of(stage).decisive:
        sentences.append(_("A win is the title."))
    if loss is not None:
        sentences.append(_("After a loss: %(round)s.") % {"round": title_of(loss)})
    elif plate := _plate_after(now, stage, later):
        title = stage_title(plate.format, plate.parameters)
        sentences.append(_("After a loss it may play on: %(stage)s.") % {"stage": title})
    elif win is not None:
        sentences.append(_("After a loss it is over."))
    return sentences


def _ahead(now: Match, team: Team, matches: Sequence[Match]) -> tuple[Match | None, Match | None]:
    """The matches the team plays next after a win and after a loss, if there are such."""
    comes_from = {tuple(side.source): match for match in matches for side in match.sides}

    def after(how: str) -> Match | None:
        match = comes_from.get((how, now.number))
        while match is not None and match.state == Match.State.BYE:  # passed through
            match = comes_from.get(("winner", match.number))
        return match

    if again := after("again"):  # a grand final is played again if who has lost before wins it
        lost_before = any(match.over and match.loser == team for match in matches if match.state == Match.State.DONE)
        return (again, None) if lost_before else (None, again)
    win = after("winner")
    if win is None and now.stage.parameters.get("seed_anew"):  # no match says whose winner comes there
        win = next(
            (match for match in matches if match.round.number == now.round.number + 1 and _unpaired(match)), None
        )
    return win, after("loser")


def _unpaired(match: Match) -> bool:
    return any(side.source[0] == "left" for side in match.sides)


def _plate_after(now: Match, stage: Stage, later: Sequence[Stage]) -> Stage | None:
    """A stage to come that takes those who lose this match, or lose anywhere in this stage."""
    if now.round.name.startswith(BESIDE):
        return None
    for each in later:
        feed = each.parameters.get("feed", {})
        takes = feed.get("take") == LOSERS and feed.get("stage") == stage.order
        if takes and each.drawn_at is None and feed.get("round", 0) in (0, now.round.number):
            return each
    return None
