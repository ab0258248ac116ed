"""One of several who act at the same moment, each a process of its own (`tests/support/racing.py`).

Orders: `act` and what it needs; `pause` makes the moment between reading and writing so many seconds long, for another
to slip in; which moment that is says `at`: "store", of a match, a phone or a try with a PIN, "entry", of an entry or a
signature, "bought", of an entry of a qualifier, "money", of a raffle, a bid, a free place or a receipt, "began",
when it is asked whether play has, "plan", of a plan, "queue", of who waits in a qualifier, "level", of who is level,
"name", of a team's name, "standings", of standings or, where a hand is written, of the version,
"publish", before the version row is locked, or "version", after that. `without` takes the locks away, to show that a
test would notice; `linger` is how many seconds longer than the others somebody then waits, where it matters who is
first.
"""

import contextlib
import json
import time
from typing import Any
from unittest import mock

from tests.support.racing import meet, race
from tests.support.unlocked import row_locks_taken_away


@contextlib.contextmanager
def guards(orders: dict[str, Any], seconds: float, meeting: dict[str, Any]) -> Any:
    from adjudication import entries, signing
    from thunee_tournaments.brackets import settling
    from thunee_tournaments.services.match import coming_stages, play_offs, qualifier_by_hand, qualifier_entries
    from thunee_tournaments.services.match import settlement as moved
    from thunee_tournaments.services.officiating import substitutions, withdrawals
    from thunee_tournaments.services.scoring import signing_pins
    from thunee_tournaments.services.setup import policies as setup
    from thunee_tournaments.services.setup import teams
    from thunee_tournaments.services.till import auctioning, free_places, raffling, taking
    from thunee_tournaments.standings import event_standings
    from thunee_tournaments.tables.models import Phone

    def before(act: Any) -> Any:
        def met(*args: Any, **kwargs: Any) -> Any:
            meet(**meeting, seconds=seconds)
            time.sleep(linger)
            return act(*args, **kwargs)

        return met

    def after(act: Any) -> Any:
        def met(*args: Any, **kwargs: Any) -> Any:
            outcome = act(*args, **kwargs)
            meet(**meeting, seconds=seconds)
            time.sleep(linger)
            return outcome

        return met

    at, without, linger = orders.pop("at", "store"), orders.pop("without", None), orders.pop("linger", 0.0)
    with contextlib.ExitStack() as stack:
        stack.enter_context(unlocked(without == "lock"))
        stack.enter_context(forgetful(without == "kept"))
        first = {
            "store": (
                (settling, "place"),
                (Phone, "save"),
                (signing_pins, "constant_time_compare"),
                (substitutions, "_change"),
            ),
            "publish": ((moved, "publish"),),
            "name": ((teams, "require_free_name"),),
        }
        for place, name in first.get(at, ()):
            stack.enter_context(mock.patch.object(place, name, before(getattr(place, name))))
        then = {
            "entry": ((signing, "missed_since"), (entries, "work_out")),
            "bought": (
                (qualifier_entries, "why_no_entry"),
                (qualifier_entries, "why_entry_stands"),
                (entries, "work_out"),
            ),
            "money": (
                (raffling, "record_of"),
                (free_places, "free_places"),
                (auctioning, "standing_bids"),
                (taking, "next_number"),
            ),
            "began": ((setup, "play_began"),),
            "plan": ((coming_stages, "stages_of"),),
            "queue": ((qualifier_by_hand, "in_queue"),),
            "level": ((play_offs, "level_teams"),),
            "standings": ((event_standings, "standings"), (moved, "publish")),
            "version": ((withdrawals, "lock_tournament"), (moved, "publish")),
        }
        for place, name in then.get(at, ()):
            stack.enter_context(mock.patch.object(place, name, after(getattr(place, name))))
        yield


@contextlib.contextmanager
def unlocked(taken_away: bool) -> Any:
    """Without locks on rows: `select_for_update` does nothing."""
    if not taken_away:
        yield
        return
    with row_locks_taken_away():
        yield


@contextlib.contextmanager
def forgetful(taken_away: bool) -> Any:
    """No write of a program is known again by its name."""
    from thunee_tournaments.tournaments.program_keys import KeptAnswer

    if not taken_away:
        yield
        return

    def made(**said: Any) -> Any:
        return KeptAnswer(key=said["key"], name=f"{said['name']}-{time.monotonic_ns()}", request=""), True

    with mock.patch.object(KeptAnswer.objects, "get_or_create", made), mock.patch.object(KeptAnswer, "save"):
        yield


def act(orders: dict[str, Any]) -> dict[str, Any]:
    from django.contrib.auth.models import User

    from adjudication.errors import NotWritten
    from tests.support.keys import keyed
    from thunee_tournaments.brackets.models import MatchGame
    from thunee_tournaments.services import acts
    from thunee_tournaments.teams.models import Team
    from thunee_tournaments.tournaments.models import Tournament

    if orders["act"] == "open_link":
        return {"got": opened(**orders["said"])}
    if orders["act"] == "keep_promise":
        return {"got": kept(**orders["said"])}
    if orders["act"] == "program":
        return {"got": written(**orders["said"])}
    said = {"actor": User.objects.get(pk=orders["actor"]), **orders["said"]}
    if "game" in said:
        said["game"] = MatchGame.objects.select_related("sheet").get(pk=said["game"])
    if "tournament" in said:
        said["tournament"] = Tournament.objects.get(pk=said["tournament"])
    if "teams" in said:
        said["teams"] = tuple(Team.objects.get(pk=key) for key in said["teams"])
    for one in {"team", "other"} & said.keys():
        said[one] = Team.objects.get(pk=said[one])
    if "match" in said:
        from thunee_tournaments.brackets.models import Match

        said["match"] = Match.objects.get(pk=said["match"])
    if "policies" in said:
        from thunee_tournaments.tournaments.policies import EventPolicies

        said["policies"] = EventPolicies(**said["policies"])
    if "bought" in said:
        from thunee_tournaments.brackets.models import StreakEntry

        said["entry"] = StreakEntry.objects.select_related("stage").get(pk=said.pop("bought"))
    if "item" in said:
        from thunee_tournaments.fundraising.models import AuctionItem

        said["item"] = AuctionItem.objects.get(pk=said["item"])
    if "dispute" in said:
        said |= disputed(said["dispute"], said["proposed"])
    if "entry" in said and "game" in said:
        said["entry"] = said["game"].sheet.entries.get(seq=said["entry"])
    if "head" in said:
        said = keyed(said)
    try:
        done = getattr(acts, orders["act"])(**said)
    except (acts.Refused, NotWritten) as refused:
        return {"got": refused.code}
    except Exception as error:  # what a missing guard lets through is the point of a control
        return {"got": f"{type(error).__name__}: {error}"}
    voided = "".join(getattr(done, "voided", ()))
    return {"got": f"done, {voided} void" if voided else "done"}


def disputed(dispute: int, proposed: dict[str, Any]) -> dict[str, Any]:
    """A dispute with its match, and a decision on it."""
    from adjudication.models import Dispute
    from adjudication.outcomes import ProposedDecision
    from thunee_tournaments.brackets.models import Match

    found = Dispute.objects.get(pk=dispute)
    match = Match.objects.select_related("stage__tournament", "round").get(public_id=found.subject)
    return {
        "dispute": found,
        "match": match,
        "proposed": ProposedDecision(**{**proposed, "rules": tuple(proposed["rules"])}),
    }


def written(address: str, token: str, name: str, sent: dict[str, Any]) -> str:
    """What a program is answered that writes: the status and the id of what it made."""
    from django.test import Client

    headers = {"Host": "localhost", "Authorization": f"Bearer {token}", "Idempotency-Key": name}
    try:
        answer = Client().post(address, json.dumps(sent), content_type="application/json", headers=headers)
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return f"{answer.status_code} {answer.json().get('id', '')}".strip()


def kept(task: int) -> str:
    """What becomes of a promise that a worker keeps."""
    from thunee_tournaments.tournaments import outbox

    try:
        return "done" if outbox.run(task) else "left"
    except Exception as error:
        return f"{type(error).__name__}: {error}"


def opened(link: int, device: str) -> str:
    """What a phone finds that opens a table's link."""
    from thunee_tournaments.tables.admitting import admit
    from thunee_tournaments.tables.models import TableLink

    try:
        return str(admit(TableLink.objects.get(pk=link), device).door)
    except Exception as error:
        return f"{type(error).__name__}: {error}"


if __name__ == "__main__":
    race(act, guards)
