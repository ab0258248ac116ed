"""What teams are compared by. A metric is data: a key, what to call it, which way is better, and how it is computed.

Everything here is pure: it works on `TeamRecord`s, which hold what a team has done, and knows no database. A metric is
None where it cannot be computed, which is another thing than nought.

What counts: a match counts when it is over. A walkover counts as a match played and won, or lost, without games or
balls, unless the event gives it a score of its own (`fixed`): then it has balls. A bye is no match; in a score it
counts as a win, and a round that a team asked to sit out as nothing or as half a point, as the organiser said.

Buchholz and Sonneborn-Berger are kept in half points (`halves`); what a round counts for them is in
`tie_break_rounds`.
"""

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from operator import attrgetter
from typing import Any, NamedTuple

from django.utils.functional import cached_property  # Python's own takes a lock each time, until 3.12
from django.utils.translation import gettext_lazy as _

from thunee_tournaments.standings.tie_break_rounds import NEWEST, TieBreakRound, halved, tie_break_rounds
from thunee_tournaments.tournaments.shapes import Words

WON = attrgetter("won")
Figure = float | None  # a whole number but where there are half points


class MatchLine(NamedTuple):
    """One match that is over, as one of its teams sees it."""

    won: bool
    played: bool = True  # at a table; False: a walkover
    games_for: int = 0
    games_against: int = 0
    balls_for: int = 0
    balls_against: int = 0
    opponent: Hashable = None
    round: int = 0
    khanucks: int = 0
    fixed: bool = False  # a walkover with a score of its own: its balls count


@dataclass(frozen=True)
class TeamRecord:
    """What a team has done. `reached` is the furthest round it has a place in, counted from 1, and one more than there
    are rounds for the champion; None before the draw. `out`: it has lost and cannot go on. `losses`: how often it has
    lost where that takes two losses, else None. `byes` are the rounds it had nobody to play in, `half` those that gave
    it half a point, `lot` its place in the order the lot gives, `beside` how far it came in the plate or the match for
    third place. `rounds` are those a Swiss has paired (0 where everybody meets everybody), `playing` those of them in
    which its match is not over. `edition`: by which year's rule what was not played counts. `play_offs` count for
    nothing but that metric."""

    team: Any
    seed: int | None = None
    reached: int | None = None
    out: bool = False
    matches: Sequence[MatchLine] = field(default_factory=tuple)
    byes: Sequence[int] = ()
    half: Sequence[int] = ()
    lot: int | None = None
    group: int = 0
    beside: int = 0
    losses: int | None = None
    rounds: int = 0
    playing: Sequence[int] = ()
    edition: int = NEWEST
    play_offs: Sequence[MatchLine] = ()

    @cached_property
    def played(self) -> list[MatchLine]:
        return [line for line in self.matches if line.played]

    @cached_property
    def scored(self) -> list[MatchLine]:
        """The matches whose balls count."""
        return [line for line in self.matches if line.played or line.fixed]

    @cached_property
    def score(self) -> float:
        """Matches won and byes, and half a point for each round that gave one."""
        return halved(2 * (self.won + len(self.byes)) + len(self.half))

    @cached_property
    def won(self) -> int:
        return sum(map(WON, self.matches))

    @cached_property
    def absent(self) -> list[int]:
        """The rounds of a Swiss that were paired without it and gave it nothing."""
        present = {*(line.round for line in self.matches), *self.byes, *self.half, *self.playing}
        return [number for number in range(1, self.rounds + 1) if number not in present]

    @cached_property
    def for_opponents(self) -> int:
        """Its score in half points as it counts for those it met (article 16.3): as it is, but a round it was absent
        from is a draw if it played in none after that."""
        played = [line.round for line in self.matches if line.played or line.won]
        last = max([*played, *self.byes, *self.playing], default=0)
        return int(2 * self.score) + sum(number > last for number in self.absent)


Field = Mapping[Any, TeamRecord]  # every team of the stage (of its group), by what `opponent` calls it


@dataclass(frozen=True)
class Metric:
    """`best` is "high" or "low": which end of the scale is better. `halves`: the value is in half points. `compute`
    gives a team's value, `of_rounds` one that hangs on what each round counts for it over the whole field, `among` the
    values of those who are equal so far, over these alone."""

    key: str
    name: Words
    abbreviation: Words
    compute: Callable[[TeamRecord], Figure] = lambda _record: None
    best: str = "high"
    help: Words = ""
    halves: bool = False
    of_rounds: Callable[[Sequence[TieBreakRound]], Figure] | None = None
    among: Callable[[Field], Mapping[Any, Figure]] | None = None


def _of_played(count: Callable[[MatchLine], int]) -> Callable[[TeamRecord], Figure]:
    """A sum over the matches a team has played; None if it has not played any."""
    return lambda record: sum(map(count, played)) if (played := record.played) else None


def _of_scored(count: Callable[[MatchLine], int]) -> Callable[[TeamRecord], Figure]:
    """A sum over the matches whose balls count; None if there are none."""
    return lambda record: sum(map(count, scored)) if (scored := record.scored) else None


def head_to_head(tied: Field) -> Mapping[Any, Figure]:
    """Of each of the tied teams the matches won among them; None of any unless each has met every other."""
    return _won_among({name: record.matches for name, record in tied.items()})


def play_off(tied: Field) -> Mapping[Any, Figure]:
    """Of each of the tied teams the play-offs won among them; None of any unless each has met every other there."""
    return _won_among({name: record.play_offs for name, record in tied.items()})


def _won_among(tied: Mapping[Any, Sequence[MatchLine]]) -> Mapping[Any, Figure]:
    for name, lines in tied.items():
        met = {line.opponent for line in lines}
        if not met.issuperset(opponent for opponent in tied if opponent != name):
            return dict.fromkeys(tied)
    return {name: sum(line.won for line in lines if line.opponent in tied) for name, lines in tied.items()}


def head_to_head_again(tied: Field) -> Mapping[Any, Figure]:
    """Of each of the teams that head-to-head left level, how many it stands above when that is asked again of these
    alone, and of those whom this leaves level, until nothing changes."""
    above: dict[Any, Figure] = {}
    for block in reversed(_blocks(tied)):
        above |= dict.fromkeys(block, len(above))
    return above


def _blocks(tied: Field) -> list[Field]:
    """Teams in groups that head-to-head cannot tell apart, however often it is asked, best first."""
    by_value: dict[float, dict[Any, TeamRecord]] = {}
    for name, wins in head_to_head(tied).items():
        by_value.setdefault(wins or 0, {})[name] = tied[name]
    if len(by_value) < 2:
        return [tied]
    return [finer for value in sorted(by_value, reverse=True) for finer in _blocks(by_value[value])]


def longest_streak(record: TeamRecord) -> int:
    """The most matches won one after another."""
    best = run = 0
    for line in sorted(record.matches, key=lambda line: line.round):
        run = run + 1 if line.won else 0
        best = max(best, run)
    return best


def buchholz(rounds: Sequence[TieBreakRound]) -> Figure:
    """What all opponents scored, in half points (article 8.1)."""
    return sum(each.points for each in rounds) if rounds else None


def buchholz_cut_1(rounds: Sequence[TieBreakRound]) -> Figure:
    """The same without the opponent who scored least (article 14.1); a round that was voluntarily unplayed is cut
    before any other (article 16.5)."""
    in_order = sorted(rounds, key=lambda each: (not each.voluntary, each.points))
    return sum(each.points for each in in_order[1:]) if rounds else None


def sonneborn_berger(rounds: Sequence[TieBreakRound]) -> Figure:
    """What the opponents that were beaten scored, in half points (article 9.1), and half of what stands for the
    opponent of a round that gave half a point."""
    return halved(sum(each.points * each.scored for each in rounds)) if rounds else None


METRICS = (
    Metric("reached", _("Round reached"), _("Round"), lambda record: record.reached),
    Metric("losses", _("Matches lost"), _("L"), lambda record: record.losses, best="low"),
    Metric("beside", _("Plate and third place"), _("Plate"), lambda record: record.beside),
    Metric("matches_played", _("Matches played"), _("P"), lambda record: len(record.matches),
           help=_("Walkovers count as played; byes do not count.")),
    Metric(
        "matches_won", _("Matches won"), _("W"), lambda record: record.won,
        help=_("Walkovers count as won; byes do not count."),
    ),
    Metric("score", _("Score"), _("Pts"), lambda record: record.score,
           help=_("Matches won; walkovers and byes count as won, a round sat out perhaps as half a point.")),
    Metric("games_won", _("Games won"), _("GW"), _of_played(attrgetter("games_for"))),
    Metric("games_lost", _("Games lost"), _("GL"), _of_played(attrgetter("games_against")), best="low"),
    Metric("balls_for", _("Balls won"), _("B+"), _of_scored(attrgetter("balls_for"))),
    Metric("balls_against", _("Balls given away"), _("B−"), _of_scored(attrgetter("balls_against")), best="low"),
    Metric(
        "ball_difference",
        _("Ball difference"),
        _("±"),
        _of_scored(lambda line: line.balls_for - line.balls_against),
        help=_("Balls won less balls given away, in matches that were played and are over."),
    ),
    Metric("points", _("Points"), _("Pts"), _of_played(attrgetter("balls_for")), best="low",
           help=_("Points over all tables; the low total is the better one.")),
    Metric("head_to_head", _("Head-to-head"), _("H2H"), among=head_to_head,
           help=_("Matches won among the teams that are level, if each of them has met all the others.")),
    Metric("head_to_head_again", _("Head-to-head again"), _("H2H2"), among=head_to_head_again,
           help=_("How many of those still level it is above by the matches among these alone.")),
    Metric("buchholz", _("Buchholz"), _("BH"), of_rounds=buchholz, halves=True, help=_("What all opponents scored.")),
    Metric("buchholz_cut_1", _("Buchholz cut 1"), _("BH1"), of_rounds=buchholz_cut_1, halves=True,
           help=_("What all opponents scored, without the one who scored least.")),
    Metric("sonneborn_berger", _("Sonneborn-Berger"), _("SB"), of_rounds=sonneborn_berger, halves=True,
           help=_("What the opponents that were beaten scored.")),
    Metric("khanucks", _("Khanucks made"), _("Kh"),
           lambda record: sum(map(attrgetter("khanucks"), record.matches))),
    Metric("streak", _("Longest winning streak"), _("Streak"), longest_streak),
    Metric("play_off", _("Play-off"), _("PO"), among=play_off,
           help=_("Play-offs won among the teams that are level, if each of them has met all the others there.")),
    Metric("seed", _("Seed"), _("Seed"), lambda record: record.seed, best="low"),
    Metric("lot", _("The lot"), _("Lot"), lambda record: record.lot, best="low",
           help=_("Drawn before the first round; decides only what nothing else decides.")),
)  # fmt: skip
BY_KEY = {metric.key: metric for metric in METRICS}

# What only orders the teams of a bracket that share a place.
KNOCKOUT_LISTED_BY = ("matches_won", "ball_difference", "balls_for", "seed")
# What an organiser can choose from; head-to-head brings its being asked again with it.
CHOOSABLE = (
    *("score", "head_to_head", "ball_difference", "balls_for", "balls_against", "games_won", "buchholz_cut_1"),
    *("buchholz", "sonneborn_berger", "khanucks", "streak", "lot"),
)
# What the same figures are called in a game of points.
IN_POINTS = {
    "balls_for": (_("Points for"), _("P+")),
    "balls_against": (_("Points against"), _("P−")),
    "ball_difference": (_("Point difference"), _("±")),
}


def words(key: str, balls: bool = True) -> tuple[Words, Words]:
    """A metric's name and abbreviation, in a game of balls or of points."""
    if not balls and key in IN_POINTS:
        return IN_POINTS[key]
    return BY_KEY[key].name, BY_KEY[key].abbreviation


@dataclass(frozen=True)
class Standing:
    """A line of the standings. Teams that cannot be told apart share the places `place` to `place_to`."""

    record: TeamRecord
    place: int
    place_to: int
    values: dict[str, Figure]


def values_of(record: TeamRecord, everybody: Field) -> dict[str, Figure]:
    """Every metric of a team but those that are among the tied. Of play-offs only standings with one speak."""
    rounds = tie_break_rounds(record, everybody)
    return {
        metric.key: metric.of_rounds(rounds) if metric.of_rounds else metric.compute(record)
        for metric in METRICS
        if metric.key != "play_off"
    }


def rank(
    records: Sequence[TeamRecord],
    ranked_by: Sequence[str],
    listed_by: Sequence[str] = (),
    everybody: Sequence[TeamRecord] | None = None,
    *,
    places_only: bool = False,
) -> list[Standing]:
    """The teams from the top down, by the metrics with these keys, in order of importance.

    What cannot be computed comes after everything that can. Teams equal in all of `ranked_by` share their places, and
    are listed by `listed_by` within them. `everybody`: all teams of the stage, where only some of them are ranked here,
    such as the first of each group: what a team's opponents did is looked up among all of its own group. `places_only`:
    of each team nothing is worked out but the round it has reached and what tells it from others.
    """
    fields: dict[int, dict[Any, TeamRecord]] = {}
    for record in records if everybody is None else everybody:
        fields.setdefault(record.group, {})[_name(record)] = record
    lines = [_Line(record, fields[record.group]) for record in records]
    for line in lines:
        line.values = {"reached": line.record.reached} if places_only else values_of(line.record, line.everybody)
    standings: list[Standing] = []
    for level in _levels(lines, ranked_by):
        first, last = len(standings) + 1, len(standings) + len(level)
        for finer in _levels(level, listed_by):
            standings += [Standing(line.record, first, last, line.values) for line in finer]
    return standings


class _Line:
    """A team on its way to a place, with the metrics that are known of it."""

    values: dict[str, Figure]

    def __init__(self, record: TeamRecord, everybody: Field) -> None:
        self.record, self.everybody = record, everybody

    @cached_property
    def rounds(self) -> Sequence[TieBreakRound]:
        return tie_break_rounds(self.record, self.everybody)

    def value(self, metric: Metric) -> Figure:
        if metric.key not in self.values:
            own = metric.of_rounds(self.rounds) if metric.of_rounds else metric.compute(self.record)
            self.values[metric.key] = own
        return self.values[metric.key]


def _levels(lines: list[_Line], keys: Sequence[str]) -> list[list[_Line]]:
    """The lines in groups that these metrics cannot tell apart, best first. Values among the tied are filled in."""
    levels = [lines] if lines else []
    for key in keys:
        metric = BY_KEY[key]
        finer: list[list[_Line]] = []
        for level in levels:
            if len(level) == 1:  # most, soon: nothing is left to tell apart
                if metric.among:
                    level[0].values[key] = None
                finer.append(level)
                continue
            if metric.among:
                wins = metric.among({_name(line.record): line.record for line in level})
                for line in level:
                    line.values[key] = wins.get(_name(line.record))
            by_value: dict[tuple[int, float], list[_Line]] = {}
            for line in level:
                by_value.setdefault(_sort_key(metric, line.value(metric)), []).append(line)
            finer += [by_value[value] for value in sorted(by_value)]
        levels = finer
    return levels


def _name(record: TeamRecord) -> Any:
    """What `MatchLine.opponent` calls a team."""
    return getattr(record.team, "pk", record.team)


def _sort_key(metric: Metric, value: Figure) -> tuple[int, float]:
    if value is None:
        return (1, 0)
    return (0, -value if metric.best == "high" else value)


def deciding(above: Mapping[str, Figure], below: Mapping[str, Figure], ranked_by: Sequence[str]) -> str | None:
    """The key of the metric that sets these two lines apart; None if nothing does."""
    return next((key for key in ranked_by if above[key] != below[key]), None)
