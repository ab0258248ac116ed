"""What was raised: the sum of the receipts that stand. What is only priced, and not paid, is never in it."""

from dataclasses import dataclass, field
from typing import Any

from django.db.models import Count, Q, QuerySet, Sum

from thunee_tournaments.fundraising.amounts import shown
from thunee_tournaments.fundraising.models import Fund, Giver, Receipt
from thunee_tournaments.teams.models import Team
from thunee_tournaments.teams.names import name_key
from thunee_tournaments.tournaments.models import Tournament

MOST_THANKS = 12


@dataclass(frozen=True)
class Sums:
    """How much in all (in the smallest unit of the currency), and by kind and method, each with how many
    receipts; in the order of their lists."""

    total: int = 0
    count: int = 0
    by_kind: dict[str, tuple[int, int]] = field(default_factory=dict)
    by_method: dict[str, tuple[int, int]] = field(default_factory=dict)


@dataclass(frozen=True)
class Raised:
    """What everybody may see of it: the total, what is hoped for, and who may be thanked by name."""

    total: int
    goal: int | None
    currency: str
    thanks: list[str]
    more: int = 0

    @property
    def shown(self) -> str:
        return shown(self.total, self.currency)

    @property
    def goal_shown(self) -> str:
        return shown(self.goal or 0, self.currency)

    @property
    def percent(self) -> int:
        """How far towards the goal, in whole percent: 100 only when it is reached."""
        return self.total * 100 // self.goal if self.goal else 0

    @property
    def reached(self) -> bool:
        return self.goal is not None and self.total >= self.goal

    @property
    def towards(self) -> int:
        """How much of a bar is full."""
        return min(self.total, self.goal or 0)


def fund_of(tournament: Tournament) -> Fund:
    """The fund of a tournament, or one with the defaults."""
    return Fund.objects.filter(tournament=tournament).first() or Fund(tournament=tournament)


def standing(tournament: Tournament) -> QuerySet[Receipt]:
    """The receipts that were not reversed."""
    return Receipt.objects.filter(tournament=tournament, reversal=None)


def sums_of(receipts: QuerySet[Receipt]) -> Sums:
    """The sums over these receipts: two queries."""

    def by(name: str, order: list[str]) -> dict[str, tuple[int, int]]:
        rows: Any = receipts.order_by().values_list(name).annotate(cents=Sum("amount"), rows=Count("pk"))
        sums = {value: (cents, count) for value, cents, count in rows}
        return {value: sums[value] for value in order if value in sums}

    by_kind, by_method = by("kind", Receipt.Kind.values), by("method", Receipt.Method.values)
    total, count = sum(cents for cents, _count in by_kind.values()), sum(count for _cents, count in by_kind.values())
    return Sums(total, count, by_kind, by_method)


def raised_in_public(tournament: Tournament) -> Raised | None:
    """What everybody sees; None while the organiser keeps it to the desk."""
    fund = Fund.objects.filter(tournament=tournament, public=True).first()
    if fund is None:
        return None
    total = standing(tournament).aggregate(cents=Sum("amount"))["cents"] or 0
    givers = Giver.objects.filter(receipt__tournament=tournament, receipt__reversal=None, named=True).exclude(name="")
    names = {name_key(name): name for name in givers.order_by("receipt__number").values_list("name", flat=True)}
    latest = list(reversed(names.values()))
    return Raised(total, fund.goal, fund.currency, latest[:MOST_THANKS], max(0, len(latest) - MOST_THANKS))


def find_receipts(tournament: Tournament, wanted: str) -> QuerySet[Receipt]:
    """The receipts, the latest first; with words: those in whose giver, note, team or number every word stands."""
    receipts = Receipt.objects.filter(tournament=tournament).select_related("giver", "reversal").order_by("-number")
    for word in wanted.split():
        teams = Team.objects.filter(tournament=tournament, name__icontains=word).values("public_id")
        stands = Q(giver__name__icontains=word) | Q(giver__note__icontains=word) | Q(team__in=teams)
        if word.isdecimal() and len(word) < 9:
            stands |= Q(number=int(word))
        receipts = receipts.filter(stands)
    return receipts
