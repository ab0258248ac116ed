"""A game played behind one that was corrected since (EV-LATE-5): a referee keeps it or strikes it out, in one act.

Nothing else moves with it, so that there is nothing to look at before it is saved: neither choice changes a result.
"""

import uuid
from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from adjudication.disputes import MAX_GROUNDS
from adjudication.errors import KeyReused
from thunee_tournaments.brackets.models import Match, MatchGame
from thunee_tournaments.brackets.names import title_of
from thunee_tournaments.brackets.selectors import match_for
from thunee_tournaments.desk.access import CHIEFS, DeskRequest, referee_page
from thunee_tournaments.desk.disputes.under_review import DECIDED
from thunee_tournaments.desk.match.page import match_href, trail_of
from thunee_tournaments.desk.pages import UNUSABLE, add_refusal, desk_page, device_of
from thunee_tournaments.presentation.seats import voices_of
from thunee_tournaments.services.acts import Refused, resolve_surplus
from thunee_tournaments.services.queries import (
    KEEP_GAME,
    STRIKE_GAME,
    SURPLUS_RULE,
    conflicts_of_interest,
    undecided_games,
    was_surplus_resolved,
)
from thunee_tournaments.tournaments.models import Tournament

WHAT_IT_DOES = {
    KEEP_GAME: gettext_lazy(
        "Keep it as it was played: it counts for nothing, unless the match needs it after all. Then it counts as it "
        "stands, or is played on."
    ),
    STRIKE_GAME: gettext_lazy(
        "Strike it out, all its hands at once: they stay on the record. If the match needs a game after all, it is "
        "played anew."
    ),
}
NAMED = {"reason_missing": "text", "conflict": "override"}  # what is refused, by the field it is about


class SurplusForm(forms.Form):
    """What becomes of the game, and why."""

    choice = forms.ChoiceField(
        label=gettext_lazy("What becomes of the game?"),
        choices=[
            (choice.value, format_html("{} <small>{}</small>", what, SURPLUS_RULE))
            for choice, what in WHAT_IT_DOES.items()
        ],
        widget=forms.RadioSelect(attrs={"class": "choice-list"}),
        error_messages={"required": gettext_lazy("Say what becomes of the game.")},
    )
    text = forms.CharField(
        label=gettext_lazy("Why?"),
        help_text=gettext_lazy("Everybody can read it on the page of the match. Name no player."),
        max_length=MAX_GROUNDS,
        widget=forms.Textarea(attrs={"rows": 3}),
        error_messages={"required": gettext_lazy("Say why.")},
    )

    def __init__(self, *args: Any, others: list[MatchGame], override: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if others:
            numbers = ", ".join(str(other.number) for other in others)
            self.fields["alike"] = forms.BooleanField(
                label=_("Decide the same about the other games of the match behind it (%(numbers)s)")
                % {"numbers": numbers},
                help_text=_("Each gets a decision of its own, with the same reason."),
                required=False,
            )
        self.order_fields(["choice", "alike", "text"])
        if override:
            self.fields["override"] = forms.CharField(
                label=_("Why do you decide, although your own team or club plays?"),
                help_text=_("This is made public too (EV-CONF-1)."),
                max_length=500,
                widget=forms.Textarea(attrs={"rows": 2}),
            )


@require_http_methods(["GET", "HEAD", "POST"])
@referee_page
def surplus(request: DeskRequest, tournament: Tournament, match_id: str, number: int) -> HttpResponse:
    """For referees: a game the match did not need, the form, and the decision about it."""
    found = match_for(tournament, match_id)
    if not MatchGame.also_struck.filter(match=found, number=number).exists():
        raise Http404("no such game")
    open_ = undecided_games(found)
    game = next((one for one in open_ if one.number == number), None)
    if game is None:
        _say_what_was(request, found)
        return redirect(match_href(tournament, found))
    override = bool(conflicts_of_interest(request.user, found)) and bool(request.roles & CHIEFS)
    others = [one for one in open_ if one.pk != game.pk]
    sent = request.POST if request.method == "POST" else None
    form = SurplusForm(sent, others=others, override=override)
    if sent is not None and form.is_valid():
        try:
            resolve_surplus(
                actor=request.user, match=found, game=game, device=device_of(request), client_uuid=sent.get("key", ""),
                **form.cleaned_data,
            )  # fmt: skip
        except Refused as refused:
            add_refusal(form, refused, NAMED)
        except KeyReused as reused:
            form.add_error(None, str(reused.message))
        else:
            messages.success(request, DECIDED)
            return redirect(match_href(tournament, found))
    return _page(request, tournament, found, game, form)


def _say_what_was(request: DeskRequest, match: Match) -> None:
    """Nothing is to be decided: the second of two taps has done it, another referee was first, or nobody has to."""
    try:
        twice = request.method == "POST" and was_surplus_resolved(
            match, device_of(request), request.POST.get("key", "")
        )
    except Refused:
        twice = False
    if twice:
        messages.success(request, DECIDED)
    else:
        messages.info(request, _("Nothing has to be decided about this game: it counts, or was decided about."))


def _page(
    request: DeskRequest, tournament: Tournament, match: Match, game: MatchGame, form: SurplusForm
) -> HttpResponse:
    context = {
        "match": match,
        "game": game,
        "round": title_of(match),
        "voices": voices_of(match),
        "form": form,
        "key": uuid.uuid4(),
        "back": match_href(tournament, match),
    }
    trail = trail_of(tournament, match, _("Game %(number)s") % {"number": game.number})
    status = UNUSABLE if form.errors else 200
    return desk_page(request, tournament, "desk/surplus.html", context, tab="bracket", trail=trail, status=status)
