"""What was raised: what came in, or what is left of it after costs. What is only priced, not paid, is never in it."""

from dataclasses import dataclass

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from thunee_tournaments.fundraising.accounts import balances_of
from thunee_tournaments.fundraising.amounts import shown
from thunee_tournaments.fundraising.models import Fund, Movement, Party
from thunee_tournaments.teams.models import Team
from thunee_tournaments.teams.names import name_key
from thunee_tournaments.tournaments.models import Tournament

MOST_THANKS = 12


@dataclass(frozen=True)
class Raised:
    """What everybody may see of it: the total (`net`: after costs), what is hoped for, and who may be thanked by
    name."""

    total: int
    goal: int | None
    currency: str
    thanks: list[str]
    more: int = 0
    net: bool = False

    @property
    def title(self) -> str:
        """What the total is called."""
        return _("Raised so far, after costs") if self.net else _("Raised so far")

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
    fund = Fund.objects.filter(tournament=tournament).first() or Fund()
    fund.tournament = tournament
    return fund


def standing(tournament: Tournament) -> QuerySet[Movement]:
    """The receipts that were not taken back."""
    return Movement.objects.filter(tournament=tournament, act=Movement.Act.RECEIPT, reversal=None)


def raised_in_public(fund: Fund) -> Raised | None:
    """What everybody sees; None while the organiser keeps it to the desk."""
    if not fund.public:
        return None
    tournament = fund.tournament
    balances = balances_of(tournament)
    total = balances.net if fund.shows_net else balances.gross
    givers = Party.objects.filter(movement__in=standing(tournament), named=True).exclude(name="")
    names = {name_key(name): name for name in givers.order_by("movement__seq").values_list("name", flat=True)}
    latest = list(reversed(names.values()))
    return Raised(
        max(0, total), fund.goal, fund.currency, latest[:MOST_THANKS], max(0, len(latest) - MOST_THANKS),
        net=fund.shows_net,
    )  # fmt: skip


def find_receipts(tournament: Tournament, wanted: str) -> QuerySet[Movement]:
    """The receipts, the latest first; with words: those in whose party, note, team or number every word stands."""
    receipts = Movement.objects.filter(tournament=tournament, act=Movement.Act.RECEIPT).order_by("-number")
    receipts = receipts.select_related("party", "reversal").prefetch_related("lines", "later__reversal")
    for word in wanted.split():
        teams = Team.objects.filter(tournament=tournament, name__icontains=word).values("public_id")
        stands = Q(party__name__icontains=word) | Q(party__note__icontains=word) | Q(team__in=teams)
        year, _slash, number = word.rpartition("/")
        if number.isdecimal() and len(number) < 9 and not year:
            stands |= Q(number=int(number))
        elif number.isdecimal() and len(number) < 9 and year.isdecimal() and len(year) == 4:
            stands |= Q(organisations_number__year=int(year), organisations_number__number=int(number))
        receipts = receipts.filter(stands)
    return receipts
