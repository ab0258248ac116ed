"""A real browser: `page` is a phone, `desktop_page` a laptop, `browse` opens as many as a test needs.

Each page starts without cookies at the live server, so `page.goto("/")` is the home page. A test fails when one of its
pages logged an error of a script or of the content security policy. No test depends on how busy the machine is: what
is waited for may take its time, and the tables are emptied when the server has answered everything.
"""

import os
import re
import shutil
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as site
from django.core.management import call_command
from django.test import override_settings

from tests.support.door import Door
from tests.support.loudly import missing

WHOLE = ("chromium", "chromium-browser", "google-chrome")
WITHOUT_WINDOWS = "chromium-headless-shell"  # takes half of the time, and shows no notifications
PHONE = (360, 740)
LAPTOP = (1280, 800)
PATIENCE = 60_000  # ms, three times as long as a page waits before it looks anew; only a test that fails waits so long
SCREENSHOTS = Path(__file__).resolve().parent.parent.parent / "var" / "screenshots"
ARGUMENTS = [
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
# An answer such as 404 or 422 is something pages say on purpose, and a hall may have no network: browsers log both as
# errors all the same.
EXPECTED = re.compile(
    r"Failed to load resource: (the server responded with a status of 4\d\d|net::ERR_INTERNET_DISCONNECTED)"
)

# Without loading styles anew, which the content security policy would forbid.
AXE_FINDS = """([only, without]) => axe.run({
    preload: false, resultTypes: ['violations'], ...(only && { runOnly: only }),
    ...(!only && { rules: Object.fromEntries(without.map((rule) => [rule, { enabled: false }])) }),
}).then((found) => found.violations)"""
# Rules of axe whose faults are moderate or minor, and so never counted here: looking took a third of the time.
NOT_SERIOUS = [
    "region", "landmark-unique", "landmark-one-main", "landmark-no-duplicate-main", "landmark-no-duplicate-banner",
    "landmark-no-duplicate-contentinfo", "landmark-main-is-top-level", "landmark-banner-is-top-level",
    "landmark-contentinfo-is-top-level", "landmark-complementary-is-top-level", "heading-order",
    "page-has-heading-one", "skip-link", "empty-heading", "aria-allowed-role", "presentation-role-conflict",
    "meta-viewport-large",
]  # fmt: skip

SENT = {**site.STORAGES, "staticfiles": {"BACKEND": "thunee_tournaments.static_files.StaticFiles"}}

OpenPage = Callable[..., Any]

# Playwright sets no time for a script: one whose promise is never kept would be waited for without end.
pytest_plugins = ["tests.support.time_limit"]


def chromium(whole: bool = False) -> str | None:
    """The path of a Chromium on this machine, or None; a `whole` one shows notifications, too."""
    named = os.environ.get("CHROMIUM")
    return named or next(filter(None, map(shutil.which, WHOLE if whole else (WITHOUT_WINDOWS, *WHOLE))), None)


def started(driver: Any, path: str | None) -> Any:
    """A headless Chromium."""
    if path is None:
        missing("chromium", "install it (on Debian: apt-get install chromium), or put its path into CHROMIUM")
    as_root = ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
    return driver.chromium.launch(executable_path=path, args=ARGUMENTS + as_root, timeout=2 * PATIENCE)


@pytest.fixture(scope="session")
def driver() -> Iterator[Any]:
    """What starts and steers browsers in this process."""
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=PATIENCE)
    # Playwright's event loop lives in this thread, where Django would then refuse to touch the database.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    with sync_playwright() as playwright:
        yield playwright
    os.environ.pop("DJANGO_ALLOW_ASYNC_UNSAFE", None)


@pytest.fixture(scope="session")
def browser(driver: Any) -> Iterator[Any]:
    """One headless Chromium for the tests of this process."""
    opened = started(driver, chromium())
    yield opened
    opened.close()


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Iterator[None]:
    outcome: Any = yield
    item.stash.setdefault(FAILED, False)
    if outcome.get_result().failed:
        item.stash[FAILED] = True


FAILED = pytest.StashKey[bool]()


@pytest.fixture(scope="session")
def live_door(live_server: Any) -> Door:
    """The door of the live server; more visitors at once may knock than the ten it lets wait by itself.

    The site itself is behind it, without Django's finders before it: static files come as the site sends them.
    """
    server = live_server.thread.httpd
    server.socket.listen(128)
    door = Door(server.get_app().application)
    server.set_app(door)
    return door


@pytest.fixture(autouse=True)
def _the_live_server_rests_between_tests(request: pytest.FixtureRequest) -> Iterator[None]:
    """It answers while the test lasts, and nobody is in it when the tables are emptied."""
    if "live_server" not in request.fixturenames:
        yield
        return
    request.getfixturevalue("transactional_db")
    door = request.getfixturevalue("live_door")
    door.open()
    yield
    door.close()


@pytest.fixture(scope="session")
def _collected() -> None:
    """The static files of this process: minified and compressed, under names with their hash."""
    with override_settings(STORAGES=SENT):
        call_command("collectstatic", interactive=False, clear=True, verbosity=0)


@pytest.fixture
def sent_files(_collected: None, settings: Any) -> None:
    """Pages name their scripts and styles as those of a real evening do, and get them as its phones do."""
    settings.STORAGES = SENT


@pytest.fixture
def browse(
    browser: Any, live_server: Any, sent_files: None, settings: Any, request: pytest.FixtureRequest
) -> Iterator[OpenPage]:
    """`browse(size=PHONE, **context options)` opens a page of a new visitor at the live server."""
    settings.PUBLIC_URL = live_server.url
    contexts: list[Any] = []
    errors: list[str] = []

    def heard(message: Any) -> None:
        if message.type == "error" and not EXPECTED.search(message.text):
            errors.append(f"{message.text} ({message.location.get('url', '')})")

    def open_page(size: tuple[int, int] = PHONE, **options: Any) -> Any:
        phone = size[0] < 600
        context = browser.new_context(
            base_url=live_server.url,
            viewport={"width": size[0], "height": size[1]},
            is_mobile=phone,
            has_touch=phone,
            locale="en-GB",
            timezone_id="Africa/Johannesburg",
            **options,
        )
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        opened = context.new_page()
        opened.on("console", heard)
        opened.on("pageerror", lambda error: errors.append(str(error)))
        return opened

    yield open_page
    if request.node.stash.get(FAILED, False):
        keep_screenshots(request.node.name, contexts)
    for context in contexts:
        context.close()
    assert not errors, "the browser reported: " + "; ".join(errors)


SOON = "() => Promise.race([(FUNCTION)(), new Promise((done) => setTimeout(done, 5000, false))])"


def wait_until(opened: Any, function: str) -> None:
    """Wait for what a script's function promises to be so; Playwright's own waiting takes any promise for a yes."""
    from playwright.sync_api import Error

    deadline = time.monotonic() + PATIENCE / 1000
    while True:
        try:
            if opened.evaluate(SOON.replace("FUNCTION", function)):
                return
        except Error as error:
            if not has_gone_on(error):
                raise
        assert time.monotonic() < deadline, f"still not so: {function}"
        opened.wait_for_timeout(50)


def has_gone_on(error: Exception) -> bool:
    """Whether a script failed because its page went on to another while it ran: its document is taken away then."""
    return "context was destroyed" in str(error) or "null (reading 'documentElement')" in str(error)


# Where the pointer comes to rest, a page that was scrolled goes on to another colour a frame later.
ALL_STILL = """async () => {
  for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
  const ends = one => one.playState === "running" && one.effect.getComputedTiming().endTime !== Infinity;
  const moving = document.getAnimations().filter(ends);
  await Promise.all(moving.map(one => one.finished.catch(() => {})));
}"""


def seen_by_axe(opened: Any, only: list[str] | None, without: list[str]) -> list[dict[str, Any]]:
    """What axe finds on a page that has come whole and moves no more, for in between colours are neither the one nor
    the other; one that goes on to another meanwhile is looked at again."""
    from axe_playwright_python.base import AXE_SCRIPT
    from playwright.sync_api import Error

    deadline = time.monotonic() + PATIENCE / 1000
    while True:
        opened.wait_for_load_state("load")
        address = opened.url
        try:
            if not opened.evaluate("() => 'axe' in window"):
                opened.evaluate(AXE_SCRIPT)
            opened.evaluate(ALL_STILL)
            found = opened.evaluate(AXE_FINDS, [only, [*NOT_SERIOUS, *without]])
        except Error as error:
            if not has_gone_on(error) or time.monotonic() > deadline:
                raise
        else:
            if opened.url == address:
                return found


def keep_screenshots(name: str, contexts: list[Any]) -> None:
    """Pictures of all open pages of a failed test, for whoever looks into it."""
    SCREENSHOTS.mkdir(parents=True, exist_ok=True)
    safe = re.sub(r"\W+", "-", name)
    for number, opened in enumerate(page for context in contexts for page in context.pages):
        opened.screenshot(path=SCREENSHOTS / f"{safe}-{number}.png", full_page=True)


@pytest.fixture
def page(browse: OpenPage) -> Any:
    """A visitor with a phone, 360 x 740."""
    return browse(PHONE)


@pytest.fixture
def desktop_page(browse: OpenPage) -> Any:
    """A visitor with a laptop, 1280 x 800."""
    return browse(LAPTOP)


@pytest.fixture
def assert_accessible() -> Callable[..., None]:
    """`assert_accessible(page)`: axe finds nothing serious in what the page shows now; `only` and `without` name rules
    of axe."""

    def check(opened: Any, only: list[str] | None = None, without: list[str] | None = None) -> None:
        found = [
            f"{violation['id']} ({violation['impact']}): {violation['help']}: {violation['nodes'][0]['html']}"
            for violation in seen_by_axe(opened, only, without or [])
            if violation["impact"] in {"serious", "critical"}
        ]
        assert not found, f"{opened.url}: " + "\n".join(found)

    return check
