"""One of several who act at the same moment, each a process of its own.

For each line of JSON orders: says `ready`, waits for a line, does one act, says what it got. `without` takes a guard
away, to show that a test would notice; `pause` makes the moment between reading a match and storing it long, so that
two of them meet there for certain.
"""

import contextlib
import json
import sys
import time
from typing import Any
from unittest import mock

import django


def main() -> None:
    django.setup()
    from django.db import connection

    serial = connection.settings_dict["OPTIONS"].get("transaction_mode")
    for line in sys.stdin:
        orders = json.loads(line)
        without = orders.pop("without", None)
        if serial:
            connection.settings_dict["OPTIONS"]["transaction_mode"] = None if without == "lock" else serial
        connection.ensure_connection()
        with slowly(orders.pop("pause", 0.0)), unlocked(without == "lock"):
            print("ready", flush=True)
            sys.stdin.readline()
            print(json.dumps(act(orders)), flush=True)
        connection.close()


@contextlib.contextmanager
def slowly(pause: float) -> Any:
    from thunee_tournaments.brackets import settling
    from thunee_tournaments.tables.models import Phone

    place = settling.place

    def placed(*args: Any) -> None:
        time.sleep(pause)
        place(*args)

    store = Phone.save

    def stored(*args: Any, **kwargs: Any) -> None:
        time.sleep(pause)
        store(*args, **kwargs)

    with mock.patch.object(settling, "place", placed), mock.patch.object(Phone, "save", stored):
        yield


@contextlib.contextmanager
def unlocked(taken_away: bool) -> Any:
    """Without locks on rows: `select_for_update` does nothing."""
    from django.db.models import QuerySet

    if not taken_away:
        yield
        return
    with mock.patch.object(QuerySet, "select_for_update", lambda queryset, **_how: queryset):
        yield


def act(orders: dict[str, Any]) -> dict[str, Any]:
    from django.contrib.auth.models import User

    from adjudication.errors import NotWritten
    from thunee_tournaments.brackets.models import MatchGame
    from thunee_tournaments.running import acts
    from thunee_tournaments.tournaments.models import Tournament

    if orders["act"] == "open_link":
        return {"got": opened(**orders["said"])}
    said = {"actor": User.objects.get(pk=orders["actor"]), **orders["said"]}
    if "game" in said:
        said["game"] = MatchGame.objects.select_related("sheet").get(pk=said["game"])
    if "tournament" in said:
        said["tournament"] = Tournament.objects.get(pk=said["tournament"])
    try:
        getattr(acts, orders["act"])(**said)
    except (acts.Refused, NotWritten) as refused:
        return {"got": refused.code}
    except Exception as error:  # what a missing guard lets through is the point of a control
        return {"got": f"{type(error).__name__}: {error}"}
    return {"got": "done"}


def opened(link: int, device: str) -> str:
    """What a phone finds that opens a table's link."""
    from thunee_tournaments.tables.admitting import admit
    from thunee_tournaments.tables.models import TableLink

    try:
        return str(admit(TableLink.objects.get(pk=link), device).door)
    except Exception as error:
        return f"{type(error).__name__}: {error}"


if __name__ == "__main__":
    main()
