"""What an event raises, and who gives it, as its page shows it."""

from django.db.models import Exists, OuterRef

from thunee_tournaments.fundraising.models import AuctionItem, Raffle
from thunee_tournaments.fundraising.pledges import pledged
from thunee_tournaments.fundraising.raised import fund_of, raised_in_public
from thunee_tournaments.fundraising.sponsors import sponsors_of
from thunee_tournaments.presentation.contexts import Context
from thunee_tournaments.tournaments.models import Tournament


def giving(tournament: Tournament) -> Context:
    """What was raised and pledged so far, whether there is a raffle or an auction, and the sponsors."""
    fund = fund_of(tournament)
    own = {"tournament": OuterRef("pk")}
    there = [Exists(Raffle.objects.filter(**own)), Exists(AuctionItem.objects.filter(**own))]
    raffle, auction = Tournament.objects.filter(pk=tournament.pk).values_list(*there).get()
    return {
        "raised": raised_in_public(fund), "pledged": pledged(fund), "sponsors": sponsors_of(tournament),
        "raffle": raffle, "auction": auction,
    }  # fmt: skip
