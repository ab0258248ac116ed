"""Every page of the site, whoever wrote it: it fits its screen, axe finds nothing, and it is light enough to load."""

import gzip
import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings

from tests.pages.addresses import NO_PAGE, Evening, evening, is_page, patterns
from tests.support.browser import LAPTOP, PHONE
from tests.thunee_tournaments.services.conftest import draw, organiser, win, write
from thunee_tournaments.static_files import minified

__all__ = ["organiser", "win", "write"]

STATIC = Path(__file__).resolve().parents[2] / "thunee_tournaments" / "static"
FIRST_LOAD = 60 * 1024
WIDER = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


@pytest.fixture
def world(organiser: Any, write: Any, win: Any) -> Evening:
    return evening(organiser, write, win)


@cache
def sent(path: Path) -> str:
    return minified(path.relative_to(STATIC).as_posix(), path.read_text(encoding="utf-8"))


def weight(html: str) -> int:
    """What a browser loads to show a page for the first time, compressed: itself, its styles, its scripts."""
    named = re.findall(r'<(?:link[^>]*rel="stylesheet"[^>]*href|script[^>]*src)="/static/([^"]+)"', html)
    seen: set[Path] = set()

    def load(path: Path) -> int:
        if path in seen:
            return 0
        seen.add(path)
        content = sent(path)
        imported = re.findall(r'(?:from|import)\s*\(?"(\.[^"]+)"', content) if path.suffix == ".js" else []
        return len(gzip.compress(content.encode())) + sum(load((path.parent / one).resolve()) for one in imported)

    return len(gzip.compress(html.encode())) + sum(load(STATIC / name) for name in named)


@pytest.mark.slow
@pytest.mark.anywhere
@pytest.mark.django_db
def test_every_address_is_a_page_an_act_or_data_and_every_page_is_light(world: Evening) -> None:
    heavy = {address: size for _name, address, html in world.pages() if (size := weight(html)) > FIRST_LOAD}
    assert not heavy


@pytest.mark.django_db
def test_what_is_said_to_be_no_page_exists() -> None:
    assert set(NO_PAGE) <= {name for name, _wanted in patterns()}


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["", "bracket", "standings", "teams", "hall"])
def test_the_pages_of_the_largest_field_are_light_too(client: Any, organiser: Any, path: str) -> None:
    draw(organiser, 128, slug="large")
    assert weight(client.get(f"/large/{path}").content.decode()) < FIRST_LOAD


# The apps with pages, and which of so many parts of them: the desk has the most, and the parts go on side by side.
WALKS = [("public", 1, 2), ("public", 2, 2), ("desk", 1, 4), ("desk", 2, 4), ("desk", 3, 4), ("desk", 4, 4),
         ("scoring", 1, 1), ("", 1, 1)]  # fmt: skip


# Themes differ in colours alone, and a phone shows the same ones as a laptop.
LOOKS: list[tuple[str, list[str] | None]] = [("light", None), ("dark", ["color-contrast"])]
UNFOLD = "for (const part of document.querySelectorAll('main details')) part.open = true"
SHOWN = "[...document.body.querySelectorAll('*')].filter((part) => part.checkVisibility())"
NOTE_SHOWN, SHOWS_MORE = f"window.shown = new Set({SHOWN})", f"{SHOWN}.some((part) => !window.shown.has(part))"

# Words that begin or end less than six pixels from the edge of the box they stand in.
AT_AN_EDGE = """() => {
  const near = [];
  for (const box of document.querySelectorAll(".panel, .notice, .confirm, .felt, .empty")) {
    const edge = box.getBoundingClientRect();
    const texts = document.createTreeWalker(box, NodeFilter.SHOW_TEXT);
    while (edge.width && texts.nextNode()) {
      const text = texts.currentNode;
      if (!text.data.trim() || text.parentElement.closest(".sr-only, table, pre, svg, select")) continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      const line = range.getClientRects()[0];
      if (line?.width > 1 && (Math.abs(line.left - edge.left) < 6 || Math.abs(line.right - edge.right) < 6)) {
        near.push(text.data.trim());
        break;
      }
    }
  }
  return near;
}"""


def walk(browse: Callable[..., Any], world: Evening, app: str, part: int, parts: int) -> Iterator[tuple[Any, str]]:
    """One page of one browser, at each address of a part of an app in turn, signed in as whoever it is for."""
    page = browse(LAPTOP, bypass_csp=True, reduced_motion="reduce")  # no colour is caught half-way to another
    here = [(name, address) for name, address in world.addresses() if name.rpartition(":")[0] == app]
    for name, address in here[part - 1 :: parts]:
        if not is_page(world.who(name).get(address)):
            continue
        page.context.clear_cookies()
        host = re.sub(r"https?://|:\d+", "", settings.PUBLIC_URL)
        page.context.add_cookies(
            [
                {"name": cookie.key, "value": cookie.value, "domain": host, "path": "/"}
                for cookie in world.who(name).cookies.values()
            ]
        )
        page.goto(address)
        yield page, address


@pytest.mark.browser
@pytest.mark.looks
@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("app", "part", "parts"), WALKS)
def test_every_page_fits_its_screens_both_ways_and_axe_finds_nothing(
    browse: Callable[..., Any], world: Evening, assert_accessible: Callable[..., None], app: str, part: int, parts: int
) -> None:
    faults = []
    for page, address in walk(browse, world, app, part, parts):
        page.evaluate(UNFOLD)
        for size in (PHONE, LAPTOP):
            page.set_viewport_size({"width": size[0], "height": size[1]})
            for direction in ("ltr", "rtl"):
                page.evaluate(f"document.documentElement.dir = '{direction}'")
                if (over := page.evaluate(WIDER)) > 0:
                    faults.append(f"{address} is {over} px too wide at {size[0]}, {direction}")
            page.evaluate("document.documentElement.dir = 'ltr'")
            faults += [f"{address}: at the edge of its box at {size[0]}: {text}" for text in page.evaluate(AT_AN_EDGE)]
            if size == LAPTOP and not page.evaluate(SHOWS_MORE):
                continue  # axe has seen all of it on the phone
            page.evaluate(NOTE_SHOWN)
            for theme, only in LOOKS if size == PHONE else LOOKS[:1]:
                page.emulate_media(color_scheme=theme)
                try:
                    assert_accessible(page, only)
                except AssertionError as found:
                    faults.append(f"{found} ({size[0]}, {theme})")
    assert not faults, "\n".join(faults)
