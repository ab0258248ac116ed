"""Who gets which prize, as it stands or for good: the organiser's list, held against the standings.

A place is *won* only where nothing that is still to be played can move it: in a knock-out once everybody still in has
gone further, in a table once all of it is played, and everywhere once the event is over. Who is out of a knock-out is
shown what its round carries, and no more.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from django.utils.translation import gettext

from thunee_tournaments.brackets.formats.catalogue import FORMATS, format_of
from thunee_tournaments.brackets.formats.knockout import BESIDE
from thunee_tournaments.brackets.models import Match
from thunee_tournaments.brackets.names import group_title
from thunee_tournaments.brackets.plans import beside_title
from thunee_tournaments.brackets.selectors import rounds_paired
from thunee_tournaments.standings import prizes, snapshots
from thunee_tournaments.standings.levels import Levels, in_order, in_play
from thunee_tournaments.standings.models import PrizeList
from thunee_tournaments.standings.shapes import Row, StandingsData
from thunee_tournaments.tournaments.lots import shuffled
from thunee_tournaments.tournaments.models import Stage, Tournament

LOT = "prizes"


@dataclass(frozen=True)
class Prize:
    """A prize for places `first` to `last` of a group (0: of the event). `amount`: cents for each place."""

    group: int
    first: int
    last: int
    name: str = ""
    amount: int = 0

    @property
    def places(self) -> str:
        """ "1st place" in words without ordinals: "Place 1", "Places 5 to 8"."""
        if self.first == self.last:
            return gettext("Place %(place)s") % {"place": self.first}
        return gettext("Places %(first)s to %(last)s") % {"first": self.first, "last": self.last}


@dataclass(frozen=True)
class Winner:
    """A team that gets a prize. `amount`: what it gets in all on this list, in cents; `won`: it cannot change any more
    by playing."""

    team: str
    name: str
    first: int
    last: int
    amount: int
    won: bool


@dataclass(frozen=True)
class AwardedPrize:
    """A prize and who gets it; `title` names its group, "" for the event's own list."""

    prize: Prize
    title: str
    winners: list[Winner] = field(default_factory=list)

    @property
    def won(self) -> bool:
        """Whether it is known for good who gets it."""
        return bool(self.winners) and all(winner.won for winner in self.winners)


def list_of(tournament: Tournament) -> PrizeList | None:
    """The prizes of a tournament, if it has any."""
    return PrizeList.objects.filter(tournament=tournament).first()


def read(kept: PrizeList) -> list[Prize]:
    """The prizes as they are kept, the event's own first, from the top place down."""
    listed = [Prize(**row) for row in kept.prizes]
    return sorted(listed, key=lambda prize: (prize.group, prize.first))


def prizes_of(
    tournament: Tournament, kept: PrizeList | None = None, standings: StandingsData | None = None
) -> list[AwardedPrize]:
    """Every prize with the teams that get it as the standings are now; an empty list without prizes. `standings`: as
    they are now, if whoever asks has them."""
    kept = kept or list_of(tournament)
    if kept is None or not kept.prizes:
        return []
    wanted = read(kept)
    data = snapshots.read(tournament, places_only=True).data if standings is None else standings
    progress = _Progress.of(tournament)
    names = {row["team"]: row["name"] for row in data["rows"]}
    groups = _groups(data)
    rows_of = {prize.group: data["rows"] if prize.group == 0 else groups.get(prize.group, []) for prize in wanted}
    levels_of = {str(group): progress.levels(rows, kept.ties, group) for group, rows in rows_of.items()}
    lists = {name: (levels.lines, levels.carries(_amounts(wanted, int(name)))) for name, levels in levels_of.items()}
    takers = {
        name: [(team, *levels_of[name].places(first, last), amount) for team, first, last, amount in lines]
        for name, lines in prizes.awarded(lists, one_to_a_team=kept.one_each).items()
    }
    won = {group: progress.won(rows, group) for group, rows in rows_of.items()}
    awarded: list[AwardedPrize] = []
    placed: set[tuple[int, str]] = set()
    for prize in wanted:
        winners = []
        for team, first, last, amount in takers[str(prize.group)]:
            if first <= prize.last and last >= prize.first and (prize.group, team) not in placed:
                placed.add((prize.group, team))
                winners.append(Winner(team, names[team], first, last, amount, team in won[prize.group]))
        awarded.append(AwardedPrize(prize, str(group_title(prize.group)) if prize.group else "", winners))
    return awarded


def money(cents: int, currency: str, places: int = 2) -> str:
    """An amount as people write it: "R 1 500", "R 12.50". `places`: how many figures follow a point."""
    whole, rest = divmod(cents, 10**places)
    figures = f"{whole:,}".replace(",", "\u202f") + (f".{rest:0{places}}" if rest else "")
    return f"{currency}\u00a0{figures}" if currency else figures


def _groups(data: StandingsData) -> Mapping[int, Sequence[Row]]:
    """The tables of the groups, by their number."""
    for stage in data.get("stages", []):
        if FORMATS[stage["format"]].grouped:
            return {table["group"]: table["rows"] for table in stage["tables"]}
    return {}


def _amounts(wanted: Sequence[Prize], group: int) -> list[int]:
    """What each place carries, from the first down."""
    own = [prize for prize in wanted if prize.group == group]
    amounts = [0] * max((prize.last for prize in own), default=0)
    for prize in own:
        for place in range(prize.first, prize.last + 1):
            amounts[place - 1] = prize.amount
    return amounts


@dataclass(frozen=True)
class _Progress:
    """How far a tournament has been played: whether nothing is left, which stages are over, which lot breaks ties."""

    over: bool
    groups_over: bool
    plain_knockout: bool
    lot: str
    shut_out: frozenset[str]
    rounds: tuple[int, ...]  # how many go out in each round of a knock-out that is being played, the champion last

    @classmethod
    def of(cls, tournament: Tournament) -> "_Progress":
        stages = list(tournament.stages.order_by("order"))
        open_matches = Match.objects.filter(stage__tournament=tournament).exclude(state__in=["done", "bye"])
        open_stages = set(open_matches.values_list("stage__order", flat=True))
        disputed = Match.objects.filter(stage__tournament=tournament).exclude(conflict="").exists()
        drawn = bool(stages) and all(stage.drawn_at is not None for stage in stages)
        rounds_left = any(_rounds_left(stage) for stage in stages)
        played = drawn and not open_stages and not disputed and not rounds_left
        groups = [stage.order for stage in stages if format_of(stage).grouped][:1]
        only = stages[0] if len(stages) == 1 else None
        return cls(
            over=tournament.status == Tournament.Status.CLOSED or played,
            groups_over=bool(groups) and groups[0] not in open_stages and not disputed,
            plain_knockout=only is not None
            and format_of(only).losses == 1
            and not disputed
            and not any(only.parameters.get(name) for name in ("third_place", "plate", "play_out")),
            lot=next((stage.lot for stage in reversed(stages) if stage.lot), ""),
            shut_out=frozenset(tournament.teams.filter(disqualified=True).values_list("public_id", flat=True)),
            rounds=() if disputed else _rounds_of(stages),
        )

    def levels(self, rows: Sequence[Row], ties: str, group: int) -> Levels[str]:
        """The places as prizes go by them: without who was disqualified, and where the lot decides each alone."""
        kept = [row for row in rows if row["team"] not in self.shut_out]
        sharing: dict[tuple[int, int], list[str]] = {}
        for row in kept:
            sharing.setdefault((row["place"], row["place_to"]), []).append(row["team"])
        levels: list[list[str]] = []
        for level in sharing.values():
            label = f"{LOT}/{sum(map(len, levels)) + 1}"
            drawn = ties == PrizeList.Ties.LOT and self.lot
            levels += [[team] for team in shuffled(sorted(level), self.lot, label)] if drawn else [level]
        if group or self.over or not self.rounds:
            return in_order(levels)
        return self._in_knockout(rows, levels)

    def _in_knockout(self, rows: Sequence[Row], levels: Sequence[Sequence[str]]) -> Levels[str]:
        """While a knock-out is played: its teams, and after them those that did not come so far."""
        in_bracket = rows[: sum(self.rounds)]
        reached = {row["team"]: int(row["values"]["reached"] or 1) for row in in_bracket}
        out = {row["team"] for row in in_bracket if row["out"]}
        sizes = list(self.rounds)
        for team in self.shut_out & reached.keys():
            sizes[reached[team] - 1] -= 1
        if min(sizes) < 0:
            return in_order(levels)
        main = [level for level in levels if all(team in reached for team in level)]
        placed = in_play(main, reached, out, sizes)
        others = in_order([level for level in levels if level not in main], before=len(placed.slots))
        for team, first, last in others.lines:
            placed.lines.append((team, first + len(placed.slots), last + len(placed.slots)))
        placed.slots += others.slots
        return placed

    def won(self, rows: Sequence[Row], group: int) -> set[str]:
        """The teams whose place nothing can move any more."""
        if self.over or (group and self.groups_over):
            return {row["team"] for row in rows}
        if group or not self.plain_knockout:
            return set()
        still_in = [row["values"]["reached"] or 0 for row in rows if not row["out"]]
        least = min(still_in, default=0)
        return {row["team"] for row in rows if row["out"] and (row["values"]["reached"] or 0) < least}


def _rounds_of(stages: Sequence[Stage]) -> tuple[int, ...]:
    """How many teams go out in each round of the knock-out for the title, from the first on, and the champion; () where
    the title is decided otherwise, or the knock-out is not drawn."""
    besides = beside_title([stage.parameters.get("feed", {}) for stage in stages])
    last = next((stage for stage, is_beside in zip(stages[::-1], besides[::-1], strict=True) if not is_beside), None)
    if last is None or format_of(last).losses != 1 or last.drawn_at is None:
        return ()
    matches = Match.objects.filter(stage=last).select_related("round").order_by("round__number")
    main = [match.round.number for match in matches if not match.round.name.startswith(BESIDE)]
    teams_in = [2 * main.count(number) for number in sorted(set(main))]
    teams_in[0] = len(last.inputs["order"])
    return (*(now - then for now, then in zip(teams_in, [*teams_in[1:], 1], strict=True)), 1)


def _rounds_left(stage: Stage) -> bool:
    """Whether rounds of a Swiss stage are still to be paired, or a qualifier may go on."""
    return bool(format_of(stage).rounds_to_come(stage.parameters, stage.inputs, rounds_paired(stage)))
