"""What the teams of one stage have done, as `metrics` wants it, and the tables that come of it.

What is the same however a stage is played. What is not is in `bracket_table`, `points_table` and `qualifier_table`;
`table_kinds` chooses by what the stage's format is like.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property

from thunee_tournaments.brackets.formats.catalogue import format_of
from thunee_tournaments.brackets.formats.editions import FIRST, edition_of
from thunee_tournaments.brackets.formats.fixtures import PLAY_OFF
from thunee_tournaments.brackets.formats.knockout import BESIDE, places_in
from thunee_tournaments.brackets.models import Match, MatchGame, Round
from thunee_tournaments.brackets.order import counting
from thunee_tournaments.brackets.selectors import half_points
from thunee_tournaments.standings import metrics
from thunee_tournaments.standings.annulling import annulled
from thunee_tournaments.standings.lines import row_of
from thunee_tournaments.standings.metrics import Standing, TeamRecord
from thunee_tournaments.standings.qualification import NextStage, by_places, qualification
from thunee_tournaments.standings.shapes import GroupTable, StageTables, TableRow
from thunee_tournaments.standings.stage_records import StageRecords
from thunee_tournaments.standings.tie_break_rounds import NEWEST
from thunee_tournaments.teams.models import Team
from thunee_tournaments.tournaments.lots import shuffled
from thunee_tournaments.tournaments.models import Stage

LOT_LABEL = "standings"


class StageTable:
    """The teams of a stage, ranked as its format ranks them.

    `everybody`: the teams of the event; `round_of_each`: the round of each match, `rounds`: the keys of the main ones;
    `teams`: who plays in it, in the order of seed; `records`: what each of them has done; `field`: the same, and of
    whoever else counts as an opponent; `group_of`: of each team (its public id) the number of its group, where there
    are any; `places_only`: nothing is asked of it but who stands where."""

    def __init__(
        self, stage: Stage, teams: Iterable[Team], matches: Sequence[Match], *, places_only: bool = False
    ) -> None:
        self.stage, self.matches, self.format = stage, matches, format_of(stage)
        self.places_only = places_only
        teams = self.everybody = list(teams)
        self.round_of_each = [match.round for match in matches]
        self.rounds = [name for name in round_keys(self.round_of_each) if not name.startswith(BESIDE)]
        by_id = {team.public_id: team for team in teams}
        order = self.entered()
        self.teams = [by_id[public_id] for public_id in order if public_id in by_id]
        self.group_of = {
            order[seed - 1]: number
            for number, seeds in enumerate(stage.inputs.get("groups", []), start=1)
            for seed in seeds
        }
        self.field = self._team_records([*self.teams, *self.opponents_besides(by_id.values())])
        self.records = self.field[: len(self.teams)]

    # --- what differs

    @cached_property
    def champion(self) -> int | None:
        """The team (its key) that has won the stage; None while nobody has, and where nobody can."""
        return None

    def entered(self) -> list[str]:
        """The public ids of the teams of the stage, in the order of seed."""
        return list(self.stage.inputs["order"])

    def by_lot(self) -> list[str]:
        """The same in the order of the stage's lot."""
        return shuffled(self.entered(), self.stage.lot, LOT_LABEL)

    def opponents_besides(self, _teams: Iterable[Team]) -> list[Team]:
        """Who else of the event's teams counts as an opponent, without a line in the table."""
        return []

    def settle(self, records: StageRecords) -> None:
        """Who has come how far and who is out, once every match was looked at."""

    def overall(self) -> list[Standing]:
        """All teams of the stage from the top down."""
        return list(self._in_order)

    @cached_property
    def _in_order(self) -> list[Standing]:
        return self.ranked(self.records)

    def round_of(self, record: TeamRecord) -> str:
        """The key of the round a team has reached; "" where nobody goes from round to round."""
        return self.round_key(record.reached)

    def clinched(self, lines: Sequence[Standing], places: int | None) -> Mapping[int, str]:
        """What is certain of the teams that play on in a table of which so many `places` go on for certain."""
        by_score = self.ranked_by[0] == "score"
        return by_places(lines, self.matches, self.rounds_to_come, places, by_score=by_score)

    # --- what does not

    @property
    def rounds_to_come(self) -> int:
        return self.format.rounds_to_come(self.stage.parameters, self.stage.inputs, len(self.rounds))

    @property
    def all_played(self) -> bool:
        """Whether nothing is left to be played."""
        return not self.rounds_to_come and all(match.over for match in self.matches)

    @cached_property
    def ranked_by(self) -> tuple[str, ...]:
        """The metrics in the organiser's order. Where play-offs are set they come before the lot, and until they are
        over nobody is placed by it."""
        chosen = self._chosen
        places = [place for place, round_ in enumerate(self.round_of_each) if round_.name == PLAY_OFF]
        if not places:
            return chosen
        before = tuple(key for key in chosen if key != "lot")
        by_lot = ("lot",) if "lot" in chosen and all(self.matches[place].over for place in places) else ()
        return (*before, "play_off", *by_lot)

    @property
    def _chosen(self) -> tuple[str, ...]:
        chosen = self.format.ranked_by(self.stage.parameters)
        if edition_of(self.stage) == FIRST:
            return chosen
        at = chosen.index("head_to_head") + 1 if "head_to_head" in chosen else 0
        return (*chosen[:at], "head_to_head_again", *chosen[at:]) if at else chosen

    def ranked(self, records: Sequence[TeamRecord]) -> list[Standing]:
        return metrics.rank(records, self.ranked_by, ("lot",), self.field, places_only=self.places_only)

    def tables(self) -> list[tuple[int, list[Standing]]]:
        """Each group with its table; (0, table) if there are none."""
        groups = sorted({record.group for record in self.records})
        if len(groups) == 1:
            return [(groups[0], list(self._in_order))]
        return [(group, self.ranked([record for record in self.records if record.group == group])) for group in groups]

    def round_key(self, reached: int | None) -> str:
        if reached is None or not self.rounds:
            return ""
        return self.rounds[min(reached or 1, len(self.rounds)) - 1]

    def as_json(self, following: NextStage | None = None) -> StageTables:
        """The tables; with what is certain of each team, where it is known what comes after the stage."""
        return {
            "stage": self.stage.order,
            "format": self.stage.format,
            "ranked_by": list(self.ranked_by),
            "tables": [self._table(group, lines, following) for group, lines in self.tables()],
        }

    def _table(self, group: int, lines: list[Standing], following: NextStage | None) -> GroupTable:
        fates = qualification(lines, following, self.matches, self.all_played, self.clinched) if following else {}
        rows: list[TableRow] = [
            {**row_of(line, champion=False), "certain": fates.get(line.record.team.pk, "")} for line in lines
        ]
        return {"group": group, "rows": rows}

    def _team_records(self, teams: Sequence[Team]) -> list[TeamRecord]:
        """What each team has done in the stage, as its format counts it."""
        walkover = self.stage.parameters.get("walkover", 0)
        done = StageRecords(
            [team.pk for team in teams], self.rounds, self.format.losses, self._khanucks(), walkover,
            beaten_from(self.round_of_each),
        )  # fmt: skip
        out = annulled(self.stage, teams, self.matches)
        for match in self.matches:
            if not out or out.isdisjoint(match.team_ids):
                done.take(match)
        self.settle(done)
        halves, rounds = self._half_points(), self.paired_rounds
        edition, byes = self.stage.inputs.get("unplayed", NEWEST), done.byes if self.format.table else {}
        lots = {public_id: place for place, public_id in enumerate(self.by_lot(), start=1)}
        return [
            TeamRecord(
                team,
                seed=team.seed,
                reached=done.reached.get(key),
                out=key in done.out,
                matches=tuple(done.lines[key]),
                byes=tuple(byes.get(key, ())),
                half=tuple(halves.get(team.public_id, ())),
                lot=lots.get(team.public_id, 0),
                group=self.group_of.get(team.public_id, 0),
                beside=done.beside.get(key, 0),
                losses=done.losses.get(key),
                rounds=rounds,
                playing=tuple(done.playing[key]),
                edition=edition,
                play_offs=tuple(done.play_offs[key]),
            )
            for key, team in ((team.pk, team) for team in teams)
        ]

    @property
    def paired_rounds(self) -> int:
        """How many rounds a Swiss has paired; 0 in every other format."""
        return len(self.rounds) if self.format.round_by_round else 0

    def _half_points(self) -> dict[str, list[int]]:
        """The rounds that gave a team (its public id) half a point without a match."""
        rounds: dict[str, list[int]] = {}
        order = self.entered()
        for number, seeds in (half_points(self.stage) if self.format.round_by_round else {}).items():
            for seed in seeds:
                rounds.setdefault(order[seed - 1], []).append(number)
        return rounds

    def _khanucks(self) -> dict[tuple[int, str], int]:
        """Khanucks made, by match and side; read only where they decide something."""
        if "khanucks" not in self.ranked_by:
            return {}
        made: dict[tuple[int, str], int] = {}
        games = MatchGame.objects.filter(match__in=[match.pk for match in self.matches]).select_related("sheet")
        for game in counting(games):
            for hand in game.sheet.ledger.get("hands", []):
                if str(hand.get("kind", "")).endswith("khanuck") and hand.get("detail") == "made":
                    key = (game.match_id, hand["winner"])
                    made[key] = made.get(key, 0) + 1
        return made


def beaten_from(rounds: Iterable[Round]) -> dict[str, int]:
    """For each round about places the best place that is left to who loses in it: all its losers come after all who go
    on or have nobody to play there. `rounds`: that of each match."""
    count = Counter(round_.name for round_ in rounds)
    return {name: places.stop - number for name, number in count.items() if (places := places_in(name)) is not None}


def round_keys(rounds: Iterable[Round]) -> list[str]:
    """The keys of the rounds, from the first to the final. `rounds`: that of each match."""
    names = {round_.number: round_.name for round_ in rounds}
    return [names[number] for number in sorted(names)]
