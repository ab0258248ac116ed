"""The raffle: books that are given out, stubs that come back, the sale that is closed, and the draw in the hall.

By the organiser or the treasurer. What was closed and drawn stands in the record (`fundraising.raffle`).
"""

import secrets
from collections.abc import Mapping, Sequence

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from adjudication import notices
from adjudication.keys import require_text
from adjudication.models import Notice
from adjudication.shapes import Fault
from thunee_tournaments.fundraising import amounts
from thunee_tournaments.fundraising.models import MAX_NAME, Raffle, RaffleBook
from thunee_tournaments.fundraising.raffle import (
    HIGHEST,
    LABEL,
    LONGEST_BOOK,
    SUBJECT,
    NoNumbers,
    RaffleRecord,
    lot_of,
    read_numbers,
    record_of,
    runs,
    seal_of,
    sold_of,
    tidy_word,
    winners_of,
    won,
)
from thunee_tournaments.fundraising.raffle_limits import Limits
from thunee_tournaments.fundraising.raised import fund_of
from thunee_tournaments.services.core.access import require_role
from thunee_tournaments.services.core.errors import Refused
from thunee_tournaments.services.core.publishing import publish
from thunee_tournaments.services.till.writing import name_of
from thunee_tournaments.teams.names import tidy
from thunee_tournaments.tournaments.data_version import lock_tournament
from thunee_tournaments.tournaments.models import Role, Tournament

MOST_BOOKS, MOST_PRIZES, MAX_WORD = 2_000, 60, 40
Kind = Notice.Kind


@transaction.atomic
def set_raffle(
    *, actor: User, tournament: Tournament, price: int, prizes: Sequence[str], worth: int | None = None,
    limits: Limits | None = None,
) -> Raffle:  # fmt: skip
    """Say what a ticket costs and what can be won, the first prize first; what the prizes are worth together, and what
    it all may be, if that is known. Refused: not_allowed, sale_closed, bad_raffle (`errors`: price, prizes, worth,
    most_price, most_turnover, most_worth)."""
    tournament, record = _lock(actor, tournament)
    _require_open(record)
    prizes = [name for name in map(tidy, prizes) if name]
    errors: list[Fault] = []
    most = amounts.most(fund_of(tournament).currency)
    known = {f"most_{name}": amount for name, amount in (limits or {}).items()}
    for path, amount in {"price": price, "worth": worth, **known}.items():
        if amount is not None and not (isinstance(amount, int) and 0 < amount <= most):
            errors.append({"path": path, "message": _("That is no amount.")})
    if not 0 < len(prizes) <= MOST_PRIZES or any(len(name) > MAX_NAME for name in prizes):
        message = _("Write between one and %(most)s prizes, each of at most %(long)s characters.")
        errors.append({"path": "prizes", "message": message % {"most": MOST_PRIZES, "long": MAX_NAME}})
    if errors:
        raise Refused("bad_raffle", _("Not saved. Correct the marked fields."), errors)
    raffle, _made = Raffle.objects.update_or_create(
        tournament=tournament, defaults={"price": price, "prizes": prizes, "worth": worth, "limits": limits or {}}
    )  # fmt: skip
    publish(tournament, only_hand=True)
    return raffle


@transaction.atomic
def give_book_out(*, actor: User, tournament: Tournament, first: int, last: int, seller: str = "") -> RaffleBook:
    """Give a book of tickets to somebody who sells it. Refused: not_allowed, no_raffle, sale_closed, too_many, bad_book
    (`errors`: first, last, seller)."""
    tournament, record = _lock(actor, tournament)
    raffle, seller = _raffle(tournament), tidy(seller)
    _require_open(record)
    if raffle.books.count() >= MOST_BOOKS:
        raise Refused("too_many", _("There can be at most %(most)s books.") % {"most": MOST_BOOKS})
    errors: list[Fault] = []
    if not 0 < first <= HIGHEST:
        errors.append({"path": "first", "message": _("Write the number of the first ticket.")})
    elif not first <= last <= min(HIGHEST, first + LONGEST_BOOK - 1):
        most = _("A book ends behind its first ticket, and has at most %(most)s.") % {"most": LONGEST_BOOK}
        errors.append({"path": "last", "message": most})
    elif (other := raffle.books.filter(first__lte=last, last__gte=first).first()) is not None:
        message = _("Tickets %(book)s are in another book already.") % {"book": other}
        errors.append({"path": "first", "message": message})
    if len(seller) > MAX_NAME:
        errors.append({"path": "seller", "message": _("Longer than %(most)s characters.") % {"most": MAX_NAME}})
    if errors:
        raise Refused("bad_book", _("Not saved. Correct the marked fields."), errors)
    return RaffleBook.objects.create(raffle=raffle, first=first, last=last, seller=seller)


@transaction.atomic
def hand_book_in(*, actor: User, book: RaffleBook, unsold: str) -> RaffleBook:
    """Take the stubs of a book back; `unsold`: the numbers that were not sold ("18-20, 25"), which take no part. It can
    be put right until the sale is closed. Refused: not_allowed, sale_closed, bad_unsold."""
    _tournament, record = _lock(actor, book.raffle.tournament)
    _require_open(record)
    book = RaffleBook.objects.get(pk=book.pk)
    try:
        numbers = read_numbers(unsold)
    except NoNumbers as wrong:
        message = _("“%(part)s” is no number. Write the unsold tickets such as 18-20, 25.") % {"part": wrong.part[:20]}
        raise Refused("bad_unsold", message, [{"path": "unsold", "message": message}]) from wrong
    other = [number for number in numbers if not book.first <= number <= book.last]
    if other:
        message = _("Ticket %(number)s is not in this book.") % {"number": other[0]}
        raise Refused("bad_unsold", message, [{"path": "unsold", "message": message}])
    book.unsold = numbers
    book.save(update_fields=["unsold"])
    return book


@transaction.atomic
def take_book_back(*, actor: User, book: RaffleBook) -> None:
    """Strike a book that was written by mistake, until the sale is closed. Asked again it is gone already. Refused:
    not_allowed, sale_closed."""
    _tournament, record = _lock(actor, book.raffle.tournament)
    _require_open(record)
    RaffleBook.objects.filter(pk=book.pk).delete()


@transaction.atomic
def close_raffle(*, actor: User, tournament: Tournament) -> Notice:
    """Close the sale: what was sold takes part, books that are still out do not. The record tells the numbers, the
    prizes and the seal. Asked again it is the same.

    Refused: not_allowed, no_raffle, none_sold.
    """
    tournament, record = _lock(actor, tournament)
    raffle = _raffle(tournament)
    if record.closed is not None:
        return record.closed
    sold = sold_of(raffle)
    if not sold:
        raise Refused("none_sold", _("No ticket takes part yet. Hand the stubs of at least one book in."))
    raffle.secret, raffle.revealed = secrets.token_hex(16), 0
    raffle.save(update_fields=["secret", "revealed"])
    body = {"sold": runs(sold), "prizes": raffle.prizes, "seal": seal_of(raffle.secret)}
    return _tell(tournament, Kind.RAFFLE_CLOSED, body, actor)


@transaction.atomic
def reopen_raffle(*, actor: User, tournament: Tournament, reason: str) -> None:
    """Open the sale again before the draw, for a reason that stands in the record. Refused: not_allowed, no_raffle,
    drawn_already, reason_missing."""
    tournament, record = _lock(actor, tournament)
    _raffle(tournament)
    reason = tidy(require_text(reason, 200))
    if record.drawn is not None:
        raise Refused("drawn_already", _("The raffle is drawn: it stands."))
    if record.closed is None:
        return
    if not reason:
        raise Refused("reason_missing", _("Say why the sale is opened again. The reason stays in the record."))
    _tell(tournament, Kind.RAFFLE_OPEN, {}, actor, reason)


@transaction.atomic
def draw_raffle(*, actor: User, tournament: Tournament, word: str) -> Notice:
    """Draw every prize at once, by the seal and a word that somebody in the hall has called. Asked again, the same
    draw is answered. Refused: not_allowed, no_raffle, sale_open, bad_word."""
    tournament, record = _lock(actor, tournament)
    raffle = _raffle(tournament)
    if record.drawn is not None:
        return record.drawn
    if record.closed is None:
        raise Refused("sale_open", _("Close the sale first."))
    word = tidy_word(require_text(word, MAX_WORD))
    if not word:
        message = _("Let somebody in the hall call a word, and write it here.")
        raise Refused("bad_word", message, [{"path": "word", "message": message}])
    lot = lot_of(record.closed.hash, raffle.secret, word)
    before = record.closed.body
    body = {
        "closing": record.closed.hash, "secret": raffle.secret, "word": word, "lot": lot, "label": LABEL,
        "winners": winners_of(before["sold"], lot, len(before["prizes"])),
    }  # fmt: skip
    return _tell(tournament, Kind.RAFFLE_DRAWN, body, actor)


@transaction.atomic
def reveal_prize(*, actor: User, tournament: Tournament, place: int) -> Raffle:
    """Let everybody see who has won the prize of this place, from the last to the first. A second tap is harmless.
    Refused: not_allowed, no_raffle, not_drawn."""
    tournament, record = _lock(actor, tournament)
    raffle, drawn = _raffle(tournament), won(record)
    if not drawn:
        raise Refused("not_drawn", _("Nothing is drawn yet."))
    wanted = len(drawn) - place + 1
    if wanted == raffle.revealed + 1:
        raffle.revealed = wanted
        raffle.save(update_fields=["revealed"])
        publish(tournament, only_hand=True)
    return raffle


def _lock(actor: User, tournament: Tournament) -> tuple[Tournament, RaffleRecord]:
    require_role(actor, tournament, Role.Name.TREASURER)
    tournament = lock_tournament(tournament.pk)
    return tournament, record_of(tournament)


def _raffle(tournament: Tournament) -> Raffle:
    raffle: Raffle | None = Raffle.objects.filter(tournament=tournament).first()
    if raffle is None:
        raise Refused("no_raffle", _("Say first what a ticket costs, and what can be won."))
    return raffle


def _require_open(record: RaffleRecord) -> None:
    if record.closed is not None:
        raise Refused("sale_closed", _("The sale is closed: nothing of the raffle is changed any more."))


def _tell(tournament: Tournament, kind: str, body: Mapping[str, object], actor: User, reason: str = "") -> Notice:
    notice = notices.post(tournament.public_id, SUBJECT, kind, body, actor=name_of(actor, tournament), reason=reason)
    publish(tournament, only_hand=True)
    return notice
