"""The raffle for everybody: what can be won, who has won, and how to draw it again."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from thunee_tournaments.fundraising.models import Raffle
from thunee_tournaments.fundraising.raffle import RaffleRecord, known, record_of, won, written
from thunee_tournaments.fundraising.raised import fund_of
from thunee_tournaments.presentation.contexts import Context
from thunee_tournaments.public.events import frame, of_event
from thunee_tournaments.tournaments.models import Tournament


@of_event
def raffle(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """For readers of the event: the prizes, the winning numbers shown so far, and once all are, the whole draw."""
    kept = Raffle.objects.filter(tournament=tournament).first()
    record = record_of(tournament)
    context: Context = {
        **frame(tournament, ""), "raffle": kept, "record": record, "currency": fund_of(tournament).currency,
        "known": known(kept, record) if kept else [], "prizes": prizes_of(kept, record),
        "drawn": record.drawn.body if kept and record.drawn and kept.revealed >= len(won(record)) else None,
        "sold": written(record.closed.body["sold"]) if record.closed else "",
    }  # fmt: skip
    return render(request, "public/raffle.html", context)


def prizes_of(kept: Raffle | None, record: RaffleRecord) -> list[str]:
    """The prizes as they were record when the sale was closed, or as they stand."""
    if record.closed is not None:
        return list(record.closed.body["prizes"])
    return list(kept.prizes) if kept else []
