"""The prizes that teams have won for good, and what of them was paid."""

from collections import defaultdict
from dataclasses import dataclass

from django.db.models import Sum

from thunee_tournaments.fundraising.amounts import places
from thunee_tournaments.fundraising.models import Movement
from thunee_tournaments.fundraising.raised import fund_of
from thunee_tournaments.standings import prizing
from thunee_tournaments.teams.models import Team
from thunee_tournaments.tournaments.models import Tournament


@dataclass(frozen=True)
class Payable:
    """A prize of money that a team has won: what it is called, how much it is and what was paid of it, in the
    smallest unit of the fund's currency."""

    team: Team
    what: str
    amount: int
    paid: int

    @property
    def open(self) -> int:
        return self.amount - self.paid


def prizes_to_pay(tournament: Tournament) -> list[Payable]:
    """Every prize of money whose winner cannot change any more by playing. What a team was paid counts for its prizes
    in the order of the list."""
    awards = [awarded for awarded in prizing.prizes_of(tournament) if awarded.prize.amount and awarded.winners]
    if not awards:
        return []
    unit = 10 ** places(fund_of(tournament).currency)
    teams = {team.public_id: team for team in tournament.teams.all()}
    left = _paid(tournament)
    listed = []
    for awarded in awards:
        for winner in awarded.winners:
            amount = winner.amount * unit // 100  # the list of prizes counts in hundredths
            if winner.won and amount:
                paid = min(amount, left[winner.team])
                left[winner.team] -= paid
                what = awarded.prize.name or awarded.prize.places
                listed.append(Payable(teams[winner.team], what, amount, paid))
    return listed


def _paid(tournament: Tournament) -> defaultdict[str, int]:
    """What was paid to each team as prizes: by its public id."""
    paid = Movement.objects.filter(tournament=tournament, act=Movement.Act.PRIZE, reversal=None).order_by()
    return defaultdict(int, paid.values_list("team").annotate(cents=Sum("amount")))
