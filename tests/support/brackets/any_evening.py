"""An event by its number alone: any plan, number of teams, tables and habits, played by the simulator to its end."""

import traceback
from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

from django.contrib.auth.models import User

from tests.support.brackets.any_plan import any_plan
from thunee_tournaments.brackets.shapes import Plan
from thunee_tournaments.services import acts
from thunee_tournaments.simulation import setting_up
from thunee_tournaments.simulation.evening import Chances, Evening
from thunee_tournaments.tournaments import policies
from thunee_tournaments.tournaments.models import Tournament

PRESETS = ("durban-classic", "fundraiser")


class AnyEvening:
    """`fault` plays it and says what went wrong; `done` counts what was done; `told` is its plan in words; `watch` is
    shown it after each match."""

    def __init__(self, number: int, watch: Callable[[Tournament], object] | None = None) -> None:
        self.watch = watch
        self.chance = Random(f"evening {number}")
        self.done: Counter[str] = Counter()
        self.told = ""
        self.organiser, _new = User.objects.get_or_create(username="organiser", is_staff=True)
        self.referee, _new = User.objects.get_or_create(username="referee")

    def fault(self) -> str:
        """Play the event; what broke or stopped it, with where, "" if nothing did."""
        try:
            tournament = self._drawn()
            evening = Evening(tournament, self.organiser, self.referee, self.chance, self._chances(), self.done)
            for matches in evening.play():
                if matches > 1_000:
                    return "it does not come to an end"
                if self.watch is not None:
                    self.watch(tournament)
        except Exception:  # whatever it is, the next event is to be played
            return traceback.format_exc(limit=-4)
        self.done["events"] += 1
        return ""

    def _drawn(self) -> Tournament:
        """An event whose plan can be set and drawn: others are refused in words, and another plan is made."""
        while True:
            teams = self.chance.randint(3, 16)
            plan = any_plan(self.chance, teams)
            self.told = f"{teams} teams, {plan}"
            try:
                return self._draw(plan, teams)
            except acts.Refused as refused:
                self.done[f"plan refused: {refused.code}"] += 1

    def _draw(self, plan: Plan, teams: int) -> Tournament:
        tournament = setting_up.entered(
            plan, teams, self.chance, self.organiser, self.referee, self.chance.choice(PRESETS),
            balls=self.chance.choice((1, 2, 3)),
        )  # fmt: skip
        chosen = policies.EventPolicies(
            signing=self.chance.random() < 0.4, sign_with=self.chance.choice(list(policies.SignWith)),
            late_correction=self.chance.choice(list(policies.LateCorrection)),
        )  # fmt: skip
        acts.set_policies(actor=self.organiser, tournament=tournament, policies=chosen)
        return setting_up.draw(tournament, self.organiser, self.chance, self.chance.choice((None, 1, 3, 8)))

    def _chances(self) -> Chances:
        some: Any = self.chance.choice
        return Chances(
            corrections=some((0, 0.1)), disputes=some((0, 0.1)), no_shows=some((0, 0.05, 0.3)),
            rebuys=some((0, 0.5, 0.8)), by_hand=some((0, 0.5, 1)), turns=some((0, 0.1, 0.3)),
        )  # fmt: skip
