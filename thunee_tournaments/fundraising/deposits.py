"""Deposits in the till: money that is held, and is nobody's gain until it is kept."""

from dataclasses import dataclass

from thunee_tournaments.fundraising.models import Movement
from thunee_tournaments.tournaments.models import Tournament

ENDS = (Movement.Act.RETURNED, Movement.Act.KEPT)


@dataclass(frozen=True)
class Deposit:
    """What was left, and the movement that ended it: it was given back, or kept; None while it is held."""

    movement: Movement
    ended: Movement | None

    @property
    def held(self) -> int:
        """What of it is still held, in the currency's smallest unit."""
        return 0 if self.ended else self.movement.amount


def end_of(deposit: Movement) -> Movement | None:
    """The movement by which a deposit was given back or kept, if that stands."""
    return Movement.objects.filter(about=deposit, act__in=ENDS, reversal=None).first()


def deposits_of(tournament: Tournament) -> list[Deposit]:
    """Every deposit that was not taken back, the latest first: two queries."""
    taken = Movement.objects.filter(tournament=tournament, act=Movement.Act.DEPOSIT, reversal=None).order_by("-seq")
    ended = Movement.objects.filter(tournament=tournament, act__in=ENDS, reversal=None)
    by_deposit = {movement.about_id: movement for movement in ended}
    return [Deposit(movement, by_deposit.get(movement.pk)) for movement in taken.select_related("party")]
