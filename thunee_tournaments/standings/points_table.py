"""The teams of groups, a Swiss, a league or rounds at tables: each has one place, and stands by what it has scored."""

from collections.abc import Iterable
from functools import cached_property

from thunee_tournaments.standings.lines import closed_up
from thunee_tournaments.standings.metrics import Standing, TeamRecord
from thunee_tournaments.standings.stage_records import StageRecords
from thunee_tournaments.standings.stage_table import StageTable
from thunee_tournaments.teams.models import Team


class PointsTable(StageTable):
    """Nobody goes from round to round in it, and nobody is out before it ends."""

    @cached_property
    def champion(self) -> int | None:
        """The first of a table in which all is played: nobody who was disqualified, and nobody while two are level."""
        if not self.matches or not self.all_played:
            return None
        first = next(iter(closed_up([line for line in self.overall() if not line.record.team.disqualified], 0)), None)
        return first.record.team.pk if first is not None and first.place_to == 1 else None

    def overall(self) -> list[Standing]:
        """Out of groups all firsts before all seconds."""
        if not self.format.grouped:
            return super().overall()
        tiers: dict[int, list[TeamRecord]] = {}
        for _group, lines in self.tables():
            for place, line in enumerate(lines, start=1):
                tiers.setdefault(place, []).append(line.record)
        overall: list[Standing] = []
        for tier in sorted(tiers):
            overall += closed_up(self.ranked(tiers[tier]), len(overall))
        return overall

    def opponents_besides(self, teams: Iterable[Team]) -> list[Team]:
        """Who sits in matches under review, although its place is another's by now: until that is decided no line of
        the table, but an opponent whose score counts."""
        if not self.format.table:
            return []
        placed = {team.pk for team in self.teams}
        others = [team for team in teams if team.pk not in placed]
        group = {pk: match.group for match in self.matches for pk in match.team_ids} if others else {}
        replaced = [team for team in others if team.pk in group]
        self.group_of |= {team.public_id: group[team.pk] for team in replaced}
        return replaced

    def settle(self, records: StageRecords) -> None:
        """Whose place is another's until that is decided is absent from no round: it might have to play in it."""
        records.reached = {}
        for team in records.playing.keys() - {team.pk for team in self.teams}:
            records.playing[team] += range(1, self.paired_rounds + 1)
