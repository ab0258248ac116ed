"""A receipt by e-mail, to whoever paid."""

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from thunee_tournaments.fundraising.models import Movement
from thunee_tournaments.services.core.access import Person, require_role
from thunee_tournaments.services.core.errors import Refused
from thunee_tournaments.services.core.letters import promise_receipt
from thunee_tournaments.teams.names import tidy
from thunee_tournaments.teams.sign_ups import MAX_EMAIL
from thunee_tournaments.tournaments.data_version import lock_tournament
from thunee_tournaments.tournaments.models import Role


@transaction.atomic
def mail_receipt(*, actor: Person, receipt: Movement, to: str) -> None:
    """Send the private link of a receipt to an address, which is kept only until it has gone. Sent again before that,
    it goes once. Refused: not_allowed, no_mail, bad_address, not_standing."""
    require_role(actor, receipt.tournament, Role.Name.TREASURER)
    lock_tournament(receipt.tournament_id)
    if not settings.SENDS_MAIL:
        raise Refused("no_mail", _("This site sends no e-mail. Whoever runs it can allow it."))
    to = tidy(to)
    try:
        validate_email(to)
    except ValidationError:
        to = ""
    if not to or len(to) > MAX_EMAIL:
        wrong = _("This is no e-mail address.")
        raise Refused("bad_address", wrong, [{"path": "to", "message": wrong}])
    if receipt.act != Movement.Act.RECEIPT or Movement.objects.filter(takes_back=receipt).exists():
        raise Refused("not_standing", _("This receipt was taken back: it says nothing any more."))
    promise_receipt(receipt, to)
