"""Everything that is stored about a tournament's results, computed once more from the entries, and compared.

Totals, winners, advancement and standings are caches. `check` takes nothing from them: it judges the entries again,
folds games into matches, lets the pure functions of the format say who stands where, and ranks the teams anew. What
no entry says (who was seeded where, a walkover and its reason) is taken as it was decided.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NotRequired, TypedDict

from django.db import transaction

from adjudication import agreed, hands, judge, judging, newer_engine, replay
from adjudication import scores as sheet_scores
from adjudication.bell_rules import ended_by_bell
from adjudication.models import Scoresheet
from adjudication.replay import Difference
from thunee_tournaments.brackets import results, settling
from thunee_tournaments.brackets.building import fixtures_of
from thunee_tournaments.brackets.formats import propagation, scheduled
from thunee_tournaments.brackets.formats.catalogue import format_of
from thunee_tournaments.brackets.models import Match, MatchGame, MatchSide
from thunee_tournaments.brackets.selectors import stages_of
from thunee_tournaments.brackets.settling import plays_with_signatures
from thunee_tournaments.fundraising import till_chain
from thunee_tournaments.services.match import qualifier_results
from thunee_tournaments.services.match.group_play import next_ones
from thunee_tournaments.services.record.rejudging import short
from thunee_tournaments.standings import event_standings
from thunee_tournaments.standings.models import Snapshot
from thunee_tournaments.teams.models import Team
from thunee_tournaments.tournaments.data_version import lock_tournament
from thunee_tournaments.tournaments.models import Stage, Tournament


class CannotRepair(Exception):
    """What differs is not a cache but the record itself: that is for people. Nothing was changed."""


class MatchValues(TypedDict):
    """What the caches of a match should say, by the names of its fields."""

    state: str
    outcome: str
    won_by: str
    conflict: str


class SideValues(TypedDict):
    """What the caches of a side should say, by the names of its fields."""

    team_id: int | None
    due_id: int | None
    games_won: NotRequired[int]
    score: int


@dataclass(frozen=True)
class RebuiltMatch:
    """A match as the entries tell it: the values of its caches, those of its sides, and the games that do not belong
    to it."""

    match: Match
    values: MatchValues
    sides: dict[str, SideValues]
    surplus: list[MatchGame]

    def apply(self) -> None:
        """Let the match in memory say so."""
        for row, values in self._rows():
            for name, value in values.items():
                setattr(row, name, value)

    def save(self) -> None:
        """Store what the entries tell."""
        settling.seat(self.match, dict.fromkeys(self.match.letters))  # nobody twice, not for a moment
        self.apply()
        for row, values in self._rows():
            row.save(update_fields=[name.removesuffix("_id") for name in values])

    def differences(self) -> Iterator[Difference]:
        """What is stored otherwise."""
        for row, values in self._rows():
            name_of_row = _name(self.match) if isinstance(row, Match) else f"{_name(self.match)}, side {row.side}"
            for name, value in values.items():
                if getattr(row, name) != value:
                    yield Difference(f"{name_of_row}: {name.removesuffix('_id')}", getattr(row, name), value)

    def _rows(self) -> list[tuple[Match | MatchSide, Mapping[str, object]]]:
        return [(self.match, self.values), *((side, self.sides[side.side]) for side in self.match.sides)]


def check(tournament: Tournament) -> list[Difference]:
    """Every difference between what is stored and what the entries come to; an empty list if all is well."""
    return list(_differences(tournament))


def judged_otherwise(tournament: Tournament) -> list[str]:
    """What is no fault, but should be known: where the engine of today would judge otherwise than is recorded."""
    lines = []
    for where, sheet in _sheets(tournament):
        if rules := newer_engine.rules_of(sheet):
            lines.append(f"{where}: {rules}")
        if not sheet.entries.exclude(engine=judge.today()).exists():
            continue
        for other in newer_engine.on_sheet(sheet):
            hand = other.hand
            place = f"hand {hand.number}" if hand.number else f"the decision of entry {hand.seq}"
            today = f"today's would say {short(other.now)}, recorded is {short(other.was)}"
            lines.append(f"{where}, {place}: judged by an older engine; {other.why if other.now is None else today}")
    return lines


def repair(tournament: Tournament) -> list[Difference]:
    """Let the caches say what the entries say; returns what was different. Raises CannotRepair."""
    with transaction.atomic():
        differences: list[Difference] = []
        if fault := next(till_chain.differences(tournament), None):
            raise CannotRepair(str(fault))
        for where, sheet in _sheets(tournament):
            try:
                differences += [_at(where, difference) for difference in replay.repair(sheet)]
            except ValueError as error:
                raise CannotRepair(f"{where}: {error}") from None
        for rebuilt in _rebuilt(tournament):
            different = list(rebuilt.differences())
            if rebuilt.surplus:
                game = rebuilt.surplus[0]
                raise CannotRepair(f"{_name(rebuilt.match)}: game {game.number} follows a match that is over")
            if different:
                rebuilt.save()
            differences += different
        tournament = lock_tournament(tournament.pk)
        stale = list(_of_snapshot(tournament, _matches(tournament)))
        if stale:
            tournament.snapshots.filter(version=tournament.version).delete()
        return [*differences, *stale]


def _differences(tournament: Tournament) -> Iterator[Difference]:
    for where, sheet in _sheets(tournament):
        for difference in replay.check(sheet):
            yield _at(where, difference)
    matches = []
    for rebuilt in _rebuilt(tournament):
        yield from rebuilt.differences()
        if rebuilt.surplus:
            yield Difference(f"{_name(rebuilt.match)}: games", rebuilt.match.games.count(), len(rebuilt.surplus))
        rebuilt.apply()  # in memory only: the standings are computed from what was found
        matches.append(rebuilt.match)
    yield from _of_snapshot(tournament, matches)
    yield from till_chain.differences(tournament)


def _rebuilt(tournament: Tournament) -> Iterator[RebuiltMatch]:
    """Every match as the entries tell it, stage by stage, in order of number."""
    for stage in tournament.stages.filter(drawn_at__isnull=False).order_by("order"):
        matches = [match for match in _matches(tournament) if match.stage_id == stage.pk]
        yield from _rebuilt_in(stage, matches, {team.public_id: team for team in tournament.teams.all()})


def _rebuilt_in(stage: Stage, matches: list[Match], teams: dict[str, Team]) -> Iterator[RebuiltMatch]:
    games = {match.pk: list(match.games.select_related("sheet").order_by("number")) for match in matches}
    if format_of(stage).alone:
        yield from _rebuilt_at_tables(stage, matches, teams, games)
        return
    scores = {
        match.pk: results.score(
            match.best_of,
            [judged_again(game, signing=plays_with_signatures(match)) for game in games[match.pk]],
        )
        for match in matches
    }
    begun = {match.pk: any(game.sheet.entries.exists() for game in games[match.pk]) for match in matches}
    records = {match.number: _record(match, scores[match.pk].winner, begun[match.pk]) for match in matches}
    withdrawn = {team for team in teams.values() if team.withdrawn_at is not None}
    standing = propagation.recompute(fixtures_of(matches), _seeds(stage, teams), records, withdrawn)
    held = _held_back(stage, matches, standing)
    misplaced = qualifier_results.misplaced_in(matches) if format_of(stage).sold else {}
    for match in matches:
        score, pairing = scores[match.pk], standing[match.number]
        values, sides = _values(match, pairing, begun[match.pk]), _of_sides(match, score, pairing)
        values["conflict"] = misplaced.get(match.number, values["conflict"])
        if match.number in held and values["state"] == Match.State.READY:
            values["state"] = Match.State.WAITING.value
        # What has hands may lie beyond the others; what nothing was ever written in has to be gone.
        unbegun = [game for game in games[match.pk][score.counted :] if not game.sheet.seq]
        yield RebuiltMatch(match, values, sides, unbegun)


def _rebuilt_at_tables(
    stage: Stage, matches: list[Match], teams: dict[str, Team], games: dict[int, list[MatchGame]]
) -> Iterator[RebuiltMatch]:
    """The tables of single players as their sheets tell them. Who sits at one that has begun is taken as it is."""
    seeds = _seeds(stage, teams)
    score_of = {match.pk: _table_again(games[match.pk]) for match in matches}
    begun = {match.pk: any(game.sheet.entries.exists() for game in games[match.pk]) for match in matches}
    placed = {match.pk: [seeds[seed - 1].pk for seed in match.seeds if seed is not None] for match in matches}
    seated = {match.pk: match.team_ids if begun[match.pk] else placed[match.pk] for match in matches}
    left = [match for match in matches if not score_of[match.pk].over]
    due = scheduled.due((match.number, [key or 0 for key in seated[match.pk]], False) for match in left)
    for match in matches:
        score = score_of[match.pk]
        places = list(zip(match.letters, seated[match.pk], placed[match.pk], strict=True))
        state = Match.State.DONE if score.over else Match.State.PLAYING if begun[match.pk] else Match.State.READY
        values: MatchValues = {
            "state": (state if begun[match.pk] or match.number in due else Match.State.WAITING).value,
            "outcome": Match.Outcome.PLAYED.value if score.over else "",
            "won_by": score.winner,
            "conflict": "".join(side for side, sits, should in places if sits != should),
        }
        side_values: dict[str, SideValues] = {
            side: {"team_id": sits, "due_id": should if sits != should else None, "score": score.balls.get(side, 0)}
            for side, sits, should in places
        }
        yield RebuiltMatch(match, values, side_values, games[match.pk][1:])


def _table_again(games: list[MatchGame]) -> results.MatchScore:
    """A table's result from the entries of its sheet alone; no points before anything is written."""
    if not games or not games[0].sheet.entries.exists():
        return results.at_table((), over=False)
    judged = judging.judge(games[0].sheet, judging.steps_of(hands.all_steps(games[0].sheet)))
    return results.at_table(sheet_scores.by_seat(judged.after), over=judged.over)


def _record(match: Match, winner: str, begun: bool) -> propagation.Record[Team]:
    """What a match knows of itself. A walkover is taken as it was decided."""
    side = match.winning_side if match.outcome == Match.Outcome.WALKOVER else winner
    return propagation.Record(
        (match.team("A"), match.team("B")), "A" if side == "A" else "B" if side == "B" else None,
        begun or settling.is_decided(match), match.goes_on, match.goes_down,
    )  # fmt: skip


def _seeds(stage: Stage, teams: dict[str, Team]) -> list[Team]:
    """The teams that "seed n" stands for: in a qualifier those of its entries, else in the order of the draw."""
    if format_of(stage).sold:
        return [entry.team for entry in stage.entries.select_related("team").order_by("number")]
    return [teams[public_id] for public_id in stage.inputs["order"]]


def _held_back(stage: Stage, matches: list[Match], standing: dict[int, propagation.Place[Team]]) -> set[int]:
    """The matches of a group that are not the next ones of both their teams."""
    if not format_of(stage).can_be_put_off:
        return set()
    left = [match for match in matches if standing[match.number].winner is None]
    return {match.number for match in left} - next_ones(left)


def _values(match: Match, pairing: propagation.Place[Team], begun: bool) -> MatchValues:
    """What the caches of a match should say."""
    state, outcome = _state_and_outcome(match, pairing, begun)
    return {"state": state, "outcome": outcome, "won_by": pairing.winner or "", "conflict": pairing.conflict}


def _of_sides(match: Match, score: results.MatchScore, pairing: propagation.Place[Team]) -> dict[str, SideValues]:
    """What the caches of its sides should say."""

    def key(team: Team | None) -> int | None:
        return team.pk if team else None

    return {
        side: {
            "team_id": key(team),
            "due_id": key(due) if side in pairing.conflict else None,
            "games_won": score.games[side],
            "score": score.balls[side],
        }
        for side, team, due in zip(match.letters, pairing.teams, pairing.due, strict=True)
    }


def _state_and_outcome(match: Match, pairing: propagation.Place[Team], begun: bool) -> tuple[str, str]:
    if pairing.bye:
        return Match.State.BYE.value, Match.Outcome.BYE.value
    if pairing.winner:
        walkover = match.outcome == Match.Outcome.WALKOVER
        return Match.State.DONE.value, (Match.Outcome.WALKOVER if walkover else Match.Outcome.PLAYED).value
    if None in pairing.teams:
        return Match.State.WAITING.value, ""
    return (Match.State.PLAYING if begun else Match.State.READY).value, ""


def judged_again(game: MatchGame, *, signing: bool) -> results.GameScore:
    """A game's score from its entries (and signatures) alone; what its sheet says of the score is not looked at."""
    judged = judging.judge(game.sheet, judging.steps_of(hands.all_steps(game.sheet)))
    balls = sheet_scores.by_side(judged.after)
    winner = agreed.winner_of(game.sheet, judged.winner) if signing else judged.winner
    return results.GameScore(balls, winner, bell=ended_by_bell(judged.after))


def _of_snapshot(tournament: Tournament, matches: list[Match]) -> Iterator[Difference]:
    """The snapshot of the present version, if there is one, beside the standings computed now."""
    snapshot = Snapshot.objects.filter(tournament=tournament, version=tournament.version).first()
    if snapshot is None:
        return
    fresh = event_standings.standings_of(list(tournament.teams.all()), matches, stages_of(tournament))
    if snapshot.data["rounds"] != fresh["rounds"]:
        yield Difference("standings: rounds", snapshot.data["rounds"], fresh["rounds"])
    if snapshot.data["stages"] != fresh["stages"]:
        yield Difference("standings: tables of the stages", "another table", fresh["stages"])
    stored = {row["team"]: row for row in snapshot.data["rows"]}
    for row in fresh["rows"]:
        if stored.pop(row["team"], None) != row:
            yield Difference(f"standings: {row['name']}", "another line", row)
    for row in stored.values():
        yield Difference(f"standings: {row['name']}", row, "no such team")


def _matches(tournament: Tournament) -> list[Match]:
    return list(
        Match.objects.filter(stage__tournament=tournament).select_related("round").order_by("stage__order", "number")
    )


def _sheets(tournament: Tournament) -> Iterator[tuple[str, Scoresheet]]:
    """Every sheet of the tournament's book, with what to call it; also one that no match points to."""
    games = MatchGame.also_struck.filter(match__stage__tournament=tournament).select_related("match")
    names = {game.sheet_id: f"{_name(game.match)} game {game.number}" for game in games}
    for sheet in Scoresheet.objects.filter(book=tournament.public_id).order_by("pk"):
        yield names.get(sheet.pk, f"sheet {sheet.public_id} (of no match)"), sheet


def _name(match: Match) -> str:
    return f"match {match.number}"


def _at(where: str, difference: Difference) -> Difference:
    return Difference(f"{where}: {difference.where}", difference.stored, difference.found)
