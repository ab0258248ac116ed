"""What can be taken back, as if it had never been; and what of a receipt can still be given back."""

from collections import defaultdict

from django.db.models import Q

from thunee_tournaments.fundraising.accounts import INCOME
from thunee_tournaments.fundraising.models import Line, Movement

# A reversal, a count and a signature stand, as does what was printed.
CAN_GO_BACK = frozenset({
    Movement.Act.RECEIPT, Movement.Act.REFUND, Movement.Act.EXPENSE, Movement.Act.PRIZE, Movement.Act.FLOAT,
    Movement.Act.FLOAT_BACK, Movement.Act.BANKED, Movement.Act.HANDED, Movement.Act.DEPOSIT, Movement.Act.RETURNED,
    Movement.Act.KEPT,
})  # fmt: skip


def left_to_refund(receipt: Movement) -> dict[str, int]:
    """By what it was for: what came in by this receipt, less what was given back of it."""
    left: dict[str, int] = defaultdict(int)
    refunds = Movement.objects.filter(about=receipt, act=Movement.Act.REFUND, reversal=None)
    for line in Line.objects.filter(Q(movement=receipt) | Q(movement__in=refunds)).order_by("movement__seq", "place"):
        if line.given_by.startswith(INCOME):
            left[line.given_by.removeprefix(INCOME)] += line.amount
        elif line.given_to.startswith(INCOME):
            left[line.given_to.removeprefix(INCOME)] -= line.amount
    return {kind: cents for kind, cents in left.items() if cents > 0}
