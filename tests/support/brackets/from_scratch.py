"""What an event has to look like, worked out anew from its results alone and in the plainest way: by asking each slot
where its team comes from, by counting each table again, by playing each entry of a qualifier once more.

Nothing here calls what is tested. Teams are whatever can be a key; all functions give the faults they find, in words.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Seen:
    """A match as it is stored. `stands`: something was written in it, or it was given to a side by hand; `conflict`:
    the sides on which another team should stand; `goes_on`, `goes_down`: who does by a referee's decision."""

    number: int
    sources: tuple[Any, Any]
    teams: tuple[Any, Any] = (None, None)
    winner: str = ""
    stands: bool = False
    conflict: str = ""
    goes_on: Any = None
    goes_down: Any = None

    @property
    def won(self) -> Any:
        return self.teams["AB".index(self.winner)] if self.winner else None

    @property
    def lost(self) -> Any:
        return self.teams["BA".index(self.winner)] if self.winner else None

    @property
    def ways(self) -> tuple[Any, Any]:
        """Who goes on and who down: by the referee, if who was kept still plays here, else by the result."""
        here = [team for team in self.teams if team is not None]
        for first, kept in enumerate((self.goes_on, self.goes_down)):
            if kept in here:
                both = (kept, self.teams[1 - self.teams.index(kept)])
                return both[::-1] if first else both
        return self.won, self.lost

    @property
    def through(self) -> Any:
        return self.ways[0]

    @property
    def down(self) -> Any:
        return self.ways[1]


def bracket_faults(matches: Sequence[Seen], seeds: Sequence[Any], withdrawn: Collection[Any] = ()) -> list[str]:
    """Each slot asks its source who stands there. Whoever has that right has all of the bracket right, from the seeds
    to the final."""
    by_number = {match.number: match for match in matches}
    twice = {slot[1] for match in matches for slot in match.sources if slot[0] == "again"}
    faults = []

    def due(slot: Sequence[Any]) -> Any:
        if slot[0] == "bye":
            return None
        if slot[0] == "seed":
            return seeds[slot[1] - 1]
        source = by_number[slot[1]]
        if slot[0] == "winner":
            return source.through
        if slot[0] == "loser":
            return source.down
        return source.down if source.through is not None and source.through == source.teams[1] else None

    for match in matches:
        where, right = f"match {match.number}", tuple(map(due, match.sources))
        if match.stands or match.conflict:  # under review it stays as it is, also when the loser goes home meanwhile
            if match.teams == right[::-1] and both_come_up(match) and match.number not in twice:
                right = right[::-1]
            wrong = "".join(side for side, now, then in zip("AB", match.teams, right, strict=True) if now != then)
            if wrong != match.conflict:
                faults.append(f"{where}: in conflict on {match.conflict!r}, not {wrong!r}")
            continue
        if right[0] is not None and right[0] == right[1]:
            right = (right[0], None)  # it went on twice, out of a match under review; it can sit down on one side only
        if match.teams != right:
            faults.append(f"{where}: {match.teams} stand there, not {right}")
        byes = [side for side, slot in zip("BA", match.sources, strict=True) if slot[0] == "bye"]
        again = [by_number[slot[1]] for slot in match.sources if slot[0] == "again"]
        if again and again[0].through is not None and again[0].through == again[0].teams[0]:
            byes = ["A"]
        gone = [side for side, team in zip("AB", right, strict=True) if team is not None and team in withdrawn]
        if byes:
            expected = byes[0]
        elif None not in right and gone:
            both = len(gone) == 2 and match.winner != ""  # who went home last had won it already
            expected = match.winner if both else "B" if gone == ["A"] else "A"
        else:
            expected = ""
        if match.winner != expected:
            faults.append(f"{where}: nothing was written, and {match.winner or 'nobody'!r} has won it")
    return faults


def both_come_up(match: Seen) -> bool:
    return all(slot[0] in ("winner", "loser", "again") for slot in match.sources)


def knocked_out_faults(matches: Sequence[Seen], may_lose: int) -> list[str]:
    """Nobody loses oftener than the format lets them. Only where no referee has kept somebody in."""
    lost = Counter(match.lost for match in matches if match.lost is not None)
    return [f"{team} has lost {number} matches" for team, number in lost.items() if number > may_lose]


# --- tables


@dataclass(frozen=True)
class Told:
    """A match of a table that is over: who met whom in which round, who won, whether it was played, the balls."""

    round: int
    a: Any
    b: Any
    winner: Any
    played: bool = True
    balls: tuple[int, int] = (0, 0)


def table(
    teams: Sequence[Any],
    told: Sequence[Told],
    byes: Collection[tuple[int, Any]],
    lots: Mapping[Any, int],
    paired: Mapping[int, Collection[Any]] | None = None,
    half: Collection[tuple[int, Any]] = (),
) -> list[Any]:
    """The teams in the usual order: score, matches among the level ones if all of them have met, ball difference,
    balls won, in a Swiss (`paired`: who was there in each of its rounds, `half`: who had half a point for not being
    there) Buchholz cut 1 and Sonneborn-Berger, the lot."""
    own: dict[Any, list[Told]] = defaultdict(list)
    for one in told:
        own[one.a].append(one)
        own[one.b].append(one)
    score = {
        team: 2 * sum(one.winner == team for one in own[team])
        + 2 * sum(t == team for _, t in byes)
        + sum(t == team for _, t in half)
        for team in teams
    }
    level: dict[int, list[Any]] = defaultdict(list)
    for team in teams:
        level[score[team]].append(team)

    def key(team: Any) -> tuple[Any, ...]:
        tied = level[score[team]]
        met = all(any({one.a, one.b} == {x, y} for one in own[x]) for x in tied for y in tied if x != y)
        among = sum(one.winner == team for one in own[team] if {one.a, one.b} <= set(tied))
        played = [one for one in own[team] if one.played]
        won = sum(one.balls[one.b == team] for one in played)
        given = sum(one.balls[one.a == team] for one in played)
        found = [(0, -among) if met and len(tied) > 1 else (1, 0)]
        found += [(0, given - won), (0, -won)] if played else [(1, 0), (1, 0)]
        if paired is not None:
            _whole, cut, beaten = tie_breaks(team, told, byes, paired, half)
            found += [(1, 0) if one is None else (0, -one) for one in (cut, beaten)]
        return (-score[team], *found, lots[team])

    return sorted(teams, key=key)


def tie_breaks(
    team: Any,
    told: Sequence[Told],
    byes: Collection[tuple[int, Any]],
    paired: Mapping[int, Collection[Any]],
    half: Collection[tuple[int, Any]] = (),
) -> tuple[float | None, float | None, float | None]:
    """Buchholz, Buchholz cut 1 and Sonneborn-Berger in half points by FIDE's article 16 of 2024, round by round: a
    letter says what a round was. p played, w won by walkover, f lost by walkover, b sat out, h sat out for half a
    point, z not paired at all, ? to be played."""

    def rounds_of(one: Any) -> list[tuple[str, int, Any]]:
        found = []
        for number in sorted(paired):
            match = next((m for m in told if m.round == number and one in (m.a, m.b)), None)
            if match is not None:
                points = 2 if match.winner == one else 0
                letter = "p" if match.played else "w" if points else "f"
                found.append((letter, points, match.b if match.a == one else match.a))
            elif (number, one) in set(byes):
                found.append(("b", 2, None))
            elif (number, one) in set(half):
                found.append(("h", 1, None))
            else:
                found.append(("?" if one in paired[number] else "z", 0, None))
        return found

    def adjusted(one: Any) -> int:
        letters = [letter for letter, _points, _other in rounds_of(one)]
        draws = sum(letter == "z" and not set(letters[place:]) - set("zfh") for place, letter in enumerate(letters))
        return sum(points for _letter, points, _other in rounds_of(one)) + draws

    mine = rounds_of(team)
    total = sum(points for _letter, points, _other in mine)
    faced = [
        (letter, points, adjusted(other) if letter == "p" else total) for letter, points, other in mine if letter != "?"
    ]
    if not faced:
        return None, None, None
    missed = [worth for letter, _points, worth in faced if letter in "zfh"]
    cut = min(missed) if missed else min(worth for _letter, _points, worth in faced)
    whole = sum(worth for _letter, _points, worth in faced)
    return whole, whole - cut, sum(worth * points for _letter, points, worth in faced) / 2


# --- pairing


def round_faults(
    pairs: Sequence[tuple[Any, Any]], bye: Any, field: Collection[Any], met: Collection[frozenset[Any]],
    had_bye: Collection[Any], score: Callable[[Any], int],
) -> list[str]:  # fmt: skip
    """A Swiss round in which nothing was relaxed: everybody once, nobody again, the bye as low as can be."""
    faults = []
    there = Counter([team for both in pairs for team in both] + ([] if bye is None else [bye]))
    if there != Counter(dict.fromkeys(field, 1)):
        faults.append(f"not everybody is paired once: {there} of {sorted(field)}")
    faults += [f"{a} and {b} meet again" for a, b in pairs if frozenset((a, b)) in met]
    if bye is not None and bye in had_bye:
        faults.append(f"{bye} sits out a second time")
    if (bye is not None) != (len(field) % 2 == 1):
        faults.append(f"the bye of {len(field)} teams is {bye}")
    return faults


# --- a win-streak qualifier


def streak_states(
    entries: Mapping[int, Any], ended: Collection[int], results: Sequence[tuple[int, int | None, str]], wins: int
) -> dict[int, tuple[str, int]]:
    """Each entry played once more, match by match: its state and how many it has won in a row. `entries`: number →
    team; `results`: (entry, entry or None, winning side) in order."""
    found = {}
    for number in entries:
        row, state = 0, "waiting"
        for a, b, winner in results:
            if number not in (a, b):
                continue
            if not winner:
                state = "playing"
            elif (a if winner == "A" else b) == number:
                row += 1
            elif state != "playing":  # a match that is open again is played, whatever was lost after it
                state = "out"
        if state == "waiting" and row >= wins:
            state = "qualified"
        elif state == "waiting" and number in ended:
            state = "out"
        found[number] = (state, row)
    return found


def streak_faults(
    entries: Mapping[int, Any],
    states: Mapping[int, tuple[str, int]],
    limit: int,
    wins: int,
    resumed: Collection[int] = (),
) -> list[str]:
    """`resumed`: entries whose match was over and is played on; their team may have been called with its next entry."""
    faults = [f"{team} has {n} entries" for team, n in Counter(entries.values()).items() if n > limit]
    playing = Counter(
        entries[number] for number, (state, _row) in states.items() if state == "playing" and number not in resumed
    )
    faults += [f"{team} plays {n} matches at once" for team, n in playing.items() if n > 1]
    faults += [f"entry {number} has won {row} in a row" for number, (_state, row) in states.items() if row > wins]
    return faults


# --- stages beside each other


def share_faults(everybody: Collection[Any], places: Sequence[Collection[Any]]) -> list[str]:
    """The teams of a round, shared out among what follows it: each is in one place, and in one only."""
    times = Counter(team for one in places for team in set(one))
    faults = [f"{team} is in {times[team]} places" for team in everybody if times[team] != 1]
    return faults + [f"{team} came from nowhere" for team in times if team not in set(everybody)]
