"""Every face of an event where a system forces its own colours: nothing is told by a colour that is gone then."""

from typing import Any

import pytest

from tests.factories import UserFactory
from tests.support.browser import LAPTOP, PHONE
from tests.support.pages.organiser import sign_in
from tests.support.services.formats import give
from tests.thunee_tournaments.services.conftest import count, draw, game, match, writing

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]

# axe reckons with the page's colours, and not with those the system paints instead of them.
NOT_SEEN = ["color-contrast"]
CURRENT = """() => {
  const tabs = [...document.querySelectorAll(".tabs a")].filter((one) => one.checkVisibility());
  const edge = (one) => getComputedStyle(one).borderBottomColor;
  const current = tabs.find((one) => one.hasAttribute("aria-current"));
  return !current || tabs.every((one) => one === current || edge(one) !== edge(current));
}"""
DRAWN = """() => {
  const system = getComputedStyle(document.body).color;
  return [...document.querySelectorAll(".bracket-svg text")].every((one) => getComputedStyle(one).fill === system);
}"""


@pytest.mark.looks
@pytest.mark.parametrize(("size", "scheme"), [(PHONE, "light"), (LAPTOP, "dark")])
def test_every_page_says_what_it_says_without_its_own_colours(
    browse: Any, transactional_db: None, assert_accessible: Any, size: Any, scheme: str
) -> None:
    organiser = UserFactory(username="organiser")
    event = draw(organiser, 8, slug="cup")
    give(organiser, event, 1, "A")
    writing(organiser)(game(event, 2), count("A"))
    page = sign_in(browse(size, forced_colors="active", color_scheme=scheme))
    played = match(event, 2)
    public = ["", "bracket", "standings", "teams", "schedule", "rules", "hall", f"m/{played.public_id}"]
    public += [f"team/{played.team('A').public_id}", f"m/{played.public_id}/hand/1-1"]
    desk = ["", "teams", "bracket", "tables", "people", "disputes", f"m/{played.public_id}"]
    for address in [*(f"/cup/{one}" for one in public), *(f"/desk/cup/{one}" for one in desk)]:
        answer = page.goto(address)
        assert answer.status == 200, address
        assert_accessible(page, without=NOT_SEEN)
        assert page.evaluate(CURRENT), f"{address}: the current tab looks like the others"
        assert page.evaluate(DRAWN), f"{address}: the drawing has colours of its own"
