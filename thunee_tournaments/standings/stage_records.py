"""What the matches of one stage come to for each of its teams: the results of the one, in the order of the matches."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from thunee_tournaments.brackets.formats.fixtures import PLAY_OFF
from thunee_tournaments.brackets.formats.knockout import places_in
from thunee_tournaments.brackets.models import Match, Round
from thunee_tournaments.standings.metrics import MatchLine

DONE, BYE, PLAYED = Match.State.DONE, Match.State.BYE, Match.Outcome.PLAYED  # asked of thousands of matches


class StageRecords:
    """Taken match by match; teams by their primary key.

    `losses_to_go_out`: so many defeats in the main bracket put a team out; 0: none does. `walkover`: what one counts in
    balls for its winner. `lines`: a team's matches that are over; `reached`: the furthest round of the main bracket,
    counted from 1; `beside`: of third place and plate, and below nought the best place it can still play for
    (`beaten_from`: of who loses in a round about places); `lost`: how often a team has lost, `losses`: the same as the
    standings count it, where they do; `out`: who has lost what takes one out; `sitting`: who sits in a match of the
    main bracket that is open; `playing`: the rounds of those; `byes`: the rounds passed by a bye; `play_offs`: those
    that are over, which are no part of `lines`.
    """

    def __init__(
        self,
        teams: Sequence[int],
        rounds: Sequence[str],
        losses_to_go_out: int,
        khanucks: Mapping[tuple[int, str], int],
        walkover: int = 0,
        beaten_from: Mapping[str, int] = MappingProxyType({}),
    ) -> None:
        self.main = {name: number for number, name in enumerate(rounds, start=1)}
        self.losses_to_go_out, self.khanucks, self.walkover = losses_to_go_out, khanucks, walkover
        self.beaten_from = beaten_from
        self.lines: dict[int, list[MatchLine]] = {team: [] for team in teams}
        self.byes: dict[int, list[int]] = {team: [] for team in teams}
        self.playing: dict[int, list[int]] = {team: [] for team in teams}
        self.play_offs: dict[int, list[MatchLine]] = {team: [] for team in teams}
        self.reached: dict[int, int] = {}
        self.beside: dict[int, int] = {}
        self.lost: dict[int, int] = {}
        self.losses: dict[int, int] = {}
        self.out: set[int] = set()
        self.sitting: set[int] = set()

    def take(self, match: Match) -> None:
        """What a match is to those who sit in it."""
        round_, state, sides = match.round, match.state, match.sides
        done = state == DONE
        if round_.name == PLAY_OFF:
            for side, line in zip(sides, lines_of(match), strict=True) if match.over else ():
                if side.team_id in self.play_offs:
                    self.play_offs[side.team_id].append(line)
            return
        main = self.main.get(round_.name)
        through = match.through_side
        lines = lines_of(match, self.khanucks, self.walkover) if done else ()
        for place, side in enumerate(sides):
            team = side.team_id
            if team is None or team not in self.lines:
                continue
            won = side.side == through
            if main is None:
                self._come_beside(round_, team, won, match.over)
            elif main > self.reached.get(team, 0):
                self.reached[team] = main
            if done:
                self.lines[team].append(lines[place])
                if not won:
                    self._lose(team, main is not None)
            elif main is None:
                continue
            elif won and state == BYE:
                self.byes[team].append(round_.number)
            else:
                self.sitting.add(team)
                self.playing[team].append(round_.number)

    def _lose(self, team: int, main: bool) -> None:
        self.lost[team] = self.lost.get(team, 0) + 1
        if main and self.lost[team] >= self.losses_to_go_out > 0:
            self.out.add(team)

    def _come_beside(self, round_: Round, team: int, won: bool, over: bool) -> None:
        if (places := places_in(round_.name)) is not None:
            lost = over and not won
            self.beside[team] = -(self.beaten_from[round_.name] if lost else places.start)
        else:
            self.beside[team] = max(self.beside.get(team, 0), round_.number + won)


NO_KHANUCKS: Mapping[tuple[int, str], int] = MappingProxyType({})


def lines_of(
    match: Match, khanucks: Mapping[tuple[int, str], int] = NO_KHANUCKS, walkover: int = 0
) -> Sequence[MatchLine]:
    """A match that is over, as each of its sides sees it, in their order. What was played before a walkover does not
    count; it counts so many balls, or points, for its winner. `khanucks`: those made, by match and side."""
    sides, number = match.sides, match.round.number
    if len(sides) > 2:  # each alone: the lowest total has won it, also where it is shared
        lowest = min(side.score for side in sides)
        return [MatchLine(side.score == lowest, balls_for=side.score, round=number) for side in sides]
    first, second = sides
    won, teams = match.winning_side, (first.team_id, second.team_id)
    if match.outcome != PLAYED:
        return (
            _by_walkover(won == first.side, teams[1], number, walkover),
            _by_walkover(won == second.side, teams[0], number, walkover),
        )
    made = [khanucks.get((match.pk, side.side), 0) for side in sides] if khanucks else (0, 0)
    games, others, balls, against = first.games_won, second.games_won, first.score, second.score
    return (
        MatchLine(won == first.side, True, games, others, balls, against, teams[1], number, made[0]),
        MatchLine(won == second.side, True, others, games, against, balls, teams[0], number, made[1]),
    )


def _by_walkover(won: bool, opponent: int | None, number: int, walkover: int) -> MatchLine:
    gained, lost = (walkover, 0) if won else (0, walkover)
    return MatchLine(
        won, played=False, fixed=walkover > 0, balls_for=gained, balls_against=lost, opponent=opponent, round=number
    )
