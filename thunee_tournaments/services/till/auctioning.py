"""The auction and the paddle raise: what is called up, bids as they are called, the hammer.

By the organiser or the treasurer. With the hammer the bids go into the record, which says who pays what
(`fundraising.auction`).
"""

from collections.abc import Mapping

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from adjudication import notices
from adjudication.keys import require_text
from adjudication.models import Notice
from adjudication.shapes import Fault
from thunee_tournaments.fundraising import amounts
from thunee_tournaments.fundraising.auction import SUBJECT, highest, last_written, sold, standing_bids, won_by
from thunee_tournaments.fundraising.auction_models import (
    HIGHEST_PADDLE,
    MAX_NAME,
    MAX_TEXT,
    AuctionBid,
    AuctionItem,
    Paddle,
)
from thunee_tournaments.fundraising.raised import fund_of
from thunee_tournaments.services.core.access import require_role
from thunee_tournaments.services.core.errors import Refused
from thunee_tournaments.services.core.publishing import publish
from thunee_tournaments.services.till.writing import name_of
from thunee_tournaments.teams.names import tidy
from thunee_tournaments.tournaments.data_version import lock_tournament
from thunee_tournaments.tournaments.models import Role, Tournament

MOST_ITEMS, MOST_BIDS = 500, 2_000
Kind = Notice.Kind


@transaction.atomic
def add_auction_item(
    *, actor: User, tournament: Tournament, kind: str, name: str, about: str = "", least: int | None = None
) -> AuctionItem:
    """Call something up for the auction, or a purpose for a paddle raise. The same item added twice in a row is one.
    Refused: not_allowed, too_many, bad_item (`errors`: kind, name, about, least)."""
    tournament = _lock(actor, tournament)
    name, about = tidy(name), tidy(about)
    last = AuctionItem.objects.filter(tournament=tournament).order_by("-number").first()
    if last is not None and (last.kind, last.name, last.about, last.least) == (kind, name, about, least or 1):
        return last
    errors: list[Fault] = []
    if kind not in AuctionItem.Kind.values:
        errors.append({"path": "kind", "message": _("Choose one of these.")})
    if not name:
        errors.append({"path": "name", "message": _("Write what is called up.")})
    for path, text, most in (("name", name, MAX_NAME), ("about", about, MAX_TEXT)):
        if len(text) > most:
            errors.append({"path": path, "message": _("Longer than %(most)s characters.") % {"most": most}})
    if least is not None and not 0 < least <= amounts.most(fund_of(tournament).currency):
        errors.append({"path": "least", "message": _("That is no amount.")})
    if errors:
        raise Refused("bad_item", _("Not saved. Correct the marked fields."), errors)
    number = last.number + 1 if last is not None else 1
    if number > MOST_ITEMS:
        raise Refused("too_many", _("There can be at most %(most)s items.") % {"most": MOST_ITEMS})
    item = AuctionItem.objects.create(
        tournament=tournament, number=number, kind=kind, name=name, about=about, least=least or 1
    )
    publish(tournament, only_hand=True)
    return item


@transaction.atomic
def remove_auction_item(*, actor: User, item: AuctionItem) -> None:
    """Take out what nobody has bid for. Asked again it is gone already. Refused: not_allowed, has_bids."""
    tournament = _lock(actor, item.tournament)
    if AuctionBid.objects.filter(item=item).exists():
        raise Refused("has_bids", _("Somebody has bid for it: it stays. Take the bids back, and it goes to nobody."))
    AuctionItem.objects.filter(pk=item.pk).delete()
    publish(tournament, only_hand=True)


@transaction.atomic
def write_bid(*, actor: User, item: AuctionItem, paddle: int, cents: int) -> AuctionBid:
    """Write down a bid as it is called. A second tap is the same bid; in a paddle raise a paddle's last bid counts.
    Refused: not_allowed, hammer_fell, too_many, bad_bid (`errors`: paddle, cents)."""
    tournament = _lock(actor, item.tournament)
    item = _open_item(tournament, item)
    standing = standing_bids(item)
    own = [bid for bid in standing if bid.paddle == paddle]
    best, sale = highest(item), item.kind == AuctionItem.Kind.SALE
    of_paddle = best if sale and best is not None and best.paddle == paddle else own[-1] if own and not sale else None
    if of_paddle is not None and of_paddle.cents == cents:
        return of_paddle
    if errors := _faults_of_bid(tournament, item, best, paddle, cents):
        raise Refused("bad_bid", _("Nothing was written down. Correct the marked fields."), errors)
    return _write(tournament, item, paddle, cents, actor)


@transaction.atomic
def take_bid_back(*, actor: User, bid: AuctionBid) -> None:
    """Take back a bid that was written by mistake, before the hammer; it stays to be read. Asked again it is taken
    back already. Refused: not_allowed, hammer_fell."""
    tournament = _lock(actor, bid.item.tournament)
    item = _open_item(tournament, bid.item)
    if bid.pk not in {standing.pk for standing in standing_bids(item)}:
        return
    _write(tournament, item, bid.paddle, bid.cents, actor, takes_back=bid)


@transaction.atomic
def let_hammer_fall(*, actor: User, item: AuctionItem, seen: int) -> Notice:
    """Sell to the highest bid, or end a paddle raise: the record says from here on who pays what. `seen`: the last
    of what was written on the page, so that nothing falls on a bid nobody saw. Asked again it is the same.

    Refused: not_allowed, no_bids, bid_meanwhile.
    """
    tournament = _lock(actor, item.tournament)
    if (fallen := sold(tournament).get(item.public_id)) is not None:
        return fallen
    item = _open_item(tournament, item)
    called = [[bid.paddle, bid.cents] for bid in standing_bids(item)]
    if not called:
        raise Refused("no_bids", _("Nobody has bid yet."))
    if last_written(item) != seen:
        raise Refused(
            "bid_meanwhile", _("A bid was written or taken back meanwhile. Look at it, and then let it fall.")
        )
    body = {
        "item": item.public_id, "number": item.number, "name": item.name, "kind": item.kind, "bids": called,
        "won": won_by(item.kind, called),
    }  # fmt: skip
    return _tell(tournament, Kind.AUCTION_SOLD, body, actor)


@transaction.atomic
def take_hammer_back(*, actor: User, item: AuctionItem, reason: str) -> None:
    """Bids for it are open again, for a reason that stands in the record. What was paid for it stays in the till.
    Refused: not_allowed, reason_missing."""
    tournament = _lock(actor, item.tournament)
    reason = tidy(require_text(reason, 200))
    if item.public_id not in sold(tournament):
        return
    if not reason:
        raise Refused("reason_missing", _("Say why it is called up again. The reason stays in the record."))
    _tell(tournament, Kind.AUCTION_BACK, {"item": item.public_id, "number": item.number}, actor, reason)


@transaction.atomic
def name_paddle(*, actor: User, tournament: Tournament, number: int, name: str, contact: str = "") -> Paddle:
    """Write down who holds a paddle. Refused: not_allowed, bad_paddle (`errors`: number, name, contact)."""
    tournament = _lock(actor, tournament)
    name, contact = tidy(name), tidy(contact)
    errors: list[Fault] = []
    if not 0 < number <= HIGHEST_PADDLE:
        errors.append(_no_paddle("number"))
    for path, text, most in (("name", name, MAX_NAME), ("contact", contact, MAX_TEXT)):
        if len(text) > most:
            errors.append({"path": path, "message": _("Longer than %(most)s characters.") % {"most": most}})
    if errors:
        raise Refused("bad_paddle", _("Not saved. Correct the marked fields."), errors)
    paddle, _made = Paddle.objects.update_or_create(
        tournament=tournament, number=number, defaults={"name": name, "contact": contact}
    )  # fmt: skip
    return paddle


def _lock(actor: User, tournament: Tournament) -> Tournament:
    require_role(actor, tournament, Role.Name.TREASURER)
    return lock_tournament(tournament.pk)


def _open_item(tournament: Tournament, item: AuctionItem) -> AuctionItem:
    """The item as it stands under the lock. Refused: hammer_fell."""
    if item.public_id in sold(tournament):
        raise Refused("hammer_fell", _("The hammer has fallen: no bid for it is written or taken back any more."))
    return AuctionItem.objects.prefetch_related("bids").get(pk=item.pk)


def _faults_of_bid(
    tournament: Tournament, item: AuctionItem, best: AuctionBid | None, paddle: int, cents: int
) -> list[Fault]:  # fmt: skip
    errors: list[Fault] = []
    currency = fund_of(tournament).currency
    if not 0 < paddle <= HIGHEST_PADDLE:
        errors.append(_no_paddle("paddle"))
    if not 0 < cents <= amounts.most(currency):
        errors.append({"path": "cents", "message": _("That is no amount.")})
    elif cents < item.least:
        least = _("The lowest bid is %(least)s.") % {"least": amounts.shown(item.least, currency)}
        errors.append({"path": "cents", "message": least})
    elif item.kind == AuctionItem.Kind.SALE and best is not None and cents <= best.cents:
        message = _("%(bid)s is bid already. The next bid is higher.") % {"bid": amounts.shown(best.cents, currency)}
        errors.append({"path": "cents", "message": message})
    return errors


def _no_paddle(path: str) -> Fault:
    return {"path": path, "message": _("Paddles have numbers from 1 to %(most)s.") % {"most": HIGHEST_PADDLE}}


def _write(
    tournament: Tournament,
    item: AuctionItem,
    paddle: int,
    cents: int,
    actor: User,
    takes_back: AuctionBid | None = None,
) -> AuctionBid:
    last = AuctionBid.objects.filter(item=item).aggregate(seq=Max("seq"))["seq"] or 0
    if last >= MOST_BIDS:
        raise Refused("too_many", _("There can be at most %(most)s bids for one item.") % {"most": MOST_BIDS})
    bid = AuctionBid.objects.create(
        item=item, seq=last + 1, paddle=paddle, cents=cents, takes_back=takes_back, by=name_of(actor, item.tournament),
        created_at=timezone.now(),
    )  # fmt: skip
    publish(tournament, only_hand=True)
    return bid


def _tell(tournament: Tournament, kind: str, body: Mapping[str, object], actor: User, reason: str = "") -> Notice:
    notice = notices.post(tournament.public_id, SUBJECT, kind, body, actor=name_of(actor, tournament), reason=reason)
    publish(tournament, only_hand=True)
    return notice
