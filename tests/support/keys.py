"""How tests say what a write on a scoresheet is known by."""

from typing import Any

from thunee_tournaments.services.scoring.write_key import WriteKey

PARTS = ("device", "client_uuid", "head")


def keyed(said: dict[str, Any]) -> dict[str, Any]:
    """What an act is told, its device, key and head put together."""
    rest = {name: value for name, value in said.items() if name not in PARTS}
    return {**rest, "key": WriteKey(*(said[name] for name in PARTS))}
