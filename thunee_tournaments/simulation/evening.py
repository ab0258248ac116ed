"""An event played to its champion: hands written at the tables, corrected, disputed, signed, as people would."""

import uuid
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random
from typing import TypedDict

from django.contrib.auth.models import User

from adjudication.models import Entry
from adjudication.outcomes import ProposedDecision
from adjudication.shapes import Body
from thunee_tournaments.brackets.formats.by_hand import ByHand
from thunee_tournaments.brackets.formats.catalogue import format_of
from thunee_tournaments.brackets.formats.swiss import RELAXATIONS
from thunee_tournaments.brackets.models import Match, MatchGame
from thunee_tournaments.brackets.selectors import current_game, plan_of, stages_of
from thunee_tournaments.brackets.shapes import PlannedStage
from thunee_tournaments.services import acts, queries
from thunee_tournaments.services.queries import pin_of
from thunee_tournaments.simulation import invariants, turns
from thunee_tournaments.simulation.players import Players
from thunee_tournaments.tables.models import Table, TableLink
from thunee_tournaments.tables.selectors import open_seatings, with_tables
from thunee_tournaments.teams.models import Team
from thunee_tournaments.tournaments import policies
from thunee_tournaments.tournaments.models import Stage, Tournament

THUNEES = 0.06  # of all hands
MOST_HANDS = 200  # of one game: simple players always come to an end long before


class Stuck(Exception):
    """The event does not go on although it is not over: a fault of the site, or of the simulator."""


class Key(TypedDict):
    """What names a write for the record."""

    device: str
    client_uuid: uuid.UUID


@dataclass(frozen=True)
class Chances:
    """How often things go otherwise than planned: a share of all hands, hands, matches, of the teams that are out of a
    qualifier and may buy in again, each time it stands still, of the Swiss rounds in which something is set by hand
    (and of the events in which two teams change places before they play), and of the matches after which something
    turns up that nobody planned (`turns`)."""

    corrections: float = 0.0
    disputes: float = 0.0
    no_shows: float = 0.0
    rebuys: float = 0.5
    by_hand: float = 0.0
    turns: float = 0.0


@dataclass
class Evening:
    """One event and those who run it: `organiser` runs the desk, `referee` decides disputes."""

    tournament: Tournament
    organiser: User
    referee: User
    rng: Random
    chances: Chances = Chances()
    done: Counter[str] = field(default_factory=Counter)

    def play(self) -> Iterator[int]:
        """Play on until nothing is left to play; after each match yields how many are over. Raises Stuck, Broken."""
        self._swap()
        while True:
            for _, seating in sorted(open_seatings(self.tournament).items()):
                self._match(seating.match)
                self._turn()
                invariants.during(self.tournament, kept=self.kept)
                yield self.done["matches"]
            if not open_seatings(self.tournament) and not self._goes_on():
                break
        invariants.at_the_end(self.tournament, kept=self.kept)

    @property
    def champion(self) -> Team | None:
        return queries.outlook(self.tournament).champion

    @property
    def kept(self) -> bool:
        """Whether a referee keeps a team in a stage that it would be out of, or lets a game too many stand."""
        return bool(self.done["decided match_kept"] or self.done["decided game_kept"])

    def _turn(self) -> None:
        """What turns up after a match; what then is under review, or is so because the match was played again."""
        if self._happens(self.chances.turns):
            turns.turn(self)
        if self.chances.turns:
            turns.decide_all(self)

    def _goes_on(self) -> bool:
        """At rest: let two that are level play it off, pair the next round, let teams buy in again or close the
        entries, draw the next stage."""
        if self._happens(self.chances.turns) and turns.play_off(self):
            return True
        now = queries.outlook(self.tournament)
        if now.decided:
            return False
        lot = f"{self.rng.getrandbits(128):032x}"
        if now.can_draw:
            self._next_stage(lot)
        elif now.stage is not None and format_of(now.stage).round_by_round:
            self._round(now.stage)
            self.done["rounds"] += 1
        elif now.stage is not None and format_of(now.stage).sold:
            self._qualifier(now.stage)
        else:
            raise Stuck("nothing is being played, and the event is not over")
        if not open_seatings(self.tournament):
            acts.assign_tables(actor=self.organiser, tournament=self.tournament)
        return True

    def _next_stage(self, lot: str) -> None:
        """Draw it; where too few teams are left for what was planned they play a knock-out, a single one nothing."""
        try:
            acts.start_next_stage(actor=self.organiser, tournament=self.tournament, lot=lot)
            self.done["stages"] += 1
        except acts.Refused as refused:
            if refused.code not in ("plan_does_not_fit", "too_few_teams"):
                raise
            stages = stages_of(self.tournament)
            plan = plan_of(stages)
            coming = next(place for place, stage in enumerate(stages) if stage.drawn_at is None)
            feed = plan[coming]["parameters"]["feed"]
            knockout: PlannedStage = {"format": "knockout", "parameters": {"feed": feed}}
            acts.change_coming(
                actor=self.organiser, tournament=self.tournament, was=queries.mark_of_plan(stages),
                stages=[*plan[:coming], *([knockout] if refused.code == "plan_does_not_fit" else [])],
                reason="Too few teams are left for what was planned.",
            )  # fmt: skip
            self.done["plans changed"] += 1

    def _swap(self) -> None:
        """Two teams change places before they play, where that can be."""
        places = queries.may_change_places(self.tournament) if self._happens(self.chances.by_hand) else []
        teams = places[0][1] if places else []
        if len(teams) > 1:
            team, other = self.rng.sample(teams, 2)
            acts.swap_teams(
                actor=self.organiser, tournament=self.tournament, team=team, other=other, reason="One comes later.",
                seeds=(team.seed or 0, other.seed or 0),
            )  # fmt: skip
            self.done["swaps"] += 1

    def _round(self, stage: Stage) -> None:
        """The next Swiss round; in some two teams meet, or one sits out, because the organiser says so."""
        here = set(self.tournament.teams.filter(withdrawn_at=None).values_list("public_id", flat=True))
        seeds = [seed for seed, team in enumerate(stage.inputs["order"], start=1) if team in here]
        if len(seeds) > 2 and self._happens(self.chances.by_hand):
            a, b = self.rng.sample(seeds, 2)
            wish = ByHand(pairs=((a, b),)) if self.rng.random() < 0.5 else ByHand(out=frozenset({a}), half=a % 2 == 0)
            with suppress(acts.Refused):  # the rest may have no pairing
                acts.pair_round(
                    actor=self.organiser, tournament=self.tournament, wish=wish, reason="As the captains asked.",
                )  # fmt: skip
                self.done["rounds by hand"] += 1
                return
        try:
            acts.pair_round(actor=self.organiser, tournament=self.tournament)
        except acts.Refused as refused:
            if refused.code != "no_pairing":
                raise
            acts.pair_round(actor=self.organiser, tournament=self.tournament, relaxed=RELAXATIONS)
            self.done["rounds with rematches"] += 1

    def _qualifier(self, stage: Stage) -> None:
        """Some of the teams that are out buy in again; when nobody wants to, or can, entries are closed."""
        bought, everybody = 0, queries.qualifier_standings(stage)
        for team in self.tournament.teams.order_by("pk"):
            if self._happens(self.chances.rebuys) and queries.why_no_entry(stage, team, everybody) is None:
                with suppress(acts.Refused):  # the last place was taken meanwhile
                    acts.buy_entry(actor=self.organiser, tournament=self.tournament, team=team)
                    bought += 1
        self.done["re-buys"] += bought
        if not bought:
            acts.close_entries(actor=self.organiser, tournament=self.tournament)

    # --- a match

    def _match(self, match: Match) -> None:
        """The match is played, unless something has come between since it was called."""
        here = with_tables(Match.objects.filter(pk=match.pk, seating__isnull=False, seating__ended_at=None))
        called = here.select_related("stage__tournament").first()
        if called is None or called.over:
            return
        match = called
        if match.state == Match.State.READY and self._happens(self.chances.no_shows):
            self.done["walkovers"] += 1
            self.done["matches"] += 1
            side = self.rng.choice("AB")
            acts.award_walkover(actor=self.organiser, match=match, side=side, reason="Nobody of the other team came.")
            return
        link = self._link(match.seating.table)
        while not match.over:
            game = current_game(match)
            if game is None:
                raise Stuck(f"match {match.number} is not over and has no game to play")
            self._game(link, match, game)
            match.refresh_from_db()
        self.done["matches"] += 1

    def _link(self, table: Table) -> TableLink:
        link = TableLink.objects.filter(table=table, revoked_at=None).first()
        if link is None:
            acts.issue_table_link(actor=self.organiser, table=table)
            link = TableLink.objects.get(table=table, revoked_at=None)
        return link

    def _game(self, link: TableLink, match: Match, game: MatchGame) -> None:
        for _ in range(MOST_HANDS):
            if game.sheet.is_over:
                break
            self._hand(link, match, game)
        else:
            raise Stuck(f"game {game.number} of match {match.number} has {MOST_HANDS} hands and no end")
        self.done["games"] += 1
        self._sign(link, match, game)

    def _sign(self, link: TableLink, match: Match, game: MatchGame) -> None:
        chosen = policies.read(self.tournament.policies)
        if not chosen.signing:
            return
        self.done["signatures"] += 2
        if chosen.sign_with == policies.SignWith.TAP:
            acts.agree_to_game(actor=link, game=game, key=self.at(game, link))
            return
        for side in "AB":
            acts.sign_game(actor=link, game=game, side=side, key=self.at(game, link), pin=pin_of(match, side))

    def _hand(self, link: TableLink, match: Match, game: MatchGame) -> None:
        dealer = game.sheet.ledger["after"]["next_dealer"]
        written = acts.record_hand(actor=link, game=game, body=self.dealt(dealer), key=self.at(game, link))
        game.sheet = written.sheet
        self.done["hands"] += 1
        if self._happens(self.chances.corrections):
            self._correct(game, written.entry, dealer)
        elif self._happens(self.chances.disputes):
            self._dispute(link, match, game, written.entry.seq)

    def dealt(self, dealer: int) -> Body:
        table = Players(self.rng, dealer)
        return (table.thunee() if self._happens(THUNEES) else table.plain()).body()

    def _correct(self, game: MatchGame, entry: Entry, dealer: int) -> None:
        """The desk puts the hand right: it was another one that was played."""
        game.sheet = acts.correct_hand(
            actor=self.organiser, game=game, entry=entry, body=self.dealt(dealer), reason="Another hand was written.",
            key=self.at(game),
        ).sheet  # fmt: skip
        self.done["corrections"] += 1

    def _dispute(self, link: TableLink, match: Match, game: MatchGame, hand: int) -> None:
        """A side disputes the hand; the referee lets the record stand, or has it dealt again."""
        raised = acts.raise_dispute(
            actor=link, match=match, about="hand", reason="wrong_record", words="We counted otherwise.", game=game,
            hand=hand, **self.key(link),
        )  # fmt: skip
        game.sheet.refresh_from_db()
        outcome = self.rng.choice(("stands", "replayed"))
        proposed = ProposedDecision(outcome, ("TH-COUNT-1",), "The cards were counted again.", head=game.sheet.head)
        acts.decide_dispute(actor=self.referee, match=match, dispute=raised.dispute, proposed=proposed, **self.key())
        game.sheet.refresh_from_db()
        self.done["disputes"] += 1

    # --- small things

    def _happens(self, chance: float) -> bool:
        return chance > 0 and self.rng.random() < chance

    def key(self, link: TableLink | None = None) -> Key:
        device = f"simulated-table-{link.table_id}" if link else f"simulated-desk-{self.tournament.pk}"
        return {"device": device, "client_uuid": uuid.UUID(int=self.rng.getrandbits(128), version=4)}

    def at(self, game: MatchGame, link: TableLink | None = None) -> acts.WriteKey:
        key = self.key(link)
        return acts.WriteKey(key["device"], key["client_uuid"], game.sheet.head)
