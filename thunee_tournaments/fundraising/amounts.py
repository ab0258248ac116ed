"""Amounts of money: what people type, in cents; and the currencies an event can collect in.

All of these have cents. A comma or a point before one or two last figures parts the cents from the rest, as both are
written; before three it would part thousands, which only a comma or a space does here.
"""

import re
import unicodedata

from django.utils.translation import gettext_lazy as _

CURRENCIES = {
    "ZAR": "R",
    "BWP": "P",
    "LSL": "M",
    "MUR": "Rs",
    "NAD": "N$",
    "SZL": "E",
    "INR": "₹",
    "GBP": "£",
    "EUR": "€",
    "USD": "US$",
    "CAD": "CA$",
    "AUD": "A$",
    "NZD": "NZ$",
}
MAX_CENTS = 1_000_000_000_00
PLAIN = re.compile(r"(?P<whole>\d{1,3}(?:[ ,'’]\d{3})+|\d+)(?:[.,](?P<cents>\d{1,2}))?[.,]?-*")


class NoAmount(ValueError):
    """What was typed is no amount; `message` says why, for people."""

    def __init__(self, message: object) -> None:
        super().__init__(message)
        self.message = message


def symbol(currency: str) -> str:
    """What stands before an amount: R for the rand; the code itself where there is no sign."""
    return CURRENCIES.get(currency, currency)


def read(text: str, currency: str = "ZAR") -> int:
    """What was typed, in cents: "400", "R400,50", "1 200". Raises NoAmount."""
    bare = " ".join(unicodedata.normalize("NFKC", text).split())
    for sign in (currency, symbol(currency)):
        if bare.casefold().startswith(sign.casefold()):
            bare = bare[len(sign) :].lstrip()
            break
    if not bare:
        raise NoAmount(_("Write how much it is, such as 400 or 400.50."))
    if bare[0] in "-−–":
        raise NoAmount(_("Write what came in. To take money back, reverse its receipt."))
    found = PLAIN.fullmatch(bare)
    if found is None:
        if re.fullmatch(r"[\d ]+\.\d{3,}", bare):
            raise NoAmount(_("Write at most two figures after the point, and thousands without one: 1200 or 1200.50."))
        raise NoAmount(_("That is no amount. Write figures, such as 400 or 400.50."))
    cents = int(re.sub(r"\D", "", found["whole"])) * 100 + int((found["cents"] or "0").ljust(2, "0"))
    if cents == 0:
        raise NoAmount(_("Write an amount above nought."))
    if cents > MAX_CENTS:
        raise NoAmount(_("That is more than this page can take. Write smaller receipts."))
    return cents


def plain(cents: int) -> str:
    """An amount in figures alone, for forms and files: "400.50"."""
    return f"{cents // 100}.{cents % 100:02}"
