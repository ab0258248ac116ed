"""A receipt as whoever paid reads it, on paper or by its private address."""

import datetime
from dataclasses import dataclass

from thunee_tournaments.fundraising.export import kinds_of
from thunee_tournaments.fundraising.methods import method_label
from thunee_tournaments.fundraising.models import Movement, Party
from thunee_tournaments.fundraising.raised import fund_of
from thunee_tournaments.fundraising.receivers import Receiver, receiver_on
from thunee_tournaments.fundraising.taking_back import left_to_refund

CODE = 12  # signs of its hash: enough to find it in the file of the till


@dataclass(frozen=True)
class Slip:
    """What a receipt says; amounts in the smallest unit of `currency`. `gift`: what of it is a donation under section
    18A, nought where the receiver has no number for that, or where nobody is named who gave it."""

    number: str
    amount: int
    currency: str
    parts: list[tuple[str, int]]
    method: str
    party: Party
    team: str
    refunded: int
    gift: int
    at: datetime.datetime
    code: str
    receiver: Receiver
    taken_back: bool


def slip_of(receipt: Movement) -> Slip:
    """The slip of a receipt, as it stands now; its party, reversal and lines should be at hand."""
    kinds, came_in = dict(Movement.Kind.choices), kinds_of(receipt)
    left = {} if receipt.taken_back else left_to_refund(receipt)
    party = getattr(receipt, "party", None) or Party()
    receiver = receiver_on(receipt)
    team = receipt.tournament.teams.filter(public_id=receipt.team).first() if receipt.team else None
    return Slip(
        number=receipt.called,
        amount=receipt.amount,
        currency=fund_of(receipt.tournament).currency,
        parts=[(str(kinds.get(kind, kind)), cents) for kind, cents in came_in],
        method=method_label(receipt.method),
        party=party,
        team=team.name if team else "",
        refunded=0 if receipt.taken_back else receipt.amount - sum(left.values()),
        gift=left.get(Movement.Kind.DONATION, 0) if receiver.section_18a and party.name else 0,
        at=receipt.created_at,
        code=receipt.hash[:CODE],
        receiver=receiver,
        taken_back=receipt.taken_back,
    )
