"""What there is to be won: the organiser's list of prizes, written before, during and after the event."""

from collections.abc import Sequence
from dataclasses import asdict

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from adjudication.shapes import Fault
from thunee_tournaments.services.core.access import require_role
from thunee_tournaments.services.core.errors import Refused
from thunee_tournaments.services.core.publishing import publish
from thunee_tournaments.standings.models import PrizeList
from thunee_tournaments.standings.prizing import Prize
from thunee_tournaments.teams.names import tidy
from thunee_tournaments.tournaments.data_version import lock_tournament
from thunee_tournaments.tournaments.models import Tournament
from thunee_tournaments.tournaments.shapes import Words

MAX_PRIZES, MAX_PLACE, MAX_PRIZE_NAME, MAX_CENTS = 60, 1024, 80, 100_000_000_00


@transaction.atomic
def set_prizes(
    *, actor: User, tournament: Tournament, prizes: Sequence[Prize], currency: str = "",
    ties: str = PrizeList.Ties.SHARE, one_each: bool = True,
) -> Tournament:  # fmt: skip
    """Put this list in place of the one before; an empty one takes all prizes off. Everybody can read it at once.

    Refused: not_allowed, bad_prizes (`errors`: paths "<number from 0>.<field>").
    """
    require_role(actor, tournament)
    tournament = lock_tournament(tournament.pk)
    errors = list(_faults(prizes))
    currency = tidy(currency)
    if len(currency) > 8:
        errors.append({"path": "currency", "message": _("At most 8 characters, such as R or ZAR.")})
    if ties not in PrizeList.Ties.values:
        errors.append({"path": "ties", "message": _("Choose one of these.")})
    if errors:
        raise Refused("bad_prizes", _("The prizes are not saved. Correct the marked fields."), errors)
    kept = [asdict(Prize(prize.group, prize.first, prize.last, tidy(prize.name), prize.amount)) for prize in prizes]
    columns = {"currency": currency, "ties": ties, "one_each": one_each, "prizes": kept}
    PrizeList.objects.update_or_create(tournament=tournament, defaults=columns)
    return publish(tournament)


def _faults(prizes: Sequence[Prize]) -> list[Fault]:
    faults: list[Fault] = []
    if len(prizes) > MAX_PRIZES:
        faults.append({"path": "", "message": _("At most %(most)s prizes.") % {"most": MAX_PRIZES}})
    for number, prize in enumerate(prizes):

        def fault(field: str, message: Words, number: int = number) -> None:
            faults.append({"path": f"{number}.{field}", "message": message})

        if not 1 <= prize.first <= MAX_PLACE:
            fault("first", _("Places go from 1 to %(most)s.") % {"most": MAX_PLACE})
        if not prize.first <= prize.last <= MAX_PLACE:
            fault("last", _("The last place is not above the first."))
        if not 0 <= prize.group <= MAX_PLACE // 2:
            fault("group", _("There is no such group."))
        if len(prize.name) > MAX_PRIZE_NAME:
            fault("name", _("Longer than %(most)s characters.") % {"most": MAX_PRIZE_NAME})
        if not 0 <= prize.amount <= MAX_CENTS:
            fault("amount", _("That is no amount."))
        if not prize.name.strip() and not prize.amount:
            fault("name", _("Say what it is: a name, an amount, or both."))
        for other in prizes[:number]:
            if other.group == prize.group and other.first <= prize.last and other.last >= prize.first:
                fault("first", _("A prize above is for the same place."))
                break
    return faults
