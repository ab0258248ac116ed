"""Amounts of money: what people type, in the smallest unit of a currency; and the currencies an event can collect in.

Most have cents, yen have none, dinars have a thousand fils (the exponents of ISO 4217). A comma or a point before the
last figures parts the smaller unit from the rest, as both are written. A comma before three figures parts thousands;
where there are three figures after the point, it could be either, and is asked back.
"""

import re
import unicodedata
from typing import NamedTuple

from django.utils.translation import gettext as _

from thunee_tournaments.standings.prizing import money


class Currency(NamedTuple):
    """How a currency is written: its sign before an amount, and how many figures stand after the point."""

    sign: str
    places: int = 2


CURRENCIES = {
    "ZAR": Currency("R"),
    "BWP": Currency("P"),
    "LSL": Currency("M"),
    "MUR": Currency("Rs"),
    "NAD": Currency("N$"),
    "SZL": Currency("E"),
    "INR": Currency("₹"),
    "GBP": Currency("£"),
    "EUR": Currency("€"),
    "USD": Currency("US$"),
    "CAD": Currency("CA$"),
    "AUD": Currency("A$"),
    "NZD": Currency("NZ$"),
    "JPY": Currency("¥", 0),
    "BHD": Currency("BD", 3),
    "KWD": Currency("KD", 3),
    "OMR": Currency("RO", 3),
}
# What people also write beside an amount, before or after it.
ALSO = {"JPY": ("円",)}
MOST = 1_000_000_000  # whole rand, yen, dinars: a receipt above it is a slip of the hand
PLAIN = re.compile(r"(?P<whole>\d{1,3}(?:[ ,'’]\d{3})+|\d+)(?:[.,](?P<part>\d+))?[.,]?-*")
TWO_WAYS = re.compile(r"\d{1,3},\d{3}[.,]?-*")  # one and a fifth of a dinar, or twelve hundred?


class NoAmount(ValueError):
    """What was typed is no amount; `message` says why, for people. `below_nought`: for being below nought."""

    def __init__(self, message: str, *, below_nought: bool = False) -> None:
        super().__init__(message)
        self.message, self.below_nought = message, below_nought


def symbol(currency: str) -> str:
    """What stands before an amount: R for the rand; the code itself where there is no sign."""
    known = CURRENCIES.get(currency)
    return known.sign if known else currency


def places(currency: str) -> int:
    """How many figures stand after the point: two for cents, none for yen."""
    known = CURRENCIES.get(currency)
    return known.places if known else 2


def most(currency: str) -> int:
    """The largest amount, in the smallest unit."""
    return MOST * _whole(currency)


def _whole(currency: str) -> int:
    """How many of the smallest unit are one rand, one yen, one dinar."""
    return int(10 ** places(currency))


def read(text: str, currency: str = "ZAR") -> int:
    """What was typed, in the smallest unit: "400", "R400,50", "1 200", "1 200 €", "5000円". Raises NoAmount."""
    bare = _without_sign(" ".join(unicodedata.normalize("NFKC", text).split()), currency)
    such = {"exact": plain(400 * _whole(currency) + _whole(currency) // 2, currency)}
    if not bare:
        raise NoAmount(_("Write how much it is, such as %(exact)s.") % such)
    if bare[0] in "-−–":
        raise NoAmount(_("Write an amount above zero."), below_nought=True)
    written = PLAIN.fullmatch(bare)
    if written is None:
        raise NoAmount(_("That is no amount. Write figures, such as %(exact)s.") % such)
    if places(currency) == 3 and TWO_WAYS.fullmatch(bare):
        raise NoAmount(_("That can be read in two ways. Write it with a point, such as %(exact)s.") % such)
    part = written["part"] or ""
    if len(part) > places(currency):
        raise NoAmount(_too_exact(currency, such))
    amount = int(re.sub(r"\D", "", written["whole"])) * _whole(currency)
    amount += int(part.ljust(places(currency), "0") or 0)
    if amount == 0:
        raise NoAmount(_("Write an amount above zero."))
    if amount > most(currency):
        raise NoAmount(_("That is more than this page can take. Write smaller receipts."))
    return amount


def _without_sign(bare: str, currency: str) -> str:
    """What was typed without the sign or code before or after it."""
    for sign in (currency, symbol(currency), *ALSO.get(currency, ())):
        if bare.casefold().startswith(sign.casefold()):
            return bare[len(sign) :].lstrip()
        if bare.casefold().endswith(sign.casefold()):
            return bare[: -len(sign)].rstrip()
    return bare


def _too_exact(currency: str, such: dict[str, str]) -> str:
    """Why so many figures after the point are not taken."""
    if places(currency) == 0:
        return _("This currency has no cents: write whole amounts, without a point, such as %(exact)s.") % such
    values = {**such, "n": places(currency)}
    return _("Write at most %(n)s figures after the point, and thousands without one, such as %(exact)s.") % values


def plain(amount: int, currency: str = "ZAR") -> str:
    """An amount in figures alone, for forms and files: "400.50"; "400" in yen."""
    after = places(currency)
    whole, rest = divmod(amount, _whole(currency))
    return f"{whole}.{rest:0{after}}" if after else str(whole)


def shown(amount: int, currency: str) -> str:
    """An amount as people read it: "R 1 500", "R 12.50", "¥ 1 500", "KD 1.250"; below nought, "−R 1 500"."""
    if amount < 0:
        return f"−{shown(-amount, currency)}"
    return money(amount, symbol(currency), places(currency))
