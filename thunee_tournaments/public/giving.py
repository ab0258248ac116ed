"""What an event raises, and who gives it, as its page shows it."""

from thunee_tournaments.fundraising.models import Raffle
from thunee_tournaments.fundraising.pledges import pledged
from thunee_tournaments.fundraising.raised import fund_of, raised_in_public
from thunee_tournaments.fundraising.sponsors import sponsors_of
from thunee_tournaments.presentation.contexts import Context
from thunee_tournaments.tournaments.models import Tournament


def giving(tournament: Tournament) -> Context:
    """What was raised and pledged so far, whether there is a raffle, and the sponsors."""
    fund = fund_of(tournament)
    return {
        "raised": raised_in_public(fund), "pledged": pledged(fund), "sponsors": sponsors_of(tournament),
        "raffle": Raffle.objects.filter(tournament=tournament).exists(),
    }  # fmt: skip
