"""Events of every format in mid-play fit every screen, in both languages."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.support.pages.organiser import LOOKS, WIDER, sign_in
from tests.support.ready_plans import READY
from tests.support.services.formats import give, planned, ready, stage
from tests.thunee_tournaments.services.conftest import organiser
from thunee_tournaments.services import acts

__all__ = ["organiser"]

pytestmark = [
    pytest.mark.browser,
    pytest.mark.looks,
    pytest.mark.slow,
    pytest.mark.django_db(transaction=True),
]
STREAK = [stage("streak", wins=4, entries=1), stage("knockout", feed={"take": "qualified"})]
EVENTS = {
    "a qualifier that stands still": (3, STREAK),
    "a qualifier": (7, READY["streak-knockout"]),
    "double elimination": (6, READY["double"]),
    "groups, knock-out and plate": (8, READY["groups-knockout-plate"]),
    "Swiss": (7, READY["swiss-knockout"]),
}
DESK = ("", "bracket", "tables", "teams", "money", "prizes", "disputes", "audit", "time", "close")
PUBLIC = ("", "bracket", "standings", "hall", "rules", "teams", "draws", "prizes", "schedule")


# Each in one look and one language, in turn: what differs between looks is colours, and between languages words.
@pytest.mark.parametrize(
    ("event", "language", "size", "theme"),
    [pytest.param(event, ("ja", "en")[at % 2], *LOOKS[at % 2].values, id=event) for at, event in enumerate(EVENTS)],
)
def test_an_event_in_mid_play_fits_its_screen(
    browse: Callable[..., Any], organiser: Any, event: str, language: str, size: Any, theme: str
) -> None:
    tournament = planned(organiser, *EVENTS[event])
    for one in list(ready(tournament))[:2]:
        give(organiser, tournament, one.number, "A")
    if event == "a qualifier":
        acts.buy_entry(actor=organiser, tournament=tournament, team=tournament.teams.get(name="Team 2"))
    page = sign_in(browse(size, color_scheme=theme))
    origin = page.evaluate("location.origin")
    page.context.add_cookies([{"name": "django_language", "value": language, "url": f"{origin}/"}])
    addresses = [f"/desk/{tournament.slug}/{path}" for path in DESK] + [f"/{tournament.slug}/{path}" for path in PUBLIC]
    wide = []
    for address in addresses:
        assert page.goto(address).status == 200, address
        assert page.locator("html").get_attribute("lang") == language
        if page.evaluate(WIDER) > 0:
            wide.append(address)
    assert wide == []
