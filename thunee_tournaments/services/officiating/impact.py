"""What a change does beyond its own match: other matches, tables, standings, prizes, who takes the title.

Two moments of a tournament are compared: as it is, and as it would be inside a transaction that is then undone.
"""

from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import dataclass

from django.db import transaction
from django.utils.translation import gettext

from thunee_tournaments.brackets.models import SIDES, Match, MatchSide
from thunee_tournaments.brackets.order import all_surplus
from thunee_tournaments.brackets.selectors import matches_of
from thunee_tournaments.standings import prizing, snapshots
from thunee_tournaments.standings.shapes import Row, StandingsData
from thunee_tournaments.tables.models import Seating
from thunee_tournaments.teams.models import Team
from thunee_tournaments.tournaments.models import Tournament

Place = tuple[int, int]


@dataclass(frozen=True)
class MatchState:
    """A match at one moment: names of who stands in it ("bye" for nobody, in words) and who should, by side, the sides
    under review, state, winner, table."""

    number: int
    teams: tuple[str, ...]
    due: tuple[str, ...]
    review: str
    state: str
    winner: str
    table: int | None

    @property
    def title(self) -> str:
        """Who plays whom, as far as it is known."""
        return " – ".join(name or "?" for name in self.teams)


@dataclass(frozen=True)
class Matches:
    """Every match of an event as rows: there may be thousands, and a change touches a few. What one says in words is
    made when it is asked for.

    `rows`: number, state, conflict and the side that has won, by the key of the match; `sides`: match, side, and the
    keys of who stands there and who should, by its own key; `tables`: match and the number of the table it is at.
    """

    rows: Mapping[int, tuple[int, str, str, str]]
    sides: Mapping[int, tuple[int, str, int | None, int | None]]
    tables: frozenset[tuple[int, int]]

    def differing(self, other: "Matches") -> set[int]:
        """The keys of the matches that are not the same there."""
        unlike = _unlike(self.sides, other.sides)
        sides = (row[0] for both in (self.sides, other.sides) for key in unlike if (row := both.get(key)) is not None)
        tables = (match for match, _table in self.tables ^ other.tables)
        return {*_unlike(self.rows, other.rows), *sides, *tables}

    def states(self, keys: Set[int]) -> dict[int, MatchState]:
        """Of these those that are there; one query."""
        tables, bye = dict(self.tables), gettext("bye")
        rows = sorted(row for row in self.sides.values() if row[0] in keys)
        teams = Team.objects.filter(pk__in={team for row in rows for team in row[2:]})
        names: dict[int | None, str] = dict(teams.values_list("pk", "name")) if rows else {}
        sides: dict[int, list[tuple[str, str, str]]] = {}
        for match, side, team, due in rows:
            sides.setdefault(match, []).append((side, names.get(team, ""), names.get(due, "")))
        states = {}
        for match in keys & self.rows.keys():
            number, state, conflict, won_by = self.rows[match]
            own = sides.get(match, [])
            nobody = bye if state == Match.State.BYE else ""
            states[match] = MatchState(
                number, tuple(team or nobody for _side, team, _due in own), tuple(due for _side, _team, due in own),
                conflict, state, next((team for side, team, _due in own if side == won_by), ""), tables.get(match),
            )  # fmt: skip
        return states


def _unlike(rows: Mapping[int, object], others: Mapping[int, object]) -> set[int]:
    """The keys under which not the same stands."""
    return {key for key, row in rows.items() if others.get(key) != row} | (others.keys() - rows.keys())


@dataclass(frozen=True)
class Moment:
    """A tournament at one moment. `places`: of each team, by its name, the first and last place it shares: by (stage,
    group) in tables, under (0, 0) overall; `prizes`: who gets each, with the amount, in words;
    `aside`: the games (match, game) that have hands and do not count, for an earlier one of the match is open again or
    has decided it."""

    matches: Matches
    places: Mapping[tuple[int, int], Mapping[str, Place]]
    champion: str
    prizes: Mapping[str, tuple[str, ...]]
    aside: frozenset[tuple[int, int]] = frozenset()


@dataclass(frozen=True)
class MatchChange:
    """A match that changes; `was` or `now` is None where it is not there."""

    was: MatchState | None
    now: MatchState | None

    @property
    def number(self) -> int:
        state = self.now or self.was
        assert state is not None
        return state.number

    @property
    def review(self) -> bool:
        """Whether it is put under review by the change."""
        return self.now is not None and bool(self.now.review) and (self.was is None or not self.was.review)

    @property
    def review_ends(self) -> bool:
        """Whether the change puts right what it was under review for, or decides it."""
        return self.was is not None and bool(self.was.review) and self.now is not None and not self.now.review

    @property
    def state(self) -> str:
        """What can be done with it then, in words, where that is all that changes; "" otherwise."""
        if self.was is None or self.now is None or self.was.state == self.now.state:
            return ""
        more = self.review or self.review_ends or self.sides or self.table_changes or self.was.winner != self.now.winner
        return "" if more else str(Match.State(self.now.state).label)

    @property
    def sides(self) -> list[tuple[str, str]]:
        """The teams that are there and those that will be, or should be, on the sides that change."""
        if self.was is None or self.now is None:
            return []
        now = [due if side in self.now.review else team
               for side, team, due in zip(SIDES, self.now.teams, self.now.due, strict=False)]  # fmt: skip
        return [(a, b) for a, b in zip(self.was.teams, now, strict=True) if a != b]

    @property
    def table_changes(self) -> bool:
        return self.was is not None and self.now is not None and self.was.table != self.now.table


@dataclass(frozen=True)
class PlaceChange:
    """A team whose place changes: overall (stage 0), or in a table of a stage (group 0: it has but one)."""

    team: str
    stage: int
    group: int
    was: Place
    now: Place


@dataclass(frozen=True)
class PrizeChange:
    """A prize that would go to others, or be another sum: who gets it now and then, in words."""

    prize: str
    was: tuple[str, ...]
    now: tuple[str, ...]


@dataclass(frozen=True)
class Impact:
    """Everything that changes elsewhere. `champion`: who has won the title now and then, where that changes; `aside`:
    the games with hands (match, game) that do not count then, `counts_again`: those that do, or are struck out."""

    matches: tuple[MatchChange, ...] = ()
    places: tuple[PlaceChange, ...] = ()
    champion: tuple[str, str] | None = None
    prizes: tuple[PrizeChange, ...] = ()
    aside: tuple[tuple[int, int], ...] = ()
    counts_again: tuple[tuple[int, int], ...] = ()

    @property
    def none(self) -> bool:
        changes = (self.matches, self.places, self.champion, self.prizes, self.aside, self.counts_again)
        return not any(changes)


def impact_of(tournament: Tournament, act: Callable[[], object]) -> Impact:
    """What an act would change in the whole tournament: it is done, looked at and undone. Refused as the act."""
    before = moment(tournament)
    with transaction.atomic():
        act()
        after = moment(tournament)
        transaction.set_rollback(True)
    return compare(before, after)


def moment(tournament: Tournament) -> Moment:
    """The tournament as it is now, in a fixed number of queries; its standings as they are kept, if they are."""
    standings = snapshots.read(tournament, places_only=True).data
    several = tournament.stages.count() > 1
    champion = next((row["name"] for row in standings["rows"] if row["champion"]), "")
    places = {(0, 0): _places(standings["rows"])}
    for stage in standings["stages"]:
        groups = len(stage["tables"]) > 1
        if groups or several:  # the one table of an event is the list of everybody
            for table in stage["tables"]:
                places[(stage["stage"], table["group"] if groups else 0)] = _places(table["rows"])
    aside = frozenset((game.match.number, game.number) for game in all_surplus(matches_of(tournament)))
    return Moment(_matches(tournament), places, champion, _prizes(tournament, standings), aside)


def compare(before: Moment, after: Moment, own: int | None = None) -> Impact:
    """What changes from one moment to the other, but for the match (`own`: its key) that is changed itself."""
    keys = before.matches.differing(after.matches) - {own}
    were, are = before.matches.states(keys), after.matches.states(keys)
    changed = [MatchChange(were.get(key), are.get(key)) for key in sorted(keys) if were.get(key) != are.get(key)]
    places = [
        PlaceChange(team, *table, was, after.places[table][team])
        for table, teams in before.places.items()
        if table in after.places
        for team, was in teams.items()
        if team in after.places[table] and after.places[table][team] != was
    ]
    champion = (before.champion, after.champion) if before.champion != after.champion else None
    prizes = [
        PrizeChange(name, was, after.prizes.get(name, ()))
        for name, was in before.prizes.items()
        if after.prizes.get(name, ()) != was
    ]
    aside, again = sorted(after.aside - before.aside), sorted(before.aside - after.aside)
    changed.sort(key=lambda change: change.number)
    return Impact(tuple(changed), tuple(places), champion, tuple(prizes), tuple(aside), tuple(again))


def _prizes(tournament: Tournament, standings: StandingsData) -> dict[str, tuple[str, ...]]:
    """Who gets each prize as the standings are, "Aces (R 500)"."""
    kept = prizing.list_of(tournament)
    if kept is None:
        return {}
    winners = {}
    for awarded in prizing.prizes_of(tournament, kept, standings):
        name = " · ".join(filter(None, [awarded.title, awarded.prize.places, awarded.prize.name]))
        winners[name] = tuple(
            f"{winner.name} ({prizing.money(winner.amount, kept.currency)})" if winner.amount else winner.name
            for winner in awarded.winners
        )
    return winners


def _places(rows: Sequence[Row]) -> dict[str, Place]:
    return {row["name"]: (row["place"], row["place_to"]) for row in rows}


def _matches(tournament: Tournament) -> Matches:
    seatings = Seating.objects.filter(table__tournament=tournament, ended_at=None)
    sides = MatchSide.objects.filter(match__stage__tournament=tournament).order_by()
    rows = Match.objects.filter(stage__tournament=tournament).prefetch_related(None).order_by()
    return Matches(
        {row[0]: row[1:] for row in rows.values_list("pk", "number", "state", "conflict", "won_by")},
        {row[0]: row[1:] for row in sides.values_list("pk", "match_id", "side", "team_id", "due_id")},
        frozenset(seatings.values_list("match_id", "table__number")),
    )
