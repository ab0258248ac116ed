"""Matches as pages draw them: two lines with names, seeds and scores, alone, in lists, and as a whole bracket."""

from collections.abc import Iterable, Sequence

from django.urls import reverse
from django.utils.translation import gettext as _

from adjudication.judging import profile_of
from adjudication.models import Scoresheet
from engine import games
from engine.shapes import State
from thunee_tournaments.brackets.models import Match, MatchSide
from thunee_tournaments.brackets.names import round_title, title_of
from thunee_tournaments.presentation import brackets
from thunee_tournaments.presentation.stages import at_table, gone_of, name_or_source, put_off_to
from thunee_tournaments.tables.models import Table
from thunee_tournaments.tables.selectors import table_of
from thunee_tournaments.tournaments.models import Tournament


def table_words(table: Table | None) -> str:
    """ "Table 4 · Stage left · Hall B": its number, and what somebody called it and its zone."""
    return table.title if table is not None else ""


def numbered(match: Match) -> str:
    """ "Semi-finals · Match 13": the round and the number that the bracket speaks of."""
    return f"{title_of(match)} · " + _("Match %(number)s") % {"number": match.number}


def scores_of(match: Match) -> Sequence[int | None]:
    """What a line shows of a match: games won where several decide it, else balls; nothing before it begins."""
    if match.state not in (Match.State.PLAYING, Match.State.DONE) or match.outcome == Match.Outcome.WALKOVER:
        return [None] * len(match.sides)
    return match.figures


def note_of(match: Match) -> str:
    """Beside a match: that it is under review, its table while it is there, a walkover, a bye, the day it is put off
    to."""
    if match.conflict:
        return _("under review")
    if match.outcome == Match.Outcome.WALKOVER:
        return _("walkover")
    if match.state == Match.State.BYE:
        return _("bye")
    if put_off := put_off_to(match):
        return put_off
    if match.state in (Match.State.READY, Match.State.PLAYING):
        return table_words(table_of(match))
    return ""


def tie(match: Match, slug: str, *, label: str | None = None) -> brackets.Match:
    """A match as two lines. It must come with its table (`tables.selectors.with_tables`)."""
    if match.alone:
        return _table_tie(match, slug, label)
    top, bottom = map(_side, match.sides, scores_of(match))
    if match.state == Match.State.BYE and match.team("A") is None:
        top, bottom = bottom, top
    bye = match.state == Match.State.BYE
    return brackets.Match(
        top,
        bottom,
        str(match.number) if label is None else label,
        "" if bye else reverse("public:match", args=[slug, match.public_id]),
        match.state,
        note_of(match),
        spoken(match, top, bottom),
    )


def _table_tie(match: Match, slug: str, label: str | None) -> brackets.Match:
    """A table of single players: a line for each, with their points."""
    lines = at_table(match)
    players = ", ".join(map(_spoken_side, lines))
    return brackets.Match(
        lines[0],
        lines[1],
        str(match.number) if label is None else label,
        reverse("public:match", args=[slug, match.public_id]),
        match.state,
        note_of(match),
        _("Match %(number)s: %(players)s") % {"number": match.number, "players": players},
        others=tuple(lines[2:]),
    )


def _side(side: MatchSide, score: int | None) -> brackets.Side:
    team = side.team
    if team is None:
        return brackets.Side(name_or_source(side), known=False)
    return brackets.Side(team.name, team.seed, score, won=side.match.winning_side == side.side, gone=gone_of(team))


def spoken(match: Match, top: brackets.Side, bottom: brackets.Side) -> str:
    """A match for those who listen: "Match 7: 1 Umgeni 2, 8 Verulam 1, Umgeni won"."""
    if match.state == Match.State.BYE:
        return _("%(team)s goes on without playing") % {"team": top.name}
    words = _("Match %(number)s: %(first)s, %(second)s") % {
        "number": match.number,
        "first": _spoken_side(top),
        "second": _spoken_side(bottom),
    }
    if match.winner_id is not None:
        words = _("%(match)s; %(team)s won") % {"match": words, "team": top.name if top.won else bottom.name}
    elif note := note_of(match):
        words = f"{words}; {note}"
    return words


def _spoken_side(side: brackets.Side) -> str:
    """What stands on a side's line, in the order in which it stands there: seed, name, score."""
    return " ".join(str(part) for part in (side.seed, side.called, side.shown) if part not in (None, ""))


def two_clear(sheet: Scoresheet, after: State) -> bool:
    """Whether the game on this sheet, in the state `after`, is won only by a lead of two as well (TH-GAME-3)."""
    return games.load(sheet.game).two_clear(profile_of(sheet), after)


def bracket(tournament: Tournament, matches: Iterable[Match]) -> brackets.Bracket:
    """The whole bracket, from the tournament's matches in order, each with its table."""
    columns: dict[int, brackets.Round] = {}
    for match in matches:
        column = columns.setdefault(match.round_id, brackets.Round(round_title(match.round.name), []))
        column.matches.append(tie(match, tournament.slug))
    return brackets.Bracket(_("Bracket of %(tournament)s") % {"tournament": tournament.name}, list(columns.values()))
