"""The pictures of README and docs: `dev.py screenshots [FOLDER]` (docs/pictures). `python -m tests.pages.pictures
--formats` takes only those of docs/formats.

It serves a fresh demo on a free port of this machine, opens each screen as a visitor, a scorekeeper and an organiser
do, in the light theme (`bracket-laptop.png`) and in the dark one (`bracket-laptop-dark.png`), and stops again.
"""

import os
import re
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from PIL import Image

from tests.pages import format_pictures, rare_pictures, sheets
from tests.support.browser import ARGUMENTS, LAPTOP, PHONE, chromium
from tests.support.ports import free_port

ROOT = Path(__file__).resolve().parent.parent.parent
EVENT = "/hall-roof-evening/"
NAME = "thunee.example.org"
PROJECTOR = (1280, 720)
# What anybody may open: name, device, address; an address beginning with "a" is a link on the page before.
VISITED = [
    ("home", "laptop", "/"),
    ("announced", "phone", "/summer-shield/"),
    ("event", "laptop", EVENT),
    ("event", "phone", EVENT),
    ("bracket", "laptop", f"{EVENT}bracket"),
    ("bracket", "phone", f"{EVENT}bracket"),
    ("standings", "phone", f"{EVENT}standings"),
    ("schedule", "phone", f"{EVENT}schedule"),
    ("rules", "phone", f"{EVENT}rules"),
    ("hall", "projector", f"{EVENT}hall"),
    ("rule", "laptop", "/rules/TH-KHAN-1"),
    ("team", "phone", f"{EVENT}teams a.team-card"),
    ("match", "phone", f"{EVENT}bracket a[href*='/m/']"),
    ("match", "laptop", f"{EVENT}bracket a[href*='/m/']"),
]
SIZES = {"laptop": LAPTOP, "phone": PHONE, "projector": PROJECTOR}
TABLES = {"light": 1, "dark": 3}  # a link lets the first phone in without a PIN, so each theme has a table of its own


@contextmanager
def demo(folder: str, made: Callable[[Callable[..., str]], str | None] | None = None) -> Iterator[tuple[str, str]]:
    """The demo (or what `made` makes with management commands), served: its address, and what was printed."""
    environment = {**os.environ, "THUNEE_VAR": folder, "SECRET_KEY": "for-pictures-only"}
    for name in ("DATABASE_URL", "DJANGO_SETTINGS_MODULE"):  # of the tests
        environment.pop(name, None)

    def manage(*words: str) -> str:
        command = [sys.executable, "manage.py", *words]
        return subprocess.run(command, cwd=ROOT, env=environment, check=True, capture_output=True, text=True).stdout

    made = made or (lambda run: run("load_demo"))
    manage("migrate", "--verbosity=0")
    manage("collectstatic", "--noinput", "--verbosity=0")
    said = made(manage) or ""
    port = free_port()
    command = [sys.executable, "-m", "uvicorn", "thunee_tournaments.asgi:application", "--port", str(port)]
    server = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        address = f"http://127.0.0.1:{port}"
        _wait_for(f"{address}/healthz")
        yield address, said
    finally:
        server.terminate()
        server.wait(20)


def _wait_for(address: str) -> None:
    for _ in range(150):
        try:
            urllib.request.urlopen(address, timeout=2).close()
            return
        except OSError:
            time.sleep(0.2)
    raise SystemExit(f"{address} does not answer")


def take(address: str, said: str, folder: Path) -> None:
    """Open the screens in both themes and take their pictures."""
    from playwright.sync_api import sync_playwright

    as_root = ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
    with sync_playwright() as playwright:
        # The hall screen shows its address: one that is nobody's, and leads to this machine.
        named = f"--host-resolver-rules=MAP {NAME}:80 {urlsplit(address).netloc}"
        browser = playwright.chromium.launch(executable_path=chromium(), args=[*ARGUMENTS, named, *as_root])
        shots: sheets.Shots = {}
        for theme in ("light", "dark"):

            def page(device: str, theme: str = theme) -> Any:
                width, height = SIZES[device]
                options: dict[str, Any] = {"color_scheme": theme, "reduced_motion": "reduce"}
                return browser.new_page(
                    base_url=f"http://{NAME}", viewport={"width": width, "height": height}, **options
                )

            def shoot(opened: Any, name: str, theme: str = theme) -> None:
                path = folder / f"{name}{'-dark' if theme == 'dark' else ''}.png"
                opened.screenshot(path=path)
                _save(Image.open(path), path)

            for name, device, where in VISITED:
                _visit(page(device), f"{name}-{device}", where, shoot)
            _a_hand(page, shoot)
            phone = page("phone")
            _at_the_table(phone, TABLES[theme], said, shoot)
            laptop = page("laptop")
            _at_the_desk(laptop, said, shoot)
            _to_the_form(phone)
            sheets.take(laptop, EVENT, theme, shots, phone)
            laptop.set_viewport_size({"width": LAPTOP[0], "height": LAPTOP[1]})
        sheets.lay_out(shots, folder, _save)
        rare_pictures.take(laptop, page("phone"), EVENT, said, shoot)
        browser.close()


def _save(picture: Image.Image, path: Path) -> None:
    """In 256 colours, which is enough for a page and a third of its bytes."""
    picture.quantize(256, dither=Image.Dither.NONE).save(path, optimize=True)


def _to_the_form(phone: Any) -> None:
    phone.goto("/table")
    phone.get_by_role("link", name="Enter hand").click()
    phone.locator("[name=points]").wait_for()


def _visit(opened: Any, name: str, where: str, shoot: Any) -> None:
    path, _space, link = where.partition(" ")
    opened.goto(path)
    if link:
        opened.goto(opened.locator(link).first.get_attribute("href"))
    opened.wait_for_load_state("load")
    shoot(opened, name)
    opened.close()


def _a_hand(page: Any, shoot: Any) -> None:
    """The hand viewer, in the middle of a hand with cards; on a phone with its reasons, too."""
    laptop, phone = page("laptop"), page("phone")
    laptop.goto(f"{EVENT}bracket")
    matches = laptop.eval_on_selector_all("a[href*='/m/']", "all => all.map(one => one.getAttribute('href'))")
    for match in dict.fromkeys(matches):
        laptop.goto(match)
        hands = laptop.eval_on_selector_all("a[href*='/hand/']", "all => all.map(one => one.getAttribute('href'))")
        if hands:
            address = f"{hands[0].partition('?')[0]}?moment=12"
            laptop.goto(address)
            shoot(laptop, "viewer-laptop")
            phone.goto(address)
            shoot(phone, "viewer-phone")
            phone.get_by_role("button", name="Why?").click()
            return shoot(phone, "viewer-reasons-phone")
    raise SystemExit("no match of the demo has a hand with cards")


def _at_the_table(phone: Any, table: int, said: str, shoot: Any) -> None:
    link = re.search(rf"table {table}\s+\S+(/t/\S+)", said)
    assert link, said
    phone.goto(link[1])
    phone.get_by_role("button", name=f"Open table {table}").click()
    phone.wait_for_url("**/table")
    phone.wait_for_load_state("networkidle")
    shoot(phone, "table-phone")
    phone.get_by_role("link", name="Enter hand").click()
    phone.get_by_role("group", name="Call", exact=True).locator("label", has_text=re.compile(r"^\s*20\s*$")).click()
    phone.locator("[name=points]").fill("98")
    phone.locator("[data-field=last_trick] label").nth(1).click()
    phone.locator("[data-save]").wait_for()
    phone.evaluate("window.scrollTo(0, 0)")
    phone.mouse.move(0, 0)  # a thumb hovers over nothing
    shoot(phone, "hand-phone")
    phone.get_by_role("button", name="Check").click()
    phone.get_by_role("heading", name="Why").wait_for()
    phone.evaluate("window.scrollTo(0, 0)")
    shoot(phone, "review-phone")


def _at_the_desk(laptop: Any, said: str, shoot: Any) -> None:
    found = re.search(r"log in as\s+(\S+)\s+password\s+(\S+)", said)
    assert found, said
    laptop.goto("/accounts/login")
    laptop.fill("input[name=username]", found[1])
    laptop.fill("input[name=password]", found[2])
    laptop.press("input[name=password]", "Enter")
    laptop.wait_for_url("**/desk/")
    laptop.goto(f"/desk{EVENT}")
    shoot(laptop, "desk-laptop")
    laptop.goto(f"/desk{EVENT}money")
    shoot(laptop, "money-laptop")
    laptop.goto(f"/desk{EVENT}disputes")
    shoot(laptop, "disputes-laptop")
    laptop.get_by_role("link", name="A hand open").click()
    laptop.get_by_role("heading", name="What was said").wait_for()
    shoot(laptop, "dispute-laptop")


def take_formats(address: str, folder: Path) -> None:
    """The pictures of the pages on formats."""
    from playwright.sync_api import sync_playwright

    as_root = ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=[*ARGUMENTS, *as_root])
        format_pictures.take(browser, address, folder)
        browser.close()


def main(words: list[str]) -> None:
    """Take every picture, into the folder named or docs/pictures."""
    only_formats = "--formats" in words
    words = [word for word in words if word != "--formats"]
    folder = Path(words[0]) if words else ROOT / "docs" / "pictures"
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as place, demo(place, format_pictures.play) as (address, _said):
        take_formats(address, folder)
    if only_formats:
        return
    with tempfile.TemporaryDirectory() as place, demo(place) as (address, said):
        take(address, said, folder)
        preview = urllib.request.urlopen(f"{address}{EVENT}picture.png", timeout=30).read()
        (folder / "link-preview.png").write_bytes(preview)
    print(f"Taken: {', '.join(sorted(picture.name for picture in folder.glob('*.png')))}")


if __name__ == "__main__":
    main(sys.argv[1:])
