"""What the matches of one stage come to for each of its teams: the results of the one, in the order of the matches."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from engine.seats import OTHER_SIDE
from thunee_tournaments.brackets.formats.fixtures import PLAY_OFF
from thunee_tournaments.brackets.formats.knockout import places_in
from thunee_tournaments.brackets.models import Match, MatchSide, Round
from thunee_tournaments.standings.metrics import MatchLine


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
        round_ = match.round
        if round_.name == PLAY_OFF:
            for side in match.sides if match.over else ():
                if side.team_id in self.play_offs:
                    self.play_offs[side.team_id].append(line_of(match, side))
            return
        main, through = round_.name in self.main, match.through_id
        done = match.state == Match.State.DONE
        for side in match.sides:
            team = side.team_id
            if team not in self.lines:
                continue
            won = through == team
            self._come_to(round_, team, won, match.over)
            if done:
                khanucks = self.khanucks.get((match.pk, side.side), 0) if self.khanucks else 0
                self.lines[team].append(line_of(match, side, khanucks, self.walkover))
                if not won:
                    self._lose(team, main)
            elif match.state == Match.State.BYE and main and won:
                self.byes[team].append(round_.number)
            elif main:
                self.sitting.add(team)
                self.playing[team].append(round_.number)

    def _lose(self, team: int, main: bool) -> None:
        self.lost[team] = self.lost.get(team, 0) + 1
        if main and self.lost[team] >= self.losses_to_go_out > 0:
            self.out.add(team)

    def _come_to(self, round_: Round, team: int, won: bool, over: bool) -> None:
        number = self.main.get(round_.name)
        if number is not None:
            self.reached[team] = max(self.reached.get(team, 0), number)
        elif (places := places_in(round_.name)) is not None:
            lost = over and not won
            self.beside[team] = -(self.beaten_from[round_.name] if lost else places.start)
        else:
            self.beside[team] = max(self.beside.get(team, 0), round_.number + won)


def line_of(match: Match, side: MatchSide, khanucks: int = 0, walkover: int = 0) -> MatchLine:
    """A match that is over, as one of its sides sees it. What was played before a walkover does not count; it counts so
    many balls, or points, for its winner."""
    if match.alone:
        return _alone_line(match, side)
    won = match.winning_side == side.side
    other = match.side(OTHER_SIDE[side.side])
    number = match.round.number
    if match.outcome != Match.Outcome.PLAYED:
        gained, lost = (walkover, 0) if won else (0, walkover)
        return MatchLine(
            won, played=False, fixed=walkover > 0, balls_for=gained, balls_against=lost, opponent=other.team_id,
            round=number,
        )  # fmt: skip
    return MatchLine(
        won, True, side.games_won, other.games_won, side.score, other.score, other.team_id, number, khanucks
    )


def _alone_line(match: Match, side: MatchSide) -> MatchLine:
    """A table that is over, as one of its players sees it: the lowest total has won it, also where it is shared."""
    lowest = min(other.score for other in match.sides)
    return MatchLine(side.score == lowest, balls_for=side.score, round=match.round.number)
