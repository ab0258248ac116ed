"""Who sits where in a match, and who deals first: by hand, or by the first black jack (TH-DEAL-1)."""

from collections.abc import Sequence
from typing import Any, TypedDict

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from engine.games import cited
from thunee_tournaments.brackets.models import Match, MatchGame
from thunee_tournaments.brackets.names import title_of
from thunee_tournaments.brackets.order import current_of
from thunee_tournaments.brackets.selectors import match_for
from thunee_tournaments.desk.access import DeskRequest, organiser_page
from thunee_tournaments.desk.forms import LotForm
from thunee_tournaments.desk.match.page import match_href, trail_of
from thunee_tournaments.desk.pages import OK, UNUSABLE, desk_page, posted, refused_beside, saying_why_not
from thunee_tournaments.presentation.seats import Seat, seats_of
from thunee_tournaments.services.acts import Refused, draw_dealer, set_first_dealer, set_seats
from thunee_tournaments.tournaments.models import Tournament


class SeatsForm(forms.Form):
    """The seats in the order of play: the teams sit in turn."""

    def __init__(self, *args: Any, match: Match, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.count = match.seat_count
        for number in range(self.count):
            team = match.teams[number % len(match.teams)]
            assert team is not None
            self.fields[f"seat_{number}"] = forms.ChoiceField(
                label=_("Seat %(number)s, %(team)s") % {"number": number + 1, "team": team.name},
                choices=[
                    ("", _("left open")),
                    *(
                        (player.public_id, player.name)
                        for player in team.players.all()
                        if player.left_at is None or player.public_id in match.seats
                    ),
                ],
                required=False,
            )

    def seats(self) -> list[str | None]:
        return [self.cleaned_data[f"seat_{number}"] or None for number in range(self.count)]


@organiser_page
def seats(request: DeskRequest, tournament: Tournament, match_id: str) -> HttpResponse:
    """For organisers: who sits where, and who deals first: by hand, or by the first black jack."""
    match = match_for(tournament, match_id)
    if not match.known or match.over or tournament.status != Tournament.Status.RUNNING:
        messages.info(request, _("Seats are given when both teams are known, until the match is over."))
        return redirect(match_href(tournament, match))
    now = dict(enumerate([*match.seats, *[None] * match.seat_count][: match.seat_count]))
    form = SeatsForm(posted(request), match=match, initial={f"seat_{number}": player for number, player in now.items()})
    if form.is_valid():
        with refused_beside(form):
            set_seats(actor=request.user, match=match, seats=form.seats())
            messages.success(request, _("The seats are saved."))
            return redirect("desk:seats", tournament.slug, match.public_id)
    return _seats_page(request, tournament, match, form)


def _seats_page(
    request: DeskRequest, tournament: Tournament, match: Match, form: SeatsForm, lot_form: LotForm | None = None
) -> HttpResponse:
    games = list(match.games.all())
    game = current_of(match, games)
    sitting = seats_of(match, game.sheet.ledger["after"]["next_dealer"] if game else None)
    context = {
        "match": match,
        "round": title_of(match),
        "form": form,
        "lot_form": lot_form or LotForm(),
        "game": game,
        "seats": sitting,
        "may_deal": game is None or game.sheet.seq == 0,
        "dealer": game.sheet.first_dealer if game else None,
        "turned": turned(game, sitting),
        "first_dealer_rule": cited(tournament.game).first_dealer,
        "draw": game.dealer_draw if game else {},
    }
    status = UNUSABLE if form.errors or (lot_form and lot_form.errors) else OK
    trail = trail_of(tournament, match, _("Seats and first dealer"))
    return desk_page(request, tournament, "desk/seats.html", context, tab="bracket", trail=trail, status=status)


class Turned(TypedDict):
    """A card turned up, for whom, and whether it was the last."""

    card: str
    seat: Seat
    last: bool


def turned(game: MatchGame | None, sitting: Sequence[Seat]) -> list[Turned]:
    """The cards turned up for the first dealer, one after another, each with whom it was turned for (TH-DEAL-1)."""
    draw = game.dealer_draw if game else {}
    cards = draw.get("cards", [])
    first = draw.get("shuffler", 0) + 1
    return [
        {"card": card, "seat": sitting[(first + place) % len(sitting)], "last": place == len(cards) - 1}
        for place, card in enumerate(cards)
    ]


@require_POST
@organiser_page
def dealer(request: DeskRequest, tournament: Tournament, match_id: str) -> HttpResponse:
    """For organisers: the first dealer of the coming game: a seat by hand, or the first black jack of a fresh lot."""
    match = match_for(tournament, match_id)
    if request.POST.get("by") == "hand":
        chosen = request.POST.get("seat", "")
        with saying_why_not(request):
            set_first_dealer(actor=request.user, match=match, seat=int(chosen) if chosen in set("012345") else -1)
            messages.success(request, _("The first dealer is set."))
        return redirect("desk:seats", tournament.slug, match.public_id)
    if request.POST.get("before", "") != _lot_of(match):
        messages.info(request, _("The cards had been turned already. This is how they lie."))
        return redirect("desk:seats", tournament.slug, match.public_id)
    lot_form = LotForm(request.POST)
    if lot_form.is_valid():
        try:
            draw_dealer(actor=request.user, match=match, lot=lot_form.cleaned_data["lot"])
        except Refused as refused:
            if refused.code != "bad_lot":
                messages.error(request, refused.message)
                return redirect("desk:seats", tournament.slug, match.public_id)
            lot_form.add_error("lot", str(refused.message))
        else:
            messages.success(request, _("The cards are turned: the first black jack deals."))
            return redirect("desk:seats", tournament.slug, match.public_id)
    initial = {f"seat_{number}": player for number, player in enumerate(match.seats)}
    return _seats_page(request, tournament, match, SeatsForm(match=match, initial=initial), lot_form)


def _lot_of(match: Match) -> str:
    """The lot the coming game's dealer was drawn from, "" if nobody drew it."""
    games = list(match.games.all())
    lot: str = games[-1].dealer_draw.get("lot", "") if games else ""
    return lot
