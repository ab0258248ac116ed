"""What teams owe to play, and what they paid of it: receipts for entry fees and re-buys."""

from collections import defaultdict
from dataclasses import dataclass

from django.db.models import Count, F, Q, Sum
from django.utils import timezone

from thunee_tournaments.brackets.models import StreakEntry
from thunee_tournaments.fundraising.accounts import income
from thunee_tournaments.fundraising.models import FreePlace, Fund, Line, Movement
from thunee_tournaments.fundraising.raised import fund_of, standing
from thunee_tournaments.teams.models import Team
from thunee_tournaments.tournaments.models import Tournament

PAYING = (Movement.Kind.ENTRY, Movement.Kind.REBUY)
ENTRIES = tuple(income(kind) for kind in PAYING)


@dataclass(frozen=True)
class Account:
    """A team's entries with their price in all, and what was received for them. In the currency's smallest unit.
    `first`: what of it is owed for the first entry."""

    team: Team
    entries: int
    owed: int
    received: int
    first: int
    free: str = ""  # why its first entry is not owed, if it is not

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
        return Movement.Kind.ENTRY if self.received < self.first else Movement.Kind.REBUY


def accounts_of(tournament: Tournament) -> list[Account]:
    """The teams that bought entries with a price, else all teams where the event has an entry fee: who owes most first.
    Empty where nothing has a price."""
    prices: dict[int, list[int]] = defaultdict(list)
    bought = StreakEntry.objects.filter(stage__tournament=tournament, taken_back_at__isnull=True)
    priced = bought.filter(price__gt=0).order_by("stage__order", "number")
    for team, price in priced.values_list("team", "price"):
        prices[team].append(price)
    if not prices:
        prices.update({team: [fee] for team, fee in _fees(fund_of(tournament)).items()})
    if not prices:
        return []
    received, free = _received(tournament), free_places(tournament)
    accounts = [
        _account(team, prices[team.pk], received.get(team.public_id, 0), free.get(team.public_id, ""))
        for team in tournament.teams.filter(pk__in=prices)
        if any(prices[team.pk]) or received.get(team.public_id, 0)
    ]
    return sorted(accounts, key=lambda account: (-account.open, account.team.name_key))


def _fees(fund: Fund) -> dict[int, int]:
    """What each team pays to enter; nothing for any where there is no fee. Early is who was entered, or had signed up,
    by the end of the day; a team of which nobody is named yet pays for one. Who waits for a place in the draw owes
    nothing yet."""
    if fund.entry_fee is None:
        return {}
    playing = Count("players", filter=Q(players__left_at=None), distinct=True)
    drawn = fund.tournament.status != Tournament.Status.DRAFT
    teams = fund.tournament.teams.annotate(playing=playing, signed_up=F("sign_up__created_at"))
    fees = {}
    for team, seed, entered, signed_up, players in teams.values_list(
        "pk", "seed", "created_at", "signed_up", "playing"
    ):
        if drawn and seed is None:
            fees[team] = 0
            continue
        came = timezone.localdate(min(entered, signed_up or entered))
        early = fund.early_fee is not None and fund.early_until is not None and came <= fund.early_until
        fee = fund.early_fee if early and fund.early_fee is not None else fund.entry_fee
        fees[team] = fee * max(1, players) if fund.fee_per_player else fee
    return fees


def _account(team: Team, prices: list[int], received: int, free: str) -> Account:
    first = 0 if free else prices[0]
    return Account(team, len(prices), first + sum(prices[1:]), received, first, free)


def free_places(tournament: Tournament) -> dict[str, str]:
    """Why a team's first entry is not owed: by the public id of the teams of which that is so."""
    last = {row.team: row for row in FreePlace.objects.filter(tournament=tournament).order_by("pk")}
    return {team: row.reason for team, row in last.items() if row.given}


def account_of(team: Team) -> Account | None:
    """What a team owes and has paid; None where it has nothing to pay."""
    return next((account for account in accounts_of(team.tournament) if account.team == team), None)


def to_give_back(tournament: Tournament, entry: StreakEntry) -> list[Movement]:
    """The receipts of a team that pay for an entry which was taken back, the latest first: whole ones, of what it has
    paid above what it still owes, and not more than the price. Receipts for something else besides are left."""
    kept = entry.team.streak_entries.filter(stage__tournament=tournament, taken_back_at__isnull=True)
    prices, team = list(kept.order_by("number").values_list("price", flat=True)), entry.team.public_id
    owed = sum(prices[1:] if team in free_places(tournament) else prices)
    left = min(entry.price, max(0, _received(tournament).get(team, 0) - owed))
    refunded = Movement.objects.filter(act=Movement.Act.REFUND, reversal=None).values("about")
    paid = standing(tournament).filter(team=team).exclude(pk__in=refunded).prefetch_related("lines").order_by("-seq")
    given_back = []
    for receipt in paid:
        if receipt.amount <= left and all(line.given_by in ENTRIES for line in receipt.lines.all()):
            given_back.append(receipt)
            left -= receipt.amount
    return given_back


def _received(tournament: Tournament) -> dict[str, int]:
    """What each team paid for entries and re-buys, less what was given back: by the public id of the team."""
    lines = Line.objects.filter(movement__tournament=tournament).exclude(movement__team="").order_by()
    received: dict[str, int] = defaultdict(int)
    for side, sign in (("given_by", 1), ("given_to", -1)):
        sums = lines.filter(**{f"{side}__in": ENTRIES}).values_list("movement__team").annotate(cents=Sum("amount"))
        for team, cents in sums:
            received[team] += sign * cents
    return received
