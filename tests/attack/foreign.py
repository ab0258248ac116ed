"""What somebody can reach of an event that is not theirs by naming it: in an address of their own, or in a form.

Every form on an organiser's pages is sent as it stands, but with each id in it exchanged for that of the same kind of
thing in another event. Whatever is answered, nothing of the other event may be changed, and nothing that is written may
speak of it.
"""

import uuid
from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any
from urllib.parse import urljoin

from django.apps import apps
from django.db import models
from django.test import Client
from django.urls import reverse

from tests.attack.permissions import answer, taken_back
from tests.attack.world import World
from tests.pages.addresses import patterns
from thunee_tournaments.tournaments.models import Tournament

# Fields that name a thing by the key of its row, which is a number like others.
BY_NUMBER = {"role": "tournaments.Role", "invitation": "tournaments.Invitation", "member": "tournaments.Member"}
# Where what is not there any more is no fault of who asks: told kindly, and nothing is done.
MOVES_ON = {"scoring:no_show", "desk:remove_team", "api:bundle"}  # the last asks for a signature, whoever comes
PUBLIC = ("public_id", "slug")
Row = tuple[type[models.Model], Any]


@dataclass
class Form:
    """One form of a page: where it goes, what it sends, and the names of what a person types text into."""

    action: str
    method: str
    sent: dict[str, list[str]] = field(default_factory=dict)
    texts: list[str] = field(default_factory=list)


class Forms(HTMLParser):
    """Every form of a page, filled in as the page gives it."""

    def __init__(self, page: str, where: str) -> None:
        super().__init__()
        self.where, self.found, self.select, self.area = where, list[Form](), "", ""
        self.loose: dict[str, Form] = {}
        self.feed(page)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        said = {key: value or "" for key, value in attributes}
        if tag == "form":
            self.found.append(Form(urljoin(self.where, said.get("action", "")), said.get("method", "get").lower()))
        elif self.found and tag in ("input", "button", "select", "option", "textarea"):
            getattr(self, f"_{tag}")(self.found[-1], said)

    def handle_data(self, data: str) -> None:
        if self.area and self.found:
            self.found[-1].sent[self.area] = [data.strip()]

    def handle_endtag(self, tag: str) -> None:
        self.area = "" if tag == "textarea" else self.area

    def _input(self, form: Form, said: dict[str, str]) -> None:
        kind, name = said.get("type", "text"), said.get("name", "")
        if (
            not name
            or (kind in ("checkbox", "radio") and "checked" not in said and name in form.sent)
            or kind == "file"
        ):
            return
        if kind in ("text", "search", "tel", "email", "url", "password"):
            form.texts.append(name)
        if kind == "radio" and "checked" in said:
            form.sent[name] = []
        form.sent.setdefault(name, []).append(said.get("value", "on" if kind == "checkbox" else ""))

    def _button(self, form: Form, said: dict[str, str]) -> None:
        if name := said.get("name"):
            form.sent.setdefault(name, [said.get("value", "")])

    def _select(self, form: Form, said: dict[str, str]) -> None:
        self.select = said.get("name", "")

    def _option(self, form: Form, said: dict[str, str]) -> None:
        if self.select and ("selected" in said or not form.sent.get(self.select, [""])[0]):
            form.sent[self.select] = [said.get("value", "")]

    def _textarea(self, form: Form, said: dict[str, str]) -> None:
        self.area = said.get("name", "")
        form.texts.append(self.area)
        form.sent[self.area] = [""]


def forms_of(world: World) -> Iterator[tuple[Client, Form]]:
    """Every form that is sent by POST, once, with the browser on whose page it stands."""
    seen = set()
    for name, where in world.evening.addresses():
        client = world.evening.who(name)
        with taken_back():
            response = client.get(where)
        if response.status_code == 200 and response["Content-Type"].startswith("text/html"):
            for form in Forms(response.content.decode(), where).found:
                key = (form.action, tuple(form.sent))
                if form.method == "post" and key not in seen:
                    seen.add(key)
                    yield client, form


def rows() -> dict[Row, tuple[Any, ...]]:
    """Every row of the database."""
    return {
        (model, values[0]): values
        for model in apps.get_models()
        if model._meta.app_label not in ("sessions", "axes")
        for values in model._base_manager.values_list("pk", *(one.attname for one in model._meta.concrete_fields))
    }


def event_of(row: Any, depth: int = 5) -> Any:
    """The key of the tournament that something belongs to, found along its foreign keys; None if to none."""
    if isinstance(row, Tournament):
        return row.pk
    for one in row._meta.concrete_fields:
        if depth and isinstance(one, models.ForeignKey) and one.related_model._meta.app_label != "auth":
            above = getattr(row, one.name)
            if above is not None and (found := event_of(above, depth - 1)) is not None:
                return found
    book = getattr(row, "book", None)
    return Tournament.objects.filter(public_id=book).values_list("pk", flat=True).first() if book else None


@dataclass
class Names:
    """What in the one event has which counterpart in the other."""

    public: dict[str, str]
    by_number: dict[str, str]

    @classmethod
    def of(cls, world: World) -> "Names":
        public: dict[str, str] = {}
        by_number: dict[str, str] = {}
        for model in apps.get_models():
            key = next((one.name for one in model._meta.concrete_fields if one.name in PUBLIC), "")
            label = next((name for name, of in BY_NUMBER.items() if of == model._meta.label), "")
            if not key and not label:
                continue
            mine, theirs = [], []
            for row in model._base_manager.order_by("pk"):
                if (event := event_of(row)) in (world.event.pk, world.draft.pk, world.other.pk):
                    (theirs if event == world.other.pk else mine).append(row)
            for number, row in enumerate(mine):
                if theirs:
                    twin = theirs[number % len(theirs)]
                    if key:
                        public[str(getattr(row, key))] = str(getattr(twin, key))
                    if label:
                        by_number[f"{label}:{row.pk}"] = str(twin.pk)
        return cls(public, by_number)

    def exchanged(self, sent: dict[str, list[str]]) -> tuple[dict[str, list[str]], int]:
        """A form with every id in its values and field names exchanged, and how many there were."""
        count = 0

        def other(name: str, text: str) -> str:
            nonlocal count
            if (known := self.by_number.get(f"{name}:{text}")) is not None:
                count += 1
                return known
            for mine, theirs in self.public.items():
                if len(mine) > 3 and mine in text:
                    count += 1
                    text = text.replace(mine, theirs)
            return text

        changed = {other("", name): [other(name, value) for value in values] for name, values in sent.items()}
        return changed, count


def told_apart(before: dict[Row, tuple[Any, ...]], foreign: set[Row], secret: set[str]) -> list[str]:
    """What has happened to rows of the other event, and what was written elsewhere that names something of it."""
    after, faults = rows(), []
    for row in foreign:
        if after.get(row) != before[row]:
            faults.append(f"{row[0]._meta.label} {row[1]} of the other event was changed")
    for row, values in after.items():
        if row not in foreign and before.get(row) != values:
            said = " ".join(str(value) for value in values if isinstance(value, str | dict | list))
            spoken = [one for one in secret if one in said]
            if spoken:
                faults.append(f"{row[0]._meta.label} {row[1]} now names {spoken[0]} of the other event")
            faults += _points_at(row, values, foreign)
    return faults


def _points_at(row: Row, values: tuple[Any, ...], foreign: set[Row]) -> list[str]:
    columns = zip(row[0]._meta.concrete_fields, values[1:], strict=True)
    return [
        f"{row[0]._meta.label} {row[1]} now points at {one.related_model._meta.label} {value} of the other event"
        for one, value in columns
        if isinstance(one, models.ForeignKey) and (one.related_model, value) in foreign
    ]


@dataclass
class Tried:
    """How many forms were sent, with how many ids exchanged, and what they reached."""

    forms: int
    ids: int
    faults: list[str]


def everything_sent(world: World) -> Tried:
    """Send every form with the ids of the other event in it, one at a time."""
    names, before = Names.of(world), rows()
    foreign = {
        (model, row.pk)
        for model in apps.get_models()
        if model._meta.app_label not in ("auth", "sessions", "contenttypes", "axes")
        for row in model._base_manager.all()
        if event_of(row) == world.other.pk
    }
    secret = {text for text in names.public.values() if len(text) > 3}
    tried = Tried(0, 0, [])
    for client, form in [*forms_of(world), *_typed_by_hand(world)]:
        sent, count = names.exchanged(form.sent)
        if not count:
            continue
        with taken_back():
            response = client.post(form.action, sent)
            found = told_apart(before, foreign, secret)
        tried.forms, tried.ids = tried.forms + 1, tried.ids + count
        what = f"{form.action} with {sorted(sent)}"
        tried.faults += [f"{what}: {fault}" for fault in found]
        tried.faults += [f"{what}: {response.status_code}"] if response.status_code >= 500 else []
    return tried


def _typed_by_hand(world: World) -> Iterator[tuple[Client, Form]]:
    """Forms that stand on a page only in an event of another kind, or further on in this one."""
    team = world.event.teams.order_by("pk")[0]
    players = [player.public_id for player in team.players.all()]
    for name, sent in {
        "buy_in": {"team": f"{team.public_id} 1"},
        "seeding_earlier": {"from": world.event.slug, "seen": ""},
        "links": {"only": world.event.slug},
        "conflict": {"role": "", "team": team.public_id, "club": ""},
        "people": {"role": "referee", "days": "7", "team": team.public_id, "key": "f" * 22, "club": "", "note": ""},
        "money": {"kind": "entry", "method": "cash", "amount": "10", "team": team.public_id, "key": str(uuid.uuid4())},
        "seeding": {"seed": players[0], f"seed-{team.public_id}": "1", "seen": team.public_id},
        "unsent": {"text": players[0]},
    }.items():
        for slug in (world.event.slug, world.draft.slug):
            action = reverse(f"desk:{name}", args=[slug])
            yield world.evening.organiser, Form(action, "post", {key: [value] for key, value in sent.items()})


def under_an_own_slug(world: World) -> Tried:
    """Every address of the own event, with what it names exchanged for something of the other: it is not there."""
    names, tried = Names.of(world), Tried(0, 0, [])
    for name, wanted in patterns():
        there = [world.evening._value(name, key) for key in wanted]
        exchanged = (key not in ("slug", "token") for key in wanted)
        ids = [
            names.public.get(str(one), one) if foreign else one for foreign, one in zip(exchanged, there, strict=True)
        ]
        if ids == there or not name.startswith(("desk:", "public:", "api:", "scoring:")):
            continue
        tried.forms, tried.ids = tried.forms + 1, tried.ids + 1
        for method in ("get", "post"):
            send = getattr(world.evening.who(name), method)
            got, written = answer(lambda: send(reverse(name, args=ids)))  # noqa: B023
            if written or (got not in (404, 405) and name not in MOVES_ON):
                tried.faults.append(f"{method.upper()} {name} of another event's: {got} {written}")
    return tried
