"""An event in which results are looked at again and again, by chance."""

from random import Random

from tests.support.services.formats import give, ready
from tests.support.services.late_results import resolve
from tests.thunee_tournaments.services.conftest import LOT, match
from thunee_tournaments.brackets.models import Match
from thunee_tournaments.services import acts
from thunee_tournaments.services.acts import Refused
from thunee_tournaments.services.match import stages
from thunee_tournaments.services.officiating import late_results


class Event:
    """An event that is played by walkovers, corrected at random, and decided by a referee."""

    def __init__(self, organiser, tournament, seed):
        self.organiser, self.tournament, self.rng = organiser, tournament, Random(seed)
        self.seen: dict[str, int] = {}

    def step(self):
        matches = Match.objects.filter(stage__tournament=self.tournament)
        review = list(matches.exclude(conflict=""))
        done = list(matches.filter(state="done", outcome="walkover"))
        playable = list(ready(self.tournament))
        roll = self.rng.random()
        try:
            if review and roll < 0.3:
                self.decide(self.rng.choice(review))
            elif done and roll > 0.8:
                one = self.rng.choice(done)
                acts.withdraw_walkover(actor=self.organiser, match=one, reason="looked at again")
                self.note("turned")
            elif playable:
                give(self.organiser, self.tournament, self.rng.choice(playable).number, self.rng.choice("AB"))
                self.note("played")
            else:
                self.go_on()
        except Refused as refused_:
            self.note(refused_.code)

    def decide(self, one):
        one = match(self.tournament, one.number)
        choice = self.rng.choice(late_results.late_choices_for(one))
        resolve(self.organiser, self.tournament, one.number, choice, error_by="unknown")
        self.note(choice)

    def go_on(self):
        now = stages.outlook(self.tournament)
        if now.stage.format == "swiss" and not now.over:
            acts.pair_round(actor=self.organiser, tournament=self.tournament)
        elif now.stage.format == "streak" and not now.over:
            acts.close_entries(actor=self.organiser, tournament=self.tournament)
        elif now.following:
            acts.start_next_stage(actor=self.organiser, tournament=self.tournament, lot=LOT)

    def note(self, what):
        self.seen[what] = self.seen.get(what, 0) + 1
