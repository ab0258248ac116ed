"""The teams of a win-streak qualifier: the longest row of wins of each, over all entries it has bought."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import cached_property

from thunee_tournaments.brackets.models import StreakEntry
from thunee_tournaments.standings.metrics import Standing
from thunee_tournaments.standings.qualification import by_streaks
from thunee_tournaments.standings.stage_records import StageRecords
from thunee_tournaments.standings.stage_table import LOT_LABEL, StageTable
from thunee_tournaments.tournaments.lots import shuffled


class QualifierTable(StageTable):
    """Nobody is out of it before it ends: a team may buy in again."""

    through: set[int]

    @cached_property
    def entries(self) -> list[StreakEntry]:
        bought = StreakEntry.objects.filter(stage=self.stage, taken_back_at__isnull=True)
        return list(bought.select_related("team").order_by("number"))

    def entered(self) -> list[str]:
        return list(dict.fromkeys(entry.team.public_id for entry in self.entries))

    def by_lot(self) -> list[str]:
        """Who comes later stands after those of the draw: their order by the lot stays as it was."""
        drawn = set(self.stage.inputs["order"])
        early = [public_id for public_id in self.entered() if public_id in drawn]
        late = [public_id for public_id in self.entered() if public_id not in drawn]
        return shuffled(early, self.stage.lot, LOT_LABEL) + late

    def settle(self, records: StageRecords) -> None:
        """A team has come as far as the longest row of wins any of its entries has had."""
        wins: dict[int, int] = {}
        there: dict[int, tuple[datetime, int]] = {}  # since when an entry is through, and its number
        for match in self.matches:
            if match.over:
                number = match.side(match.winning_side or "B").source[1]
                wins[number] = wins.get(number, 0) + 1
                if wins[number] == self.stage.parameters["wins"] and match.done_at is not None:
                    there[number] = match.done_at, number
        records.reached = {}
        for entry in self.entries:
            longest = records.reached.get(entry.team_id, 0)
            records.reached[entry.team_id] = max(longest, wins.get(entry.number, 0))
        teams = {entry.number: entry.team_id for entry in self.entries}
        first = list(dict.fromkeys(teams[number] for number in sorted(there, key=there.__getitem__) if number in teams))
        self.through = set(first[: self.stage.parameters.get("places", 0) or None])

    def clinched(self, lines: Sequence[Standing], _places: int | None) -> Mapping[int, str]:
        return by_streaks(lines, self.through, ended=self.all_played)
