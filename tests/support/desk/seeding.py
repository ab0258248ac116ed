"""A form of the desk, sent."""

from typing import Any

from tests.thunee_tournaments.desk.conftest import Desk


def id_of(desk: Desk, name: str) -> str:
    return str(desk.tournament.teams.get(name=name).public_id)


def send(desk: Desk, move: str = "", seen: str | None = None, **numbers: str) -> Any:
    """Press a button of the page as it is now, with these numbers typed beside teams."""
    page = desk.get("seeding")
    typed = {f"seed-{row['team'].public_id}": str(row["typed"]) for row in page.context["rows"]}
    typed |= {f"seed-{id_of(desk, name)}": number for name, number in numbers.items()}
    return desk.after("seeding", move=move, seen=page.context["seen"] if seen is None else seen, **typed)
