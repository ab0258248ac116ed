"""An event of double elimination, its standings worked out from scratch."""

from random import Random

from tests.support.brackets.paper_stages import Outcome, PaperBracket
from thunee_tournaments.brackets.models import Match, Round
from thunee_tournaments.standings.stage_table import StageTable
from thunee_tournaments.standings.table_kinds import stage_table
from thunee_tournaments.teams.models import Team
from thunee_tournaments.tournaments.models import Stage


class Event:
    """A double elimination on paper, and its table by the standings."""

    def __init__(self, teams: int, grand_final: str, chance: Random) -> None:
        self.teams = [Team(pk=number, public_id=str(number), seed=number) for number in range(1, teams + 1)]
        self.by_key = {team.pk: team for team in self.teams}
        self.stage = Stage(format="double", lot="", inputs={"order": [team.public_id for team in self.teams]})
        self.paper = PaperBracket([team.pk for team in self.teams], set(), chance)
        self.paper.prepare("double", {"grand_final": grand_final})
        self.rounds = [Round(number=number, name=name) for number, name in enumerate(self.paper.rounds, start=1)]
        self.chance = chance

    def matches(self) -> list[Match]:
        found = []
        for fixture in self.paper.fixtures:
            place = self.paper.places()[fixture.number]
            state = "waiting" if place.winner is None else "bye" if place.bye else "done"
            match = Match.between(
                fixture.sources, [self.by_key.get(key) for key in place.teams], number=fixture.number,
                round=self.rounds[fixture.round - 1], state=state, won_by=place.winner or "",
            )  # fmt: skip
            found.append(match)
        return found

    def play(self, matches: int) -> None:
        for _ in range(matches):
            if ready := self.paper.open():
                self.paper.end(self.chance.choice(ready), Outcome(self.chance.choice("AB")))

    def table(self) -> StageTable:
        return stage_table(self.stage, self.teams, self.matches())

    def losses(self) -> dict[int, int]:
        """How often each team has lost, counted from the matches that are over."""
        lost = dict.fromkeys(self.paper.teams, 0)
        for place in self.paper.places().values():
            if place.winner is not None and place.down is not None:
                lost[place.down] += 1
        return lost
