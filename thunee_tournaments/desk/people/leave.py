"""The chief referee gives a referee leave to act in one match in spite of a conflict of interest, in public."""

import uuid
from dataclasses import dataclass
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.models import User
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from thunee_tournaments.brackets.names import title_of
from thunee_tournaments.brackets.selectors import match_for
from thunee_tournaments.desk.access import CHIEFS, DeskRequest, page_for
from thunee_tournaments.desk.forms import one_of, own_words
from thunee_tournaments.desk.match.page import match_href, trail_of
from thunee_tournaments.desk.pages import desk_page, device_of, posted, refused_beside
from thunee_tournaments.services.acts import give_leave
from thunee_tournaments.services.queries import Conflicted, conflicted
from thunee_tournaments.tournaments.models import Tournament


class LeaveForm(forms.Form):
    """Who may act, and why."""

    referee = one_of(gettext_lazy("Which referee?"), missing=gettext_lazy("Choose the referee who may act here."))
    reason = own_words(
        gettext_lazy("Why, despite the conflict of interest?"),
        gettext_lazy("Everybody can read it. Write no names."), 500,
        missing=gettext_lazy("Say why. Everybody can read it."),
    )  # fmt: skip

    def __init__(self, data: Any = None, *, choices: list[tuple[str, str]]) -> None:
        super().__init__(data)
        self.fields["referee"].choices = choices  # type: ignore[attr-defined]


@dataclass(frozen=True)
class Row:
    """A referee, and the own team or teams in the match."""

    referee: Conflicted
    plays: str

    @property
    def lacks(self) -> bool:
        return self.referee.leave is None


@page_for(CHIEFS)
def leave(request: DeskRequest, tournament: Tournament, match_id: str) -> HttpResponse:
    """For chief referees: which referees have a part in this match, and leave for one of them."""
    match = match_for(tournament, match_id)
    rows = [Row(referee, " · ".join(str(match.team(side)) for side in referee.sides)) for referee in conflicted(match)]
    sent = posted(request)
    # Who was given leave meanwhile can still be sent: a double tap is told that it is done.
    choices = [
        (str(row.referee.user.pk), f"{row.referee.user} ({row.plays})") for row in rows if sent is not None or row.lacks
    ]
    form = LeaveForm(sent, choices=choices)
    if form.is_valid():
        with refused_beside(form, {"reason_missing": "reason", "not_a_referee": "referee"}):
            done = give_leave(
                actor=request.user, match=match, referee=User.objects.get(pk=int(form.cleaned_data["referee"])),
                reason=form.cleaned_data["reason"], device=device_of(request),
                client_uuid=request.POST.get("key", ""),
            )  # fmt: skip
            message = (
                _("This referee was permitted already.") if done.repeated else _("Permitted. Everybody can read it.")
            )
            messages.success(request, message)
            return redirect(match_href(tournament, match))
    context = {
        "match": match,
        "round": title_of(match),
        "form": form,
        "rows": rows,
        "open": any(row.lacks for row in rows),
        "key": uuid.uuid4(),
        "back": match_href(tournament, match),
    }
    trail = trail_of(tournament, match, _("Permission to act"))
    return desk_page(request, tournament, "desk/leave.html", context, tab="bracket", trail=trail)
