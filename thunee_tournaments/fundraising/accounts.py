"""The accounts of a till, and what stands on each.

| account | holds |
|---|---|
| `cash:user:12` | the cash in that person's box |
| `paid:eft`, `paid:card`, … | what was paid without cash, by way |
| `bank` | cash that was paid in at the bank |
| `income:entry`, `income:donation`, … | what came in, by what it was for |
| `cost:expense`, `cost:prize` | what went out |
| `float` | change lent to the boxes |
| `deposits` | what was left at the desk, and is held until it is given back or kept |
| `difference` | what a count found too much or missing |

A line takes from one account what it gives to another. The balances of all accounts together are therefore nought, and
what is there (cash, paid, bank) is what was lent, left as a deposit and earned, less the costs.
"""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Sum

from thunee_tournaments.fundraising.methods import CASH
from thunee_tournaments.fundraising.models import Line
from thunee_tournaments.tournaments.models import Tournament

BANK, FLOAT, DIFFERENCE, DEPOSITS = "bank", "float", "difference", "deposits"
EXPENSE, PRIZE = "cost:expense", "cost:prize"
INCOME, COST, BOX, PAID = "income:", "cost:", "cash:", "paid:"
Posting = tuple[str, str, int]  # from, to, how much


def box(actor: str) -> str:
    """The cash of one person ("user:12")."""
    return f"{BOX}{actor}"


def income(kind: str) -> str:
    """What came in for this."""
    return f"{INCOME}{kind}"


def purse(method: str, actor: str) -> str:
    """Where money lands, or is taken from, that is paid this way at this person's desk."""
    return box(actor) if method == CASH else f"{PAID}{method}"


@dataclass(frozen=True)
class Balances:
    """What stands on each account: given to it, less given by it. In the currency's smallest unit."""

    of: dict[str, int]

    def under(self, prefix: str) -> dict[str, int]:
        """The accounts of this kind, by what follows its name."""
        return {account.removeprefix(prefix): cents for account, cents in self.of.items() if account.startswith(prefix)}

    @property
    def income(self) -> dict[str, int]:
        """What came in, less refunds, by what it was for."""
        return {kind: -cents for kind, cents in self.under(INCOME).items()}

    @property
    def costs(self) -> int:
        """Expenses and prizes."""
        return sum(self.under(COST).values())

    @property
    def boxes(self) -> dict[str, int]:
        """The cash of each person."""
        return self.under(BOX)

    @property
    def cash(self) -> int:
        return sum(self.boxes.values())

    @property
    def difference(self) -> int:
        """What counts found too much; below nought what they missed."""
        return -self.of.get(DIFFERENCE, 0)

    @property
    def floats(self) -> int:
        """What is lent and was not given back."""
        return -self.of.get(FLOAT, 0)

    @property
    def held(self) -> int:
        """The deposits that were neither given back nor kept."""
        return -self.of.get(DEPOSITS, 0)

    @property
    def gross(self) -> int:
        """What came in, less refunds."""
        return sum(self.income.values())

    @property
    def net(self) -> int:
        """What is left of it after costs, and after what counts found."""
        return self.gross - self.costs + self.difference

    @property
    def there(self) -> int:
        """What should be in boxes, at the bank, and paid without cash."""
        return self.cash + self.of.get(BANK, 0) + sum(self.under(PAID).values())


def balances_of(tournament: Tournament) -> Balances:
    """What stands on each account now: one query."""
    return balanced(flows_of(tournament))


def flows_of(tournament: Tournament) -> list[Posting]:
    """How much went from each account to each other in all: one query."""
    lines = Line.objects.filter(movement__tournament=tournament).order_by()
    return list(lines.values_list("given_by", "given_to").annotate(cents=Sum("amount")))


def balanced(flows: Iterable[Posting]) -> Balances:
    """The balances these lines come to; accounts at nought are left out."""
    of: dict[str, int] = defaultdict(int)
    for given_by, given_to, cents in flows:
        of[given_by] -= cents
        of[given_to] += cents
    return Balances({account: cents for account, cents in sorted(of.items()) if cents})
