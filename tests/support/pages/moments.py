"""A game that four play with hands known before."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

CASES = Path(__file__).resolve().parents[2] / "cases"


def played_by_four() -> Iterator[dict[str, Any]]:
    """Every record of Thunee for four that was written down card by card."""
    for file in sorted(CASES.glob("thunee-*.jsonl")):
        for line in file.read_text().splitlines():
            record = json.loads(line)["record"]
            if record.get("players", 4) == 4 and any(event["type"] == "play" for event in record.get("events", [])):
                yield record
