"""The site behind uvicorn: pages are made in turn by a few threads, and a slow phone keeps none of them busy."""

import asyncio
import threading
import time
from typing import Any

import pytest
from django.http import HttpResponse

from tests.support.hall_server.site import ask, scope
from thunee_tournaments.hall_server import site


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch) -> site.Site:
    """The site, with a page that takes a moment and notes how many of its kind are being made."""
    made = site.Site()
    now, most, lock = [0], [0], threading.Lock()

    def page(_request: Any) -> HttpResponse:
        with lock:
            now[0] += 1
            most[0] = max(most[0], now[0])
        time.sleep(0.1)  # long enough for the others to begin meanwhile
        with lock:
            now[0] -= 1
        return HttpResponse("done")

    monkeypatch.setattr(made, "get_response", page)
    monkeypatch.setattr(made, "most", most, raising=False)
    return made


def test_when_all_save_at_once_a_few_threads_make_the_pages_in_turn(served: site.Site) -> None:
    async def together() -> list[list[dict[str, Any]]]:
        return await asyncio.gather(*(ask(served, scope()) for _ in range(12)))

    answers = asyncio.run(together())
    assert [sent[0]["status"] for sent in answers] == [200] * 12
    assert b"".join(message.get("body", b"") for message in answers[0]) == b"done"
    assert served.most[0] == site.THREADS


def test_a_phone_that_sends_slowly_keeps_nobody_waiting(served: site.Site) -> None:
    async def slow_ones_first() -> int:
        bodies = [asyncio.get_running_loop().create_future() for _ in range(site.THREADS + 1)]
        slow = [asyncio.create_task(ask(served, scope(method="POST"), body)) for body in bodies]
        quick = await asyncio.wait_for(ask(served, scope()), 60)
        for body in bodies:
            body.set_result(b"")
        await asyncio.gather(*slow)
        return quick[0]["status"]

    assert asyncio.run(slow_ones_first()) == 200


def test_what_is_sent_without_end_is_cut_off(served: site.Site) -> None:
    came = [0]

    async def endless() -> dict[str, Any]:
        came[0] += 1
        assert came[0] < 1000
        return {"type": "http.request", "body": b"x" * 1_000_000, "more_body": True}

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    sent: list[dict[str, Any]] = []
    asyncio.run(served(scope(method="POST"), endless, send))
    assert sent[0]["status"] == 413
    assert came[0] == site.MOST_BYTES // 1_000_000 + 1 + site.POURED_AWAY // 1_000_000


def test_whoever_sends_too_much_has_sent_it_when_the_answer_comes(served: site.Site) -> None:
    parts = [b"x" * 1_000_000] * 12

    async def one_after_the_other() -> dict[str, Any]:
        assert parts, "asked for more than there is"
        return {"type": "http.request", "body": parts.pop(), "more_body": bool(parts)}

    async def send(message: dict[str, Any]) -> None:
        left.append((message.get("status"), len(parts)))

    left: list[tuple[Any, int]] = []
    asyncio.run(served(scope(method="POST"), one_after_the_other, send))
    assert left[0] == (413, 0)


def test_whoever_stops_in_the_middle_of_too_much_is_answered(
    served: site.Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(site, "POURING", 0.05)
    parts = [b"x" * 1_000_000] * 6

    async def stops() -> dict[str, Any]:
        if not parts:
            await asyncio.sleep(60)
        return {"type": "http.request", "body": parts.pop(), "more_body": True}

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    sent: list[dict[str, Any]] = []
    asyncio.run(served(scope(method="POST"), stops, send))
    assert sent[0]["status"] == 413


@pytest.mark.django_db(transaction=True)
def test_the_whole_site_is_behind_it() -> None:
    answers = asyncio.run(ask(site.Site(), scope()))
    assert answers[0]["status"] == 200
