"""Reading the sponsors of an event, those who give most first."""

from django.db.models import Case, QuerySet, Value, When

from thunee_tournaments.fundraising.models import Sponsor
from thunee_tournaments.tournaments.models import Tournament


def sponsors_of(tournament: Tournament) -> QuerySet[Sponsor]:
    """The sponsors in the order in which they are shown: main ones first, then as they were added. Without their logos,
    which are asked for one by one."""
    places = [When(tier=tier, then=Value(place)) for place, tier in enumerate(Sponsor.Tier.values)]
    return tournament.sponsors.defer("logo").annotate(place=Case(*places)).order_by("place", "pk")
