"""An organiser sets part of a Swiss round by hand, on a phone: shown first, paired once, told to everybody."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.factories import UserFactory
from tests.support.browser import LAPTOP, PHONE
from tests.support.pages.organiser import main_of, sign_in
from tests.support.services.formats import planned, ready, stage
from thunee_tournaments.brackets.models import Round
from thunee_tournaments.services import acts

pytestmark = [pytest.mark.browser, pytest.mark.looks, pytest.mark.slow, pytest.mark.django_db(transaction=True)]
WIDER = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


def test_a_round_is_set_by_hand_with_wrong_turns_and_a_double_tap(
    browse: Callable[..., Any], assert_accessible: Callable[..., None]
) -> None:
    organiser = UserFactory(username="organiser")
    tournament = planned(organiser, 7, [stage("swiss", rounds=3)], slug="cup")
    for one in list(ready(tournament)):
        acts.award_walkover(actor=organiser, match=one, side="A", reason="Nobody came.")
    desk = sign_in(browse(PHONE, bypass_csp=True, reduced_motion="reduce"))
    desk.goto("/desk/cup/bracket")
    desk.get_by_role("link", name="Set something in it by hand").click()
    for size in (PHONE, LAPTOP):
        desk.set_viewport_size({"width": size[0], "height": size[1]})
        assert desk.evaluate(WIDER) <= 0
        assert_accessible(desk)
    desk.get_by_role("button", name="See the whole round").click()
    expect(main_of(desk)).to_contain_text("Say why.")
    desk.get_by_label("Pair 1", exact=True).select_option(label="Team 1")
    desk.get_by_label("Why?").fill("The captains agreed.")
    desk.get_by_role("button", name="See the whole round").click()
    expect(main_of(desk)).to_contain_text("Choose both teams of a pair, or neither.")
    desk.get_by_label("Pair 1 meets").select_option(label="Team 2")
    desk.get_by_text("Let a team sit out").click()
    desk.locator("label", has_text="Team 3").last.click()
    desk.get_by_role("button", name="See the whole round").click()
    expect(main_of(desk)).to_contain_text("Round 2 as it would be")
    expect(main_of(desk)).to_contain_text("Team 3 sits out")
    assert_accessible(desk)
    assert Round.objects.count() == 1
    desk.get_by_role("button", name="Pair it like this").dblclick()
    expect(main_of(desk)).to_contain_text("The round is paired.")
    assert Round.objects.count() == 2
    desk.go_back()
    desk.get_by_role("button", name="Pair it like this").click()
    expect(main_of(desk)).to_contain_text("The round has been paired already.")
    assert Round.objects.count() == 2
    desk.goto("/cup/draws")
    expect(main_of(desk)).to_contain_text("Team 1 – Team 2, set by hand")
    expect(main_of(desk)).to_contain_text("The captains agreed.")
