"""What came in, parted by what it was for and by how it was paid."""

from collections import Counter, defaultdict
from dataclasses import dataclass, field

from django.db.models import Count

from thunee_tournaments.fundraising.accounts import BOX, DEPOSITS, INCOME, PAID, Balances, balanced, flows_of
from thunee_tournaments.fundraising.methods import CASH, KNOWN
from thunee_tournaments.fundraising.models import Line, Movement
from thunee_tournaments.fundraising.raised import standing
from thunee_tournaments.tournaments.models import Tournament

Parts = dict[str, tuple[int, int]]  # by name: how much (in the smallest unit), and how many receipts


@dataclass(frozen=True)
class Sums:
    """What came in, less refunds, by kind and by way of paying, with how many receipts; and all that stands on the
    accounts."""

    balances: Balances
    count: int = 0
    by_kind: Parts = field(default_factory=dict)
    by_method: Parts = field(default_factory=dict)

    @property
    def total(self) -> int:
        return self.balances.gross


def sums_of(tournament: Tournament) -> Sums:
    """The sums of a till as it stands: three queries."""
    flows = flows_of(tournament)
    kinds: dict[str, int] = defaultdict(int)
    methods: dict[str, int] = defaultdict(int)
    for given_by, given_to, cents in flows:
        if given_by.startswith(INCOME):
            kinds[given_by.removeprefix(INCOME)] += cents
            methods[_method(given_to)] += cents
        elif given_to.startswith(INCOME):
            kinds[given_to.removeprefix(INCOME)] -= cents
            methods[_method(given_by)] -= cents
    receipts = standing(tournament).order_by()
    lines = Line.objects.filter(movement__in=receipts).order_by().values_list("given_by").annotate(rows=Count("pk"))
    of_kind = Counter({account.removeprefix(INCOME): rows for account, rows in lines})
    of_method = Counter(dict(receipts.values_list("method").annotate(rows=Count("pk"))))
    return Sums(
        balanced(flows),
        of_method.total(),
        _parts(kinds, of_kind, Movement.Kind.values),
        _parts(methods, of_method, list(KNOWN)),
    )


def _method(account: str) -> str:
    """How money was paid that lies on this account."""
    if account == DEPOSITS:
        return DEPOSITS
    return CASH if account.startswith(BOX) else account.removeprefix(PAID)


def _parts(cents: dict[str, int], counts: Counter[str], order: list[str]) -> Parts:
    """In this order, then by name; what came to nothing is left out."""
    names = [*order, *sorted(set(cents) - set(order))]
    return {name: (cents[name], counts[name]) for name in names if cents.get(name) or counts[name]}
