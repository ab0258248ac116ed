"""The pictures of docs/formats: an event of each format, played by `manage.py simulate`, one part of its page each."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from PIL import Image

WIDTHS = {"knockout": 1120, "double": 1400, "groups": 1000}  # of the window; tables are as narrow as they can be
# Picture, what is simulated, how many teams, the page, and the part of it that is taken.
EVENTS = [
    ("knockout", "knockout", 8, "bracket", "main .bracket, main .bracket-sheet"),
    ("double", "double", 8, "bracket", "#stage-1"),
    ("groups", "groups+knockout", 8, "bracket", "#stage-1"),
    ("swiss", "swiss", 8, "bracket", "#stage-1"),
    ("qualifier", "streak+knockout", 8, "bracket", "#stage-1"),
    ("league", "league", 5, "bracket", "#stage-1"),
]
LOT = "thunee"


def play(manage: Callable[..., str]) -> None:
    """Play the events, on the database that `manage` knows."""
    for _picture, format_, teams, _page, _part in EVENTS:
        manage("simulate", "--format", format_, "--teams", str(teams), "--lot", LOT, "--balls", "4")


def take(browser: Any, address: str, folder: Path) -> None:
    """One picture of each, in the light theme."""
    for picture, format_, teams, page, part in EVENTS:
        width = WIDTHS.get(picture, 760)
        opened = browser.new_page(
            base_url=address, viewport={"width": width, "height": 900}, color_scheme="light", reduced_motion="reduce"
        )
        opened.goto(f"/simulated-{format_.replace('+', '-into-')}-{teams}/{page}")
        opened.wait_for_load_state("load")
        found = opened.locator(part).first
        found = found.locator("xpath=ancestor::section[1]") if part.startswith("#") else found
        path = folder / f"format-{picture}.png"
        found.screenshot(path=path)
        Image.open(path).quantize(64, dither=Image.Dither.NONE).save(path, optimize=True)
        opened.close()
