"""What the pages of money have in common: their door, their parts, the key of a form."""

import uuid
from typing import TypedDict

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from thunee_tournaments.desk.access import TREASURY, DeskRequest, page_for
from thunee_tournaments.fundraising.models import Fund

treasury_page = page_for(TREASURY)
PARTS = {
    "money": _("Take money"),
    "pay_out": _("Pay out"),
    "cash": _("Cash"),
    "deposits": _("Deposits"),
    "pledges": _("Pledges"),
    "raffle": _("Raffle"),
    "auction": _("Auction"),
    "till": _("The till"),
}


class Part(TypedDict):
    """One of the pages of money, as the bar above them lists it."""

    label: str
    href: str
    current: bool


def parts(fund: Fund, current: str) -> list[Part]:
    """The pages of money; that of pledges where some are taken or were made."""
    pages, tournament = {**PARTS}, fund.tournament
    if current != "pledges" and fund.pledge_most is None and not tournament.pledges.exists():
        del pages["pledges"]
    return [
        {"label": str(label), "href": reverse(f"desk:{name}", args=[tournament.slug]), "current": name == current}
        for name, label in pages.items()
    ]


def form_key(request: DeskRequest) -> str:
    """The key a form goes on with: the one it came with, if that can be used, else a new one."""
    try:
        return str(uuid.UUID(request.POST.get("key", "")))
    except ValueError:
        return str(uuid.uuid4())
