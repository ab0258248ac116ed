"""A tournament on the database, played through the acts people use, and worked out from scratch after each of them."""

import uuid
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from adjudication.models import Decision
from engine.seats import OTHER_SIDE
from tests.factories import RoleFactory, TeamFactory, TournamentFactory
from tests.support.brackets import from_scratch
from tests.support.brackets.from_scratch import Seen, Told
from tests.thunee_tournaments.services.conftest import count, thunee
from thunee_tournaments.brackets.formats.catalogue import keys_of
from thunee_tournaments.brackets.formats.swiss import RELAXATIONS
from thunee_tournaments.brackets.models import Match, MatchGame, StreakEntry
from thunee_tournaments.brackets.selectors import current_game
from thunee_tournaments.services import acts
from thunee_tournaments.services.match import qualifier_queue, stages
from thunee_tournaments.services.officiating import surplus_games
from thunee_tournaments.services.record import redraw, replay
from thunee_tournaments.simulation import invariants
from thunee_tournaments.standings.stage_table import LOT_LABEL
from thunee_tournaments.standings.table_kinds import stage_table
from thunee_tournaments.tournaments.lots import shuffled
from thunee_tournaments.tournaments.models import Stage

OPEN = (Match.State.READY, Match.State.PLAYING)

BRACKETS = ("knockout", "double")


class StoredEvent:
    """One tournament with the plan given. Every act either does something or is refused and changes nothing."""

    def __init__(self, organiser: Any, plan: Sequence[dict[str, Any]], teams: int, seed: int, **details: Any) -> None:
        self.organiser, self.rng, self.steps = organiser, Random(seed), 0
        self.over = False
        a_tournament: Any = TournamentFactory
        self.tournament = a_tournament(organiser=organiser, changes={"balls_to_win": 4}, **details)
        entered: list[Any] = [TeamFactory(tournament=self.tournament) for _ in range(teams)]
        order = [team.public_id for team in entered]
        acts.order_seeds(actor=organiser, tournament=self.tournament, teams=order)
        acts.set_plan(actor=organiser, tournament=self.tournament, stages=list(plan))
        acts.draw_event(actor=organiser, tournament=self.tournament, lot=f"{self.rng.getrandbits(128):032x}")
        self.tournament.refresh_from_db()

    def matches(self) -> list[Match]:
        found = Match.objects.filter(stage__tournament=self.tournament)
        return list(found.select_related("stage__tournament", "round").order_by("number"))

    def open(self) -> list[Match]:
        return [match for match in self.matches() if match.state in OPEN and match.known]

    def decided(self) -> list[Match]:
        return [match for match in self.matches() if match.state == Match.State.DONE]

    def table_behind(self) -> Stage | None:
        """The first groups, Swiss or league that take their teams from a stage before."""
        return self.tournament.stages.filter(format__in=keys_of("table"), order__gt=1).order_by("order").first()

    def all_drawn(self) -> bool:
        return not self.tournament.stages.filter(drawn_at=None).exists()

    def try_(self, act: Callable[..., Any], **said: Any) -> str:
        """Do it; the code it was refused with, or "". What is refused changes nothing."""
        before, code = self.picture(), ""
        try:
            act(actor=self.organiser, **said)
        except acts.Refused as refused:
            code = str(refused.code)
        assert not code or self.picture() == before, f"{code}: refused, and yet something has changed"
        return code

    def picture(self) -> list[Any]:
        return [
            (match.number, match.team_ids, match.won_by, match.state, match.outcome, match.conflict, match.figures)
            for match in self.matches()
        ]

    # --- what people do

    def write(self, match: Match, side: str, whole: bool = True) -> str:
        """A thunee that ends the game, or a plain hand of one ball."""
        game = current_game(match)
        if game is None:
            return "no game"
        body = thunee(side) if whole else count(side)
        return self.try_(acts.record_hand, game=game, body=body, key=_write_key(game))

    def walk_over(self, match: Match, side: str) -> str:
        return self.try_(acts.award_walkover, match=match, side=side, reason="nobody came")

    def correct(self, match: Match, strike: bool) -> str:
        """Turn the last hand round, or strike it out; a walkover is taken back."""
        if match.outcome == Match.Outcome.WALKOVER:
            return self.try_(acts.withdraw_walkover, match=match, reason="they came after all")
        return self.correct_game(current_game(match), OTHER_SIDE[match.winning_side or "A"], strike)

    def correct_game(self, game: MatchGame | None, side: str, strike: bool) -> str:
        """Give the last hand of a game to this side, or strike it out."""
        entry = game.sheet.entries.filter(kind__in=["hand", "correction"]).order_by("-seq").first() if game else None
        if game is None or entry is None:
            return "nothing written"
        said = {"game": game, "entry": entry, "key": _write_key(game), "reason": "written wrongly"}
        if strike:
            return self.try_(acts.void_hand, **said)
        return self.try_(acts.correct_hand, body=thunee(side), **said)

    def come_back(self, pick: int) -> str:
        """A team that went home plays on after all."""
        gone = list(self.tournament.teams.exclude(withdrawn_at=None).order_by("pk"))
        return self.try_(acts.reinstate_team, team=gone[pick % len(gone)]) if gone else "none"

    def withdraw(self, pick: int) -> str:
        there = list(self.tournament.teams.filter(withdrawn_at=None).order_by("pk"))
        return self.try_(acts.withdraw_team, team=there[pick % len(there)], reason="had to leave") if there else "none"

    def resolve(self, match: Match, choice: str, alike: bool = False) -> str:
        said = {
            "alike": alike,
            "error_by": "unknown",
            "text": "looked at",
            "departing": "the referee's finding",
            **_key(),
        }
        return self.try_(acts.resolve_conflict, match=match, choice=choice, **said)

    def too_many(self) -> list[MatchGame]:
        """The games played behind one that was corrected since, about which a referee may decide."""
        return [game for match in self.matches() for game in surplus_games.undecided_games(match)]

    def resolve_game(self, game: MatchGame, choice: str, appeal: bool) -> str:
        """Keep a game too many or strike it out; with an `appeal` another referee overturns that."""
        match, key = game.match, _key()
        code = self.try_(acts.resolve_surplus, match=match, game=game, choice=choice, text="looked at", **key)
        if code or not appeal:
            return code
        case = {"match": match, "dispute": Decision.objects.get(client_uuid=key["client_uuid"]).dispute}
        self.try_(acts.appeal_decision, side="A", text="looked at wrongly", **case, **_key())
        other = RoleFactory(tournament=self.tournament, role="chief_referee").user
        said = {"overturn": True, "rules": ["EV-APPEAL-1"], "text": "looked at again", **case, **_key()}
        return self.try_(lambda actor, **more: acts.decide_appeal(actor=other, **more), **said)

    def go_on(self) -> str:
        """The next stage, the next round, another entry or the end of entries."""
        now, lot = stages.outlook(self.tournament), f"{self.rng.getrandbits(128):032x}"
        if now.can_draw:
            return self.try_(acts.start_next_stage, tournament=self.tournament, lot=lot)
        if now.stage is None or now.over:
            self.over = True
            return "over"
        if now.stage.format == "swiss":
            said: dict[str, Any] = {"tournament": self.tournament}
            code = self.try_(acts.pair_round, **said)
            return self.try_(acts.pair_round, relaxed=RELAXATIONS, **said) if code == "no_pairing" else code
        if now.stage.format == "streak":
            team = self.rng.choice(list(self.tournament.teams.order_by("pk")))
            if self.rng.random() < 0.75:
                return self.try_(acts.buy_entry, tournament=self.tournament, team=team)
            return self.try_(acts.close_entries, tournament=self.tournament)
        return "waits"

    # --- in a qualifier

    def come_late(self, _pick: int) -> str:
        if self.tournament.teams.count() >= 14:
            return "full"  # enough for a walk
        return self.try_(acts.add_team, tournament=self.tournament, name=f"Late {self.tournament.teams.count()}")

    def buy_in(self, pick: int) -> str:
        teams = list(self.tournament.teams.order_by("pk"))
        return self.try_(acts.buy_entry, tournament=self.tournament, team=teams[pick % len(teams)])

    def take_entry_back(self, pick: int) -> str:
        entries = list(StreakEntry.objects.filter(stage__tournament=self.tournament).order_by("-pk"))
        said = {"tournament": self.tournament, "reason": "the wrong team"}
        return self.try_(acts.take_back_entry, entry=entries[pick % min(3, len(entries))], **said)

    def meet_across(self, pick: int) -> str:
        """What is open is played first: those who wait meet across streaks only where the qualifier stands still."""
        for turn in range(12):
            if self.play_one(pick + turn):
                break
        return self.try_(acts.pair_across, tournament=self.tournament)

    def play_one(self, pick: int) -> str:
        there = self.open()
        return self.write(there[pick % len(there)], "AB"[pick // 7 % 2]) if there else "none"

    # --- what must hold

    def faults(self) -> list[str]:
        self.steps += 1
        invariants.seated_once(self.tournament)
        matches = self.matches()
        gone = set(self.tournament.teams.exclude(withdrawn_at=None).values_list("pk", flat=True))
        found = []
        for stage in self.tournament.stages.filter(drawn_at__isnull=False).order_by("order"):
            own = [match for match in matches if match.stage_id == stage.pk]
            if stage.format in BRACKETS:
                found += self._bracket(stage, own, gone)
            elif stage.format == "streak":
                found += _qualifier(stage, own)
            else:
                found += self._table(stage, own)
                found += self._bracket(stage, own, gone)  # who stands where: each seed's team, in all its matches
        if not any(match.conflict for match in matches):
            found += self._beside(matches)
        if self.steps % 10 == 0:
            found += [str(one) for one in (*replay.check(self.tournament), *redraw.check(self.tournament))]
        return found

    def _bracket(self, stage: Stage, own: list[Match], gone: set[int]) -> list[str]:
        ids = dict(self.tournament.teams.values_list("public_id", "pk"))
        seeds = [ids[public_id] for public_id in stage.inputs["order"]]
        seen = [
            Seen(match.number, tuple(side.source for side in match.sides), tuple(match.team_ids), match.winning_side,
                 _stands(match, gone), match.conflict, match.goes_on_id, match.goes_down_id)
            for match in own
        ]  # fmt: skip
        return from_scratch.bracket_faults(seen, seeds, gone)

    def _beside(self, matches: list[Match]) -> list[str]:
        """Nobody plays in two of the stages that share out the teams of one."""
        playing: dict[tuple[int, int | None], set[int]] = {}
        for match in matches:
            feed = match.stage.parameters.get("feed")
            if feed and not feed.get("round") and match.stage.format != "streak":
                there = playing.setdefault((feed["stage"], match.stage_id), set())
                there |= {team for team in match.team_ids if team is not None}
        return [
            f"{one & two} play in two stages drawn from stage {source}"
            for (source, stage), one in playing.items()
            for (other_source, other), two in playing.items()
            if source == other_source and (stage or 0) < (other or 0) and one & two
        ]

    def _table(self, stage: Stage, own: list[Match]) -> list[str]:
        order = stage.inputs["order"]
        ids = dict(self.tournament.teams.values_list("public_id", "pk"))
        lots = {ids[one]: place for place, one in enumerate(shuffled(order, stage.lot, LOT_LABEL), start=1)}
        swiss = stage.format == "swiss"
        groups = [[ids[order[seed - 1]] for seed in group] for group in stage.inputs.get("groups", [])]
        table = stage_table(stage, self.tournament.teams.all(), own)
        found = []
        for (_number, lines), teams in zip(table.tables(), groups or [[ids[one] for one in order]], strict=True):
            told = [
                Told(match.round.number, *match.team_ids, match.winner_id, match.outcome == "played",
                     tuple(side.score for side in match.sides))
                for match in own
                if match.state == Match.State.DONE and set(match.team_ids) & set(teams)
            ]  # fmt: skip
            byes = [(match.round.number, match.winner_id) for match in own if match.state == Match.State.BYE]
            paired: dict[int, set[int | None]] = {}
            for match in own:
                paired.setdefault(match.round.number, set()).update(match.team_ids)
            half = [
                (round_.number, ids[order[seed - 1]])
                for round_ in (stage.rounds.all() if swiss else ())
                if (by_hand := round_.inputs.get("by_hand", {})).get("half")
                for seed in by_hand["out"]
            ]
            plain = from_scratch.table(teams, told, byes, lots, paired if swiss else None, half)
            stored = [line.record.team.pk for line in lines]
            if stored != plain:
                found.append(f"{stage}: the table is {stored}, counted again {plain}")
        if not swiss:
            waiting: set[Any] = set()
            for match in own:
                if match.over:
                    continue
                free = not set(match.team_ids) & waiting
                if free != (match.state in OPEN) and match.state != Match.State.PLAYING:
                    found.append(f"{stage}: match {match.number} is {match.state}")
                waiting |= set(match.team_ids)
        return found


def _write_key(game: MatchGame) -> acts.WriteKey:
    return acts.WriteKey("desk", uuid.uuid4(), game.sheet.head)


def _key() -> dict[str, Any]:
    return {"device": "desk", "client_uuid": uuid.uuid4()}


def _stands(match: Match, gone: set[int]) -> bool:
    """Something was written in it, or it was given to a side before the other one went home."""
    if any(game.sheet.seq for game in match.games.select_related("sheet")):
        return True
    loser = match.loser
    if match.state != Match.State.DONE or loser is None or loser.pk not in gone:
        return match.state == Match.State.DONE
    if match.outcome == Match.Outcome.WALKOVER and MatchGame.also_struck.filter(match=match, struck_at__isnull=False):
        return True  # a referee struck it out and gave it to the other side
    return bool(match.done_at and loser.withdrawn_at and match.done_at < loser.withdrawn_at)


def _with_places(plain, entries, own, wins, places):
    """The states of entries where only the first teams to get there go through, by when each won its last match."""
    since = {}
    for match in own:
        if match.winning_side:
            since[match.side(match.winning_side).source[1]] = match.done_at
    there = [number for number, (state, row) in plain.items() if state == "qualified" and row >= wins]
    teams = []
    for number in sorted(there, key=lambda number: (since[number], number)):
        if entries[number] not in teams:
            teams.append(entries[number])
    if len(teams) < places:
        return plain
    late = {number for number, (state, _row) in plain.items()
            if state == "waiting" or (state == "qualified" and entries[number] not in teams[:places])}  # fmt: skip
    return {number: ("out" if number in late else state, row) for number, (state, row) in plain.items()}


def _qualifier(stage: Stage, own: list[Match]) -> list[str]:
    if any(match.conflict or match.goes_on_id for match in own):
        return []  # a referee has forgiven a loss, or has yet to say whether
    bought = list(StreakEntry.objects.filter(stage=stage, taken_back_at=None).order_by("number"))
    entries = {entry.number: entry.team_id for entry in bought}
    met = [(*match.seeds, match) for match in own]
    results = [(one, other, match.winning_side) for one, other, match in met]
    wins = stage.parameters["wins"]
    plain = from_scratch.streak_states(entries, {one.number for one in bought if one.ended}, results, wins)
    if places := stage.parameters["places"]:
        plain = _with_places(plain, entries, own, wins, places)
    told = {one.entry.number: (one.state, one.streak) for one in qualifier_queue.qualifier_standings(stage)}
    found = [f"{stage}: the queue says {told}, played again {plain}"] if told != plain else []
    begun = [match for match in own if not match.over and any(game.sheet.seq for game in match.games.all())]
    resumed = {seed for match in begun for seed in match.seeds if seed is not None}
    return found + from_scratch.streak_faults(entries, plain, stage.parameters["entries"], wins, resumed)
