"""The teams of a win-streak qualifier: the longest row of wins of each, over all entries it has bought."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import cast

from thunee_tournaments.brackets.at_hand import rows_of
from thunee_tournaments.brackets.formats import streak
from thunee_tournaments.brackets.formats.fixtures import Side
from thunee_tournaments.brackets.models import Match, StreakEntry
from thunee_tournaments.standings.metrics import Standing
from thunee_tournaments.standings.qualification import by_streaks
from thunee_tournaments.standings.stage_records import StageRecords
from thunee_tournaments.standings.stage_table import LOT_LABEL, StageTable
from thunee_tournaments.tournaments.lots import shuffled

TEAM = StreakEntry.team.field


class QualifierTable(StageTable):
    """Nobody is out of it before it ends: a team may buy in again."""

    @cached_property
    def entries(self) -> list[StreakEntry]:
        bought = rows_of(StreakEntry.objects.filter(stage=self.stage, taken_back_at__isnull=True).order_by("number"))
        at_hand = {team.pk: team for team in self.everybody}
        for entry in bought:
            if entry.team_id in at_hand:
                TEAM.set_cached_value(entry, at_hand[entry.team_id])
        return bought

    @cached_property
    def _entered(self) -> list[str]:
        return list(dict.fromkeys(entry.team.public_id for entry in self.entries))

    def entered(self) -> list[str]:
        return self._entered

    def by_lot(self) -> list[str]:
        """Who comes later stands after those of the draw: their order by the lot stays as it was."""
        drawn = set(self.stage.inputs["order"])
        early = [public_id for public_id in self.entered() if public_id in drawn]
        late = [public_id for public_id in self.entered() if public_id not in drawn]
        return shuffled(early, self.stage.lot, LOT_LABEL) + late

    def settle(self, records: StageRecords) -> None:
        """A team has come as far as the longest row of wins any of its entries has had."""
        wins: dict[int, int] = {}
        for match in self.matches:
            if match.over:
                number = match.side(match.winning_side or "B").source[1]
                wins[number] = wins.get(number, 0) + 1
        records.reached = {}
        for entry in self.entries:
            longest = records.reached.get(entry.team_id, 0)
            records.reached[entry.team_id] = max(longest, wins.get(entry.number, 0))

    def through(self) -> list[int]:
        """The teams that are through, by their key, in the order in which they got there."""
        entries = [streak.Entry(entry.number, entry.team_id, entry.entered_at, entry.ended) for entry in self.entries]
        results = [_result(match) for match in self.matches]
        parameters = self.stage.parameters
        return streak.qualified(streak.standings(entries, results, parameters["wins"], parameters.get("places", 0)))

    def clinched(self, lines: Sequence[Standing], _places: int | None) -> Mapping[int, str]:
        return by_streaks(lines, self.through(), ended=self.all_played)


def _result(match: Match) -> streak.Result:
    first, other = match.seeds
    winner = cast("Side | None", match.winning_side or None)
    return streak.Result(first or 0, other, winner=winner, at=match.done_at, kept=match.goes_on_id is not None)
