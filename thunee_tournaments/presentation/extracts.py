"""What a page shows of a large stage at once: of its rounds the next, a long one in lists; of its bracket the last
rounds and one part of those before. Chosen from a few columns of all matches: no more are read whole than are drawn.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Any, NamedTuple

from django.db.models import QuerySet

from thunee_tournaments.brackets.formats.catalogue import format_of
from thunee_tournaments.brackets.formats.knockout import places_in
from thunee_tournaments.brackets.models import Match
from thunee_tournaments.brackets.names import part_of
from thunee_tournaments.brackets.selectors import sources_in
from thunee_tournaments.teams.models import Team
from thunee_tournaments.teams.names import name_key
from thunee_tournaments.tournaments.models import Stage, Tournament

MANY_MATCHES = 300  # of a stage with tables: fewer are all shown
WIDE = 64  # a bracket with more matches in a round is shown in parts
LIST = 60  # matches shown of a long round at once
TOP = 16  # the last rounds of a large bracket: from this many matches on
State = Match.State


class MatchRow(NamedTuple):
    """A match as a few columns tell it; `key` its primary key."""

    stage: int
    key: int
    number: int
    state: str
    round: int
    name: str
    day: date | None

    @property
    def over(self) -> bool:
        return self.state in (State.DONE, State.BYE)


@dataclass(frozen=True)
class Spot:
    """What an address asks for: a stage, by its order; of that a round (with the match to begin at, from 1) or a part
    of its bracket."""

    stage: int
    round: int = 0
    first: int = 1
    part: int = 0


@dataclass(frozen=True)
class RoundExtract:
    """A round: its first match, the keys of those that are drawn, and the lists a long one is cut into: from, to;
    `first`: at which match those that are drawn begin."""

    head: MatchRow
    keys: list[int]
    lists: list[tuple[int, int]] = field(default_factory=list)
    first: int = 1


@dataclass(frozen=True)
class Part:
    """A part of a bracket: its number from 1, the drawing it belongs to, its matches, its best seed (None: none)."""

    number: int
    drawing: str
    keys: frozenset[int]
    seed: int | None = None
    name: str = ""


@dataclass(frozen=True)
class Extract:
    """What is drawn of a stage: `rounds` of one with tables; of a bracket `top`, the keys of its matches, of a large
    one of those in its last rounds: it has `parts`, of which `part` is drawn besides. `asked`: an address asks for it.
    """

    rounds: list[RoundExtract] = field(default_factory=list)
    top: frozenset[int] = frozenset()
    parts: list[Part] = field(default_factory=list)
    part: Part | None = None
    asked: bool = False

    def keys(self) -> set[int]:
        """The matches that are drawn."""
        in_rounds = {key for extract in self.rounds for key in extract.keys}
        return in_rounds | self.top | (self.part.keys if self.part else frozenset())


@dataclass(frozen=True)
class Seen:
    """What a page of brackets and rounds shows. `cut`: of some stage less than everything; `sought`: the name of a team
    that somebody looks for, `missed` whether there is none."""

    extracts: dict[int, Extract]
    cut: bool
    sought: str = ""
    missed: bool = False

    def of(self, matches: QuerySet[Match]) -> QuerySet[Match]:
        """Those of these matches that are drawn."""
        if not self.cut:
            return matches
        return matches.filter(pk__in=set().union(*(extract.keys() for extract in self.extracts.values())))


def look(tournament: Tournament, stages: Sequence[Stage], query: Mapping[str, str], *, whole: bool = False) -> Seen:
    """What to show to who asks by these fields of an address (`asked`; `find`: the name of a team); `whole`: all of the
    bracket, however large."""
    sought = query.get("find", "").strip()[:60]
    wanted = where_is(tournament, stages, sought) if sought else asked(query)
    extracts = of_event(tournament, stages, wanted)
    return Seen(extracts, _is_cut(extracts) and not whole, sought, bool(sought) and wanted is None)


def asked(query: Mapping[str, str]) -> Spot | None:
    """What an address asks for by `stage`, `round`, `from` and `part`; None where it asks for nothing that can be."""
    numbers = {name: query.get(name, "") for name in ("stage", "round", "from", "part")}
    if any(text and not (text.isdecimal() and len(text) < 6) for text in numbers.values()) or not numbers["stage"]:
        return None
    stage, round_, first, part = (int(text or 0) for text in numbers.values())
    return Spot(stage, round_, max(first, 1), part)


def of_event(tournament: Tournament, stages: Sequence[Stage], wanted: Spot | None) -> dict[int, Extract]:
    """What to show of each stage that is drawn, by its order."""
    rows: dict[int, list[MatchRow]] = {}
    columns = ("stage__order", "pk", "number", "state", "round__number", "round__name", "round__date")
    matches = Match.objects.filter(stage__tournament=tournament).prefetch_related(None)
    for row in matches.order_by("stage__order", "number").values_list(*columns):
        rows.setdefault(row[0], []).append(MatchRow(*row))
    extracts = {}
    for stage in stages:
        own, here = rows.get(stage.order, []), wanted if wanted and wanted.stage == stage.order else None
        if format_of(stage).bracket:
            extract = _of_bracket(stage, own, here.part if here else 0)
        else:
            extract = Extract(rounds=rounds_of(own, here))
        extracts[stage.order] = replace(extract, asked=here is not None)
    return extracts


def _is_cut(extracts: Mapping[int, Extract]) -> bool:
    """Whether of some stage less than everything is drawn."""
    rounds = [each for extract in extracts.values() for each in extract.rounds]
    return any(extract.parts for extract in extracts.values()) or any(each.lists or not each.keys for each in rounds)


def rounds_of(rows: Sequence[MatchRow], wanted: Spot | None = None) -> list[RoundExtract]:
    """The rounds of a stage with tables: those with something left to play, in order, then those that are over. Of a
    long stage only as many of them are drawn as make a list, the `wanted` one first."""
    columns: dict[int, list[MatchRow]] = {}
    for row in rows:
        columns.setdefault(row.round, []).append(row)
    over = {number: all(row.over for row in own) for number, own in columns.items()}
    first = wanted.round if wanted else 0
    order = sorted(columns, key=lambda number: (number != first, over[number], -number if over[number] else number))
    if len(rows) <= MANY_MATCHES:
        return [RoundExtract(columns[number][0], [row.key for row in columns[number]]) for number in order]
    extracts: list[RoundExtract] = []
    room = LIST
    for number in order:
        own = columns[number]
        drawn, lists, begin = own if room > 0 and len(own) <= max(room, LIST) else [], [], 1
        if room == LIST and len(own) > LIST:
            lists = [(at + 1, min(at + LIST, len(own))) for at in range(0, len(own), LIST)]
            begin = _begin(own, lists, wanted.first if wanted and wanted.round == number else None)
            drawn = own[begin - 1 : begin - 1 + LIST]
        room -= len(drawn)
        extracts.append(RoundExtract(own[0], [row.key for row in drawn], lists, begin))
    return extracts


def _begin(own: Sequence[MatchRow], lists: Sequence[tuple[int, int]], wanted: int | None) -> int:
    """At which match of a round the list begins: the one asked for, else the first with something left to play."""
    if wanted is None:
        wanted = next((place for place, row in enumerate(own, start=1) if not row.over), 1)
    return next((first for first, last in lists if first <= wanted <= last), 1)


def _of_bracket(stage: Stage, rows: Sequence[MatchRow], number: int) -> Extract:
    """A bracket whole, or its last rounds and the part of this number (0: where play goes on)."""
    drawings: dict[str, dict[int, list[MatchRow]]] = {}
    for row in rows:
        drawings.setdefault(drawing_of(row.name), {}).setdefault(row.round, []).append(row)
    if all(len(column) <= WIDE for columns in drawings.values() for column in columns.values()):
        return Extract(top=frozenset(row.key for row in rows))
    sources = {number: sources for _key, number, sources in sources_in(stage)}
    top: set[int] = set()
    parts: list[Part] = []
    for drawing, columns in drawings.items():
        ordered = [columns[round_] for round_ in sorted(columns)]
        late = next((place for place, column in enumerate(ordered) if len(column) <= TOP), len(ordered))
        top.update(row.key for column in ordered[late:] for row in column)
        below = {row.number: row for column in ordered[: late + 1] for row in column}
        roots = ordered[late] if late < len(ordered) else ordered[-1]
        by_place = drawing == "" and stage.parameters.get("seed_anew")
        for place, root in enumerate(roots if late else ()):
            numbers = (
                _at_place(place, len(roots), ordered[: late + 1])
                if by_place
                else _leading_to(root.number, below, sources)
            )
            seeds = [source[1] for number in numbers for source in sources[number] if source[0] == "seed"]
            keys = frozenset(below[number].key for number in numbers)
            parts.append(Part(len(parts) + 1, drawing, keys, min(seeds, default=None)))
    parts = _named(stage, parts)
    live = {row.key for row in rows if row.state in (State.READY, State.PLAYING)}
    shown = next((part for part in parts if part.number == number), None)
    if shown is None and number == 0 and not live & top:
        shown = next((part for part in parts if part.keys & live), None)
    return Extract(top=frozenset(top), parts=parts, part=shown)


def drawing_of(name: str) -> str:
    """The drawing a round belongs to, by its key: the main bracket, the losers' one, the plate, the places below."""
    return "places" if places_in(name) is not None else part_of(name)


def _leading_to(root: int, below: Mapping[int, MatchRow], sources: Mapping[int, Iterable[Any]]) -> set[int]:
    """The numbers of the matches that lead to this one in the same drawing, itself among them."""
    numbers, ahead = set(), [root]
    while ahead:
        number = ahead.pop()
        if number in numbers or number not in below:
            continue
        numbers.add(number)
        ahead += [source[1] for source in sources[number] if source[0] in ("winner", "loser")]
    return numbers


def _at_place(place: int, of: int, columns: Sequence[Sequence[MatchRow]]) -> set[int]:
    """The numbers of the matches that stand before the one at this place: which lead to it is not known yet."""
    return {row.number for own in columns for row in own[place * len(own) // of : (place + 1) * len(own) // of]}


def _named(stage: Stage, parts: Sequence[Part]) -> list[Part]:
    """The parts with the names of their best seeds."""
    order = stage.inputs["order"]
    ids = {part.seed: order[part.seed - 1] for part in parts if part.seed is not None}
    names = dict(Team.objects.filter(public_id__in=ids.values()).values_list("public_id", "name"))
    return [
        Part(part.number, part.drawing, part.keys, part.seed, names.get(ids[part.seed], "") if part.seed else "")
        for part in parts
    ]


def where_is(tournament: Tournament, stages: Sequence[Stage], text: str) -> Spot | None:
    """Where the last match of the team of this name stands; None where no team is called that, or it has none."""
    wanted = name_key(text)
    teams = tournament.teams.filter(name_key__contains=wanted).order_by("name_key") if text.strip() else None
    team = teams.first() if teams is not None else None
    last = team and Match.objects.filter(side__team=team).order_by("-stage__order", "-number").first()
    if not last:
        return None
    stage = next(stage for stage in stages if stage.pk == last.stage_id)
    if format_of(stage).bracket:
        extract = of_event(tournament, [stage], None)[stage.order]
        part = next((part.number for part in extract.parts if last.pk in part.keys), 0)
        return Spot(stage.order, part=part)
    own = list(Match.objects.filter(round=last.round_id).order_by("number").values_list("pk", flat=True))
    return Spot(stage.order, last.round.number, own.index(last.pk) + 1)
