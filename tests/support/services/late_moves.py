"""Late corrections in events of several stages and in brackets somebody goes home from, as moves of the walk through
the database: several of them undecided, in several groups, with plates beside, and decided in any order."""

from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import rule

from tests.support.brackets.walking import Walk
from tests.support.services.stored import StoredEvent
from thunee_tournaments.brackets.models import Match
from thunee_tournaments.services.record import redraw, replay

PICKS = st.integers(0, 1000)
CHOICES = st.lists(st.sampled_from(["match_kept", "match_replayed", "match_void"]), min_size=1, max_size=4)
BEST, LOSERS = {"take": "top", "stage": 1, "count": 4}, {"take": "losers", "stage": 1, "round": 0}


def stage(format_: str, **parameters: Any) -> dict[str, Any]:
    return {"format": format_, "parameters": parameters}


PLANS = [
    [stage("double")],
    [stage("knockout", seed_anew=True, plate=True)],
    [stage("groups", groups=2), stage("knockout"), stage("knockout", feed=LOSERS)],
    [stage("groups", groups=3), stage("knockout", feed={"take": "ranks", "last": 1}), stage("league", feed=LOSERS)],
    [stage("league"), stage("knockout", feed=BEST), stage("knockout", feed=LOSERS)],
    [stage("swiss", rounds=3), stage("knockout", feed=BEST), stage("double", feed=LOSERS)],
    [stage("knockout"), stage("knockout", feed={**LOSERS, "round": 1})],
]  # fmt: skip


class LateMoves(Walk):
    """What was written wrongly comes to light late, and oftener than once."""

    event: StoredEvent

    def turn(self, pick: int, matches: list[Match]) -> None:
        if matches:
            refused = self.event.correct(matches[pick % len(matches)], strike=False)
            self.taken[f"turned late: {refused}" if refused else "turned late"] += 1
            self.nothing_is_wrong()

    def decide(self, pick: int, choices: list[str]) -> None:
        """A referee decides about some of what is under review, in any order."""
        for turn, choice in enumerate(choices):
            conflicts = [match for match in self.event.matches() if match.conflict]
            if conflicts:
                refused = self.event.resolve(conflicts[(pick + turn) % len(conflicts)], choice, alike=pick % 2 == 0)
                self.taken[f"decided late {choice}: {refused}" if refused else f"decided late {choice}"] += 1
                self.nothing_is_wrong()

    def drawn_again(self) -> None:
        found = [*replay.check(self.event.tournament), *redraw.check(self.event.tournament)]
        assert not found, found

    @rule(pick=PICKS, others=st.lists(PICKS, min_size=1, max_size=3), whole=st.booleans(), choices=CHOICES)
    def turn_before_all_has_been_drawn(self, pick: int, others: list[int], whole: bool, choices: list[str]) -> None:
        """The first stage is played out, what follows is drawn and begun; then results of the first are turned."""
        for turn in range(60):
            first = [match for match in self.event.open() if match.stage.order == 1]
            if first:
                self.event.write(first[(pick + turn) % len(first)], "AB"[(pick // 3 + turn) % 2])
            elif self.event.go_on() not in ("", "no_pairing") or self.event.all_drawn():
                break
        for index, match in enumerate(self.event.open()):
            if match.stage.order > 1 and (whole or (pick + index) % 3):
                self.event.write(match, "AB"[(pick + index) % 2], whole=bool((pick + index) % 4 == 0))
        self.nothing_is_wrong()
        for other in others:
            self.turn(other, [match for match in self.event.decided() if match.stage.order == 1])
            self.drawn_again()
        self.decide(pick, choices)
        self.drawn_again()

    @rule(pick=PICKS, gone=st.lists(PICKS, min_size=1, max_size=2), turned=PICKS, choices=CHOICES)
    def go_home_and_turn(self, pick: int, gone: list[int], turned: int, choices: list[str]) -> None:
        """Some go home, so that others go on without play; a match behind has begun when one before is turned round."""
        for one in gone:
            if self.event.tournament.teams.exclude(withdrawn_at=None).count() < 2:
                self.event.withdraw(one)
        for turn in range(pick % 5):
            if there := self.event.open():
                self.event.walk_over(there[(pick + turn) % len(there)], "AB"[(pick // 7 + turn) % 2])
        for match in self.event.open()[-2:]:
            self.event.write(match, "AB"[pick % 2], whole=False)
        self.nothing_is_wrong()
        given = [match for match in self.event.decided() if match.outcome == Match.Outcome.WALKOVER]
        self.turn_given(turned, given)
        self.decide(pick, choices)
        self.drawn_again()

    def turn_given(self, pick: int, given: list[Match]) -> None:
        """What was given to one side is given to the other."""
        if not given:
            return
        match = given[pick % len(given)]
        side = "BA"["AB".index(match.winning_side)]
        refused = self.event.correct(match, strike=False) or self.event.walk_over(match, side)
        self.taken[f"given to the other: {refused}" if refused else "given to the other"] += 1
        self.nothing_is_wrong()
