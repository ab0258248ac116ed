"""One picture for each screen, at every size it is made for, in the light theme above and the dark one below: what
docs/looks.md shows beside a note."""

from collections.abc import Callable, Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

from PIL import Image

SMALL, PHONE, TABLET, LAPTOP, WIDE = (360, 640), (360, 740), (820, 1180), (1280, 800), (1920, 1080)
EVERY = (SMALL, PHONE, TABLET, LAPTOP, WIDE)
HEIGHT, GAP = 440, 12  # of a row, and between two pictures, in pixels
PAPER = {"light": "#d9d2c0", "dark": "#1b1f1d"}

Shots = dict[tuple[str, str], list[Image.Image]]


def at_each_size(opened: Any, sizes: tuple[tuple[int, int], ...] = EVERY) -> Iterator[Image.Image]:
    """The page as it stands, loaded anew at each size."""
    for width, height in sizes:
        opened.set_viewport_size({"width": width, "height": height})
        opened.reload()
        opened.wait_for_load_state("load")
        opened.wait_for_timeout(300)  # a drawing fits itself to the room it has
        yield Image.open(BytesIO(opened.screenshot()))


def take(opened: Any, event: str, theme: str, shots: Shots, form: Any) -> None:
    """Every screen in one theme. `opened`: a page signed in as an organiser; `form`: one at a table, at its form."""
    addresses = {
        "event": event,
        "bracket": f"{event}bracket",
        "standings": f"{event}standings",
        "rules": f"{event}rules",
        "hall": f"{event}hall",
        "desk": f"/desk{event}",
    }
    opened.goto(f"{event}teams")
    addresses["team"] = opened.locator("a.team-card").first.get_attribute("href")
    opened.goto(f"{event}bracket")
    addresses["match"] = opened.locator("a[href*='/m/']").first.get_attribute("href")
    addresses["viewer"] = _hand_with_cards(opened)
    for name, address in addresses.items():
        opened.goto(address)
        sizes = (LAPTOP, WIDE) if name == "hall" else EVERY
        shots[name, theme] = list(at_each_size(opened, sizes))
    shots["form", theme] = list(at_each_size(form, (SMALL, PHONE, TABLET)))


def _hand_with_cards(opened: Any) -> str:
    hrefs = "all => all.map(one => one.getAttribute('href'))"
    for match in dict.fromkeys(opened.eval_on_selector_all("a[href*='/m/']", hrefs)):
        opened.goto(match)
        if hands := opened.eval_on_selector_all("a[href*='/hand/']", hrefs):
            return f"{hands[0].partition('?')[0]}?moment=12"
    raise SystemExit("no match of the demo has a hand with cards")


def lay_out(shots: Shots, folder: Path, save: Callable[[Image.Image, Path], None]) -> None:
    """One sheet for each screen, `looks-bracket.png`."""
    for name in dict.fromkeys(name for name, _theme in shots):
        rows = {theme: [_low(shot) for shot in shots[name, theme]] for theme in PAPER}
        width = max(sum(shot.width + GAP for shot in row) for row in rows.values()) + GAP
        sheet = Image.new("RGB", (width, 2 * (HEIGHT + 2 * GAP)))
        for top, (theme, row) in enumerate(rows.items()):
            y = top * (HEIGHT + 2 * GAP)
            sheet.paste(PAPER[theme], (0, y, width, y + HEIGHT + 2 * GAP))
            x = GAP
            for shot in row:
                sheet.paste(shot, (x, y + GAP))
                x += shot.width + GAP
        save(sheet, folder / f"looks-{name}.png")


def _low(shot: Image.Image) -> Image.Image:
    """At the height of a row."""
    return shot.convert("RGB").resize((round(shot.width * HEIGHT / shot.height), HEIGHT), Image.Resampling.LANCZOS)
