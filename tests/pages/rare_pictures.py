"""The pictures of what seldom happens: a referee with a team of their own in a match, and a team that is missing.

They are taken last, both themes from one page: to come there the demo is changed."""

import re
from typing import Any

THEMES: tuple[Any, ...] = ("light", "dark")


def take(laptop: Any, phone: Any, event: str, said: str, shoot: Any) -> None:
    """The desk's page of leave, and the table's page while the clock of a missing team runs."""
    _leave(laptop, event, lambda: _both(laptop, "leave-laptop", shoot))
    _missing(laptop, phone, event, said, lambda: _both(phone, "missing-phone", shoot))


def _both(opened: Any, name: str, shoot: Any) -> None:
    for theme in THEMES:
        opened.emulate_media(color_scheme=theme, reduced_motion="reduce")
        shoot(opened, name, theme)


def _playing(laptop: Any, event: str) -> list[str]:
    """The desk's pages of the matches that are at a table."""
    laptop.goto(f"/desk{event}")
    return laptop.eval_on_selector_all(".at-tables a", "all => all.map(one => one.getAttribute('href'))")


def _leave(laptop: Any, event: str, seen: Any) -> None:
    match = _playing(laptop, event)[0]
    laptop.goto(match)
    team = laptop.get_by_role("heading", level=1).inner_text().partition(" – ")[0]
    laptop.goto(f"/desk{event}people")
    referee = laptop.locator(".people > li", has_text="demo-referee")
    referee.locator("summary").click()
    referee.locator("select[name$=team]").select_option(label=team)
    referee.get_by_role("button", name="Save").click()
    laptop.wait_for_load_state()
    laptop.goto(match)
    laptop.get_by_role("link", name="Permission to act").click()
    laptop.get_by_label("Why, despite the conflict of interest?").fill("Nobody else is in the hall to hear it.")
    laptop.evaluate("document.activeElement.blur(); window.scrollTo(0, 0)")
    laptop.set_viewport_size({"width": 1280, "height": 1080})  # with the whole form
    seen()


def _missing(laptop: Any, phone: Any, event: str, said: str, seen: Any) -> None:
    """All matches at tables but the first are given away, and the next one is called."""
    for match in _playing(laptop, event)[1:]:
        laptop.goto(f"{match}/walkover")
        laptop.locator("[name=side]").first.check(force=True)
        laptop.locator("[name=reason]").fill("They had to go home.")
        laptop.get_by_role("button", name="Give the match").click()
        laptop.wait_for_load_state()
    laptop.goto(f"/desk{event}")
    called = laptop.locator(".at-tables a", has_text="not begun").first
    number = called.locator(".table-number").inner_text().split()[-1]
    called.click()
    laptop.wait_for_url("**/m/*")
    missing = laptop.get_by_role("heading", level=1).inner_text().partition(" – ")[2]
    link = re.search(rf"table {number}\s+\S+(/t/\S+)", said)
    assert link, said
    phone.goto(link[1])
    if phone.get_by_label("PIN").count():  # another phone was there before
        laptop.goto(f"/desk{event}tables")
        phone.get_by_label("PIN").fill(laptop.locator(f"#table-{number} .table-pin strong").first.inner_text())
        phone.get_by_role("button", name="Let this phone in").click()
    else:
        phone.get_by_role("button", name=f"Open table {number}").click()
    phone.wait_for_url("**/table")
    phone.get_by_text("Is somebody missing?").click()
    phone.get_by_role("button", name=f"{missing} is not here").click()
    phone.locator(".round-clock [data-left]", has_text=":").wait_for()
    # The match before it stands above, while it can still be corrected.
    phone.locator(".match-head", has=phone.locator("#match-title")).evaluate(
        "one => scrollTo(0, scrollY + one.getBoundingClientRect().top - 16)"
    )
    seen()
