"""Between two tests the live server is at rest: nobody comes in, and whoever was in has been answered."""

import threading
from typing import Any

from tests.support.door import Door


def test_closing_waits_for_the_answer_under_way_and_lets_nobody_in_after_it() -> None:
    begun, may_end, said = threading.Event(), threading.Event(), []

    def site(_environ: dict[str, Any], start_response: Any) -> Any:
        start_response("200 OK", [])
        begun.set()
        may_end.wait(60)
        return [b"done"]

    door = Door(site)
    asking = threading.Thread(target=lambda: said.extend(door({}, lambda status, _headers: said.append(status))))
    asking.start()
    assert begun.wait(60)
    closing = threading.Thread(target=door.close)
    closing.start()
    closing.join(0.1)
    assert closing.is_alive()
    may_end.set()
    closing.join(60)
    asking.join(60)
    assert said == ["200 OK", b"done"]
    statuses: list[str] = []
    assert list(door({}, lambda status, _headers: statuses.append(status))) == [b"The test is over."]
    assert statuses == ["503 Service Unavailable"]
    door.open()
    assert list(door({}, lambda status, _headers: None)) == [b"done"]
