"""Every receipt as a file for a spreadsheet. What people wrote is defused, so that no cell is taken for a formula."""

import csv
import io
import unicodedata
from collections.abc import Iterable

from django.contrib.auth.models import User
from django.utils import timezone

from thunee_tournaments.fundraising.amounts import plain
from thunee_tournaments.fundraising.models import Receipt
from thunee_tournaments.fundraising.raised import fund_of
from thunee_tournaments.tournaments.models import Tournament

COLUMNS = (
    "receipt", "time", "kind", "method", "currency", "amount", "counts", "from", "may_be_named", "team", "note",
    "taken_by", "reversed_at", "reversed_by", "reason",
)  # fmt: skip
FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")


def defused(text: str) -> str:
    """Text that a spreadsheet shows as it is: an apostrophe before what it would take for a formula."""
    plain_width = unicodedata.normalize("NFKC", text)  # a Japanese spreadsheet takes ＝ for =
    return f"'{text}" if plain_width.lstrip(" '").startswith(FORMULA) or text.startswith(FORMULA) else text


def people(actors: Iterable[str]) -> dict[str, str]:
    """What accounts are called, by how receipts name them ("user:12")."""
    keys = {int(actor[5:]) for actor in actors if actor.startswith("user:") and actor[5:].isdecimal()}
    return {f"user:{user.pk}": user.get_full_name() or user.get_username() for user in User.objects.filter(pk__in=keys)}


def actors_of(receipts: Iterable[Receipt]) -> set[str]:
    """Who took these receipts, and who reversed some."""
    reversals = [receipt.reversal for receipt in receipts if hasattr(receipt, "reversal")]
    return {receipt.actor for receipt in receipts} | {reversal.actor for reversal in reversals}


def as_csv(tournament: Tournament) -> str:
    """The receipts in the order they were taken; what was reversed stands there too, and counts nought."""
    receipts = list(
        Receipt.objects.filter(tournament=tournament).select_related("giver", "reversal").order_by("number")
    )
    called = people(actors_of(receipts))
    teams = dict(tournament.teams.values_list("public_id", "name"))
    currency = fund_of(tournament).currency
    out = io.StringIO()
    write = csv.writer(out).writerow
    write(COLUMNS)
    for receipt in receipts:
        back = getattr(receipt, "reversal", None)
        cells = (
            str(receipt.number), _moment(receipt.created_at), receipt.kind, receipt.method, currency,
            plain(receipt.amount, currency), plain(0 if back else receipt.amount, currency), receipt.giver.name,
            "yes" if receipt.giver.named else "no", teams.get(receipt.team, ""), receipt.giver.note,
            called.get(receipt.actor, receipt.actor), _moment(back.created_at) if back else "",
            called.get(back.actor, back.actor) if back else "", back.reason if back else "",
        )  # fmt: skip
        write([defused(cell) for cell in cells])
    return out.getvalue()


def _moment(at: object) -> str:
    return timezone.localtime(at).isoformat(sep=" ", timespec="seconds")  # type: ignore[arg-type]
