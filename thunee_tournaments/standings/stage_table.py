"""From the bracket to the standings: what each team has done, as `metrics` wants it, and the tables that come of it."""

from collections.abc import Iterable, Sequence

from thunee_tournaments.brackets.formats.catalogue import format_of
from thunee_tournaments.brackets.formats.knockout import PLATE, THIRD_PLACE
from thunee_tournaments.brackets.models import Match, MatchGame, StreakEntry
from thunee_tournaments.brackets.order import counting
from thunee_tournaments.brackets.plans import beside_title
from thunee_tournaments.standings import metrics
from thunee_tournaments.standings.done import StageRecords
from thunee_tournaments.standings.faced import NEWEST
from thunee_tournaments.standings.lines import closed_up, levels_of, placed, row_of
from thunee_tournaments.standings.metrics import Standing, TeamRecord
from thunee_tournaments.standings.qualification import NextStage, fates, lower
from thunee_tournaments.standings.shapes import GroupTable, Row, StageTables, StandingsData, TableRow
from thunee_tournaments.standings.under_review import in_doubt, in_question, still_open
from thunee_tournaments.teams.models import Team
from thunee_tournaments.tournaments.lots import shuffled
from thunee_tournaments.tournaments.models import Stage, Tournament

LOT_LABEL = "standings"
DECISIVE = ("final", "winners-final", "grand-final", "grand-final-again")


def standings(tournament: Tournament) -> StandingsData:
    """The table as plain data, in a few queries:

    `{"rounds": [key, …], "rows": [{"place", "place_to", "team", "name", "club", "seed", "out", "champion",
    "round", "won_plate", "gone", "values": {metric key: number or None}}, …], "stages": [{"stage", "format",
    "ranked_by", "tables": [{"group", "rows"}]}]}`; `team` is the public id, `round` the key of the round it has reached
    in the last stage it played in on the way to the title ("" in a table), `won_plate` whether it has won a stage
    beside that, `gone` whether it has "withdrawn" or was "disqualified" (else "").
    `out` is only who is proven to be: nobody whose place hangs on a match under review. `rows` ranks all teams: those
    of the last stage first. `stages` has the tables of the stages that have any.
    """
    matches = (
        Match.objects.filter(stage__tournament=tournament).select_related("round").order_by("stage__order", "number")
    )
    return table(list(tournament.teams.all()), list(matches), list(tournament.stages.order_by("order")))


def table(teams: list[Team], matches: list[Match], stages: Sequence[Stage]) -> StandingsData:
    """The same, from teams, matches (with their rounds) and stages at hand."""
    drawn = [stage for stage in stages if stage.drawn_at is not None]
    if not drawn:
        ranked = metrics.rank([TeamRecord(team, team.seed) for team in teams], ("reached",), ("seed",))
        return {"rounds": [], "rows": [row_of(line, champion=False) for line in ranked], "stages": []}
    by_stage = [StageTable(stage, teams, [match for match in matches if match.stage_id == stage.pk]) for stage in drawn]
    asides = beside_title([stage.parameters.get("feed", {}) for stage in stages])
    aside = {stage.order for stage, is_aside in zip(stages, asides, strict=True) if is_aside}
    main = [one for one in by_stage if one.stage.order not in aside]
    title = max(stage.order for stage in stages if stage.order not in aside)
    review = any(match.conflict for match in matches)  # until it is decided nobody is the champion
    doubtful, questioned = in_doubt(stages, matches), in_question(matches)
    ends = aside - {one.parameters["feed"]["stage"] for one in stages if "feed" in one.parameters and not lower(one)}
    plates = set() if review else {one.champion for one in by_stage if one.stage.order in ends}
    rows: list[Row] = []
    listed: set[int] = set()
    for depth, one in enumerate(reversed(main)):
        champion = one.champion if one.stage.order == title and not review else None
        levels = levels_of([line for line in one.overall() if line.record.team.pk not in listed])
        for plate in (plate for plate in by_stage if _begins(plate.stage, aside, by_stage) == one.stage.order):
            levels = _with_plate(levels, plate)
        # Who is not in a later stage has not gone on, unless what is under review here can still take it there.
        left = depth > 0 and not any(match.conflict for match in one.matches)
        taken = _to_come(one, stages)
        for line in placed(levels, len(listed)):
            team = line.record.team.pk
            out = left or (line.record.out and line.place > taken)
            out = out and one.stage.order not in doubtful and team not in questioned
            rows.append(row_of(line, team == champion, out, one.round_of(line.record), team in plates))
        listed |= {line.record.team.pk for level in levels for line in level}
    rest = [TeamRecord(team, team.seed, out=team.pk not in questioned) for team in teams if team.pk not in listed]
    rows += [
        row_of(line, champion=False) for line in closed_up(metrics.rank(rest, ("reached",), ("seed",)), len(listed))
    ]
    tables = [
        one.data(NextStage.of(one.stage, stages, matches) if one.stage.order not in doubtful else None)
        for one in by_stage
        if not one.format.bracket
    ]
    return {"rounds": main[-1].rounds, "rows": rows, "stages": tables}


def _to_come(one: "StageTable", stages: Sequence[Stage]) -> int:
    """How many of a stage may yet go on to one that is not drawn: also who is beaten, until so many stand above for
    certain. In a double elimination that is not known before its end, for who stands above may still come down."""
    fed = [stage for stage in stages if stage.parameters.get("feed", {}).get("stage") == one.stage.order]
    counts = [stage.parameters["feed"].get("count", 0) for stage in fed if stage.drawn_at is None and not lower(stage)]
    most = max(counts, default=0)
    playing = one.format.losses == 2 and one.champion is None
    return len(one.teams) if most and playing else most


def _begins(stage: Stage, aside: set[int], by_stage: Sequence["StageTable"]) -> int | None:
    """The stage on the way to the title where the teams of a plate come from; None for a stage that is no plate."""
    order, feed_of = stage.order, {one.stage.order: one.stage.parameters.get("feed", {}) for one in by_stage}
    while order in aside:
        order = feed_of[order]["stage"]
    return order if stage.order in aside else None


def _with_plate(levels: list[list[Standing]], plate: "StageTable") -> list[list[Standing]]:
    """The teams of a stage in levels of one place each; those who went on to a plate share out the places they held
    as that plate has it. What a line says of its team stays what it did in this stage."""
    held = {line.record.team.pk: line for level in levels for line in level}
    played = [
        [held[line.record.team.pk] for line in level if line.record.team.pk in held]
        for level in levels_of(plate.overall())
    ]
    there = {line.record.team.pk for level in played for line in level}
    found: list[list[Standing]] = []
    for level in levels:
        if any(line.record.team.pk in there for line in level):
            found, played = found + played, []
        found.append([line for line in level if line.record.team.pk not in there])
    return [level for level in found if level]


class StageTable:
    """What the teams of one stage have done, ranked as its format ranks them."""

    def __init__(self, stage: Stage, teams: Iterable[Team], matches: list[Match]) -> None:
        self.stage, self.matches, self.format = stage, matches, format_of(stage)
        by_id = {team.public_id: team for team in teams}
        if self.format.sold:
            bought = StreakEntry.objects.filter(stage=stage, taken_back_at__isnull=True)
            self.entries = list(bought.select_related("team").order_by("number"))
            order = list(dict.fromkeys(entry.team.public_id for entry in self.entries))
        else:
            self.entries, order = [], stage.inputs["order"]
        self.teams = [by_id[public_id] for public_id in order if public_id in by_id]
        # Who comes into a qualifier later stands after those of its draw: their order by the lot stays as it was.
        there = set(stage.inputs["order"])
        late = [public_id for public_id in order if public_id not in there]
        by_lot = shuffled([public_id for public_id in order if public_id in there], stage.lot, LOT_LABEL) + late
        lots = {public_id: place for place, public_id in enumerate(by_lot, start=1)}
        self.group_of = {
            order[seed - 1]: number
            for number, seeds in enumerate(stage.inputs.get("groups", []), start=1)
            for seed in seeds
        }
        # Who has gone home before a match of a bracket whose other side is not known yet, with the number of its round:
        # it cannot win any more, and in a knock-out it stands with those who go out in the round before.
        self.sits_in: dict[int, int] = {}
        self.rounds = [name for name in round_keys(matches) if not name.startswith((PLATE, THIRD_PLACE))]
        decisive = [match for match in matches if match.round.name in DECISIVE]
        self.champion = decisive[-1].through_id if decisive else None
        replaced = self._replaced(by_id.values())
        self.field = self._records([*self.teams, *replaced], lots)
        self.records = self.field[: len(self.teams)]
        if self._table_is_final():
            self.champion = self._first_of_table()

    def _replaced(self, teams: Iterable[Team]) -> list[Team]:
        """Who sits in matches under review, although its place is another's by now: until that is decided no line of
        the table, but an opponent whose score counts."""
        if not self.format.table:
            return []
        placed = {team.pk for team in self.teams}
        group = {pk: match.group for match in self.matches for pk in match.team_ids}
        found = [team for team in teams if team.pk in group and team.pk not in placed]
        self.group_of |= {team.public_id: group[team.pk] for team in found}
        return found

    def _first_of_table(self) -> int | None:
        """Who has won a table in which all is played: nobody who was disqualified, and nobody while two are level."""
        first = next(iter(closed_up([line for line in self.overall() if not line.record.team.disqualified], 0)), None)
        return first.record.team.pk if first is not None and first.place_to == 1 else None

    def _table_is_final(self) -> bool:
        """Whether this is a table in which all is played."""
        played = bool(self.matches) and all(match.over for match in self.matches)
        return self.format.one_place and played and not self._rounds_to_come()

    def _rounds_to_come(self) -> int:
        return self.format.rounds_to_come(self.stage.parameters, self.stage.inputs, len(self.rounds))

    @property
    def ranked_by(self) -> tuple[str, ...]:
        """The metrics in the organiser's order."""
        return self.format.ranked_by(self.stage.parameters)

    def tables(self) -> list[tuple[int, list[Standing]]]:
        """Each group with its table; (0, table) if there are none."""
        groups = sorted({record.group for record in self.records})
        return [(group, self._ranked([one for one in self.records if one.group == group])) for group in groups]

    def _ranked(self, records: list[TeamRecord]) -> list[Standing]:
        return metrics.rank(records, self.ranked_by, ("lot",), self.field)

    def overall(self) -> list[Standing]:
        """All teams of the stage from the top down; out of groups all firsts before all seconds."""
        if self.format.bracket:
            return metrics.rank(self.records, self.ranked_by, metrics.KNOCKOUT_LISTED_BY)
        tiers: dict[int, list[TeamRecord]] = {}
        for _group, lines in self.tables():
            for place, line in enumerate(lines, start=1):
                tiers.setdefault(place if self.format.grouped else 0, []).append(line.record)
        found: list[Standing] = []
        for tier in sorted(tiers):
            found += closed_up(self._ranked(tiers[tier]), len(found))
        return found

    def round_of(self, record: TeamRecord) -> str:
        """The key of the round a team has reached; "" where nobody goes from round to round."""
        if record.reached is None or not self.rounds:
            return ""
        reached = self.sits_in.get(record.team.pk, record.reached or 1)
        return self.rounds[min(reached, len(self.rounds)) - 1]

    def data(self, following: NextStage | None = None) -> StageTables:
        return {
            "stage": self.stage.order,
            "format": self.stage.format,
            "ranked_by": list(self.ranked_by),
            "tables": [self._table(group, lines, following) for group, lines in self.tables()],
        }

    def _table(self, group: int, lines: list[Standing], following: NextStage | None) -> GroupTable:
        by_score = self.ranked_by[0] == "score"
        wins = self.stage.parameters["wins"] if self.format.sold else 0
        known = (
            fates(lines, following, self.matches, self._rounds_to_come(), by_score, wins)
            if following is not None
            else {}
        )
        rows: list[TableRow] = [
            {**row_of(line, champion=False), "certain": known.get(line.record.team.pk, "")} for line in lines
        ]
        return {"group": group, "rows": rows}

    def _records(self, teams: list[Team], lots: dict[str, int]) -> list[TeamRecord]:
        """What each team has done in the stage, as its format counts it."""
        done = StageRecords(self.rounds, self.format.losses == 2, self._khanucks())
        rounds = len(self.rounds) if self.format.round_by_round else 0
        # Whose place is another's until that is decided is absent from no round: it might have to play in it.
        held = {team.pk for team in teams} - {team.pk for team in self.teams}
        for team in teams:
            done.enter(team.pk, range(1, rounds + 1) if team.pk in held else ())
        for match in self.matches:
            done.take(match)
        self._settle(done, teams)
        with_table = self.format.table
        return [
            TeamRecord(
                team,
                team.seed,
                done.reached.get(team.pk),
                team.pk in done.out,
                tuple(done.lines[team.pk]),
                tuple(done.byes[team.pk]) if with_table else (),
                lots.get(team.public_id, 0),
                self.group_of.get(team.public_id, 0),
                done.beside.get(team.pk, 0),
                done.losses(team.pk, gone=team.pk in self.sits_in),
                rounds,
                tuple(done.playing[team.pk]),
                self.stage.inputs.get("unplayed", NEWEST),
            )
            for team in teams
        ]

    def _settle(self, done: StageRecords, teams: list[Team]) -> None:
        """Who has come how far and who is out, once every match was looked at."""
        if self.format.sold:
            done.reached, done.out = self._streaks()
        elif self.format.one_place:
            done.reached, done.out = {}, set()
        elif self.champion is not None:
            done.reached[self.champion] = len(self.rounds) + 1
            if done.double:
                done.out = {team.pk for team in self.teams} - {self.champion}
        done.out -= done.sitting
        if self.format.bracket:
            self._settle_bracket(done, teams)

    def _settle_bracket(self, done: StageRecords, teams: list[Team]) -> None:
        """Nobody is out whose place hangs on a match that is open or under review; who has gone home is, wherever it
        still sits."""
        questioned = in_question(self.matches)
        done.out -= still_open(match for match in self.matches if match.round.name in done.main) | questioned
        gone = {team.pk for team in teams if team.withdrawn_at and team.pk in done.sitting - questioned}
        done.out |= gone
        self.sits_in = {team: done.reached[team] for team in gone}
        if not done.double:
            done.reached |= {team: max(1, done.reached[team] - 1) for team in gone}

    def _streaks(self) -> tuple[dict[int, int], set[int]]:
        """The longest row of wins any entry of a team has had; nobody is out of a qualifier before it ends."""
        team_of = {entry.number: entry.team_id for entry in self.entries}
        wins: dict[int, int] = {}
        for match in self.matches:
            if match.over:
                source = match.side(match.winning_side or "B").source
                wins[source[1]] = wins.get(source[1], 0) + 1
        best = dict.fromkeys(team_of.values(), 0)
        for number, count in wins.items():
            best[team_of[number]] = max(best[team_of[number]], count)
        return best, set()

    def _khanucks(self) -> dict[tuple[int, str], int]:
        """Khanucks made, by match and side; read only where they decide something."""
        if "khanucks" not in self.ranked_by:
            return {}
        found: dict[tuple[int, str], int] = {}
        games = MatchGame.objects.filter(match__in=[match.pk for match in self.matches]).select_related("sheet")
        for game in counting(games):
            for hand in game.sheet.ledger.get("hands", []):
                if str(hand.get("kind", "")).endswith("khanuck") and hand.get("detail") == "made":
                    key = (game.match_id, hand["winner"])
                    found[key] = found.get(key, 0) + 1
        return found


def round_keys(matches: list[Match]) -> list[str]:
    """The keys of the rounds, from the first to the final."""
    names = {match.round.number: match.round.name for match in matches}
    return [names[number] for number in sorted(names)]
