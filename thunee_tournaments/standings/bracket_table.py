"""The teams of a knock-out or a double elimination: how far each has come, and who is out."""

from functools import cached_property

from thunee_tournaments.standings import metrics
from thunee_tournaments.standings.metrics import Standing, TeamRecord
from thunee_tournaments.standings.stage_records import StageRecords
from thunee_tournaments.standings.stage_table import StageTable
from thunee_tournaments.standings.under_review import teams_in_question, teams_still_open


class BracketTable(StageTable):
    """`left_in`: who has gone home before a match whose other side is not known yet, with the number of its round: it
    cannot win any more, and in a knock-out it stands with those who go out in the round before."""

    left_in: dict[int, int]

    @cached_property
    def champion(self) -> int | None:
        decisive = [match for match in self.matches if match.round.name in self.format.decisive]
        return decisive[-1].through_id if decisive else None

    def overall(self) -> list[Standing]:
        listed_by = metrics.KNOCKOUT_LISTED_BY
        return metrics.rank(self.records, self.ranked_by, listed_by, places_only=self.places_only)

    def round_of(self, record: TeamRecord) -> str:
        return self.round_key(self.left_in.get(record.team.pk, record.reached))

    def settle(self, records: StageRecords) -> None:
        """Nobody is out whose place hangs on a match that is open or under review; who has gone home is, wherever it
        still sits."""
        twice = self.format.losses == 2
        if self.champion is not None:
            records.reached[self.champion] = len(self.rounds) + 1
            if twice:
                records.out = {team.pk for team in self.teams} - {self.champion}
        questioned = teams_in_question(self.matches)
        main = [match for match in self.matches if match.round.name in records.main]
        records.out -= records.sitting | teams_still_open(main) | questioned
        gone = {team.pk for team in self.teams if team.withdrawn_at and team.pk in records.sitting - questioned}
        records.out |= gone
        self.left_in = {team: records.reached[team] for team in gone}
        if twice:
            records.losses = {team.pk: _losses(records, team.pk, gone) for team in self.teams}
        else:
            records.reached |= {team: max(1, records.reached[team] - 1) for team in gone}


def _losses(records: StageRecords, team: int, gone: set[int]) -> int:
    """How often a team has lost in a double elimination: who plays on once at most, whatever a result says that is
    under review, and who has gone home twice, whatever it has not played yet."""
    if team in gone:
        return 2
    return min(records.lost.get(team, 0), 2 if team in records.out else 1)
