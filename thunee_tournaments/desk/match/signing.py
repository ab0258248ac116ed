"""Signatures at the desk: a referee signs for a side, the slip of a game, the PINs to hand out; late scorecards."""

import uuid
from typing import Any, NotRequired, TypedDict

from django import forms
from django.contrib import messages
from django.db.models import Q
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST, require_safe

from adjudication.errors import KeyReused, Stale
from adjudication.hands import all_hands
from engine.seats import OTHER_SIDE
from thunee_tournaments.brackets.models import Match, MatchGame
from thunee_tournaments.brackets.names import title_of
from thunee_tournaments.brackets.selectors import matches_of
from thunee_tournaments.desk.access import ANYBODY, DeskRequest, page_for, referee_page, secret
from thunee_tournaments.desk.forms import one_of, own_words
from thunee_tournaments.desk.match.changing import not_now
from thunee_tournaments.desk.match.hands import HandRow
from thunee_tournaments.desk.match.page import match_href, trail_of
from thunee_tournaments.desk.pages import crumb, desk_page, device_of, key_of, posted, refused_beside
from thunee_tournaments.desk.selectors import game_for
from thunee_tournaments.presentation import qr
from thunee_tournaments.presentation.seats import voices_of
from thunee_tournaments.presentation.signatures import signatures_of, void_again
from thunee_tournaments.services.acts import Refused, agree_to_game, forfeit_scorecard, sign_game
from thunee_tournaments.services.queries import pin_of, pin_of_team
from thunee_tournaments.tables.models import Table
from thunee_tournaments.tables.selectors import table_of, with_tables
from thunee_tournaments.teams.models import Team
from thunee_tournaments.tournaments import policies
from thunee_tournaments.tournaments.models import Tournament


@require_POST
@referee_page
def sign(request: DeskRequest, tournament: Tournament, match_id: str, number: int) -> HttpResponse:
    """For referees: sign for a side, with a reason or its PIN; or for both, which told the desk they agree."""
    match, game = game_for(tournament, match_id, number)
    side = request.POST.get("side", "")
    try:
        if side == "both":
            done = agree_to_game(actor=request.user, game=game, key=key_of(request))
        else:
            pin, reason = request.POST.get("pin", "")[:20], request.POST.get("reason", "")
            done = sign_game(actor=request.user, game=game, side=side, key=key_of(request), pin=pin, reason=reason)
    except Stale:
        messages.error(request, _("The scoresheet changed first, so nothing was signed. Check it, then sign."))
    except (Refused, KeyReused) as refused:
        messages.error(request, refused.message)
    else:
        if done.standing.missing:
            messages.success(request, _("Signed for %(team)s.") % {"team": match.team(side)})
        else:
            messages.success(request, _("Both sides have signed: the game counts."))
    return redirect(f"{match_href(tournament, match)}#signing-{number}")


@require_safe
@page_for(ANYBODY)
def slip(request: DeskRequest, tournament: Tournament, match_id: str, number: int) -> HttpResponse:
    """For everybody with a role: what both sides signed, to print."""
    match, game = game_for(tournament, match_id, number)
    signatures = signatures_of(match, game)
    if signatures is None:
        raise Http404("nothing was signed")
    context = {
        "match": match,
        "game": game,
        "names": voices_of(match),
        "after": game.sheet.ledger["after"],
        "count": sum(not hand.voided for hand in all_hands(game.sheet)),
        "signatures": signatures,
        "picture": qr.picture(game.sheet.head),
    }
    trail = trail_of(tournament, match, _("Slip"))
    return desk_page(request, tournament, "desk/slip.html", context, tab="bracket", trail=trail)


@require_safe
@referee_page
def pins(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """For referees: slips with the PINs, to print, to cut and to hand out: one for each team of each match that is to
    be signed, or one for each team where its PIN is the same all evening."""
    chosen = policies.read(tournament.policies)
    evening = chosen.sign_with == policies.SignWith.EVENING_PIN
    slips = (_slips_of_evening if evening else _slips_of_matches)(tournament) if chosen.with_pins else []
    context = {"slips": slips, "chosen": chosen, "evening": evening}
    trail = (crumb(tournament, "tables"), (_("PINs"), ""))
    return secret(desk_page(request, tournament, "desk/pins.html", context, tab="tables", trail=trail))


class Slip(TypedDict):
    """A team's slip with its PIN: for the evening, or for a match, in which round, against whom and at which table."""

    team: Team | None
    pin: str
    match: NotRequired[Match]
    round: NotRequired[str]
    against: NotRequired[Team | None]
    table: NotRequired[Table | None]


def _slips_of_evening(tournament: Tournament) -> list[Slip]:
    """One for each team that plays."""
    return [{"team": team, "pin": pin_of_team(team)} for team in tournament.teams.filter(withdrawn_at=None)]


def _slips_of_matches(tournament: Tournament) -> list[Slip]:
    """One for each side of each match that is to be signed."""
    return [
        {
            "match": match,
            "round": title_of(match),
            "team": match.team(side),
            "against": match.team(OTHER_SIDE[side]),
            "table": table_of(match),
            "pin": pin_of(match, side),
        }
        for match in _to_be_signed(tournament)
        for side in "AB"
    ]


def _to_be_signed(tournament: Tournament) -> list[Match]:
    """The matches that can be played, and those that are over with a game that was corrected after it was signed."""
    again = void_again(MatchGame.objects.filter(match__stage__tournament=tournament, match__state=Match.State.DONE))
    wanted = Q(state__in=[Match.State.READY, Match.State.PLAYING]) | Q(pk__in={game.match_id for game in again})
    return list(with_tables(matches_of(tournament)).filter(wanted))


class ScorecardForm(forms.Form):
    """Whose scorecard was late, and what the referee saw."""

    side = one_of(gettext_lazy("Whose scorecard was not right?"), css="cols-2")
    text = own_words(
        gettext_lazy("What happened"),
        gettext_lazy("Everybody can read it on the page of the match, and the side may appeal."), 400, rows=3,
        missing=gettext_lazy("Say what happened: a decision needs its reason."),
    )  # fmt: skip

    def __init__(self, data: Any, *, teams: list[tuple[str, str]]) -> None:
        super().__init__(data)
        side: Any = self.fields["side"]
        side.choices = teams


@referee_page
def scorecard(request: DeskRequest, tournament: Tournament, match_id: str, number: int, seq: int) -> HttpResponse:
    """For referees: a side whose scorecard was not right before the next cut forfeits the hand's balls (EV-CARD-1)."""
    match, game = game_for(tournament, match_id, number)
    hand = next((hand for hand in all_hands(game.sheet) if hand.seq == seq and not hand.voided), None)
    if hand is None or not policies.read(tournament.policies).late_scorecard:
        raise Http404("no such hand, or the event does not play so")
    if not_now(request, tournament, match, game):
        return redirect(match_href(tournament, match))
    voices = voices_of(match)
    teams = [(side, voices.side(side)) for side in "AB" if (hand.ruling.get("balls") or {}).get(side)]
    form = ScorecardForm(posted(request), teams=teams)
    if form.is_valid():
        with refused_beside(form):
            forfeit_scorecard(
                actor=request.user,
                game=game,
                hand=seq,
                side=form.cleaned_data["side"],
                text=form.cleaned_data["text"],
                head=request.POST.get("head", ""),
                device=device_of(request),
                client_uuid=request.POST.get("key", ""),
            )
            messages.success(request, _("Decided: the balls of this hand are forfeited. The side may appeal."))
            return redirect(f"{match_href(tournament, match)}#hand-{number}-{seq}")
    context = {
        "match": match,
        "game": game,
        "row": HandRow(hand, voices),
        "form": form,
        "teams": teams,
        "head": game.sheet.head,
        "key": uuid.uuid4(),
        "back": match_href(tournament, match),
    }
    trail = trail_of(tournament, match, _("Late scorecard"))
    return desk_page(request, tournament, "desk/scorecard.html", context, tab="bracket", trail=trail)
