"""What teams owe for the entries they bought, and what they paid of it: receipts for entry fees and re-buys."""

from collections import defaultdict
from dataclasses import dataclass

from django.db.models import Sum

from thunee_tournaments.brackets.models import StreakEntry
from thunee_tournaments.fundraising.models import Receipt
from thunee_tournaments.fundraising.raised import standing
from thunee_tournaments.teams.models import Team
from thunee_tournaments.tournaments.models import Tournament

PAYING = (Receipt.Kind.ENTRY, Receipt.Kind.REBUY)


@dataclass(frozen=True)
class Account:
    """A team's entries with their price in all, and what was received for them. In the currency's smallest unit."""

    team: Team
    entries: int
    owed: int
    received: int
    first: int

    @property
    def open(self) -> int:
        """What is still to be paid."""
        return max(0, self.owed - self.received)

    @property
    def over(self) -> int:
        """What was paid above the price."""
        return max(0, self.received - self.owed)

    @property
    def next_kind(self) -> str:
        """What the next payment is for: the entry fee until that is paid, re-buys after."""
        return Receipt.Kind.ENTRY if self.received < self.first else Receipt.Kind.REBUY


def accounts_of(tournament: Tournament) -> list[Account]:
    """The teams that bought entries with a price: who owes most first. Empty where nothing has a price."""
    prices: dict[int, list[int]] = defaultdict(list)
    priced = StreakEntry.objects.filter(stage__tournament=tournament, price__gt=0).order_by("stage__order", "number")
    for team, price in priced.values_list("team", "price"):
        prices[team].append(price)
    if not prices:
        return []
    paid = standing(tournament).filter(kind__in=PAYING).exclude(team="").order_by()
    received = dict(paid.values_list("team").annotate(cents=Sum("amount")))
    accounts = [
        Account(team, len(own := prices[team.pk]), sum(own), received.get(team.public_id, 0), own[0])
        for team in tournament.teams.filter(pk__in=prices)
    ]
    return sorted(accounts, key=lambda one: (-one.open, one.team.name_key))
