"""Two evenings in play on one site, and everybody who may come to an address of the first."""

import uuid
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from tests.factories import (
    AuctionBidFactory,
    AuctionItemFactory,
    CopyFactory,
    FreePlaceFactory,
    PaddleFactory,
    PledgeFactory,
    RaffleBookFactory,
    RaffleFactory,
    RoleFactory,
    SendingFactory,
    SponsorFactory,
    TournamentFactory,
    UserFactory,
)
from tests.pages.addresses import Evening, at_the_table, evening
from tests.thunee_tournaments.services.conftest import count, draw, game, match, the_organiser, winning, writing
from thunee_tournaments.brackets.models import Match
from thunee_tournaments.services import acts
from thunee_tournaments.standings.prizing import Prize
from thunee_tournaments.tables.admitting import pin_of
from thunee_tournaments.tables.links import find
from thunee_tournaments.tables.models import Table
from thunee_tournaments.tables.selectors import table_of
from thunee_tournaments.tournaments.models import Role, Tournament

ROLES = tuple(sorted(Role.Name.values))
PHONES = ("phone", "phone of another table", "phone of another event", "phone with a revoked link")
PEOPLE = (
    "visitor", "program", "account", "superuser", *ROLES, "member",
    *(f"{role} of another event" for role in ROLES), *PHONES,
)  # fmt: skip


@dataclass
class World:
    """`evening` is the event all addresses are of; `other` is one somebody else runs; `come(actor, name)` gives the
    browser of somebody who comes to an address."""

    evening: Evening
    event: Tournament
    draft: Tournament
    other: Tournament
    people: dict[str, User]
    browsers: dict[str, Client]

    def come(self, actor: str, name: str) -> Client:
        """A browser of this actor, before it asks for the address of this name."""
        client = Client()
        if actor == "program":
            client = Client(headers={"accept": "application/json", "authorization": "Bearer a-guess"})
        client.cookies.load({key: cookie.value for key, cookie in self._known(actor, name).items()})
        return client

    def _known(self, actor: str, name: str) -> Any:
        """The cookies by which this actor is known. The table an address is about has a phone; the other table's is a
        stranger there."""
        here, there = self.evening.table, self.evening.signing
        if self.evening.who(name) is there:
            here, there = there, here
        known = {"phone": here, "phone of another table": there} | self.browsers
        return known[actor].cookies if actor in known else {}

    def address(self, name: str, wanted: list[str]) -> str:
        return reverse(name, args=[self.evening._value(name, key) for key in wanted])


def build() -> World:
    """The world, in the database of whoever calls this."""
    organiser = the_organiser()
    write = writing(organiser)
    here = evening(organiser, write, winning(write))
    event, draft = (Tournament.objects.get(slug=slug) for slug in ("shield", "draft"))
    people = {
        "organiser": organiser,
        "account": UserFactory(),
        "superuser": UserFactory(is_superuser=True, is_staff=True),
    }
    people["member"] = User.objects.get(username="member")
    other = _other_event()
    for role in ROLES:
        if role != "organiser":
            people[role] = RoleFactory(tournament=event, role=role).user
        people[f"{role} of another event"] = RoleFactory(tournament=other, role=role).user
    _prizes_and_leave(organiser, event, here)
    browsers = {actor: signed_in(person) for actor, person in people.items()}
    browsers |= {
        "phone of another event": let_in(people["organiser of another event"], other.tables.get(number=1)),
        "phone with a revoked link": _revoked(organiser, here),
    }
    event.refresh_from_db()
    return World(here, event, draft, other, people, browsers)


def _other_event() -> Tournament:
    """Everything that can be named by an id exists in it, too: a hand, a dispute, a receipt, an invitation."""
    organiser = UserFactory(username="somebody-else")
    other = draw(organiser, 4, table_count=2, slug="elsewhere", name="Cup of another hall")
    writing(organiser)(game(other, 1), count("A"))
    sent: Callable[[], dict[str, Any]] = lambda: {"device": "desk", "client_uuid": uuid.uuid4()}  # noqa: E731
    acts.raise_dispute(
        actor=organiser, match=match(other, 1), about="hand", reason="other", words="No.", side="A", hand=1,
        game=game(other, 1), **sent(),
    )  # fmt: skip
    acts.take_money(actor=organiser, tournament=other, amount=50_00, kind="donation", method="cash", **sent())
    PledgeFactory(tournament=other)
    FreePlaceFactory(tournament=other)
    CopyFactory(tournament=other)
    SendingFactory(tournament=other)
    SponsorFactory(tournament=other)
    RaffleBookFactory(raffle=RaffleFactory(tournament=other), first=2)
    AuctionBidFactory(item=AuctionItemFactory(tournament=other, number=1), seq=1)
    PaddleFactory(tournament=other)
    acts.invite(actor=organiser, tournament=other, role="referee", key="o" * 32)
    club = acts.begin_organisation(actor=organiser, holder=acts.Holder("Club of another hall"))
    acts.invite_member(actor=organiser, organisation=club, part="viewer", key="o" * 32)
    acts.give_event(actor=organiser, tournament=other, organisation=club)
    TournamentFactory(organiser=organiser, slug="elsewhere-draft")
    return other


def signed_in(person: User) -> Client:
    client = Client()
    client.force_login(person)
    return client


def let_in(organiser: User, table: Table) -> Client:
    """A phone that has opened a fresh link of a table."""
    token = acts.issue_table_link(actor=organiser, table=table).token
    link, phone = find(token), Client()
    assert link is not None
    phone.post(reverse("scoring:link", args=[token]), {"pin": pin_of(link)})
    return phone


def _prizes_and_leave(organiser: User, event: Tournament, here: Evening) -> None:
    """A list of prizes, and a referee who may act in a match of their own team."""
    acts.set_prizes(actor=organiser, tournament=event, prizes=[Prize(0, 1, 1, "The shield", 500_00)], currency="R")
    played = Match.objects.get(public_id=here.values["match_id"])
    assert played.team("A") is not None
    own = RoleFactory(tournament=event, role="referee", team=played.team("A").public_id).user
    acts.give_leave(
        actor=organiser, match=played, referee=own, reason="Nobody else is there.", device="desk",
        client_uuid=uuid.uuid4(),
    )  # fmt: skip


def _revoked(organiser: User, here: Evening) -> Client:
    """A phone that was at the table of the match in play until its link was taken away, and another has its place."""
    played = Match.objects.get(public_id=here.values["match_id"])
    table = table_of(played)
    assert table is not None
    before = here.table
    acts.revoke_table_link(actor=organiser, table=table)
    here.values["scoring:link token"], here.table = at_the_table(organiser, played)
    return before
