"""What pledges come to: a fold over the record, worked out whenever somebody looks, and stored nowhere.

A pledge counts what is first written down between the moment it is made and the one it ends. A correction reprices it
both ways. It never comes to less than nought, nor to more than its own limit.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Q, QuerySet, Sum
from django.utils.translation import gettext_lazy

from thunee_tournaments.fundraising import amounts, happenings
from thunee_tournaments.fundraising.accounts import income
from thunee_tournaments.fundraising.happenings import Happening, happenings_of
from thunee_tournaments.fundraising.models import Fund, Line, Movement, Pledge, PledgeEnd, Pledger
from thunee_tournaments.tournaments.models import Tournament
from thunee_tournaments.tournaments.tokens import token_hash

# What is given for: as a form asks for it, and as a list names it after an amount ("R 10 for every ball").
UNITS: dict[str, tuple[Any, Any]] = {
    happenings.BALL: (gettext_lazy("For every ball opened"), gettext_lazy("%(amount)s a ball")),
    happenings.HAND: (gettext_lazy("For every hand won"), gettext_lazy("%(amount)s a hand")),
    happenings.KHANUCK: (gettext_lazy("For every khanuck made"), gettext_lazy("%(amount)s a khanuck")),
    happenings.DOUBLE: (gettext_lazy("For every double made"), gettext_lazy("%(amount)s a double")),
    happenings.THUNEE: (gettext_lazy("For every thunee made"), gettext_lazy("%(amount)s a thunee")),
    happenings.MATCH: (gettext_lazy("For every match won"), gettext_lazy("%(amount)s a match")),
}


@dataclass(frozen=True)
class Part:
    """What one happening adds to a pledge."""

    happening: Happening
    cents: int


@dataclass(frozen=True)
class Standing:
    """A pledge and what it comes to. `parts` in the order in which they were written down, whatever the limit; `paid`:
    what was received for it, less refunds. In the currency's smallest unit."""

    pledge: Pledge
    pledger: Pledger
    ended: PledgeEnd | None
    struck: PledgeEnd | None
    parts: list[Part]
    paid: int

    @property
    def reckoned(self) -> int:
        """What the parts come to without the limit."""
        return sum(part.cents for part in self.parts)

    @property
    def comes_to(self) -> int:
        return 0 if self.struck else max(0, min(self.pledge.most, self.reckoned))

    @property
    def full(self) -> bool:
        """Whether it has come to its limit."""
        return self.comes_to == self.pledge.most

    @property
    def open(self) -> int:
        """What is still to be paid of it as it stands."""
        return max(0, self.comes_to - self.paid)

    @property
    def over(self) -> int:
        """What was paid above what it comes to: the record was corrected since, or it was paid twice."""
        return max(0, self.paid - self.comes_to)

    @property
    def reference(self) -> str:
        """What to write on a payment."""
        return reference_of(self.pledge)


def reference_of(pledge: Pledge) -> str:
    """What to write on a payment for it: "PLEDGE 7"."""
    return f"PLEDGE {pledge.number}"


def takes(fund: Fund) -> bool:
    """Whether a pledge can be made now: the organiser takes them, and the event is drawn, not closed and kept here."""
    running = fund.tournament.status == Tournament.Status.RUNNING and not fund.tournament.kept_by
    return running and fund.pledge_most is not None


def pledge_by(tournament: Tournament, token: str) -> Pledge | None:
    """The pledge with this private link, if there is one."""
    return of_event(tournament).filter(token_hash=token_hash(token)).first()


def of_event(tournament: Tournament) -> QuerySet[Pledge]:
    """The pledges in the order in which they were made, with who made them."""
    return Pledge.objects.filter(tournament=tournament).select_related("pledger").prefetch_related("ends")


def standing_of(pledge: Pledge) -> Standing:
    """One pledge, and what it comes to."""
    [standing] = _standings(pledge.tournament, [pledge])
    return standing


def standings_of(tournament: Tournament) -> list[Standing]:
    """Every pledge of the event and what it comes to. Without pledges: one query."""
    return _standings(tournament, of_event(tournament))


def _standings(tournament: Tournament, pledges: Iterable[Pledge]) -> list[Standing]:
    pledges = list(pledges)
    if not pledges:
        return []
    done, paid = happenings_of(tournament), _paid(tournament)
    return [_standing(pledge, done, paid.get(pledge.public_id, 0)) for pledge in pledges]


def _standing(pledge: Pledge, done: Iterable[Happening], paid: int) -> Standing:
    ends = {end.struck: end for end in pledge.ends.all()}
    ended = ends.get(False)
    until = ended.created_at if ended else None
    parts = [
        Part(row, cents)
        for row in done
        if row.at >= pledge.created_at and (until is None or row.at < until) and is_meant(pledge, row)
        and (cents := row.times * pledge.rates.get(row.unit, 0))
    ]  # fmt: skip
    return Standing(pledge, pledge.pledger, ended, ends.get(True), parts, paid)


def is_meant(pledge: Pledge, row: Happening) -> bool:
    """Whether a pledge is for this team, or this table; one for neither is for all of them."""
    if pledge.team:
        return row.team == pledge.team
    return pledge.table is None or row.table == pledge.table


def _paid(tournament: Tournament) -> Mapping[str, int]:
    """What was received for each pledge as a donation, less refunds and what was taken back: by its public id."""
    donations = income(Movement.Kind.DONATION)
    of_pledge: dict[str, int] = defaultdict(int)
    receipts = Movement.objects.filter(tournament=tournament, act=Movement.Act.RECEIPT, details__has_key="pledge")
    receipts = receipts.filter(reversal=None)
    named = {pk: details["pledge"] for pk, details in receipts.values_list("pk", "details")}
    if not named:
        return of_pledge
    lines = Line.objects.filter(Q(movement__in=named) | Q(movement__about__in=named, movement__act="refund"))
    lines = lines.filter(Q(given_by=donations) | Q(given_to=donations), movement__reversal=None).order_by()
    sums = lines.values_list("movement", "movement__about", "given_by").annotate(cents=Sum("amount"))
    for movement, about, given_by, cents in sums:
        of_pledge[named[movement if movement in named else about]] += cents if given_by == donations else -cents
    return of_pledge


@dataclass(frozen=True)
class Pledged:
    """What everybody sees of an event's pledges. `latest`: what was added last, by which pledge; `taken`: whether more
    can be made."""

    total: int
    pledges: int
    currency: str
    latest: list[tuple[Standing, Part]]
    taken: bool

    @property
    def shown(self) -> str:
        return amounts.shown(self.total, self.currency)


def pledged(fund: Fund, standings: Sequence[Standing] | None = None, most: int = 0) -> Pledged | None:
    """What the pledges of the event of this fund (`standings`, if they are at hand) come to together, with the `most`
    latest parts; None where there is nothing to say: none are taken and none were made."""
    if standings is None:
        standings = standings_of(fund.tournament)
    standings = [standing for standing in standings if not standing.struck]
    if not standings and not takes(fund):
        return None
    parts = [(standing, part) for standing in standings for part in standing.parts if part.cents > 0]
    latest = sorted(parts, key=lambda row: row[1].happening.at, reverse=True)[:most]
    total = sum(standing.comes_to for standing in standings)
    return Pledged(total, len(standings), fund.currency, latest, takes(fund))
