"""The same in matches of three games."""

from collections import Counter
from random import Random

from hypothesis import strategies as st
from hypothesis.stateful import initialize, invariant, rule

from adjudication.hands import current_hands
from tests.support.brackets.walking import walk
from tests.support.services.advancing import PICKS, SIDES, AdvancingStored, stage
from thunee_tournaments.brackets.models import Match, MatchGame
from thunee_tournaments.brackets.selectors import current_game
from thunee_tournaments.brackets.settling import games_of
from thunee_tournaments.services import acts
from thunee_tournaments.services.officiating import surplus_games

PLANS = [
    [stage("knockout", third_place=True)],
    [stage("double")],
    [stage("streak", wins=2, entries=2), stage("knockout")],
    [stage("groups", groups=1), stage("knockout", feed={"take": "ranks", "first": 1, "last": 2})],
]
SINGLE = [[stage("streak", wins=3, entries=2)], [stage("streak", wins=2, entries=3), stage("knockout")]]
taken: Counter[str] = Counter()


class Longer(AdvancingStored):
    """What can happen at a desk in matches of three games, or in a qualifier of single ones."""

    taken = taken

    @initialize(number=st.integers(0, len(PLANS) + len(SINGLE) - 1), teams=st.integers(4, 6), seed=st.integers(0, 9999))
    def begin_event(self, number: int, teams: int, seed: int) -> None:
        self.begin([*PLANS, *SINGLE][number], teams, seed, best_of=3 if number < len(PLANS) else 1)

    def another_event(self, rng: Random) -> None:
        self.begin_event(rng.randrange(len(PLANS) + len(SINGLE)), rng.randint(4, 6), rng.getrandbits(16))

    def _games(self, pick: int) -> list[MatchGame]:
        """The games of a match that have hands."""
        played = [match for match in self.event.matches() if match.outcome != Match.Outcome.WALKOVER]
        begun = [games for match in played if (games := [one for one in games_of(match) if current_hands(one.sheet)])]
        return max(begun[pick % len(begun) :], key=len) if begun else []

    @rule(pick=PICKS, side=SIDES)
    def play_games(self, pick: int, side: str) -> None:
        """A whole match, with a game for the other side in between."""
        there = self.event.open()
        if not there:
            return
        match = there[pick % len(there)]
        for winner in (side, "AB"[pick % 2], side, side):
            match.refresh_from_db()
            if not match.over:
                self.do("played games", [match], 0, lambda one, winner=winner: self.event.write(one, winner))

    @rule(pick=PICKS, side=SIDES)
    def turn_a_game(self, pick: int, side: str) -> None:
        self.do("turned a game", self._games(pick), pick, lambda one: self.event.correct_game(one, side, strike=False))

    @rule(pick=PICKS, side=SIDES)
    def strike_a_hand(self, pick: int, side: str) -> None:
        self.do("struck a hand", self._games(pick), pick, lambda one: self.event.correct_game(one, side, strike=True))

    @rule(pick=PICKS, side=SIDES)
    def turn_there_and_back(self, pick: int, side: str) -> None:
        """A result is turned, somebody goes home or a referee decides, and it is turned back."""
        self.turn_a_game(pick, side)
        self.nothing_is_wrong()
        if pick % 3 == 0:
            self.do("withdrawn", [pick], 0, self.event.withdraw)
        conflicts = [match for match in self.event.matches() if match.conflict]
        choice = ("match_void", "match_replayed", "match_kept")[pick % 3 - 1]
        self.do("resolved between", conflicts, pick, lambda match: self.event.resolve(match, choice))
        self.nothing_is_wrong()
        self.turn_a_game(pick, _other(side))

    @rule(pick=PICKS)
    def strike_out_and_turn_back(self, pick: int) -> None:
        """A result is turned, its old winner goes home, what it played since is struck out, and it is turned back."""
        played = [match for match in self.event.decided() if match.outcome == Match.Outcome.PLAYED]
        pairs = [
            (one, later)
            for one in played
            for later in played
            if later.number > one.number and one.winner_id in later.team_ids
        ]
        if not pairs or self.event.tournament.teams.exclude(withdrawn_at=None).exists():
            return
        first, later = pairs[pick % len(pairs)]
        side, out = first.winning_side, first.winner
        self.do("turned", [current_game(first)], 0, lambda one: self.event.correct_game(one, _other(side), False))
        self.nothing_is_wrong()
        self.do("sent home", [out], 0, lambda team: self.event.try_(acts.withdraw_team, team=team, reason="left"))
        self.do("struck out", [later], 0, lambda match: self.event.resolve(match, "match_void"))
        self.nothing_is_wrong()
        self.do("turned back", [current_game(first)], 0, lambda one: self.event.correct_game(one, side, False))

    @rule(pick=PICKS, choice=st.sampled_from(surplus_games.SURPLUS_CHOICES), appeal=st.booleans(), back=st.booleans())
    def decide_about_a_game_too_many(self, pick: int, choice: str, appeal: bool, back: bool) -> None:
        """A match of three games is decided by two after all; a referee keeps the third or strikes it out, and perhaps
        another overturns that, and what was corrected is put back."""
        whole = [match for match in self.event.decided() if match.outcome == Match.Outcome.PLAYED]
        wrong = [
            game
            for match in whole
            if len(games := games_of(match)) > 2
            for game in games[:2]
            if match.side("A").games_won != match.side("B").games_won and game.sheet.winner == match.winning_side
        ]
        side = wrong[pick % len(wrong)].sheet.winner if wrong else ""
        self.do("turned a game", wrong, pick, lambda one: self.event.correct_game(one, _other(side), strike=False))
        self.nothing_is_wrong()
        there = self.event.too_many()
        what = f"{choice}, overturned" if appeal else choice
        self.do(what, there, pick, lambda one: self.event.resolve_game(one, choice, appeal))
        self.nothing_is_wrong()
        if back and wrong:
            once = wrong[pick % len(wrong)]
            again = [game for game in games_of(once.match) if game == once]
            self.do("turned back", again, 0, lambda one: self.event.correct_game(one, side, strike=False))

    @rule(pick=PICKS)
    def come_back(self, pick: int) -> None:
        self.do("came back", [pick], 0, self.event.come_back)

    @invariant()
    def nothing_is_wrong(self) -> None:
        super().nothing_is_wrong()
        for match in self.event.matches() if hasattr(self, "event") else []:
            _in_their_order(match)


def _other(side: str) -> str:
    return "BA"["AB".index(side)]


def _in_their_order(match: Match) -> None:
    """The games up to the first that is not over, or that decides the match, count; no others."""
    won: Counter[str] = Counter()
    last = None
    for last in games_of(match):
        if not last.sheet.is_over:
            break
        won[last.sheet.winner] += 1
        if won[last.sheet.winner] > match.best_of // 2:
            break
    assert tuple(side.games_won for side in match.sides) == (won["A"], won["B"]), f"{match}: {dict(won)}"
    if match.outcome != Match.Outcome.WALKOVER:
        assert current_game(match) == last, f"{match}: {current_game(match)} is played, it should be {last}"
        assert match.winning_side == next((side for side in won if won[side] > match.best_of // 2), "") or not last


def advance(examples: int, steps: int = 20, derandomize: bool = True) -> None:
    walk(Longer, examples, steps, derandomize)
