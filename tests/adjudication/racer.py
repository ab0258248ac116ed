"""One of several writers that save at the same moment, each a process of its own (`tests/support/racing.py`).

Orders: `act` (write, sign, decide) and what it needs; `pause` makes the moment between reading and writing so many
seconds long, for another to slip in; `without` takes a guard away, to show that a test would notice.
"""

import contextlib
from typing import Any
from unittest import mock

from tests.support.racing import meet, race


@contextlib.contextmanager
def guards(orders: dict[str, Any], seconds: float, meeting: dict[str, Any]) -> Any:
    from adjudication import access, entries, signing

    without = orders.pop("without", None)
    work_out, missed_since = entries.work_out, signing.missed_since

    def slowly(*args: Any, **kwargs: Any) -> Any:
        outcome = work_out(*args, **kwargs)
        meet(**meeting, seconds=seconds)
        return outcome

    def signed_slowly(*args: Any, **kwargs: Any) -> Any:
        missed_since(*args, **kwargs)
        meet(**meeting, seconds=seconds)

    with contextlib.ExitStack() as stack:
        stack.enter_context(mock.patch.object(entries, "work_out", slowly))
        stack.enter_context(mock.patch.object(signing, "missed_since", signed_slowly))
        if without == "lock":
            unlocked = lambda actor, pk: access.sheets_of(actor).get(pk=pk)  # noqa: E731
            stack.enter_context(mock.patch.object(access, "lock_for_writing", unlocked))
            stack.enter_context(mock.patch.object(access, "lock", unlocked))
        if without == "key":
            stack.enter_context(mock.patch.object(entries, "_first_answer", return_value=None))
        if without == "head":
            stack.enter_context(mock.patch.object(entries, "_require_seen", return_value=None))
        yield


def write(orders: dict[str, Any]) -> dict[str, Any]:
    from adjudication.book import Actor
    from adjudication.entries import append_entry
    from adjudication.errors import NotWritten

    actor = Actor(label="table:1", book=orders.pop("book"), roles=frozenset({"referee"}))
    try:
        answer = append_entry(orders.pop("sheet"), actor=actor, **orders)
    except NotWritten as error:
        return {"got": error.code}
    except Exception as error:  # what a missing guard lets through is the point of a control
        return {"got": type(error).__name__}
    return {
        "got": "repeated" if answer.repeated else "stored",
        "seq": answer.entry.seq,
        "hash": answer.entry.hash,
        "voided": answer.voided,
    }


def sign(orders: dict[str, Any]) -> dict[str, Any]:
    from adjudication.book import Actor
    from adjudication.errors import NotWritten
    from adjudication.signing import sign

    side = orders["side"]
    actor = Actor(label=f"side:{side}", book=orders.pop("book"), roles=frozenset(), sides=frozenset(side))
    try:
        answer = sign(orders.pop("sheet"), actor=actor, how="own", **orders)
    except NotWritten as error:
        return {"got": error.code}
    except Exception as error:  # as above
        return {"got": type(error).__name__}
    return {"got": "repeated" if answer.repeated else answer.standing.state}


def decide(orders: dict[str, Any]) -> dict[str, Any]:
    from adjudication import disputes
    from adjudication.book import Actor
    from adjudication.errors import NotWritten
    from adjudication.outcomes import ProposedDecision

    actor = Actor(label=orders["device"], book=orders.pop("book"), roles=frozenset({"referee"}))
    proposed = ProposedDecision(**orders.pop("proposed"))
    try:
        answer = disputes.decide(orders.pop("dispute"), proposed, actor=actor, **orders)
    except NotWritten as error:
        return {"got": error.code}
    except Exception as error:  # as above
        return {"got": type(error).__name__}
    return {"got": "repeated" if answer.repeated else "stored"}


def act(orders: dict[str, Any]) -> dict[str, Any]:
    return {"write": write, "sign": sign, "decide": decide}[orders.pop("act", "write")](orders)


if __name__ == "__main__":
    race(act, guards)
