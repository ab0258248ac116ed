"""One of several who act at the same instant in `bench races`, each a process of its own (`tests/support/racing.py`).

Orders: `act`, `actor`, and what is `said`; what is named there by its key is fetched first, as a page does it. Between
what an act reads and the first thing it writes they meet. `without` takes the locks away;
then whoever has an `after` lets the others be so many seconds ahead.
"""

import contextlib
import threading
import time
from typing import Any

from tests.support.racing import meet, race
from tests.support.unlocked import row_locks_taken_away

WRITES = ("INSERT", "UPDATE", "DELETE")


@contextlib.contextmanager
def guards(orders: dict[str, Any], seconds: float, meeting: dict[str, Any]) -> Any:
    from django.db import connection

    met = threading.Event()
    unguarded, after = orders.pop("without", None) == "lock", orders.pop("after", 0.0)
    after = after if unguarded else 0.0

    def before_the_first_writing(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if not met.is_set() and sql.lstrip().upper().startswith(WRITES):
            met.set()
            meet(**meeting, seconds=seconds)
            time.sleep(after)
        return execute(sql, params, many, context)

    with contextlib.ExitStack() as stack:
        if unguarded:
            stack.enter_context(row_locks_taken_away())
        stack.enter_context(connection.execute_wrapper(before_the_first_writing))
        yield


def act(orders: dict[str, Any]) -> dict[str, Any]:
    from django.contrib.auth.models import User
    from django.core.exceptions import ObjectDoesNotExist

    from adjudication.errors import NotWritten
    from tests.support.keys import keyed
    from thunee_tournaments.services import acts

    try:
        actor = {"actor": User.objects.get(pk=orders["actor"])} if orders["actor"] else {}  # a captain has no account
        said = {**actor, **fetched(orders["said"])}
    except ObjectDoesNotExist:
        return {"got": "gone"}  # a page says that it is not there
    if "head" in said:
        said = keyed(said)
    try:
        done = getattr(acts, orders["act"])(**said)
    except (acts.Refused, NotWritten) as refused:
        return {"got": refused.code}
    except Exception as error:  # what a missing guard lets through is the point of a control
        return {"got": f"{type(error).__name__}: {error}"}
    if getattr(done, "repeated", False):
        return {"got": "repeated"}
    voided = "".join(getattr(done, "voided", ()))
    return {"got": f"done, {voided} void" if voided else "done"}


def fetched(said: dict[str, Any]) -> dict[str, Any]:
    """What is said, with rows in place of their keys."""
    from thunee_tournaments.brackets.models import Match, MatchGame
    from thunee_tournaments.fundraising.models import Movement
    from thunee_tournaments.services import acts
    from thunee_tournaments.teams.models import Team
    from thunee_tournaments.tournaments.models import Tournament

    rows = {
        "game": MatchGame.objects.select_related("sheet"),
        "match": Match.objects.select_related("stage__tournament", "round"),
        "receipt": Movement.objects.select_related("tournament"),
        "movement": Movement.objects.select_related("tournament"),
        "team": Team.objects.all(),
        "tournament": Tournament.objects.all(),
    }
    found = {name: rows[name].get(pk=value) if name in rows else value for name, value in said.items()}
    if "dispute" in said:
        from adjudication.models import Dispute

        found["dispute"] = Dispute.objects.get(pk=said["dispute"])
    if "typed" in said:
        found["typed"] = acts.Typed(**said["typed"])
    if "entry" in said:
        found["entry"] = found["game"].sheet.entries.get(seq=said["entry"])
    return found


if __name__ == "__main__":
    race(act, guards)
