"""Counting cash: the notes and coins of a currency, and the cash-ups that were made."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Q, QuerySet

from thunee_tournaments.fundraising.accounts import BOX
from thunee_tournaments.fundraising.models import Line, Movement
from thunee_tournaments.tournaments.models import Tournament

ALL = ""  # the box of a cash-up of the whole evening
# Notes and coins, the largest first, in the smallest unit. Where none are listed, the sum alone is asked for.
PIECES: Mapping[str, Sequence[int]] = {
    "ZAR": (200_00, 100_00, 50_00, 20_00, 10_00, 5_00, 2_00, 1_00, 50, 20, 10),
    "BWP": (200_00, 100_00, 50_00, 20_00, 10_00, 5_00, 2_00, 1_00, 50, 25, 10),
    "LSL": (200_00, 100_00, 50_00, 20_00, 10_00, 5_00, 2_00, 1_00, 50, 20, 10),
    "NAD": (200_00, 100_00, 50_00, 30_00, 20_00, 10_00, 5_00, 1_00, 50, 10),
    "SZL": (200_00, 100_00, 50_00, 20_00, 10_00, 5_00, 2_00, 1_00, 50, 20, 10),
    "MUR": (2000_00, 1000_00, 500_00, 200_00, 100_00, 50_00, 25_00, 20_00, 10_00, 5_00, 1_00, 50, 20),
    "INR": (500_00, 200_00, 100_00, 50_00, 20_00, 10_00, 5_00, 2_00, 1_00),
    "GBP": (50_00, 20_00, 10_00, 5_00, 2_00, 1_00, 50, 20, 10, 5, 2, 1),
    "EUR": (200_00, 100_00, 50_00, 20_00, 10_00, 5_00, 2_00, 1_00, 50, 20, 10, 5, 2, 1),
    "USD": (100_00, 50_00, 20_00, 10_00, 5_00, 2_00, 1_00, 50, 25, 10, 5, 1),
    "CAD": (100_00, 50_00, 20_00, 10_00, 5_00, 2_00, 1_00, 25, 10, 5),
    "AUD": (100_00, 50_00, 20_00, 10_00, 5_00, 2_00, 1_00, 50, 20, 10, 5),
    "NZD": (100_00, 50_00, 20_00, 10_00, 5_00, 2_00, 1_00, 50, 20, 10),
    "JPY": (10_000, 5_000, 2_000, 1_000, 500, 100, 50, 10, 5, 1),
}


def counted(pieces: Mapping[int, int], rest: int) -> int:
    """What so many of each note and coin come to, with what was counted besides."""
    return rest + sum(worth * number for worth, number in pieces.items())


@dataclass(frozen=True)
class Reversed:
    """What was taken back of a box since it was counted last: how often, and how much in all."""

    times: int
    amount: int


def reversed_since_count(tournament: Tournament, whose: str) -> Reversed:
    """What has to stand on the cash-up of this box ("user:12", or ALL for every box and way to pay)."""
    last = counts(tournament, whose).values_list("seq", flat=True).first() or 0
    reversals = Movement.objects.filter(tournament=tournament, act=Movement.Act.REVERSAL, seq__gt=last)
    if whose != ALL:
        at = f"{BOX}{whose}"
        touching = Line.objects.filter(Q(given_by=at) | Q(given_to=at), movement__tournament=tournament)
        reversals = reversals.filter(pk__in=touching.values("movement"))
    sums = list(reversals.values_list("amount", flat=True))
    return Reversed(len(sums), sum(sums))


@dataclass(frozen=True)
class CashUp:
    """What a count found: whose box (ALL for all cash), what was counted and what should have been there, the pieces
    as (what one is worth, how many), what was counted besides, what was taken back, and who signed for it if anybody
    did. Amounts in the smallest unit."""

    made: Movement
    whose: str
    counted: int
    expected: int
    pieces: list[tuple[int, int]]
    rest: int
    taken_back: Reversed
    signed: Movement | None

    @property
    def over(self) -> int:
        """How much more there was than should have been."""
        return max(0, self.counted - self.expected)

    @property
    def short(self) -> int:
        """How much was missing."""
        return max(0, self.expected - self.counted)


def cash_up_of(made: Movement) -> CashUp:
    """What a count says, from its row; what came later should be at hand."""
    says = made.details
    pieces = sorted(((int(worth), number) for worth, number in says["pieces"].items()), reverse=True)
    signed = next((later for later in made.later.all() if later.act == Movement.Act.SIGNED), None)
    return CashUp(
        made, says["box"], made.amount, says["expected"], pieces, says["rest"], Reversed(*says["taken_back"]), signed
    )


def counts(tournament: Tournament, whose: str | None = None) -> QuerySet[Movement]:
    """The cash-ups, the latest first; of one box, or of all."""
    made: QuerySet[Movement] = Movement.objects.filter(tournament=tournament, act=Movement.Act.COUNT).order_by("-seq")
    return made if whose is None else made.filter(details__box=whose)


def uncounted(tournament: Tournament) -> bool:
    """Whether cash came or went that no cash-up of the evening covers which a second person has signed for."""
    signed = Movement.objects.filter(tournament=tournament, act=Movement.Act.SIGNED, about__details__box=ALL)
    covered = signed.order_by("-about__seq").values_list("about__seq", flat=True).first() or 0
    moved = Line.objects.filter(movement__tournament=tournament, movement__seq__gt=covered)
    return moved.filter(Q(given_by__startswith=BOX) | Q(given_to__startswith=BOX)).exists()
