"""Cash between the boxes of those who take money, the bank, and whoever lends the change."""

import uuid

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from thunee_tournaments.fundraising.accounts import BANK, FLOAT, Posting, box
from thunee_tournaments.fundraising.methods import CASH
from thunee_tournaments.fundraising.models import MAX_REFERENCE, Movement
from thunee_tournaments.services.core.errors import Refused
from thunee_tournaments.services.till.writing import Content, checked_amount, name_of, open_till, tidied, write
from thunee_tournaments.tournaments.models import Role, Tournament
from thunee_tournaments.tournaments.selectors import may

MOVES = (Movement.Act.FLOAT, Movement.Act.FLOAT_BACK, Movement.Act.BANKED, Movement.Act.HANDED)


@transaction.atomic
def move_cash(
    *, actor: User, tournament: Tournament, act: str, amount: int, device: str, client_uuid: uuid.UUID | str,
    to: User | None = None, reference: str = "",
) -> Movement:  # fmt: skip
    """Write down cash that changed its place: a float for somebody's box (`to`, or one's own), a float given back,
    cash paid in at the bank (`reference`: the slip's number), cash handed over to somebody else's box.

    Refused: not_allowed, bad_move, bad_amount, bad_person (`errors`: act, amount, to, reference), too_long, invalid.
    KeyReused.
    """
    till = open_till(actor, tournament, device, client_uuid)
    if act not in MOVES:
        message = _("Choose one of these.")
        raise Refused("bad_move", message, [{"path": "act", "message": message}])
    checked_amount(amount, till.fund)
    reference = tidied(reference, MAX_REFERENCE, "reference")
    own, other = box(till.actor), box(name_of(to, till.tournament)) if to is not None else ""
    if to is not None and not may(to, till.tournament, Role.Name.TREASURER):
        message = _("Choose somebody who takes money here.")
        raise Refused("bad_person", message, [{"path": "to", "message": message}])
    if act == Movement.Act.HANDED and other in ("", own):
        message = _("Choose whom the cash is handed to.")
        raise Refused("bad_person", message, [{"path": "to", "message": message}])
    lines: dict[str, Posting] = {
        Movement.Act.FLOAT: (FLOAT, other or own, amount),
        Movement.Act.FLOAT_BACK: (own, FLOAT, amount),
        Movement.Act.BANKED: (own, BANK, amount),
        Movement.Act.HANDED: (own, other, amount),
    }
    return write(till, Content(act, [lines[act]], method=CASH, reference=reference))
