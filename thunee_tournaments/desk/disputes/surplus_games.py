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

from adjudication.disputes import MAX_GROUNDS
from thunee_tournaments.brackets.models import Match, MatchGame
from thunee_tournaments.brackets.names import title_of
from thunee_tournaments.brackets.selectors import match_for
from thunee_tournaments.desk.access import DeskRequest, referee_page
from thunee_tournaments.desk.disputes.under_review import (
    DECIDED,
    grounds_field,
    override_field,
    say_what_was,
    says_why_in_spite,
)
from thunee_tournaments.desk.forms import one_of
from thunee_tournaments.desk.match.page import match_href, trail_of
from thunee_tournaments.desk.pages import desk_page, device_of, posted, refused_beside
from thunee_tournaments.presentation.seats import voices_of
from thunee_tournaments.services.acts import resolve_surplus
from thunee_tournaments.services.queries import (
    KEEP_GAME,
    STRIKE_GAME,
    SURPLUS_RULE,
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
        "replayed."
    ),
}
NAMED = {"reason_missing": "text", "conflict": "override"}  # what is refused, by the field it is about


class SurplusForm(forms.Form):
    """What becomes of the game, and why."""

    choice = one_of(
        gettext_lazy("What becomes of the game?"),
        [
            (choice.value, format_html("{} <small>{}</small>", what, SURPLUS_RULE))
            for choice, what in WHAT_IT_DOES.items()
        ],
        missing=gettext_lazy("Say what becomes of the game."),
    )
    text = grounds_field(MAX_GROUNDS)

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
            self.fields["override"] = override_field()


@referee_page
def surplus(request: DeskRequest, tournament: Tournament, match_id: str, number: int) -> HttpResponse:
    """For referees: a game the match did not need, the form, and the decision about it."""
    match = match_for(tournament, match_id)
    if not MatchGame.also_struck.filter(match=match, number=number).exists():
        raise Http404("no such game")
    open_ = undecided_games(match)
    game = next((game for game in open_ if game.number == number), None)
    if game is None:
        nothing = _("Nothing has to be decided about this game: it counts, or was decided about.")
        say_what_was(request, match, was_surplus_resolved, nothing)
        return redirect(match_href(tournament, match))
    override = says_why_in_spite(request, match)
    others = [other for other in open_ if other.pk != game.pk]
    form = SurplusForm(posted(request), others=others, override=override)
    if form.is_valid():
        with refused_beside(form, NAMED):
            resolve_surplus(
                actor=request.user, match=match, game=game, device=device_of(request),
                client_uuid=request.POST.get("key", ""), **form.cleaned_data,
            )  # fmt: skip
            messages.success(request, DECIDED)
            return redirect(match_href(tournament, match))
    return _page(request, tournament, match, game, form)


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
    return desk_page(request, tournament, "desk/surplus.html", context, tab="bracket", trail=trail)
