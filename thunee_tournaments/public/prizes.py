"""The prizes of a tournament, and who gets them: as it stands, or won."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from thunee_tournaments.public.events import frame, of_event
from thunee_tournaments.standings import prizing
from thunee_tournaments.standings.models import PrizeList
from thunee_tournaments.tournaments.models import Stage, Tournament


@of_event
def prizes(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """For readers of the event: the prizes, and who gets them as it stands now."""
    kept = prizing.list_of(tournament)
    began = tournament.status != Tournament.Status.DRAFT and Stage.objects.filter(
        tournament=tournament, drawn_at__isnull=False
    ).exists()  # fmt: skip
    awards = prizing.prizes_of(tournament, kept) if kept else []
    if not began:  # before the draw nobody stands anywhere
        awards = [prizing.AwardedPrize(award.prize, award.title) for award in awards]
    context = {
        **frame(tournament, "standings"),
        "awards": awards,
        "currency": kept.currency if kept else "",
        "by_lot": kept is not None and kept.ties == PrizeList.Ties.LOT,
        "one_each": kept is not None and kept.one_each,
    }
    return render(request, "public/prizes.html", context)
