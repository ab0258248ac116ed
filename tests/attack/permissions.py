"""The table of who may do what (`permissions.txt`), and what the site answers: every difference is a fault.

A cell is one address, one method, one kind of actor. Besides the answer it is looked whether anything was written:
whoever is refused, and whoever only looks, leaves no trace in the database.
"""

import contextlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.core.cache import cache
from django.db import connection, transaction

from tests.attack.world import PEOPLE, PHONES, ROLES, World
from tests.pages.addresses import patterns

TABLE = Path(__file__).with_name("permissions.txt")
METHODS = ("get", "head", "post", "put", "patch", "delete", "options")
ASKED_SHORTLY = ("get", "post")
# One of each kind who is to be refused, for the quick run.
STRANGERS = ("visitor", "account", "organiser of another event", "phone of another table", "phone with a revoked link")

STAFF = frozenset(ROLES) | {"superuser", "member"}
REFEREES = frozenset({"referee", "chief_referee", "organiser", "superuser"})
AUDIENCES = {
    "everybody": frozenset(PEOPLE),
    "accounts": STAFF | {"account"} | {f"{role} of another event" for role in ROLES},
    "staff": STAFF,
    "writers": REFEREES | {"scorekeeper"},
    "referees": REFEREES,
    "chiefs": REFEREES - {"referee"},
    "treasury": frozenset({"treasurer", "organiser", "superuser"}),
    "organiser": frozenset({"organiser", "superuser"}),
    "members": frozenset({"organiser", "superuser", "member"}),
    "phones": frozenset(PHONES) - {"phone with a revoked link"},
    "table": frozenset({"phone"}),
    "secured": frozenset({"organiser"}),
}
SIGN_IN = "sign in"
Answer = int | str


@dataclass(frozen=True)
class Row:
    """What one address answers, by method: the first audience an actor is in counts."""

    name: str
    answers: dict[str, list[tuple[frozenset[str], int]]]

    def expected(self, actor: str, method: str) -> Answer:
        rules = self.answers.get("get" if method == "head" else method)
        if rules is None:
            return 405
        for audience, status in rules:
            if actor in audience:
                return status
        return 404 if self.name.startswith("scoring:") or actor in AUDIENCES["accounts"] else SIGN_IN


def rows() -> dict[str, Row]:
    """The table, by address."""
    found = {}
    for line in TABLE.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            name, look, act, more = (part.strip() for part in line.split("|"))
            answers = {method: _read(said) for method, said in (("get", look), ("post", act)) if said != "-"}
            for method, status in (one.split() for one in more.split(",") if one != "-"):
                answers[method] = [(AUDIENCES["everybody"], int(status))]
            assert name not in found, f"{name} has two rows"
            found[name] = Row(name, answers)
    return found


def _read(said: str) -> list[tuple[frozenset[str], int]]:
    pairs = [one.split() for one in said.split(",")]
    return [(AUDIENCES[who], int(status)) for who, status in pairs]


def missing() -> set[str]:
    """Addresses without a row, and rows without an address."""
    return {name for name, _wanted in patterns()} ^ set(rows())


@dataclass
class Asked:
    """How many cells were asked, and what was not as the table says."""

    cells: int
    faults: list[str]


def ask(world: World, name: str, actors: tuple[str, ...] = PEOPLE, methods: tuple[str, ...] = ASKED_SHORTLY) -> Asked:
    """Ask one address in the name of each of these actors."""
    row, asked = rows()[name], Asked(0, [])
    where = world.address(name, dict(patterns())[name])
    for actor in actors:
        for method in methods:
            expected = row.expected(actor, method)
            send = getattr(world.come(actor, name), method)
            got, written = answer(lambda: send(where))  # noqa: B023
            asked.cells += 1
            if got != expected:
                asked.faults.append(f"{actor} {method.upper()} {where} ({name}): {got}, not {expected}")
            if written and not (method == "post" and expected in (200, 302, 422)):
                asked.faults.append(f"{actor} {method.upper()} {where} ({name}) wrote: {written[0][:90]}")
    return asked


def answer(send: Callable[[], Any]) -> tuple[Answer, list[str]]:
    """What a request is answered, and the statements that changed something; its changes are taken back."""
    written: list[str] = []
    cache.clear()  # who asks too often is not the question here
    with taken_back(), connection.execute_wrapper(_noting(written)):
        response = send()
    if response.status_code == 302 and "/accounts/login" in response["Location"]:
        return SIGN_IN, written
    return response.status_code, written


def _noting(written: list[str]) -> Callable[..., Any]:
    """Note what is written, and forget what is undone: a preview does what it shows, looks at it and takes it back."""
    before: dict[str, int] = {}

    def note(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if sql.startswith("SAVEPOINT "):
            before[sql.split()[-1]] = len(written)
        elif sql.startswith("ROLLBACK TO SAVEPOINT "):
            del written[before[sql.split()[-1]] :]
        elif sql.lstrip().upper().startswith(("INSERT", "UPDATE", "DELETE")) and "django_session" not in sql:
            written.append(sql)
        return execute(sql, params, many, context)

    return note


@contextlib.contextmanager
def taken_back() -> Iterator[None]:
    """What is done inside is not done in the end."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)
