"""The stream of live updates: a nudge with the version, and nothing that outlives its viewer."""

import asyncio
import json
import threading
import time
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import connection, transaction

from tests.factories import RunningTournamentFactory, TournamentFactory
from thunee_tournaments import live, version_notices
from thunee_tournaments.live import Hub
from thunee_tournaments.tournaments.data_version import bump_version

LONGEST = 60.0  # seconds for what comes at once, on a machine that has a moment


async def until(holds: Callable[[], Any]) -> None:
    async with asyncio.timeout(LONGEST):
        while not holds():
            await asyncio.sleep(0.01)


class Viewer:
    """One open page at a hub: what it was sent, and how it goes away."""

    def __init__(self, hub: Hub, path: str = "/shield/live", method: str = "GET") -> None:
        self.sent: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.left = asyncio.Event()
        scope = {"type": "http", "method": method, "path": path}
        self.task = asyncio.ensure_future(hub(scope, self._receive, self.sent.put))

    async def _receive(self) -> dict[str, Any]:
        await self.left.wait()
        return {"type": "http.disconnect"}

    async def next(self) -> dict[str, Any]:
        return await asyncio.wait_for(self.sent.get(), LONGEST)

    async def opened(self) -> dict[str, Any]:
        start = await self.next()
        await self.next()  # when to come back
        return start

    async def nudge(self) -> dict[str, Any]:
        while not (body := (await self.next()).get("body", b"")).startswith(b"data: "):
            pass
        return dict(json.loads(body.removeprefix(b"data: ")))

    async def leave(self) -> None:
        self.left.set()
        await asyncio.wait_for(self.task, LONGEST)


async def site(scope: Any, receive: Any, send: Callable[[Any], Awaitable[None]]) -> None:
    await send({"type": "site"})


@pytest.fixture
def versions(monkeypatch: pytest.MonkeyPatch) -> dict[str, int]:
    """What the database holds, and (as "asked") how often it was asked."""
    held = {"shield": 7, "other": 1, "asked": 0}

    def read(slugs: Any) -> dict[str, int]:
        held["asked"] += 1
        return {slug: held[slug] for slug in slugs if slug in held}

    monkeypatch.setattr(live, "read_versions", read)
    return held


def run(scene: Callable[[Hub], Awaitable[None]], **options: Any) -> None:
    async def play() -> None:
        await scene(Hub(site, every=0.01, **options))

    # In a thread of its own: after tests with a browser this thread has a loop already.
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, play()).result()


def test_a_viewer_is_told_the_version_at_once_and_every_new_one(versions: dict[str, int]) -> None:
    async def scene(hub: Hub) -> None:
        viewer = Viewer(hub)
        start = await viewer.opened()
        assert start["status"] == 200
        assert (b"x-accel-buffering", b"no") in start["headers"]
        assert (b"content-type", b"text/event-stream; charset=utf-8") in start["headers"]
        assert (await viewer.nudge())["version"] == 7
        versions["shield"] = 8
        assert (await viewer.nudge())["version"] == 8
        await viewer.leave()

    run(scene)


def test_a_viewer_of_another_tournament_hears_nothing(versions: dict[str, int]) -> None:
    async def scene(hub: Hub) -> None:
        one, other = Viewer(hub), Viewer(hub, "/other/live")
        await one.nudge(), await other.nudge()
        versions["shield"] = 8
        await one.nudge()
        assert other.sent.empty()
        await one.leave(), await other.leave()

    run(scene)


def test_the_database_is_asked_once_for_all_and_never_while_nobody_watches(versions: dict[str, int]) -> None:
    async def scene(hub: Hub) -> None:
        viewers = [Viewer(hub) for _ in range(50)]
        for viewer in viewers:
            await viewer.nudge()
        asked, begun = versions["asked"], time.monotonic()
        await until(lambda: versions["asked"] > asked + 5)
        assert versions["asked"] - asked <= (time.monotonic() - begun) / hub.every + 2
        for viewer in viewers:
            await viewer.leave()
        await until(lambda: hub.watching is None)
        ended = versions["asked"]
        await asyncio.sleep(0.05)
        assert versions["asked"] == ended
        assert not hub.channels
        assert hub.watching is None

    run(scene)


def test_whoever_comes_after_everybody_left_is_served_again(versions: dict[str, int]) -> None:
    async def scene(hub: Hub) -> None:
        for version in (7, 8):
            versions["shield"] = version - 1
            viewer = Viewer(hub)
            await viewer.nudge()
            versions["shield"] = version
            assert (await viewer.nudge())["version"] == version
            await viewer.leave()

    run(scene)


def test_a_silent_stream_shows_now_and_then_that_it_lives(versions: dict[str, int]) -> None:
    async def scene(hub: Hub) -> None:
        viewer = Viewer(hub)
        await viewer.nudge()
        assert (await viewer.next())["body"] == b":\n\n"
        await viewer.leave()

    run(scene, heartbeat=0.02)


def test_a_database_that_is_away_for_a_moment_ends_no_stream(
    versions: dict[str, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene(hub: Hub) -> None:
        viewer = Viewer(hub)
        await viewer.nudge()
        good = live.read_versions

        def away(slugs: Any) -> dict[str, int]:
            monkeypatch.setattr(live, "read_versions", good)
            versions["shield"] = 9
            raise live.DatabaseError("away")

        monkeypatch.setattr(live, "read_versions", away)
        assert (await viewer.nudge())["version"] == 9
        await viewer.leave()

    run(scene)


def test_the_more_look_on_the_longer_they_spread_their_questions(versions: dict[str, int]) -> None:
    async def scene(hub: Hub) -> None:
        viewers = [Viewer(hub) for _ in range(100)]
        for viewer in viewers:
            await viewer.nudge()
        versions["shield"] = 8
        assert (await viewers[0].nudge())["spread"] == 100 * live.SPREAD_EACH
        for viewer in viewers:
            await viewer.leave()

    run(scene)


@pytest.mark.parametrize(("most", "path", "status"), [(9, "/nothing/live", 404), (0, "/shield/live", 503)])
def test_who_cannot_be_served_is_told_and_polls(
    versions: dict[str, int], monkeypatch: pytest.MonkeyPatch, most: int, path: str, status: int
) -> None:
    monkeypatch.setattr(live, "MOST", most)

    async def scene(hub: Hub) -> None:
        viewer = Viewer(hub, path)
        assert (await viewer.next())["status"] == status
        assert not hub.channels

    run(scene)


@pytest.mark.parametrize(
    ("path", "method"), [("/shield/", "GET"), ("/shield/m/live", "GET"), ("/shield/live", "POST"), ("/live", "GET")]
)
def test_everything_else_goes_to_the_site(versions: dict[str, int], path: str, method: str) -> None:
    async def scene(hub: Hub) -> None:
        assert await Viewer(hub, path, method).next() == {"type": "site"}

    run(scene)


def test_when_the_last_viewer_has_gone_the_connection_is_given_back(
    versions: dict[str, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    closed: list[str] = []
    monkeypatch.setattr(live, "close_connection", lambda: closed.append(threading.current_thread().name))

    async def scene(hub: Hub) -> None:
        viewer = Viewer(hub)
        await viewer.nudge()
        await viewer.leave()
        await until(lambda: closed)

    run(scene)
    assert len(closed) == 1
    assert closed[0].startswith("live")  # in the thread that read: it is the reader's own


@pytest.mark.django_db
def test_the_versions_are_those_of_the_tournaments() -> None:
    RunningTournamentFactory(slug="shield", version=5)
    RunningTournamentFactory(slug="other", version=6)
    TournamentFactory(slug="draft", version=7)
    assert live.read_versions(["shield", "nothing", "draft"]) == {"shield": 5}  # a stream knows no organiser


class Change:
    """A tournament that somebody else changes, on a connection of their own."""

    def __init__(self) -> None:
        self.tournament = RunningTournamentFactory(slug="shield", version=5)

    def _change(self) -> None:
        with transaction.atomic():
            bump_version(self.tournament)
        connection.close()

    def _cut(self) -> None:
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query = 'LISTEN thunee_versions'"
                )
                assert cursor.fetchall() == [(True,)]
        connection.close()

    async def happens(self) -> None:
        await asyncio.to_thread(self._change)

    async def cuts_the_line(self) -> None:
        await asyncio.to_thread(self._cut)


async def everybody_leaves(hub: Hub, viewer: Viewer) -> None:
    watching = hub.watching
    await viewer.leave()
    assert watching is not None
    await asyncio.wait_for(watching, LONGEST)  # and no connection stays


def listening(hub: Hub) -> bool:
    """PostgreSQL tells of changes; on SQLite nobody does."""
    return hub.notices is not None and hub.notices.listening is (connection.vendor == "postgresql")


# Where nobody tells, it is looked soon; where somebody does, never in the time of a test.
EVERY = {"sqlite": 0.05, "postgresql": 600.0}


@pytest.mark.django_db(transaction=True)
def test_a_change_is_told_when_it_is_committed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(version_notices, "SURE", 600.0)
    change = Change()

    async def scene(hub: Hub) -> None:
        hub.every = EVERY[connection.vendor]
        viewer = Viewer(hub)
        assert (await viewer.nudge())["version"] == 5
        await until(lambda: listening(hub))
        for version in (6, 7):
            await change.happens()
            assert (await viewer.nudge())["version"] == version
        await everybody_leaves(hub, viewer)

    run(scene)


@pytest.mark.django_db(transaction=True)
def test_a_line_that_was_cut_is_made_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(version_notices, "SURE", 600.0)
    monkeypatch.setattr(version_notices, "AGAIN", 0.1)
    change = Change()

    async def scene(hub: Hub) -> None:
        hub.every = EVERY[connection.vendor]
        viewer = Viewer(hub)
        await viewer.nudge()
        await until(lambda: listening(hub))
        await change.cuts_the_line()
        await change.happens()
        assert (await viewer.nudge())["version"] == 6
        await everybody_leaves(hub, viewer)

    run(scene)
