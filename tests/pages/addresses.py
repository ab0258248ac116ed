"""Every address of the site, filled in for one small evening, and which of them are pages.

Nobody has to list a new page: the resolver does. What a pattern wants in its address is looked up by name in `Evening`;
a name that is not known there fails the test that walks, and says so.
"""

import re
import uuid
from collections.abc import Iterator
from dataclasses import dataclass
from io import BytesIO
from random import Random
from typing import Any

from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from django.core import signing
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse
from PIL import Image

from adjudication import notices
from adjudication.models import Notice
from adjudication.outcomes import ProposedDecision
from tests.factories import (
    AuctionBidFactory,
    AuctionItemFactory,
    CopyFactory,
    PaddleFactory,
    RaffleBookFactory,
    RaffleFactory,
    SendingFactory,
    SignUpFactory,
    TeamFactory,
    TournamentFactory,
)
from tests.support.organisations import MemberFactory
from tests.support.program_keys import ProgramKeyFactory
from tests.support.webhooks import MessageFactory
from tests.thunee_tournaments.services.conftest import count, draw, game, match, thunee
from tests.thunee_tournaments.services.demo_hands import Players
from thunee_tournaments.accounts import making
from thunee_tournaments.brackets.models import Match, StreakEntry
from thunee_tournaments.fundraising.payer_links import token_of
from thunee_tournaments.fundraising.receivers import Receiver
from thunee_tournaments.services import acts
from thunee_tournaments.tables.admitting import pin_of
from thunee_tournaments.tables.links import find
from thunee_tournaments.tables.selectors import table_of
from thunee_tournaments.tournaments.models import Tournament

# What is no page of its own: it moves on, or says no here, and its own tests say what it does.
NO_PAGE = {
    "account_confirm_login_code": "moves on unless a code was asked for",
    "account_reset_password_from_key": "hides the key of its address, and moves on",
    "mfa_authenticate": "moves on unless a second step is due",
    "mfa_login_webauthn": "is asked by a script",
    "mfa_reauthenticate": "moves on whoever has no app",
    "mfa_reauthenticate_webauthn": "moves on whoever has no passkey",
    "mfa_add_webauthn": "is there where browsers allow passkeys",
    "mfa_deactivate_totp": "is of an app that is asked",
    "mfa_remove_webauthn": "is of a passkey",
    "public:preferences": "takes what a form sends",
    "api:elsewhere": "says that nothing is here",
    "api:desk": "is read by programs with a key",
    "metrics": "is read by programs with a token",
    "spare": "is read by another laptop with a code",
    "spare_part": "is read by another laptop with a code",
    "desk:link": "shows a fresh link once, to whoever made it",
    "desk:links": "shows fresh links once, to whoever made them",
    "desk:review": "moves on unless a result before the match was changed late",
    "desk:rounds": "moves on unless a Swiss stage is played",
    "desk:round_by_hand": "moves on unless a Swiss round is over",
    "desk:play_off": "moves on unless two are level in a table in which all is played",
    "desk:play_off_back": "is of a match that is a play-off",
    "desk:let_meet": "moves on unless two teams wait in a qualifier",
    "desk:late_team": "moves on unless a team that came late waits for a place",
    "desk:swap": "moves on once everybody has begun to play",
    "desk:surplus": "moves on unless a game before it was changed late",
}


# What is for whoever is not signed in.
OF_VISITORS = {
    "account_ask", "account_confirm_email", "account_login", "account_make", "account_request_login_code",
    "account_reset_password", "account_reset_password_done", "desk:invitation", "desk:member_invitation",
}  # fmt: skip


@dataclass
class Evening:
    """An evening in play with what addresses name of it, and those who look: a visitor, the organiser, the scorekeepers
    of a table in play and of one where a game is to be signed."""

    values: dict[str, Any]
    visitor: Client
    organiser: Client
    table: Client
    signing: Client

    def who(self, name: str) -> Client:
        """Whose page this is."""
        app = name.partition(":")[0]
        if name in OF_VISITORS or app in ("public", "api", "healthz"):
            return self.visitor
        if name in ("scoring:sign", "scoring:slip"):
            return self.signing
        return self.table if app == "scoring" else self.organiser

    def addresses(self) -> Iterator[tuple[str, str]]:
        """Each address with the name of its pattern; the desk's pages of an event also for one not drawn yet."""
        for name, wanted in sorted(patterns()):
            asked = self.values.get(f"{name} ?", "")
            yield name, reverse(name, args=[self._value(name, key) for key in wanted]) + asked
            if name.startswith("desk:") and wanted == ["slug"]:
                yield name, reverse(name, args=["draft"])

    def _value(self, name: str, key: str) -> Any:
        for known in (f"{name} {key}", key):
            if known in self.values:
                return self.values[known]
        raise AssertionError(f"{name} wants “{key}” in its address: give the evening of tests/pages/addresses.py one")

    def pages(self) -> list[tuple[str, str, str]]:
        """(name, address, HTML) of every page. Fails for what is neither a page, an act, data, nor in NO_PAGE."""
        found: list[tuple[str, str, str]] = []
        odd: dict[str, str] = {}
        for name, address in self.addresses():
            response = self.who(name).get(address)
            if is_page(response):
                found.append((name, address, response.content.decode()))
            elif response.status_code not in (200, 405) and name not in NO_PAGE:
                odd[name] = f"{name} ({address}) answers {response.status_code}"
        # A page of the one event may move on in the other, where it is too early or too late for it.
        lost = [
            said for name, said in odd.items() if name not in {page[0] for page in found} or "answers 302" not in said
        ]
        assert not lost, "neither a page nor in NO_PAGE of tests/pages/addresses.py: " + "; ".join(lost)
        return found


def is_page(response: Any) -> bool:
    return response.status_code == 200 and bool(response.headers.get("Content-Type", "").startswith("text/html"))


def patterns(resolver: Any = None, namespace: str = "") -> Iterator[tuple[str, list[str]]]:
    """The full name of every pattern, and the names of what it takes, in order."""
    for one in (resolver or get_resolver()).url_patterns:
        if isinstance(one, URLResolver):
            yield from patterns(one, f"{namespace}{one.namespace}:" if one.namespace else namespace)
        elif isinstance(one, URLPattern) and one.name:
            yield f"{namespace}{one.name}", re.findall(r"<(?:\w+:)?(\w+)>", str(one.pattern))


def evening(organiser: Any, write: Any, win: Any) -> Evening:
    """Six teams: match 2 is over, match 3 has three hands, one with cards; and an event not drawn yet."""
    house = {"late_accusation": "allowed"}
    tournament = draw(
        organiser, 6, slug="shield", name="Shield & Cup", cause="A new roof", venue="Temple hall", changes=house
    )
    joining = _held(organiser, tournament)
    draft = TournamentFactory(slug="draft", name="Next year's shield", organiser=organiser)
    for number in range(1, 5):
        TeamFactory(tournament=draft, name=f"Team {number}", players=("First", "Second"))
    says = acts.Announced(visibility="unlisted", open=True, places=8, questions=("Will you eat with us?",))
    acts.announce(actor=organiser, tournament=draft, says=says)
    typed = acts.Typed("Corner Aces", ("Kim", "Ash"), "Hall Club", "082 555 0100", "captain@example.org", ("Yes",))
    signed_up = acts.sign_up(tournament=draft, key="s" * 32, typed=typed)
    win(tournament, 2, "A")
    made = _pledges(organiser, tournament)
    RaffleBookFactory(raffle=RaffleFactory(tournament=tournament))
    CopyFactory(tournament=tournament)
    SendingFactory(tournament=tournament)
    moved = {"was": "1f0c-99ab-3d71-0e52", "now": "5f8e-e69d-b8eb-ca2a"}
    notices.post(tournament.public_id, "keeper", Notice.Kind.KEEPER, moved, actor=notices.SITE, reason="It fell.")
    bid = AuctionBidFactory(item=AuctionItemFactory(tournament=tournament, number=1), seq=1)
    PaddleFactory(tournament=tournament)
    named = acts.TypedSponsor("Corner Bakery", "main", table=1, logo=a_logo())
    sponsor = acts.set_sponsor(actor=organiser, tournament=tournament, typed=named)
    acts.set_first_dealer(actor=organiser, match=match(tournament, 3), seat=2)
    for hand in (Players(Random(3), 2).plain().body(), thunee("A"), count("A")):
        write(game(tournament, 3), hand)
    playing = match(tournament, 3)
    decided = _dispute(organiser, tournament, 2)
    proposed = ProposedDecision("stands", ("EV-CARD-1",), "Both phones wrote the same.")
    acts.decide_dispute(
        actor=organiser, match=playing, dispute=decided, proposed=proposed, device="desk", client_uuid=uuid.uuid4()
    )
    sheet = game(tournament, 3).sheet
    acts.correct_hand(
        actor=organiser, game=game(tournament, 3), entry=sheet.entries.get(seq=3), body=count("B"),
        key=acts.WriteKey("desk", uuid.uuid4(), sheet.head), reason="Written on the wrong side.",
    )  # fmt: skip
    raised = _dispute(organiser, tournament, 1)
    receipt, counted = _money(organiser, tournament)
    # As in a qualifier: an entry, for the page that takes it back.
    StreakEntry.objects.create(stage=tournament.stages.get(), number=1, team=tournament.teams.order_by("pk")[0])
    token, scorekeeper = at_the_table(organiser, playing)
    Tournament.objects.filter(pk=tournament.pk).update(policies={"late_scorecard": True})  # and with signatures
    while not game(tournament, 5).sheet.is_over:
        write(game(tournament, 5), thunee("A"))
    signed = game(tournament, 5)
    acts.sign_game(
        actor=organiser,
        game=signed,
        side="A",
        key=acts.WriteKey("desk", uuid.uuid4(), signed.sheet.head),
        reason="They had to leave.",
    )
    desk = _desk(organiser)
    invited = acts.invite(actor=organiser, tournament=tournament, role="referee", key="k" * 32)
    team = playing.team("A").public_id if playing.team("A") else ""
    values = {
        "slug": "shield",
        "api:bundle public_id": tournament.public_id,
        "public_id": playing.public_id,
        "match_id": playing.public_id,
        "webhook_id": MessageFactory(webhook__tournament=tournament).webhook.public_id,
        "key_id": ProgramKeyFactory(tournament=tournament, user=organiser).public_id,
        **{f"public:{page} public_id": team for page in ("team", "team_calendar", "my_team", "tell")},
        "team_id": team,
        **dict.fromkeys(("number", "seq", "after", "run"), 1),
        "scoring:sign sheet_id": signed.sheet.public_id,
        "scoring:slip sheet_id": signed.sheet.public_id,
        "sheet_id": game(tournament, 3).sheet.public_id,
        "desk:slip match_id": match(tournament, 5).public_id,
        "dispute_id": raised.public_id,
        "receipt_id": receipt.public_id,
        "count_id": counted.public_id,
        "desk:end_deposit receipt_id": tournament.movements.filter(act="deposit").last().public_id,
        "desk:appeal dispute_id": decided.public_id,
        "scoring:appeal dispute_id": decided.public_id,
        "desk:decide ?": "?outcome=corrected&hand=1",
        "desk:change seq": 4,
        "scoring:link token": token,
        **_of_accounts(organiser),
        "desk:invitation token": invited.token,
        "desk:member_invitation token": joining,
        "organisation_id": tournament.organisation.public_id,
        "public:register slug": "draft",
        "public:sign_up slug": "draft",
        "public:sign_up token": signed_up.token,
        "public:receipt token": token_of(receipt),
        "public:pledge token": made.token,
        "pledge_id": made.pledge.public_id,
        "sponsor_id": sponsor.public_id,
        "item_id": bid.item.public_id,
        "desk:bid_back seq": 1,
        "desk:paddle number": 7,
        "sign_up_id": SignUpFactory(tournament=tournament, state="in").public_id,
        "name": "TH-KHAN-1",
        "id": "TH-KHAN-1",
    }
    return Evening(values, Client(), desk, scorekeeper, at_the_table(organiser, match(tournament, 5))[1])


def _desk(organiser: Any) -> Client:
    """The organiser's browser, where the password was just given once more."""
    desk = Client()
    desk.force_login(organiser)
    desk.post("/accounts/again", {"password": "nine of spades"})
    return desk


def _of_accounts(organiser: Any) -> dict[str, Any]:
    """The organiser has recovery codes, and an address that is not confirmed yet; somebody else makes an account."""
    RecoveryCodes.activate(organiser)
    address = EmailAddress.objects.create(user=organiser, email="organiser@example.org")
    return {
        "account_make token": signing.dumps("new@example.org", salt=making.SALT),
        "account_confirm_email key": EmailConfirmationHMAC(address).key,
        "account_reset_password_from_key uidb36": "1",
        "account_reset_password_from_key key": "x",
        "mfa_remove_webauthn pk": 1,
    }


def _held(organiser: Any, tournament: Tournament) -> str:
    """Let an organisation hold the event, with a member and invitations; the token of one."""
    holder = acts.Holder("Hall Club", "1 Hall Road", "NPO 2", "PBO 2")
    organisation = acts.begin_organisation(actor=organiser, holder=holder)
    acts.give_event(actor=organiser, tournament=tournament, organisation=organisation)
    tournament.refresh_from_db()
    MemberFactory(organisation=organisation, part="viewer", user__username="member")
    said = {"actor": organiser, "organisation": organisation, "part": "viewer"}
    acts.invite_member(**said, key="o" * 32, note="Aunty Rani")
    return acts.invite_member(**said, key="m" * 32).token


def a_logo() -> bytes:
    """A small picture, as a file."""
    file = BytesIO()
    Image.new("RGB", (80, 40), "gold").save(file, "PNG")
    return file.getvalue()


def _pledges(organiser: Any, tournament: Tournament) -> Any:
    """A pledge that goes on, which is given, and one that was ended and struck out."""
    acts.set_fund(
        actor=organiser, tournament=tournament, currency="ZAR", goal=1_000_00, public=True, pledge_most=5_000_00
    )
    for number, name in enumerate(("A joker", "Aunty Pat")):
        typed = acts.TypedPledge({"ball": 10_00, "thunee": 50_00}, 500_00, name, f"{name}@example.org", named=True)
        made = acts.make_pledge(tournament=tournament, key=f"a-long-key-of-a-form-{number}", typed=typed)
        if name == "A joker":
            acts.end_pledge(pledge=made.pledge)
            acts.strike_pledge(actor=organiser, pledge=made.pledge, reason="In jest.")
    return made


def _money(organiser: Any, tournament: Tournament) -> Any:
    """A fund in public, a receipt that was taken back and one that stands; what was paid and counted. Gives the receipt
    that stands, and a cash-up."""
    acts.set_fund(
        actor=organiser, tournament=tournament, currency="ZAR", goal=1_000_00, public=True,
        entry_fee=100_00,
        methods=["cash", "eft", "Voucher"], second_above=5_000_00, pledge_most=5_000_00,
    )  # fmt: skip
    team = tournament.teams.order_by("seed").first()
    acts.give_free_place(actor=organiser, team=team, reason="The hall's own.")
    receiver = Receiver("The hall's friends", "1 Hall Road", "NPO 1", "PBO 1")
    acts.set_receiver(actor=organiser, tournament=tournament, receiver=receiver)
    for name in ("Written twice", "Corner Bakery"):
        receipt = acts.take_money(
            actor=organiser, tournament=tournament, amount=400_00, kind="sponsor", method="eft", name=name, named=True,
            donation=5_00, address="2 Market Street",
            device="desk", client_uuid=uuid.uuid4(),
        ).receipt  # fmt: skip
        if name == "Written twice":
            acts.reverse_money(
                actor=organiser, movement=receipt, reason="Twice.", device="desk", client_uuid=uuid.uuid4()
            )  # fmt: skip
    at = {"actor": organiser, "tournament": tournament, "device": "desk"}
    acts.move_cash(**at, act="float", amount=500_00, client_uuid=uuid.uuid4())
    acts.move_cash(**at, act="banked", amount=50_00, reference="Bank 7", client_uuid=uuid.uuid4())
    acts.pay_expense(
        **at, amount=90_00, method="Voucher", what="Ice and cups", reference="A 17", name="The corner shop",
        client_uuid=uuid.uuid4(),
    )  # fmt: skip
    acts.pay_prize(**at, amount=100_00, method="cash", what="The cup", name="A winner", client_uuid=uuid.uuid4())
    acts.refund_money(
        actor=organiser, receipt=receipt, amount=10_00, kind="sponsor", method="cash", reason="Asked for it.",
        device="desk", client_uuid=uuid.uuid4(),
    )  # fmt: skip
    own = f"user:{organiser.pk}"
    counted = acts.cash_up(
        **at, whose=own, pieces={200_00: 1}, rest=35_00, expected=340_00, reason="A note is missing.",
        client_uuid=uuid.uuid4(),
    )  # fmt: skip
    for what in ("Appeal in match 3", "A pack of cards"):
        deposit = acts.take_deposit(**at, amount=200_00, method="cash", what=what, client_uuid=uuid.uuid4())
        if what == "A pack of cards":
            acts.keep_deposit(actor=organiser, deposit=deposit, reason="Lost.", device="desk", client_uuid=uuid.uuid4())
    return receipt, counted


def _dispute(organiser: Any, tournament: Tournament, hand: int) -> Any:
    """A dispute of side A about a hand of match 3."""
    return acts.raise_dispute(
        actor=organiser, match=match(tournament, 3), about="hand", reason="other", words="It was two balls.",
        device="desk", client_uuid=uuid.uuid4(), side="A", game=game(tournament, 3), hand=hand,
    ).dispute  # fmt: skip


def at_the_table(organiser: Any, at: Match) -> tuple[str, Client]:
    """The token of a fresh link for the table of a match, and a phone that has opened it."""
    table = table_of(at)
    assert table is not None
    token = acts.issue_table_link(actor=organiser, table=table).token
    link = find(token)
    assert link is not None
    phone = Client()
    phone.post(reverse("scoring:link", args=[token]), {"pin": pin_of(link)})
    return token, phone
