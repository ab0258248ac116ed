"""Whatever is done in whatever order, what is stored is what a computation from the entries finds."""

import uuid
from random import Random

import pytest

from adjudication.hands import current_hands
from tests.support.quick import first
from tests.thunee_tournaments.services.conftest import count, draw, thunee
from thunee_tournaments.brackets.models import Match, MatchGame
from thunee_tournaments.brackets.order import current_of
from thunee_tournaments.brackets.selectors import current_game
from thunee_tournaments.services import acts
from thunee_tournaments.services.officiating import late_results
from thunee_tournaments.services.record import replay
from thunee_tournaments.tables.models import Seating

pytestmark = pytest.mark.walks

# What people may be told on the way; anything else is a fault. ("invalid": a hand behind the end of its game.)
SAID = {"under_review", "match_over", "teams_unknown", "no_walkover", "invalid"}


class Evening:
    """An organiser who does all sorts of things, and what came of them."""

    def __init__(self, organiser, tournament, seed):
        self.organiser, self.tournament, self.rng = organiser, tournament, Random(seed)
        self.refused: dict[str, int] = {}
        self.done: dict[str, int] = {}

    def act(self):
        name = self.rng.choices(
            ["hand", "correct", "strike", "walkover", "withdraw", "dealer", "decide"], weights=[60, 14, 8, 2, 3, 2, 8]
        )[0]
        try:
            if getattr(self, name)() is not None:
                self.done[name] = self.done.get(name, 0) + 1
        except acts.Refused as refused:
            self.refused[refused.code] = self.refused.get(refused.code, 0) + 1

    def matches(self, *states):
        found = Match.objects.filter(stage__tournament=self.tournament).select_related("stage__tournament")
        return list(found.filter(state__in=states).order_by("number"))

    def some(self, *states):
        found = self.matches(*states)
        return self.rng.choice(found) if found else None

    def key(self, game):
        return acts.WriteKey("desk", uuid.UUID(int=self.rng.getrandbits(128)), game.sheet.head)

    def hand(self):
        match = self.some("ready", "playing")
        if match is None:
            return None
        game = current_game(match)
        body = self.rng.choice([thunee, thunee, count])(self.rng.choice("AAB"))
        return acts.record_hand(actor=self.organiser, game=game, body=body, key=self.key(game))

    def a_hand(self):
        games = list(MatchGame.objects.filter(match__stage__tournament=self.tournament, sheet__seq__gt=0))
        if not games:
            return None, None
        game = self.rng.choice(games)
        written = current_hands(game.sheet)
        return (game, self.rng.choice(written[-2:])) if written else (None, None)

    def correct(self):
        game, hand = self.a_hand()
        if game is None:
            return None
        body = self.rng.choice([thunee, count])(self.rng.choice("AB"))
        said = {"reason": "put right", "key": self.key(game)}
        return acts.correct_hand(actor=self.organiser, game=game, entry=hand.entry, body=body, **said)

    def strike(self):
        game, hand = self.a_hand()
        if game is None:
            return None
        said = {"reason": "never played", "key": self.key(game)}
        return acts.void_hand(actor=self.organiser, game=game, entry=hand.entry, **said)

    def walkover(self):
        match = self.some("ready", "playing", "waiting")
        return match and acts.award_walkover(
            actor=self.organiser, match=match, side=self.rng.choice("AB"), reason="did not come"
        )

    def withdraw(self):
        match = self.some("done")
        return match and acts.withdraw_walkover(actor=self.organiser, match=match, reason="has come")

    def dealer(self):
        match = self.some("ready")
        return match and acts.set_first_dealer(actor=self.organiser, match=match, seat=self.rng.randrange(4))

    def decide(self):
        review = [match for match in self.matches("ready", "playing", "done", "waiting") if match.conflict]
        if not review:
            return None
        match = self.rng.choice(review)
        choice = self.rng.choice(late_results.late_choices_for(match))
        return acts.resolve_conflict(
            actor=self.organiser, match=match, choice=choice, error_by="unknown", text="Both captains were heard.",
            device="desk", client_uuid=uuid.UUID(int=self.rng.getrandbits(128)),
        )  # fmt: skip


def in_order(tournament):
    """What must hold at any moment besides the results: tables, seats and games that fit the matches."""
    for match in Match.objects.filter(stage__tournament=tournament).prefetch_related("games__sheet"):
        games = list(match.games.all())
        assert [game.number for game in games] == sorted({game.number for game in games})
        if match.state in ("ready", "playing"):
            now = games.index(current_of(match, games))
            assert [game.sheet.is_over for game in games[: now + 1]] == [True] * now + [False]
            assert all(game.sheet.seq for game in games[now + 1 :])  # they wait until the one before is over
            assert len(match.seats) == 4
            assert match.first_dealer == games[now].sheet.first_dealer
        if match.state == "waiting":
            assert games == []
    playable = set(
        Match.objects.filter(stage__tournament=tournament, state__in=["ready", "playing"]).values_list("pk", flat=True)
    )
    called = set(Seating.objects.filter(ended_at=None).values_list("match", flat=True))
    assert called <= playable
    if len(called) < tournament.tables.count():  # then only who plays at another table waits
        seated = {team for one in Match.objects.filter(pk__in=called) for team in one.team_ids}
        for one in Match.objects.filter(pk__in=playable - called):
            assert set(one.team_ids) & seated


@pytest.mark.slow
@pytest.mark.both
@pytest.mark.parametrize("seed", first((2, 0, 1, 3)))
def test_nothing_differs_after_an_evening_of_all_sorts(organiser, seed):
    tournament = draw(organiser, 5 + seed, best_of=[1, 3][seed % 2], table_count=[2, 4][seed // 2])
    evening = Evening(organiser, tournament, seed)
    for _ in range(5):
        for _ in range(24):
            evening.act()
        in_order(tournament)
        assert replay.check(tournament) == []
    assert set(evening.refused) <= SAID
    assert evening.done["hand"] > 30
    assert evening.done.get("correct", 0) > 3
