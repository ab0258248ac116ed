"""Drawn events that wait for their first hands: what every measurement from outside begins with."""

import os
import secrets
from pathlib import Path
from typing import Any

from tests.support import fresh

PLANS: dict[str, dict[str, Any]] = {
    "knockout": {},
    "league": {},
    "groups": {"groups": 2},
    "double": {},
}


def configure(folder: Path, url: str, broker: str = "") -> None:
    """Set this process up on an empty, migrated database; what it starts later inherits that."""
    for name in ("CELERY_BROKER_URL", "PUBLIC_URL", "DEBUG"):
        os.environ.pop(name, None)
    if broker:
        os.environ["CELERY_BROKER_URL"] = broker
    os.environ.update(THUNEE_VAR=str(folder), SECRET_KEY=secrets.token_hex(32), DATABASE_URL=url, LOG_LEVEL="ERROR")
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.bench.crash_settings"
    os.environ["DATABASE_POOL"] = "0"  # here, where connections are few; the site has its usual pool
    import django

    django.setup()
    del os.environ["DATABASE_POOL"]
    from django.core.management import call_command

    if url.startswith("sqlite:///"):
        fresh.database(Path(url.removeprefix("sqlite:///")))
    call_command("migrate", verbosity=0)


def prepare(folder: Path, url: str, keepers: int) -> tuple[str, list[str]]:
    """A database with one knock-out, large enough for each keeper to have a table: its book, and the tables' tokens."""
    configure(folder, url)
    return draw("knockout", 64, keepers)


def draw(plan: str, teams: int, tables: int) -> tuple[str, list[str]]:
    """Draw an event and call its first matches: its book, and the tokens of its tables' links."""
    from django.contrib.auth.models import User

    from thunee_tournaments.services import acts
    from thunee_tournaments.tournaments.policies import EventPolicies

    organiser, _new = User.objects.get_or_create(username="organiser-of-the-bench")
    tournament = acts.create_tournament(actor=organiser, name=f"{plan.title()} {secrets.token_hex(3)}")
    here: dict[str, Any] = {"actor": organiser, "tournament": tournament}
    # Nobody stands by to sign: a game counts when it is over.
    acts.set_policies(**here, policies=EventPolicies(signing=False))
    acts.enter_pasted_teams(**here, text="\n".join(f"Team {n}, One {n}, Two {n}" for n in range(teams)))
    acts.set_table_count(**here, count=tables)
    acts.draw_lot_seeds(**here)
    acts.set_plan(**here, stages=[{"format": plan, "parameters": PLANS[plan]}])
    acts.draw_event(**here)
    acts.assign_tables(**here)
    found = tournament.tables.order_by("number")
    return tournament.public_id, [acts.issue_table_link(actor=organiser, table=table).token for table in found]
