"""What a raffle may be: what the law of a place says, as it was looked up on a day, and limits the organiser has
written down. Each is told and nothing is forbidden: this is no legal advice, and amounts that regulations set change.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import TypedDict

from django.utils.translation import gettext_lazy as _

from thunee_tournaments.fundraising.amounts import shown
from thunee_tournaments.fundraising.models import Raffle
from thunee_tournaments.tournaments.shapes import Words


class Limits(TypedDict, total=False):
    """What an organiser has found out, in the currency's smallest unit: what a ticket may cost, what all tickets
    together may come to, and what the prizes may be worth."""

    price: int
    turnover: int
    worth: int


@dataclass(frozen=True)
class Law:
    """What the law of a place asks, as far as a page can look after it. `source` and `looked_up`: where and when it
    was read; `money_prizes`: whether a prize may be money; `part`: how much of what comes in prizes may take, in
    percent."""

    place: Words
    source: Words
    looked_up: date
    asks: tuple[Words, ...]
    money_prizes: bool = True
    part: int | None = None


# By the currency of the till. A place is added here with its source and the day.
LAWS: Mapping[str, Law] = {
    "ZAR": Law(
        _("South Africa"),
        _("Lotteries Act 57 of 1997, sections 36 and 53"),
        date(2026, 11, 27),
        (
            _("At a dinner, bazaar, sports day or the like no prize may be money, and what comes in goes to a "
              "deserving cause, less printing, advertising and what prizes may cost by the regulations (section 36)."),
            _("All tickets together may come to no more than the regulations say (section 36). Look it up, and write "
              "it below."),
            _("A registered society's lottery: every ticket costs the same, and prizes take at most half of what comes "
              "in (section 53)."),
        ),
        money_prizes=False,
        part=50,
    ),
}  # fmt: skip
_MONEY = re.compile(
    r"\bcash\b|\bmoney\b|\bR ?\d|\d ?(?:rand|円)|[$€£¥] ?\d|現金|賞金", re.IGNORECASE
)  # fmt: skip


def law_of(currency: str) -> Law | None:
    """What is known of the law where this currency is paid."""
    return LAWS.get(currency)


def looks_like_money(prize: str) -> bool:
    return _MONEY.search(prize) is not None


def warnings_of(raffle: Raffle, currency: str, turnover: int) -> list[Words]:
    """What of a raffle is beyond a limit. `turnover`: what its tickets come to so far, in the smallest unit."""
    limits, law = raffle.limits, law_of(currency)
    beyond: list[Words] = []
    if law is not None and not law.money_prizes:
        beyond += [
            _("“%(prize)s” looks like money. In %(place)s a prize at an event may not be money.")
            % {"prize": prize, "place": law.place}
            for prize in raffle.prizes
            if looks_like_money(prize)
        ]
    for name, amount, words in (
        ("price", raffle.price, _("A ticket costs %(amount)s, more than the %(most)s you wrote down.")),
        ("turnover", turnover, _("The tickets come to %(amount)s, more than the %(most)s you wrote down.")),
        ("worth", raffle.worth or 0, _("The prizes are worth %(amount)s, more than the %(most)s you wrote down.")),
    ):
        if name in limits and amount > limits[name]:
            beyond.append(words % {"amount": shown(amount, currency), "most": shown(limits[name], currency)})
    if law is not None and law.part is not None and raffle.worth and 0 < turnover * law.part < raffle.worth * 100:
        beyond.append(
            _("The prizes are worth more than %(part)s%% of what the tickets come to so far. Prizes that were given "
              "to you cost nothing.") % {"part": law.part}
        )  # fmt: skip
    return beyond
