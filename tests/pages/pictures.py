"""The pictures of README and docs, taken from the demo: `python -m tests.pages.pictures [FOLDER]` (docs/pictures).

It serves a fresh demo on a free port of this machine, opens the pages as a visitor, a scorekeeper and an organiser do,
and stops again.
"""

import os
import re
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.support.browser import ARGUMENTS, LAPTOP, PHONE, chromium
from tests.support.worker import free_port

ROOT = Path(__file__).resolve().parent.parent.parent
EVENT = "/hall-roof-evening/"


@contextmanager
def demo(folder: str) -> Iterator[tuple[str, str]]:
    """The demo, served: its address, and what `load_demo` printed."""
    environment = {**os.environ, "THUNEE_VAR": folder, "SECRET_KEY": "for-pictures-only"}
    environment.pop("DATABASE_URL", None)

    def manage(*words: str) -> str:
        command = [sys.executable, "manage.py", *words]
        return subprocess.run(command, cwd=ROOT, env=environment, check=True, capture_output=True, text=True).stdout

    manage("migrate", "--verbosity=0")
    manage("collectstatic", "--noinput", "--verbosity=0")
    said = manage("load_demo")
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
    """Open the pages and take their pictures."""
    from playwright.sync_api import sync_playwright

    as_root = ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=ARGUMENTS + as_root)

        def page(size: tuple[int, int], **options: Any) -> Any:
            return browser.new_page(base_url=address, viewport={"width": size[0], "height": size[1]}, **options)

        def shoot(opened: Any, name: str) -> None:
            opened.screenshot(path=folder / f"{name}.png")

        laptop, phone = page(LAPTOP), page(PHONE, color_scheme="light")
        for name, path in (("event", EVENT), ("bracket", f"{EVENT}bracket"), ("rule", "/rules/TH-KHAN-1")):
            laptop.goto(path)
            shoot(laptop, f"{name}-laptop")
        dark = page(PHONE, color_scheme="dark")
        dark.goto(f"{EVENT}standings")
        shoot(dark, "standings-phone-dark")
        _at_the_table(phone, said, shoot)
        _a_match(page(PHONE), shoot)
        _at_the_desk(page(LAPTOP), said, shoot)
        browser.close()


def _at_the_table(phone: Any, said: str, shoot: Any) -> None:
    link = re.search(r"table 1\s+\S+(/t/\S+)", said)
    assert link, said
    phone.goto(link[1])
    phone.get_by_role("button", name="Open table 1").click()
    phone.wait_for_url("**/table")
    shoot(phone, "table-phone")
    phone.get_by_role("link", name="Enter hand").click()
    phone.get_by_role("group", name="Call", exact=True).locator("label", has_text=re.compile(r"^\s*20\s*$")).click()
    phone.locator("[name=points]").fill("98")
    phone.locator("[data-field=last_trick] label").nth(1).click()
    phone.evaluate("window.scrollTo(0, 0)")
    shoot(phone, "hand-phone")
    phone.get_by_role("button", name="Check").click()
    phone.get_by_role("heading", name="Why").wait_for()
    phone.evaluate("window.scrollTo(0, 0)")
    shoot(phone, "review-phone")


def _a_match(phone: Any, shoot: Any) -> None:
    phone.goto(f"{EVENT}bracket")
    paths = phone.eval_on_selector_all("a[href*='/m/']", "found => found.map(one => one.getAttribute('href'))")
    phone.goto(paths[0])
    shoot(phone, "match-phone")


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


def main(words: list[str]) -> None:
    """Take every picture, into the folder named or docs/pictures."""
    folder = Path(words[0]) if words else ROOT / "docs" / "pictures"
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as place, demo(place) as (address, said):
        take(address, said, folder)
    print(f"Taken: {', '.join(sorted(picture.name for picture in folder.glob('*.png')))}")


if __name__ == "__main__":
    main(sys.argv[1:])
