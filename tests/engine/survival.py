"""A spoilt record is refused with faults that can be told, or judged; nothing else may happen to it."""

import json
from typing import Any

import engine
from engine.explain import explain


def survives(spoilt: Any) -> None:
    """Read and judge it, or be told what is wrong with it."""
    try:
        held = engine.read(spoilt)
    except engine.RecordError as wrong:
        told = wrong.errors
    else:
        ruling = engine.adjudicate(held)
        json.dumps(ruling.to_dict())
        explain(ruling)
        engine.read(held.to_dict())
        return
    assert told
    assert all(fault.keys() == {"path", "message"} for fault in told)
    json.dumps(told, ensure_ascii=False).encode()
