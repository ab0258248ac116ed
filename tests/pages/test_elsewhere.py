"""The event shown elsewhere, in a real browser: over a stream, in a frame of another site; it keeps itself fresh."""

import functools
import http.server
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.factories import UserFactory
from tests.support.browser import LAPTOP, PHONE
from tests.support.services.tables import drawn, matches, play
from tests.thunee_tournaments.services.conftest import count, draw, game, writing

pytestmark = [
    pytest.mark.browser,
    pytest.mark.slow,
    pytest.mark.looks,
    pytest.mark.timeout(150),
    pytest.mark.django_db(transaction=True),
]


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Callable[[str], str]]:
    """A site of somebody else: `club(html)` is the address of a page there."""
    served = functools.partial(http.server.SimpleHTTPRequestHandler, directory=str(tmp_path))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), served)
    threading.Thread(target=server.serve_forever, daemon=True).start()

    def page(html: str) -> str:
        (tmp_path / "index.html").write_text(html)
        return f"http://127.0.0.1:{server.server_address[1]}/"

    yield page
    server.shutdown()
    server.server_close()


def test_a_hand_that_is_saved_stands_over_the_stream_by_itself(
    browse: Callable[..., Any], transactional_db: None, assert_accessible: Callable[[Any], None]
) -> None:
    organiser = UserFactory(username="organiser")
    cup = draw(organiser, 4, slug="cup", table_count=2)
    stream = browse(LAPTOP)
    stream.goto("/cup/overlay/1")
    expect(stream.locator(".overlay-bar")).to_contain_text("Team 1")
    ground = stream.evaluate("getComputedStyle(document.body).backgroundColor")
    assert ground == "rgba(0, 0, 0, 0)"
    writing(organiser)(game(cup, 1), count("A"))
    expect(stream.locator(".overlay-bar .board")).to_be_visible()
    assert_accessible(stream)


def test_points_can_be_read_over_the_stream_and_in_the_frame(
    browse: Callable[..., Any], transactional_db: None, assert_accessible: Callable[[Any], None]
) -> None:
    organiser = UserFactory(username="organiser")
    cards = drawn(organiser, 4)
    play(organiser, matches(cards)[0], hands=1)
    stream = browse(LAPTOP)
    stream.goto(f"/{cards.slug}/overlay/1")
    expect(stream.locator(".points-board")).to_be_visible()
    assert_accessible(stream)
    stream.goto(f"/{cards.slug}/widget")
    expect(stream.locator(".points-board")).to_be_visible()
    assert_accessible(stream)


def test_the_event_stands_in_a_page_of_another_site_and_its_other_pages_do_not(
    browse: Callable[..., Any], transactional_db: None, club: Callable[[str], str], live_server: Any
) -> None:
    draw(UserFactory(username="organiser"), 4, slug="cup")
    phone = browse(PHONE)
    phone.goto(club(f'<iframe src="{live_server.url}/cup/widget" width="340" height="600"></iframe>'))
    expect(phone.frame_locator("iframe").get_by_text("See all of it")).to_be_visible()
    assert phone.frames[1].url.endswith("/cup/widget")
