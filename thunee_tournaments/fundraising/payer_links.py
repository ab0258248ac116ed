"""The private address of a receipt, for whoever paid: made from its id and this site's secret, and stored nowhere."""

from django.utils.crypto import constant_time_compare, salted_hmac

from thunee_tournaments.fundraising.models import Movement
from thunee_tournaments.tournaments.models import Tournament

SALT, LENGTH = "thunee_tournaments.fundraising.payer_links", 32


def token_of(receipt: Movement) -> str:
    """What stands at the end of the receipt's private address."""
    return f"{receipt.public_id}-{_signed(receipt.public_id)}"


def receipt_by(tournament: Tournament, token: str) -> Movement | None:
    """The receipt with this private address, if there is one."""
    public_id, _dash, signed = token.rpartition("-")
    if not constant_time_compare(signed, _signed(public_id)):
        return None
    receipts = Movement.objects.filter(tournament=tournament, act=Movement.Act.RECEIPT, public_id=public_id)
    return receipts.select_related("party", "reversal").prefetch_related("lines").first()


def _signed(public_id: str) -> str:
    return salted_hmac(SALT, public_id, algorithm="sha256").hexdigest()[:LENGTH]
