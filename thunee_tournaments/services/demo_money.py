"""The money of a demo: what was pledged before the first hand, and the till with a count that two people signed."""

import uuid
from typing import NotRequired, TypedDict

from django.contrib.auth.models import User

from engine.shapes import Raw
from thunee_tournaments.fundraising.accounts import balances_of
from thunee_tournaments.fundraising.cash import PIECES
from thunee_tournaments.services import acts
from thunee_tournaments.tournaments.labels import label_of
from thunee_tournaments.tournaments.models import Tournament


class FixtureRaffle(TypedDict):
    """`books`: first and last number, and which of them came back unsold (None: the book is still out)."""

    price: int
    prizes: list[str]
    books: list[tuple[int, int, str | None]]


class FixtureItem(TypedDict):
    """Something to bid for, as `add_auction_item` takes it; `bids`: paddle and amount; `gone`: the hammer fell."""

    kind: str
    name: str
    about: str
    least: int
    bids: list[tuple[int, int]]
    gone: bool


class FixtureMoney(TypedDict):
    """`float`: change lent to the treasurer's box. `receipts`: each as `take_money` takes it, with the name of its
    team, and why it was reversed, if it was. `expenses`: each as `pay_expense` takes it. `short`: what was missing in
    the box when it was counted, and what was said of it. `deposits`: each as `take_deposit` takes it, with the name of
    its team, and whether it was given back. `pledges`: each as `make_pledge` takes it, with the name of
    its team; `pledge_most`: how much one may come to. `sponsors`: each as `TypedSponsor` says it, without a logo."""

    goal: int
    public: bool
    float: NotRequired[int]
    receipts: list[Raw]
    expenses: NotRequired[list[Raw]]
    deposits: NotRequired[list[Raw]]
    short: NotRequired[tuple[int, str]]
    pledge_most: NotRequired[int]
    pledges: NotRequired[list[Raw]]
    sponsors: NotRequired[list[Raw]]
    raffle: NotRequired[FixtureRaffle]
    auction: NotRequired[list[FixtureItem]]


def key_of_demo(tournament: Tournament, match: int, number: int) -> uuid.UUID:
    """The key of a step of a demo, the same whenever it is asked for."""
    return uuid.uuid5(uuid.NAMESPACE_URL, f"thunee-demo:{tournament.public_id}:{match}:{number}")


def open_fund(tournament: Tournament, treasurer: User, money: FixtureMoney | None) -> None:
    """Before the first hand: the goal, and what is pledged for what will be played."""
    if not money:
        return
    acts.set_fund(
        actor=treasurer, tournament=tournament, currency="ZAR", goal=money["goal"], public=money["public"],
        pledge_most=money.get("pledge_most"),
    )  # fmt: skip
    teams = {team.name: team.public_id for team in tournament.teams.all()}
    for number, item in enumerate(money.get("pledges", [])):
        typed = acts.TypedPledge(**{**item, "team": teams[item["team"]] if "team" in item else ""})
        acts.make_pledge(tournament=tournament, key=str(key_of_demo(tournament, 4, number)), typed=typed)


def thank_sponsors(tournament: Tournament, organiser: User, money: FixtureMoney | None) -> None:
    """Name those who support the event."""
    for item in money.get("sponsors", []) if money else []:
        acts.set_sponsor(actor=organiser, tournament=tournament, typed=acts.TypedSponsor(**item))


def collect(tournament: Tournament, treasurer: User, second: User, money: FixtureMoney | None) -> None:
    """The money of the fixture: change lent, its receipts in order, some of them taken back, and what was paid out; at
    the end the box is counted, and the `second` person signs."""
    if not money:
        return
    at: Raw = {"actor": treasurer, "tournament": tournament, "device": "demo-desk"}
    if "float" in money:
        acts.move_cash(**at, act="float", amount=money["float"], client_uuid=key_of_demo(tournament, 2, 0))
    teams = {team.name: team for team in tournament.teams.all()}
    for number, item in enumerate(money["receipts"]):
        details = {field: value for field, value in item.items() if field not in ("team", "reversed")}
        receipt = acts.take_money(
            **at, team=teams.get(item.get("team", "")), client_uuid=key_of_demo(tournament, 0, number), **details
        ).receipt
        if reason := item.get("reversed"):
            acts.reverse_money(
                actor=treasurer, movement=receipt, reason=reason, device="demo-desk",
                client_uuid=key_of_demo(tournament, 1, number),
            )  # fmt: skip
    for number, spent in enumerate(money.get("expenses", [])):
        acts.pay_expense(**at, client_uuid=key_of_demo(tournament, 3, number), **spent)
    for number, left in enumerate(money.get("deposits", [])):
        _leave_deposit(tournament, treasurer, number, {**left, "team": teams.get(left["team"])}, at)
    if "raffle" in money:
        _sell_tickets(tournament, treasurer, money["raffle"])
    for called_up in money.get("auction", []):
        _call_up(tournament, treasurer, called_up)
    if "short" in money and second != treasurer:
        _count(tournament, treasurer, second, money["short"], at)


def _leave_deposit(tournament: Tournament, treasurer: User, number: int, left: Raw, at: Raw) -> None:
    returned = left.pop("returned", False)
    deposit = acts.take_deposit(**at, client_uuid=key_of_demo(tournament, 5, number), **left)
    if returned:
        acts.return_deposit(
            actor=treasurer, deposit=deposit, method=left["method"], device="demo-desk",
            client_uuid=key_of_demo(tournament, 6, number),
        )  # fmt: skip


def _sell_tickets(tournament: Tournament, treasurer: User, raffle: FixtureRaffle) -> None:
    acts.set_raffle(actor=treasurer, tournament=tournament, price=raffle["price"], prizes=raffle["prizes"])
    for first, last, unsold in raffle["books"]:
        book = acts.give_book_out(actor=treasurer, tournament=tournament, first=first, last=last)
        if unsold is not None:
            acts.hand_book_in(actor=treasurer, book=book, unsold=unsold)


def _call_up(tournament: Tournament, treasurer: User, called_up: FixtureItem) -> None:
    item = acts.add_auction_item(
        actor=treasurer, tournament=tournament, kind=called_up["kind"], name=called_up["name"],
        about=called_up["about"], least=called_up["least"],
    )  # fmt: skip
    for paddle, cents in called_up["bids"]:
        acts.write_bid(actor=treasurer, item=item, paddle=paddle, cents=cents)
    if called_up["gone"]:
        acts.let_hammer_fall(actor=treasurer, item=item, seen=item.bids.count())


def _count(tournament: Tournament, treasurer: User, second: User, short: tuple[int, str], at: Raw) -> None:
    missing, reason = short
    box = label_of(treasurer.pk, tournament)
    stands = balances_of(tournament).boxes[box]
    pieces, rest = _notes(stands - missing)
    counted = acts.cash_up(
        **at, whose=box, pieces=pieces, rest=rest, expected=stands, reason=reason,
        client_uuid=key_of_demo(tournament, 2, 1),
    )  # fmt: skip
    acts.sign_cash_up(actor=second, count=counted, device="demo-desk", client_uuid=key_of_demo(tournament, 2, 2))


def _notes(cents: int) -> tuple[dict[int, int], int]:
    """An amount in the fewest notes and coins, and what is left over."""
    pieces = {}
    for worth in PIECES["ZAR"]:
        pieces[worth], cents = divmod(cents, worth)
    return pieces, cents
