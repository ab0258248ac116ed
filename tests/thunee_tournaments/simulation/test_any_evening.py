"""Events of any plan, in which anything may turn up, come to an end in which nothing differs."""

from collections import Counter
from random import Random
from typing import Any

import pytest
from django.utils import timezone

from tests.factories import UserFactory
from tests.support.brackets.any_evening import AnyEvening
from tests.support.brackets.any_plan import any_plan
from thunee_tournaments.brackets.formats.fixtures import PLAY_OFF
from thunee_tournaments.brackets.models import Match
from thunee_tournaments.brackets.rehearsing.evening import Hall
from thunee_tournaments.brackets.rehearsing.figures import rehearse
from thunee_tournaments.services import queries
from thunee_tournaments.simulation import turns
from thunee_tournaments.simulation.evening import Chances, Evening
from thunee_tournaments.simulation.setting_up import PLAYED, draw, entered, plan_of
from thunee_tournaments.tournaments.models import Tournament

pytestmark = pytest.mark.walks


def test_any_plan_has_every_format_and_every_take() -> None:
    plans = [any_plan(Random(number), 12) for number in range(300)]
    assert {stage["format"] for plan in plans for stage in plan} == set(PLAYED)
    takes = {stage["parameters"]["feed"]["take"] for plan in plans for stage in plan if "feed" in stage["parameters"]}
    assert takes == {"ranks", "top", "qualified", "losers"}


@pytest.mark.slow
@pytest.mark.both
@pytest.mark.django_db
@pytest.mark.parametrize("number", [9, 133])  # the second: a match played again puts another under review
def test_an_evening_of_any_plan_comes_to_its_end(number: int) -> None:
    evening = AnyEvening(number)
    assert not evening.fault()
    assert evening.done["hands"] > 10


@pytest.mark.slow
@pytest.mark.django_db
@pytest.mark.parametrize("number", [3, 9, 21, 133])
def test_an_evening_of_any_plan_can_be_rehearsed_from_wherever_it_stands(number: int) -> None:
    evening = AnyEvening(number, rehearsed)
    assert not evening.fault()


def rehearsed(tournament: Tournament) -> None:
    """What is left of it is played in the head: to its end, at no more tables than there are, all that is called."""
    programme = queries.programme(tournament, timezone.now())
    likely = rehearse(programme.parts, programme.teams, Hall(tables=3, minutes=30), (2, 2))
    called = Match.objects.filter(stage__tournament=tournament, state__in=["ready", "playing"], conflict="")
    assert likely.matches.low >= called.exclude(round__name=PLAY_OFF).count()
    assert 0 <= likely.idle < 1 or not likely.minutes.high
    assert (likely.minutes.high == 0) == (likely.matches.high == 0)


@pytest.mark.slow
@pytest.mark.django_db
def test_a_difference_at_the_end_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    evening = AnyEvening(9)
    monkeypatch.setattr("thunee_tournaments.simulation.invariants.queries.check_draws", lambda _event: ["round 1"])
    assert "round 1" in evening.fault()


@pytest.mark.slow
@pytest.mark.django_db
def test_whatever_turns_up_is_done_or_refused_in_words(organiser: Any) -> None:
    done: Counter[str] = Counter()
    referee: Any = UserFactory()
    for number in range(3):
        chance = Random(number)
        plan = plan_of(("knockout", "swiss+knockout", "streak+knockout")[number], 9)
        tournament = draw(entered(plan, 9, chance, organiser, referee, "durban-classic", balls=1), organiser, chance)
        evening = Evening(tournament, organiser, referee, chance, Chances(turns=1, no_shows=0.2), done)
        for _match in evening.play():
            if done["matches"] > 400:
                break
    for name in turns.TURNS:
        assert any(what == name or what.startswith(f"{name}:") for what in done)
    assert {"gone home", "come late", "result turned"} <= set(done)
