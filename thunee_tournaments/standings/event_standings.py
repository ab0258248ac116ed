"""The standings of an event: its teams from the last stage back to the first, and the tables of its stages."""

from collections.abc import Sequence

from thunee_tournaments.brackets.at_hand import event_at_hand
from thunee_tournaments.brackets.models import Match
from thunee_tournaments.brackets.plans import beside_title
from thunee_tournaments.standings import metrics
from thunee_tournaments.standings.lines import closed_up, levels_of, placed, row_of
from thunee_tournaments.standings.metrics import Standing, TeamRecord
from thunee_tournaments.standings.qualification import NextStage, takes_others
from thunee_tournaments.standings.shapes import Row, StageTables, StandingsData
from thunee_tournaments.standings.stage_table import StageTable
from thunee_tournaments.standings.table_kinds import stage_table
from thunee_tournaments.standings.under_review import stages_in_doubt, teams_in_question
from thunee_tournaments.teams.models import Team
from thunee_tournaments.tournaments.models import Stage, Tournament


def standings(
    tournament: Tournament, at_hand: Sequence[Match] | None = None, *, places_only: bool = False
) -> StandingsData:
    """The standings as plain data, in a few queries; `at_hand`: all matches in order with their rounds, if they were
    read already. `places_only`: of each team no figures but those that decide its place."""
    if at_hand is not None:
        return standings_of(list(tournament.teams.all()), at_hand, list(tournament.stages.order_by("order")))
    event = event_at_hand(tournament, standings_only=True)
    data = standings_of(event.teams, event.matches, event.stages, places_only=places_only)
    event.let_go()
    return data


def standings_of(
    teams: Sequence[Team], matches: Sequence[Match], stages: Sequence[Stage], *, places_only: bool = False
) -> StandingsData:
    """The same, from teams, matches (with their rounds) and stages at hand."""
    event = _Event(teams, matches, stages, places_only)
    return {
        "rounds": event.for_title[-1].rounds if event.for_title else [],
        "rows": event.rows(),
        "stages": event.stage_tables(),
    }


class _Event:
    """An event with the tables of its stages that are drawn.

    `beside`: the orders of the stages that stand beside the way to the title; `for_title`: the tables of those that do
    not; `doubtful`: the orders of the stages that may get other teams; `questioned`: the teams whose place hangs on a
    match under review.
    """

    def __init__(
        self, teams: Sequence[Team], matches: Sequence[Match], stages: Sequence[Stage], places_only: bool
    ) -> None:
        self.teams, self.matches, self.stages = teams, matches, stages
        self.tables = [
            stage_table(stage, teams, _matches_of(stage, stages, matches), places_only=places_only)
            for stage in stages
            if stage.drawn_at is not None
        ]
        besides = beside_title([stage.parameters.get("feed", {}) for stage in stages])
        self.beside = {stage.order for stage, is_beside in zip(stages, besides, strict=True) if is_beside}
        self.for_title = [table for table in self.tables if table.stage.order not in self.beside]
        self.doubtful, self.questioned = stages_in_doubt(stages, matches), teams_in_question(matches)
        self.under_review = any(match.conflict for match in matches)

    def rows(self) -> list[Row]:
        """All teams, those of the last stage first. Out is only who is proven to be."""
        rows: list[Row] = []
        listed: set[int] = set()
        for table in reversed(self.for_title):
            lines = placed(self._levels(table, listed), len(listed))
            rows += self._rows_of(table, lines)
            listed |= {line.record.team.pk for line in lines}
        # Who is in none of the stages that are drawn has not gone on to any, or has no place in the draw yet.
        drawn = bool(self.tables)
        rest = [
            TeamRecord(team, team.seed, out=drawn and team.pk not in self.questioned)
            for team in self.teams
            if team.pk not in listed and not (drawn and team.seed is None)
        ]
        lines = closed_up(metrics.rank(rest, ("reached",), ("seed",)), len(listed))
        return rows + [row_of(line, champion=False) for line in lines]

    def stage_tables(self) -> list[StageTables]:
        """The tables of the stages that have any."""
        return [
            table.as_json(
                NextStage.of(table.stage, self.stages, self.matches) if table.stage.order not in self.doubtful else None
            )
            for table in self.tables
            if not table.format.bracket
        ]

    def _levels(self, table: StageTable, listed: set[int]) -> list[list[Standing]]:
        """The teams of a stage that are not listed yet, those who share a place together, sorted out by its plates."""
        levels = levels_of([line for line in table.overall() if line.record.team.pk not in listed])
        for plate in self.tables:
            if self._stage_of_plate(plate.stage) == table.stage.order:
                levels = _with_plate(levels, plate)
        return levels

    def _rows_of(self, table: StageTable, lines: Sequence[Standing]) -> list[Row]:
        """The rows of a stage on the way to the title."""
        order = table.stage.order
        # Who is not in a later stage has not gone on, unless what is under review here can still take it there.
        left = table is not self.for_title[-1] and not any(match.conflict for match in table.matches)
        places = self._places_to_come(table)
        champion, plates = self._champion_by(table), self._plate_winners()
        rows = []
        for line in lines:
            team = line.record.team.pk
            proven = order not in self.doubtful and team not in self.questioned
            out = proven and (left or (line.record.out and line.place > places))
            rows.append(row_of(line, team == champion, out, table.round_of(line.record), plates.get(team)))
        return rows

    def _champion_by(self, table: StageTable) -> int | None:
        """Who has won the title, if it is this stage that decides it; nobody while anything is under review."""
        title = max(stage.order for stage in self.stages if stage.order not in self.beside)
        return table.champion if table.stage.order == title and not self.under_review else None

    def _plate_winners(self) -> dict[int | None, str]:
        """The teams that have won what is played beside the title, with its letter ("" for a plate); nobody while
        anything is under review."""
        if self.under_review:
            return {}
        goes_on = {
            stage.parameters["feed"]["stage"]
            for stage in self.stages
            if "feed" in stage.parameters and not takes_others(stage)
        }
        return {
            table.champion: table.stage.parameters.get("letter", "")
            for table in self.tables
            if table.stage.order in self.beside - goes_on
        }

    def _places_to_come(self, table: StageTable) -> int:
        """How many of a stage may yet go on to one that is not drawn: also who is beaten, until so many stand above for
        certain. In a double elimination that is not known before its end, for who stands above may still come down."""
        feeds = [
            stage.parameters["feed"]
            for stage in self.stages
            if stage.parameters.get("feed", {}).get("stage") == table.stage.order
            and stage.drawn_at is None
            and not takes_others(stage)
        ]
        most = max((feed.get("count", 0) for feed in feeds), default=0)
        playing = table.format.losses == 2 and table.champion is None
        return len(table.teams) if most and playing else most

    def _stage_of_plate(self, stage: Stage) -> int | None:
        """The stage on the way to the title where the teams of a plate come from; None for a stage that is no plate."""
        feeds = {table.stage.order: table.stage.parameters.get("feed", {}) for table in self.tables}
        order = stage.order
        while order in self.beside:
            order = feeds[order]["stage"]
        return order if stage.order in self.beside else None


def _matches_of(stage: Stage, stages: Sequence[Stage], matches: Sequence[Match]) -> Sequence[Match]:
    if len(stages) == 1:
        return matches
    return [match for match in matches if match.stage_id == stage.pk]


def _with_plate(levels: list[list[Standing]], plate: StageTable) -> list[list[Standing]]:
    """The teams of a stage in levels of one place each; those who went on to a plate share out the places they held
    as that plate has it. What a line says of its team stays what it did in this stage."""
    held = {line.record.team.pk: line for level in levels for line in level}
    played = [
        [held[line.record.team.pk] for line in level if line.record.team.pk in held]
        for level in levels_of(plate.overall())
    ]
    in_plate = {line.record.team.pk for level in played for line in level}
    sorted_out: list[list[Standing]] = []
    for level in levels:
        if any(line.record.team.pk in in_plate for line in level):
            sorted_out, played = sorted_out + played, []
        sorted_out.append([line for line in level if line.record.team.pk not in in_plate])
    return [level for level in sorted_out if level]
