"""One of several who act at the same moment, each a process of its own.

For each line of JSON orders: says `ready`, waits for a line, does one act, says what it got. `without` takes a guard
away, to show that a test would notice; `pause` makes the moment between reading a match and storing it long, so that
two of them meet there for certain. `meet` is a folder in which those who sign or correct wait for each other between
reading and writing: as long as no guard keeps them apart, they meet.
"""

import contextlib
import json
import os
import sys
import time
from pathlib import Path
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
        with slowly(orders.pop("pause", 0.0)), unlocked(without == "lock"), meeting(orders.pop("meet", "")):
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
def meeting(folder: str) -> Any:
    from adjudication import entries, signing

    missed_since, work_out = signing.missed_since, entries.work_out

    def meet() -> None:
        """Wait for another to come here too; not for long, because a guard may rightly keep it away."""
        (Path(folder) / str(os.getpid())).touch()
        until = time.monotonic() + 0.5
        while len(os.listdir(folder)) < 2 and time.monotonic() < until:
            time.sleep(0.005)

    def signed(*args: Any, **kwargs: Any) -> None:
        missed_since(*args, **kwargs)
        meet()

    def worked_out(*args: Any, **kwargs: Any) -> Any:
        outcome = work_out(*args, **kwargs)
        meet()
        return outcome

    if not folder:
        yield
        return
    with mock.patch.object(signing, "missed_since", signed), mock.patch.object(entries, "work_out", worked_out):
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
    if "dispute" in said:
        said |= disputed(said["dispute"], said["verdict"])
    if "entry" in said:
        said["entry"] = said["game"].sheet.entries.get(seq=said["entry"])
    try:
        done = getattr(acts, orders["act"])(**said)
    except (acts.Refused, NotWritten) as refused:
        return {"got": refused.code}
    except Exception as error:  # what a missing guard lets through is the point of a control
        return {"got": f"{type(error).__name__}: {error}"}
    voided = "".join(getattr(done, "voided", ()))
    return {"got": f"done, {voided} void" if voided else "done"}


def disputed(dispute: int, verdict: dict[str, Any]) -> dict[str, Any]:
    """A dispute with its match, and a verdict on it."""
    from adjudication.models import Dispute
    from adjudication.outcomes import Verdict
    from thunee_tournaments.brackets.models import Match

    found = Dispute.objects.get(pk=dispute)
    match = Match.objects.select_related("stage__tournament", "round").get(public_id=found.subject)
    return {"dispute": found, "match": match, "verdict": Verdict(**{**verdict, "rules": tuple(verdict["rules"])})}


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
