"""Who gets to see what of the desk: every address, and everybody who may try."""

import re
import uuid
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from adjudication.models import Dispute, Entry
from tests.factories import RoleFactory, TournamentFactory, UserFactory
from tests.support.worlds import kept
from tests.thunee_tournaments.desk.conftest import Desk
from tests.thunee_tournaments.running.conftest import count, draw, game, match
from thunee_tournaments.desk import urls
from thunee_tournaments.fundraising.models import Receipt
from thunee_tournaments.running import acts
from thunee_tournaments.tournaments.models import Role, Tournament

# What each address is asked for, and what its organiser is answered: (method, organiser). An address that takes no
# tournament is open to everybody who is signed in. Whoever adds an address has to say here who may see it.
OPEN = "open"
ROWS: dict[str, tuple[str, int, str]] = {
    "home": ("get", 200, OPEN),
    "create": ("get", 200, OPEN),
    "overview": ("get", 200, ""),
    "details": ("get", 200, ""),
    "rules": ("get", 200, ""),
    "preset": ("post", 302, ""),
    "take_back": ("post", 302, ""),
    "length": ("post", 302, ""),
    "policies": ("get", 200, ""),
    "teams": ("get", 200, ""),
    "paste": ("get", 302, ""),
    "team": ("get", 200, "team"),
    "remove_team": ("post", 302, "team"),
    "seeding": ("get", 200, ""),
    "seeding_lot": ("post", 302, ""),
    "seeding_earlier": ("get", 302, ""),
    "draw": ("get", 302, ""),
    "plan": ("get", 302, ""),
    "next_stage": ("post", 302, ""),
    "stage_back": ("post", 302, ""),
    "next_round": ("post", 302, ""),
    "round_back": ("post", 302, ""),
    "buy_in": ("post", 404, ""),
    "end_entries": ("post", 302, ""),
    "withdraw": ("get", 200, "team"),
    "substitute": ("get", 200, "team"),
    "postpone": ("get", 200, "match"),
    "redraw": ("post", 302, ""),
    "undo": ("post", 302, ""),
    "bracket": ("get", 200, ""),
    "tables": ("get", 200, ""),
    "links": ("post", 302, ""),
    "call": ("post", 302, ""),
    "clocks": ("get", 200, ""),
    "places": ("get", 200, ""),
    "prizes": ("get", 200, ""),
    "money": ("get", 200, ""),
    "fund": ("get", 200, ""),
    "money_file": ("get", 200, ""),
    "receipt": ("get", 200, "receipt"),
    "receipt_slip": ("get", 200, "receipt"),
    "bell": ("post", 302, "game"),
    "unsent": ("get", 200, ""),
    "link": ("post", 302, "table"),
    "revoke": ("post", 302, "table"),
    "new_pin": ("post", 302, "table"),
    "people": ("get", 200, ""),
    "take_away": ("post", 302, ""),
    "take_back_invitation": ("post", 302, ""),
    "conflict": ("post", 302, ""),
    "match": ("get", 200, "match"),
    "seats": ("get", 200, "match"),
    "dealer": ("post", 302, "match"),
    "table": ("get", 200, "match"),
    "walkover": ("get", 200, "match"),
    "no_show": ("post", 302, "match"),
    "review": ("get", 302, "match"),
    "hand_file": ("get", 200, "match"),
    "leave": ("get", 200, "match"),
    "correct": ("get", 200, "hand"),
    "void": ("get", 200, "hand"),
    "what_if": ("get", 200, "hand"),
    "insert": ("get", 200, "hand"),
    "write": ("get", 200, "game"),
    "change": ("get", 404, "hand"),
    "scorecard": ("get", 404, "hand"),
    "sign": ("post", 302, "game"),
    "slip": ("get", 404, "game"),
    "pins": ("get", 200, ""),
    "sheet": ("get", 200, "match"),
    "audit": ("get", 200, ""),
    "audit_export": ("post", 200, ""),
    "audit_names": ("post", 200, ""),
    "audit_checker": ("get", 200, ""),
    "raise_dispute": ("get", 200, "match"),
    "late": ("get", 302, "hand"),
    "disputes": ("get", 200, ""),
    "dispute": ("get", 200, "dispute"),
    "decide": ("get", 302, "dispute"),
    "version": ("get", 302, "dispute"),
    "appeal": ("get", 302, "dispute"),
    "close": ("get", 200, ""),
    "reopen": ("post", 302, ""),
}
# Who else is let in, by sending nothing ("get" rows) or at all; for everybody not named the page is not there.
EVERY_ROLE = frozenset(Role.Name.values)
REFEREES = frozenset({"chief_referee", "referee"})
TREASURY = frozenset({"treasurer"})
ALSO: dict[str, frozenset[str]] = {
    "overview": EVERY_ROLE,
    "teams": EVERY_ROLE,
    "bracket": EVERY_ROLE,
    "tables": EVERY_ROLE,
    "clocks": EVERY_ROLE,
    "bell": REFEREES | {"scorekeeper"},
    "no_show": REFEREES | {"scorekeeper"},
    "match": EVERY_ROLE,
    "sheet": EVERY_ROLE,
    "audit": REFEREES,
    "audit_checker": REFEREES,
    "audit_export": frozenset({"chief_referee"}),
    "leave": frozenset({"chief_referee"}),
    "correct": REFEREES,
    "void": REFEREES,
    "raise_dispute": REFEREES,
    "late": REFEREES,
    "review": REFEREES,
    "disputes": REFEREES,
    "dispute": REFEREES,
    "decide": REFEREES,
    "version": REFEREES,
    "appeal": REFEREES,
    "what_if": REFEREES,
    "hand_file": REFEREES,
    "insert": REFEREES,
    "write": REFEREES | {"scorekeeper"},
    "sign": REFEREES,
    "pins": REFEREES,
    "unsent": REFEREES,
    "money": TREASURY,
    "fund": TREASURY,
    "money_file": TREASURY,
    "receipt": TREASURY,
    "receipt_slip": TREASURY,
}
# The addresses that let in whoever holds their token; what they do is tested in test_people.
WITHOUT_ACCOUNT = {"invitation"}
# Those pages to which nobody but the organiser sends anything.
LOOK_ONLY = {"overview", "teams", "bracket", "tables", "clocks", "match"}


@kept
def played() -> tuple[Any, Tournament]:
    organiser = UserFactory(username="organiser")
    tournament = draw(organiser, 4, table_count=2)
    first = game(tournament, 1)
    acts.record_hand(
        actor=organiser, game=first, body=count("A"), head=first.sheet.head, device="desk", client_uuid=uuid.uuid4()
    )
    acts.raise_dispute(
        actor=organiser, match=match(tournament, 1), about="conduct", reason="conduct", words="", device="desk",
        client_uuid=uuid.uuid4(),
    )  # fmt: skip
    acts.take_money(
        actor=organiser, tournament=tournament, amount=400_00, kind="donation", method="cash", device="desk",
        client_uuid=uuid.uuid4(),
    )  # fmt: skip
    return organiser, tournament


@pytest.fixture
def organiser(request: pytest.FixtureRequest, db: None) -> Any:
    """The organiser of the world, if the test has one."""
    if "played" in request.fixturenames:
        return request.getfixturevalue("played")[0]
    return UserFactory(username="organiser")


@pytest.fixture
def world(played: tuple[Any, Tournament]) -> Tournament:
    return played[1]


def address(tournament: Tournament, name: str) -> str:
    kind = ROWS[name][2]
    of_match = [match(tournament, 1).public_id]
    args = {
        OPEN: [],
        "": [tournament.slug],
        "team": [tournament.slug, tournament.teams.first().public_id],  # type: ignore[union-attr]
        "table": [tournament.slug, 1],
        "match": [tournament.slug, *of_match],
        "hand": [tournament.slug, *of_match, 1, 1],
        "dispute": [tournament.slug, Dispute.objects.get().public_id],
        "game": [tournament.slug, *of_match, 1],
        "receipt": [tournament.slug, Receipt.objects.get().public_id],
    }[kind]
    return reverse(f"desk:{name}", args=args)


def ask(client: Client, tournament: Tournament, name: str) -> Any:
    return getattr(client, ROWS[name][0])(address(tournament, name))


def test_no_address_of_the_desk_is_missing_in_this_table() -> None:
    assert {pattern.name for pattern in urls.urlpatterns} == set(ROWS) | WITHOUT_ACCOUNT


@pytest.mark.parametrize("name", ROWS)
def test_the_organiser_gets_in(name: str, world: Tournament, browser_of: Client) -> None:
    assert ask(browser_of, world, name).status_code == ROWS[name][1]


@pytest.mark.parametrize("name", ROWS)
def test_whoever_is_not_signed_in_is_asked_to(name: str, world: Tournament) -> None:
    response = ask(Client(), world, name)
    assert response.status_code == 302
    assert response["Location"].startswith(reverse("login"))


@pytest.mark.parametrize("name", ROWS)
@pytest.mark.parametrize("role", ["none", "organiser of another", *sorted(set(Role.Name.values) - {"organiser"})])
def test_what_is_not_yours_is_not_there(name: str, role: str, world: Tournament) -> None:
    other = UserFactory()
    if role == "organiser of another":
        TournamentFactory(organiser=other)
    elif role != "none":
        RoleFactory(tournament=world, user=other, role=role)
    client = Client()
    client.force_login(other)
    there = ROWS[name][2] == OPEN or role in ALSO.get(name, ())
    assert ask(client, world, name).status_code == (ROWS[name][1] if there else 404)


@pytest.mark.parametrize("name", sorted(LOOK_ONLY))
@pytest.mark.parametrize("role", sorted(EVERY_ROLE - {"organiser"}))
def test_whoever_may_only_look_sends_nothing(name: str, role: str, world: Tournament) -> None:
    client = Client()
    client.force_login(RoleFactory(tournament=world, role=role).user)
    assert client.post(address(world, name)).status_code in (404, 405)


@pytest.mark.parametrize("role", sorted(EVERY_ROLE))
def test_every_link_of_the_desk_opens_for_whoever_sees_it(role: str, world: Tournament) -> None:
    client = Client()
    client.force_login(RoleFactory(tournament=world, role=role).user)
    page = {name: client.get(address(world, name)).content.decode() for name in sorted(LOOK_ONLY)}
    links = {link for text in page.values() for link in re.findall(r'href="(/desk/[^"#]*)', text)}
    actions = {link for text in page.values() for link in re.findall(r'action="(/desk/[^"#]*)', text)}
    assert links
    assert {link for link in links if client.get(link).status_code not in (200, 302)} == set()
    assert role == "organiser" or actions == set()


@pytest.mark.parametrize("name", ROWS)
def test_a_tables_phone_gets_no_further_than_its_table(name: str, world: Tournament, organiser: Any) -> None:
    phone = Client()
    token = acts.issue_table_link(actor=organiser, table=world.tables.get(number=1)).token
    assert phone.post(reverse("scoring:link", args=[token])).status_code == 302
    response = ask(phone, world, name)
    assert response.status_code == 302
    assert response["Location"].startswith(reverse("login"))


@pytest.mark.parametrize("name", ROWS)
def test_a_tournament_that_does_not_exist_looks_like_one_that_is_not_yours(
    name: str, world: Tournament, browser_of: Client
) -> None:
    there = address(world, name)
    if ROWS[name][2] != OPEN:
        assert browser_of.post(there.replace(world.slug, "no-such-cup")).status_code in (404, 405)


@pytest.mark.parametrize(("name", "args"), [
    ("match", ["nowhere"]), ("seats", ["nowhere"]), ("team", ["nobody"]), ("correct", ["nowhere", 1, 1]),
])  # fmt: skip
def test_what_is_in_another_tournament_is_not_there(
    name: str, args: list[Any], world: Tournament, browser_of: Client, organiser: Any
) -> None:
    other = draw(organiser, 2)
    args = [{"nowhere": match(other, 1).public_id, "nobody": other.teams.first().public_id}.get(a, a) for a in args]
    assert browser_of.get(reverse(f"desk:{name}", args=[world.slug, *args])).status_code == 404


@pytest.mark.parametrize("args", [(2, 1), (1, 99)])
def test_a_hand_that_was_never_written_is_not_there(
    args: tuple[int, int], world: Tournament, browser_of: Client
) -> None:
    there = reverse("desk:correct", args=[world.slug, match(world, 1).public_id, *args])
    assert browser_of.get(there).status_code == 404


def test_a_form_from_another_site_is_refused(organiser: Any, draft: Desk) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(organiser)
    assert client.post(draft.at("teams"), {"name": "Forged"}).status_code == 403


def test_whoever_signs_in_after_an_act_comes_to_the_tournament(world: Tournament) -> None:
    response = Client().post(reverse("desk:undo", args=[world.slug]))
    assert response["Location"].endswith(f"?next=/desk/{world.slug}/")


def test_pages_of_the_desk_are_kept_by_nobody_else(world: Tournament, browser_of: Client) -> None:
    response = browser_of.get(reverse("desk:overview", args=[world.slug]))
    assert "private" in response["Cache-Control"]
    assert "no-cache" in response["Cache-Control"]
    assert response["X-Robots-Tag"] == "noindex"


def test_nobody_changes_anything_who_may_not(world: Tournament) -> None:
    stranger = Client()
    stranger.force_login(UserFactory())
    there = reverse("desk:correct", args=[world.slug, match(world, 1).public_id, 1, 1])
    key = str(uuid.uuid4())
    assert stranger.post(there, {"action": "save", "key": key, "why": "typed"}).status_code == 404
    assert Entry.objects.count() == 1
