"""A stage as pages show it: its bracket in one or several parts, or its tables and the rounds of their matches."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import pairwise
from typing import NotRequired, TypedDict

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from engine.games import traits
from thunee_tournaments.brackets.formats import knockout, streak
from thunee_tournaments.brackets.formats.catalogue import format_of
from thunee_tournaments.brackets.formats.knockout import THIRD_PLACE, places_in
from thunee_tournaments.brackets.models import Match, MatchSide
from thunee_tournaments.brackets.names import group_title, part_of, part_title, round_title, stage_title
from thunee_tournaments.presentation import brackets as drawn
from thunee_tournaments.presentation.extracts import Extract, MatchRow, RoundExtract
from thunee_tournaments.presentation.points import pair, written
from thunee_tournaments.standings import metrics
from thunee_tournaments.standings.shapes import Row, StageTables, StandingsData, TableRow
from thunee_tournaments.teams.models import Team
from thunee_tournaments.tournaments.models import Stage
from thunee_tournaments.tournaments.shapes import Words


def gone_of(team: Team) -> str:
    """What is marked beside a team that plays on no more."""
    if team.withdrawn_at is None:
        return ""
    return _("disqualified") if team.disqualified else _("withdrawn")


def at_table(match: Match) -> list[drawn.Side]:
    """A table of single players: a line for each, with their points."""
    begun = match.over or match.state == Match.State.PLAYING
    lowest = min(side.score for side in match.sides) if match.over else None
    return [
        drawn.Side(
            str(side.team), side.team.seed, side.score if begun else None, won=side.score == lowest,
            gone=gone_of(side.team),
        )
        for side in match.sides
        if side.team
    ]  # fmt: skip


class Head(TypedDict):
    """The head of a column: its key, its short name, and what it means."""

    key: str
    short: Words
    name: Words


class Cell(TypedDict):
    """A figure in a row; `name`: what it means, where a row has to say so itself."""

    key: str
    text: str
    name: NotRequired[Words]


class ShownRow(TableRow):
    """A row of a table with its figures as they are written."""

    cells: list[Cell]


@dataclass(frozen=True)
class Table:
    """The table of a group, or of the whole stage (no title): heads, rows with cells, why who stands above whom, and
    how many teams it has (of a long one only the first rows are shown)."""

    title: str
    heads: list[Head]
    rows: list[ShownRow]
    reasons: list[str] = field(default_factory=list)
    teams: int = 0


@dataclass(frozen=True)
class StageView:
    """One stage. `brackets` are (title, bracket); `rounds` the matches of a stage with tables, the current first;
    `extract`: what of a large stage is shown; `part`: of its bracket the part that is drawn besides the last rounds."""

    stage: Stage
    title: str
    brackets: list[tuple[str, drawn.Bracket]] = field(default_factory=list)
    tables: list[Table] = field(default_factory=list)
    rounds: list[drawn.Round] = field(default_factory=list)
    extract: Extract = field(default_factory=Extract)
    part: list[tuple[str, drawn.Bracket]] = field(default_factory=list)

    @property
    def at(self) -> str:
        """The anchor of what an address asks for; "" where it asks for nothing here."""
        return "at" if self.extract.asked else ""

    @property
    def entries_close_at(self) -> datetime | None:
        """When the entries of a qualifier close by the clock."""
        return streak.closes_at(self.stage.inputs)


def views(
    stages: Iterable[Stage],
    matches: Sequence[Match],
    standings: StandingsData,
    draw: Callable[[Match], drawn.Match],
    title: str,
    extracts: Mapping[int, Extract],
) -> list[StageView]:
    """The stages that have been drawn, the last one first, the A final before the B final. `draw` makes a box of a
    match, `title` says whose it is. `extracts`: by the order of each stage what of it is shown; of a stage without one
    its tables, whole."""
    tables = {table["stage"]: table for table in standings.get("stages", [])}
    seen = []
    for stage in stages:
        if stage.drawn_at is None:
            continue
        own = [match for match in matches if match.stage_id == stage.pk]
        called = stage_title(stage.format, stage.parameters)
        extract = extracts.get(stage.order, Extract())
        if format_of(stage).bracket:
            seen.append(_bracket_view(StageView(stage, called, extract=extract), own, draw, title))
        else:
            data = tables.get(stage.order)
            shown = tables_of(stage, data, ROWS if extract.rounds else None) if data is not None else []
            rounds = rounds_of({match.pk: match for match in own}, draw, extract.rounds)
            seen.append(StageView(stage, called, tables=shown, rounds=rounds, extract=extract))
    return _latest_first(seen)


def _latest_first(views: Sequence[StageView]) -> list[StageView]:
    """The stages from the last one back; finals that share out the places of one stage together, A first."""
    places: dict[int, int] = {}
    for view in views:
        if view.stage.parameters.get("letter"):
            places.setdefault(view.stage.parameters["feed"]["stage"], view.stage.order)

    def place(view: StageView) -> tuple[int, str]:
        letter = view.stage.parameters.get("letter", "")
        return (-places[view.stage.parameters["feed"]["stage"]] if letter else -view.stage.order), letter

    return sorted(views, key=place)


def _bracket_view(view: StageView, own: Sequence[Match], draw: Callable[[Match], drawn.Match], title: str) -> StageView:
    """A bracket: whole, or its last rounds, and of those before the part that is shown."""
    extract = view.extract
    last = [match for match in own if match.pk in extract.top]
    part = [match for match in own if extract.part is not None and match.pk in extract.part.keys]
    return replace(
        view,
        brackets=brackets_of(view.stage, last, draw, title),
        part=brackets_of(view.stage, part, draw, title) if part else [],
    )


def plain(stages: Iterable[Stage]) -> bool:
    """Whether all there is is one knock-out drawn once, without anything besides: its bracket says it all."""
    only = list(stages)
    return len(only) == 1 and format_of(only[0]).losses == 1 and not (
        any(only[0].parameters.get(name) for name in ("third_place", "plate", "play_out", "seed_anew"))
    )  # fmt: skip


def brackets_of(
    stage: Stage, matches: Sequence[Match], draw: Callable[[Match], drawn.Match], title: str
) -> list[tuple[str, drawn.Bracket]]:
    """The parts of a bracket: the main one, the losers' bracket or the plate, and what is played for each of the places
    below. Third place stands below the final."""
    parts: dict[str, dict[int, list[Match]]] = {}
    third = [match for match in matches if match.round.name == THIRD_PLACE]
    for match in matches:
        if match.round.name != THIRD_PLACE and places_in(match.round.name) is None:
            columns = parts.setdefault(part_of(match.round.name), {})
            columns.setdefault(match.round.number, []).append(match)
    drawings = []
    for part, columns in parts.items():
        # Which match leads to which is known only when a round is over: it is told on each side, and no line drawn.
        anew = part == "" and bool(stage.parameters.get("seed_anew"))
        rounds: list[drawn.Round] = []
        before: list[Match] = []
        for number in sorted(columns):
            own = columns[number]
            at = {match.number: place for place, match in enumerate(before)}
            boxes = [replace(draw(match), feeders=None if anew else _feeders(match, at)) for match in own]
            rounds.append(drawn.Round(round_title(own[0].round.name), boxes))
            before = own
        if part == "" and third and rounds:
            boxes = [replace(draw(match), feeders=(), note=_("Third place")) for match in third]
            rounds[-1] = drawn.Round(rounds[-1].title, [*rounds[-1].matches, *boxes])
        name = part_title(part, stage.format)
        drawings.append((name, drawn.Bracket(f"{title}: {name}" if name else title, rounds, lines=not anew)))
    return drawings + _places_of(matches, draw, title)


def _places_of(
    matches: Sequence[Match], draw: Callable[[Match], drawn.Match], title: str
) -> list[tuple[str, drawn.Bracket]]:
    """What is played for the places below: a drawing for those who lost in one round, the best places first; in a
    column what is played at the same distance from the last word."""
    by_places: dict[range, list[Match]] = {}
    for match in matches:
        if (places := places_in(match.round.name)) is not None:
            by_places.setdefault(places, []).append(match)
    drawings = []
    in_order = sorted(by_places, key=lambda places: places.start)
    for outer in [places for places in in_order if not _around(places, by_places)]:
        columns: dict[int, list[range]] = {}
        for places in [places for places in in_order if places == outer or outer in _around(places, by_places)]:
            columns.setdefault(len(_around(places, by_places)), []).append(places)
        rounds: list[drawn.Round] = []
        before: list[Match] = []
        for depth in sorted(columns):
            own = [match for places in columns[depth] for match in by_places[places]]
            at = {match.number: place for place, match in enumerate(before)}
            boxes = [replace(draw(match), feeders=_feeders(match, at)) for match in own]
            ranges = ", ".join(f"{places.start}–{places[-1]}" for places in columns[depth])
            rounds.append(drawn.Round(_("Places %(places)s") % {"places": ranges}, boxes))
            before = own
        name = round_title(by_places[outer][0].round.name)
        drawings.append((name, drawn.Bracket(f"{title}: {name}", rounds)))
    return drawings


def _around(places: range, others: Iterable[range]) -> list[range]:
    """Those of the others in which these places lie."""
    return [other for other in others if other != places and other.start <= places.start and places.stop <= other.stop]


def _feeders(match: Match, at: Mapping[int, int]) -> tuple[int, ...]:
    """The places in the round before that send their winners here."""
    sources = (side.source for side in match.sides)
    return tuple(at[source[1]] for source in sources if source[0] == "winner" and source[1] in at)


def rounds_of(
    matches: Mapping[int, Match], draw: Callable[[Match], drawn.Match], extracts: Iterable[RoundExtract]
) -> list[drawn.Round]:
    """The rounds of a stage with tables, out of the matches by their keys."""
    return [
        drawn.Round(
            _round_head(extract.head),
            [draw(matches[key]) for key in extract.keys if key in matches],
            extract.head.round,
            extract.lists,
            extract.first,
        )
        for extract in extracts
    ]


def _round_head(row: MatchRow) -> str:
    title = round_title(row.name)
    if row.day is None:
        return title
    return _("%(round)s, %(day)s") % {"round": title, "day": date_format(row.day, "DATE_FORMAT")}


ROWS = 60  # of a table beside the matches; the page of the standings has them all


def tables_of(stage: Stage, data: StageTables, most: int | None = None) -> list[Table]:
    """The tables of a stage, out of a snapshot of the standings; of a long one `most` rows."""
    format_ = format_of(stage)
    keys = format_.columns
    balls = traits(stage.tournament.game).balls
    named = {key: _head(key, balls) for key in keys}
    heads: list[Head] = [{"key": key, "short": named[key][0], "name": named[key][1]} for key in keys]
    tables = []
    for group in data["tables"]:
        first = group["rows"][:most]
        rows: list[ShownRow] = [
            {**row, "cells": [{"key": key, "text": cell(row["values"], key)} for key in keys]} for row in first
        ]
        title = group_title(group["group"]) if group["group"] and len(data["tables"]) > 1 else ""
        why = reasons(first, data["ranked_by"], balls, streak=format_.sold)
        tables.append(Table(title, heads, rows, why, len(group["rows"])))
    return tables


def score_head(balls: bool) -> tuple[Words, Words]:
    """The head of the column of what was scored for and against."""
    return (_("Balls"), _("Balls won and given away")) if balls else (_("Points"), _("Points for and against"))


def _head(key: str, balls: bool) -> tuple[Words, Words]:
    if key == "balls":
        return score_head(balls)
    if key == "reached":
        return _("Streak"), _("Most wins in a row")
    name, abbreviation = metrics.words(key, balls)
    return abbreviation, name


def put_off_to(match: Match) -> str:
    """The day a match that has not begun is put off to, in words; "" where it is not."""
    if match.postponed_to is None or match.state not in (Match.State.READY, Match.State.WAITING):
        return ""
    return _("put off to %(day)s") % {"day": date_format(match.postponed_to, "SHORT_DATE")}


PAIRS = {"games": ("games_won", "games_lost"), "balls": ("balls_for", "balls_against")}


def quarters(count: int) -> str:
    """So many quarters of a point, as they stand in a table."""
    whole, rest = divmod(count, 4)
    return f"{whole}{('', '¼', '½', '¾')[rest]}"


def cell(values: Mapping[str, float | None], key: str) -> str:
    """A figure as it stands in a table; nothing where it cannot be computed."""
    if key in PAIRS:
        won, lost = (values[metric] for metric in PAIRS[key])
        return "" if won is None or lost is None else pair(int(won), int(lost))
    value = values.get(key)
    if value is None:
        return ""
    if key == "ball_difference" and value:
        return f"{int(value):+d}".replace("-", "−")
    if key in metrics.BY_KEY and metrics.BY_KEY[key].halves:
        return quarters(int(2 * value))
    return quarters(int(4 * value)) if value % 1 else written(int(value))


def reasons(rows: Sequence[Row], ranked_by: Sequence[str], balls: bool = True, *, streak: bool = False) -> list[str]:
    """Why each team stands above the next: the first figure they differ in. `streak`: in a qualifier, where what a team
    has reached is no round but its longest row of wins."""
    sentences = []
    for upper, lower in pairwise(rows):
        key = metrics.deciding(upper["values"], lower["values"], ranked_by)
        if key is None:
            sentences.append(_("%(upper)s and %(lower)s are level.") % {"upper": upper["name"], "lower": lower["name"]})
            continue
        sentences.append(
            _("%(upper)s above %(lower)s: %(metric)s, %(one)s to %(other)s.")
            % {
                "upper": upper["name"],
                "lower": lower["name"],
                "metric": _head(key, balls)[1] if streak else metrics.words(key, balls)[0],
                "one": cell(upper["values"], key) or "–",
                "other": cell(lower["values"], key) or "–",
            }
        )
    return sentences


def name_of_side(match: Match, side: str) -> str:
    """The team of a side, or where it will come from."""
    return name_or_source(match.side(side))


def name_or_source(side: MatchSide) -> str:
    """The team of a side, or where it will come from."""
    return side.team.name if side.team else source_text(knockout.source_from(side.source))


def source_text(source: knockout.Source) -> str:
    match source:
        case ("winner", number):
            return _("Winner of match %(number)s") % {"number": number}
        case ("loser" | "again", number):
            return _("Loser of match %(number)s") % {"number": number}
        case ("seed", number):
            return _("Seed %(number)s") % {"number": number}
        case ("left", number):
            return _("Seed no. %(number)s of those left") % {"number": number}
    return _("bye")
