"""A payload in every text of the site at once, and everything that is then shown, parsed (`reading.py`).

Texts that are stored are put into the database as they are, whatever a form would have said to them (`texts.txt` names
the columns). Texts that are only answered are typed into every field of every form, and into every address.
"""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from django.apps import apps
from django.core.cache import cache
from django.db import connection, models
from django.test import Client

from tests.attack import reading
from tests.attack.foreign import Forms
from tests.attack.payloads import MARK
from tests.attack.permissions import taken_back
from tests.attack.world import World
from tests.pages.addresses import is_page
from thunee_tournaments.standings.models import Snapshot

TABLE = Path(__file__).with_name("texts.txt")
LETTERS = (models.CharField, models.TextField, models.JSONField)
NOT_OURS = {"auth", "contenttypes", "sessions", "axes", "account", "mfa", "usersessions"}
# In what is stored as JSON, the texts among what is none.
TEXT_KEYS = {
    "adjudication.Entry.body": {"note", "id"},
    "adjudication.Opening.value": None,  # all of it is what somebody said
    "tournaments.Tournament.policies": {"deposit"},
    "tournaments.Stage.parameters": {"zones"},
    "standings.PrizeList.prizes": {"name"},
    "fundraising.Movement.details": {"name", "address", "number", "section_18a"},  # of who receives the money
    **dict.fromkeys(
        (
            "teams.Announcement.questions",
            "teams.SignUp.answers",
            "teams.SignUp.players",
            "fundraising.Fund.methods",
            "fundraising.Raffle.prizes",
        )
    ),  # lists of texts
}
# What has to stand beside a text that was empty.
BESIDE = {"adjudication.Decision.override_reason": {"override_by": "user:1"}}
ASKED = (
    "q",
    "next",
    "from",
    "outcome",
    "hand",
    "lang",
    "reason",
    "rule",
    "preset",
    "page",
    "side",
    "of",
    "only",
    "game",
)


def columns() -> Iterator[tuple[str, type[models.Model], Any]]:
    """Every column that holds letters."""
    for model in apps.get_models():
        if model._meta.app_label not in NOT_OURS:
            for one in model._meta.concrete_fields:
                if isinstance(one, LETTERS):
                    yield f"{model._meta.label}.{one.name}", model, one


def table() -> dict[str, str]:
    lines = TABLE.read_text(encoding="utf-8").splitlines()
    pairs = [line.split("|", 1) for line in lines if line and not line.startswith("#")]
    return {name.strip(): said.strip() for name, said in pairs}


def unguarded() -> None:
    """Take the database's guards off, until the transaction is taken back."""
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'")
            for (name,) in cursor.fetchall():
                cursor.execute(f'DROP TRIGGER "{name}"')
        else:
            cursor.execute("SELECT DISTINCT event_object_table, trigger_name FROM information_schema.triggers")
            for where, name in cursor.fetchall():
                cursor.execute(f'DROP TRIGGER "{name}" ON "{where}"')


def plant(payload: str) -> dict[str, int]:
    """Put the payload into every text. Gives the rows that were changed, by column."""
    unguarded()
    planted = {}
    said = table()
    for number, (name, model, one) in enumerate(columns()):
        if said.get(name) == "text":
            planted[name] = 0
            for pk, value in list(model._base_manager.values_list("pk", one.attname)):
                changed = _changed(name, one, value, f"{payload}{MARK}{number}x{pk}")
                if changed != value:
                    planted[name] += model._base_manager.filter(pk=pk).update(
                        **BESIDE.get(name, {}), **{one.attname: changed}
                    )
    Snapshot.objects.all().delete()  # made of these texts, and made anew
    return planted


def too_short(payload: str) -> set[str]:
    """The columns that cannot hold the payload and its mark where the database keeps to their length."""
    if connection.vendor == "sqlite":
        return set()
    least = len(f"{payload}{MARK}00x")
    return {name for name, _model, one in columns() if (one.max_length or least) < least}


def _changed(name: str, one: Any, value: Any, text: str) -> Any:
    if not isinstance(one, models.JSONField):
        fits = connection.vendor == "sqlite" or "\0" not in text
        return (text if connection.vendor == "sqlite" else text[: one.max_length]) if fits else value
    if name == "adjudication.Entry.body" and isinstance(value, dict):
        return {**value, "note": text, "id": text}
    if name == "tournaments.Tournament.policies":
        return {**value, "deposit": text}
    if name == "tournaments.Stage.parameters":
        return {**value, "zones": [text]}
    return _leaves(value, TEXT_KEYS[name], text)


def _leaves(value: Any, keys: set[str] | None, text: str, key: str = "") -> Any:
    if isinstance(value, dict):
        return {name: _leaves(inner, keys, text, name) for name, inner in value.items()}
    if isinstance(value, list):
        return [_leaves(inner, keys, text, key) for inner in value]
    return text if isinstance(value, str) and (keys is None or key in keys) else value


@dataclass
class Read:
    """What was asked and found. `pages`: names of addresses that answered; `seen`: columns whose text was shown."""

    faults: list[str] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)
    pages: set[str] = field(default_factory=set)
    seen: set[str] = field(default_factory=set)
    empty: set[str] = field(default_factory=set)


def attack(world: World, payload: str, read: Read, typed: bool = True) -> None:
    """One payload everywhere."""
    from tests.support.worlds import _nothing_is_remembered

    with taken_back():
        read.empty |= {name for name, rows in plant(payload).items() if not rows}
        read.counts["payloads"] += 1
        _nothing_is_remembered()
        named = [name for name, _model, _one in columns()]
        seen_forms: set[tuple[str, ...]] = set()
        for name, where in world.evening.addresses():
            client = world.evening.who(name)
            response = _asked(client, "get", where, {}, payload, read, name)
            if response is None:
                continue
            if response.status_code < 400:
                read.pages.add(name)
            if is_page(response):
                text = response.content.decode()
                read.seen |= {named[int(number)] for number in re.findall(rf"{MARK}(\d+)x", text)}
                if typed:
                    _type(client, where, text, payload, read, name, seen_forms)
            if typed:
                _asked(client, "get", where, {**dict.fromkeys(ASKED, payload)}, payload, read, name)


def _type(
    client: Client, where: str, page: str, payload: str, read: Read, name: str, seen: set[tuple[str, ...]]
) -> None:
    """Type the payload into every text of every form of a page."""
    for form in Forms(page, where).found:
        key = (name, form.method, *sorted(form.sent))
        if not form.texts or key in seen:
            continue
        seen.add(key)
        sent = form.sent | {one: [payload] for one in form.texts}
        read.counts["texts typed"] += len(form.texts)
        with taken_back():
            response = _asked(client, form.method, form.action, sent, payload, read, name)
            if response is not None and response.status_code == 302:
                _asked(client, "get", response["Location"], {}, payload, read, name)


def _asked(client: Client, method: str, where: str, sent: dict[str, Any], payload: str, read: Read, name: str) -> Any:
    cache.clear()
    what = f"{method.upper()} {name} with {payload!r}"
    read.counts["answers"] += 1
    try:
        with taken_back():
            response = getattr(client, method)(where, sent) if sent else getattr(client, method)(where)
    except Exception as error:
        read.faults.append(f"{what}: {type(error).__name__}: {str(error)[:200]}")
        return None
    if response.status_code >= 500:
        read.faults.append(f"{what}: {response.status_code}")
    read.faults += [f"{what}: {fault}" for fault in reading.faults(response)]
    read.counts[response.headers.get("Content-Type", "nothing").partition(";")[0]] += 1
    return response
