"""A match under review (EV-LATE-1): whose error it was, what becomes of the match, what that changes; the decision."""

import uuid
from collections.abc import Callable
from functools import partial
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from adjudication.disputes import MAX_GROUNDS
from thunee_tournaments.brackets.models import Match
from thunee_tournaments.brackets.names import title_of
from thunee_tournaments.brackets.selectors import match_for
from thunee_tournaments.desk.access import CHIEFS, DeskRequest, referee_page
from thunee_tournaments.desk.forms import one_of, own_words
from thunee_tournaments.desk.match.page import match_href, trail_of
from thunee_tournaments.desk.pages import desk_page, device_of, refused_beside, save_or_show, sent_to_judge
from thunee_tournaments.services import queries
from thunee_tournaments.services.acts import (
    ChangedSinceShown,
    Impact,
    Refused,
    as_seen,
    mark_of,
    preview_conflict,
    resolve_conflict,
)
from thunee_tournaments.services.queries import (
    KEEP_MATCH,
    LATE_RULES,
    REPLAY_MATCH,
    VOID_MATCH,
    ErrorBy,
    Outcome,
    conflicts_of_interest,
    displaced,
    late_choices_for,
    suggested_choice,
    was_match_resolved,
    why_not_kept,
)
from thunee_tournaments.tournaments import policies
from thunee_tournaments.tournaments.models import Tournament

WHAT_IT_DOES = {
    KEEP_MATCH: gettext_lazy("Keep it: it counts with the teams that played it, and they keep their places."),
    REPLAY_MATCH: gettext_lazy("Replay it: what was played is struck out, and the right teams begin it again."),
    VOID_MATCH: gettext_lazy(
        "Strike it out: what was played counts for nothing; the other side goes on without playing."
    ),
}
# In groups, a Swiss and leagues a team has its place in all its matches there, or in none.
IN_A_TABLE = {
    KEEP_MATCH: gettext_lazy(
        "Keep it: it counts as it was played, and its teams keep their places in this table, in all its matches."
    ),
    REPLAY_MATCH: gettext_lazy(
        "Replay it: what was played is struck out, and the team whose place it is by the results plays it instead."
    ),
    VOID_MATCH: gettext_lazy(
        "Strike it out: what was played counts for nothing; the other side wins it without playing, and the place goes "
        "to the team whose it is by the results."
    ),
}
ALONE = {
    KEEP_MATCH: gettext_lazy("Keep it: it counts as it was played, and its players keep their places, in all rounds."),
    REPLAY_MATCH: gettext_lazy(
        "Replay it: what was played is struck out, and the player whose place it is by the results plays instead."
    ),
}
MAX_DEPARTING = 500
NAMED = {"departing_missing": "departing", "conflict": "override"}  # what is refused, by the field it is about
DECIDED = gettext_lazy("Decided. Everybody can read it on the page of the match.")


def what_it_does(match: Match, choice: str) -> Any:
    """What a choice does with a match, in words."""
    says = ALONE if match.alone else IN_A_TABLE if queries.has_places(match) else WHAT_IT_DOES
    return says[Outcome(choice)]


def says_why_in_spite(request: DeskRequest, match: Match) -> bool:
    """Whether whoever decides has a part in the match, and may decide all the same, saying why."""
    return bool(conflicts_of_interest(request.user, match)) and bool(request.roles & CHIEFS)


def override_field() -> forms.CharField:
    """Why somebody decides in spite of a conflict of interest."""
    label = _("Why do you decide, although your own team or club plays?")
    return own_words(label, _("This is made public too (EV-CONF-1)."), 500)


def grounds_field(most: int) -> forms.CharField:
    """Why it is decided so."""
    help_text = gettext_lazy("Everybody can read it on the page of the match. Name no player.")
    return own_words(gettext_lazy("Why?"), help_text, most, rows=3, missing=gettext_lazy("Say why."))


class ReviewForm(forms.Form):
    """Whose error, what becomes of the match, and why."""

    error_by = one_of(
        gettext_lazy("Whose error was it, that the result before was wrong?"), ErrorBy.choices,
        missing=gettext_lazy("Say whose error it was."),
    )  # fmt: skip
    text = grounds_field(MAX_GROUNDS - 2 * MAX_DEPARTING)
    departing = own_words(
        gettext_lazy("Why not as the event's policy says?"), gettext_lazy("Only where it is."),
        MAX_DEPARTING, required=False,
    )  # fmt: skip

    def __init__(self, *args: Any, match: Match, override: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [
            (choice, format_html("{} <small>{}</small>", what_it_does(match, choice), LATE_RULES[Outcome(choice)]))
            for choice in late_choices_for(match)
        ]
        missing = _("Say what becomes of the match.")
        self.fields["choice"] = one_of(_("What becomes of the match?"), choices, missing=missing)
        if others := queries.alike_under_review(match):
            values = {"numbers": ", ".join(str(other.number) for other in others)}
            self.fields["alike"] = forms.BooleanField(
                label=_("Decide the same about every other match of this place under review (%(numbers)s)") % values,
                help_text=_("Where it is possible. Each gets a decision of its own, with the same reason."),
                required=False,
            )
        self.order_fields(["error_by", "choice", "alike", "text", "departing"])
        if override:
            self.fields["override"] = override_field()

    def typed_items(self) -> list[tuple[str, str]]:
        """Everything that was sent, to be sent again by the next page."""
        return [(name, self.data[name]) for name in self.fields if self.data.get(name)]


@referee_page
def review(request: DeskRequest, tournament: Tournament, match_id: str) -> HttpResponse:
    """For referees: the form, then what the decision would change, then the decision. What is typed
    travels with the pages."""
    match = match_for(tournament, match_id)
    if not match.conflict:
        nothing = _("This match is not under review: nothing has to be decided about it.")
        say_what_was(request, match, was_match_resolved, nothing)
        return redirect(match_href(tournament, match))
    override = says_why_in_spite(request, match)
    form = ReviewForm(sent_to_judge(request), match=match, override=override, initial=request.POST.dict())
    if form.is_valid():
        with refused_beside(form, NAMED):
            return save_or_show(request, partial(_save, request, match, form), partial(_review, request, match, form))
    return _page(request, match, form)


def _save(request: DeskRequest, match: Match, form: ReviewForm) -> HttpResponse:
    device, key = device_of(request), request.POST.get("key", "")
    act = partial(
        resolve_conflict, actor=request.user, match=match, device=device, client_uuid=key, **form.cleaned_data
    )
    try:
        as_seen(match.stage.tournament, request.POST.get("seen", ""), act)
    except ChangedSinceShown:
        if not was_match_resolved(match, device, key):  # the second of two taps
            raise
    messages.success(request, DECIDED)
    return redirect(match_href(match.stage.tournament, match))


def _review(request: DeskRequest, match: Match, form: ReviewForm, notice: str) -> HttpResponse:
    """What the decision would change. Nothing is stored. Raises Refused."""
    seen = preview_conflict(actor=request.user, match=match, **form.cleaned_data)
    return _page(request, match, form, seen, notice)


def say_what_was(
    request: DeskRequest, match: Match, was_resolved: Callable[[Match, str, str], bool], nothing: str
) -> None:
    """Nothing is to be decided: the second of two taps has done it, another referee was first, or nobody has to
    (`nothing`, in words)."""
    try:
        twice = was_resolved(match, device_of(request), request.POST.get("key", ""))
    except Refused:
        twice = False
    if twice:
        messages.success(request, DECIDED)
    else:
        messages.info(request, nothing)


def _page(
    request: DeskRequest, match: Match, form: ReviewForm, seen: Impact | None = None, notice: str = ""
) -> HttpResponse:
    tournament = match.stage.tournament
    lines = policies.in_words(policies.read(tournament.policies))
    possible = late_choices_for(match)
    context = {
        "match": match,
        "round": title_of(match),
        "displaced": displaced(match),
        "form": form,
        "beyond": seen,
        "seen": mark_of(seen),
        "notice": notice,
        "label": what_it_does(match, form.cleaned_data["choice"]) if seen is not None else "",
        "given_up": why_not_kept(match),
        "policy": next(policy.text for policy in lines if policy.name == "late_correction"),
        "by_policy": [
            (error.label, Outcome(choice).label)
            for error in ErrorBy
            if (choice := suggested_choice(tournament, error)) and choice in possible
        ],
        "key": uuid.uuid4(),
        "back": match_href(tournament, match),
    }
    trail = trail_of(tournament, match, _("Under review"))
    return desk_page(request, tournament, "desk/review.html", context, tab="bracket", trail=trail)
