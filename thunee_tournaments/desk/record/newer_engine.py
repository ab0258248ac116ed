"""Hands that the rules engine of today would judge otherwise: the list, what adopting it changes, the decision."""

import uuid
from collections.abc import Mapping
from functools import partial
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_http_methods

from adjudication.errors import KeyReused, Stale
from thunee_tournaments.desk.access import CHIEFS, DeskRequest, referee_page
from thunee_tournaments.desk.match.page import match_href
from thunee_tournaments.desk.pages import UNUSABLE, desk_page, device_of
from thunee_tournaments.presentation import points, rulings
from thunee_tournaments.presentation.seats import voices_of
from thunee_tournaments.services.acts import (
    Adoption,
    ChangedSinceShown,
    Refused,
    adopt_newer_rulings,
    as_seen,
    mark_of,
    preview_newer_rulings,
)
from thunee_tournaments.services.queries import NewerRuling, list_digest, newer_rulings, rules_told
from thunee_tournaments.tournaments.models import Tournament

CONFLICT = 409


class AdoptForm(forms.Form):
    """Which hands, and why."""

    hands = forms.MultipleChoiceField(
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": gettext_lazy("Choose the hands that today's rules engine is to judge.")},
    )
    text = forms.CharField(
        label=gettext_lazy("Why?"),
        max_length=500,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text=gettext_lazy("Everybody can read it on the pages of these matches. Name no player."),
        error_messages={"required": gettext_lazy("Say why. Everybody can read it.")},
    )
    override = forms.CharField(
        label=gettext_lazy("If your own team or club plays in one of these matches: why do you decide?"),
        max_length=500,
        required=False,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text=gettext_lazy("This is made public too (EV-CONF-1)."),
    )

    def __init__(self, data: Any = None, *, rows: list[dict[str, Any]], chief: bool) -> None:
        super().__init__(data)
        fields: Any = self.fields
        fields["hands"].choices = [(row["name"], row["name"]) for row in rows if row["can"]]
        if not chief:
            del fields["override"]

    def said(self) -> dict[str, Any]:
        chosen = [(name.rpartition(":")[0], int(name.rpartition(":")[2])) for name in self.cleaned_data["hands"]]
        return {
            "chosen": chosen,
            "text": self.cleaned_data["text"],
            "override": self.cleaned_data.get("override", ""),
        }


@require_http_methods(["GET", "HEAD", "POST"])
@referee_page
def newer_engine(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """The list, then what would change, then the decisions. What was seen travels with the pages."""
    found = newer_rulings(tournament)
    rows = [_row(tournament, one) for one in found]
    action = request.POST.get("action", "") if request.method == "POST" else ""
    form = AdoptForm(request.POST if action in ("check", "save") else None, rows=rows, chief=_is_chief(request))
    notice: Any = ""
    if action == "save" and form.is_valid():
        save_it = partial(
            adopt_newer_rulings, actor=request.user, tournament=tournament, seen=request.POST.get("seen", ""),
            device=device_of(request), client_uuid=request.POST.get("key", ""), **form.said(),
        )  # fmt: skip
        try:
            done = as_seen(tournament, request.POST.get("beyond", ""), save_it).decisions
        except Stale:
            notice = _("Something was written in the meantime. Look at the list again.")
        except ChangedSinceShown as moved:
            notice, action = moved.message, "check"
        except (Refused, KeyReused) as refused:
            form.add_error(None, str(refused.message))
        else:
            messages.success(request, ngettext("Decided: %(n)s hand is judged by today's rules engine.",
                                               "Decided: %(n)s hands are judged by today's rules engine.",
                                               len(done)) % {"n": len(done)})  # fmt: skip
            return redirect("desk:newer_engine", tournament.slug)
    change: Adoption | None = None
    if action == "check" and form.is_valid():
        try:
            change = preview_newer_rulings(actor=request.user, tournament=tournament, **form.said())
        except (Refused, KeyReused) as refused:
            form.add_error(None, str(refused.message))
    return _page(request, tournament, found, rows, form, change, notice)


def _is_chief(request: DeskRequest) -> bool:
    return bool(request.roles & CHIEFS)


def _page(
    request: DeskRequest,
    tournament: Tournament,
    found: list[NewerRuling],
    rows: list[dict[str, Any]],
    form: AdoptForm,
    change: Adoption | None,
    notice: Any,
) -> HttpResponse:
    chosen = set(request.POST.getlist("hands")) if form.is_bound else {row["name"] for row in rows if row["can"]}
    context: dict[str, Any] = {
        "rows": [{**row, "chosen": row["name"] in chosen} for row in rows],
        "rules_told": rules_told(tournament),
        "form": form,
        "fields": [form[name] for name in form.fields if name != "hands"],
        "change": change,
        "games": [_game(one) for one in change.games] if change else [],
        "beyond": change.beyond if change else None,
        "beyond_seen": mark_of(change.beyond) if change else "",
        "typed": [(name, form.data[name]) for name in ("text", "override") if form.data.get(name)] if change else [],
        "seen": list_digest(found),
        "key": uuid.uuid4(),
        "notice": notice,
    }
    status = CONFLICT if notice else UNUSABLE if form.errors else 200
    trail = ((_("Judged by an older version"), ""),)
    return desk_page(request, tournament, "desk/newer_engine.html", context, tab="overview", trail=trail, status=status)


def _row(tournament: Tournament, one: NewerRuling) -> dict[str, Any]:
    voices = voices_of(one.match, (one.game.number, one.hand.seq))
    return {
        "one": one,
        "name": f"{one.place[0]}:{one.place[1]}",
        "href": f"{match_href(tournament, one.match)}#hand-{one.game.number}-{one.hand.seq}",
        "was": _said(one.was, voices),
        "now": _said(one.now, voices) if one.now else one.why,
        "after_was": points.brief(after) if (after := one.was.get("after")) else "",
        "after_now": points.brief(after) if one.now and (after := one.now.get("after")) else "",
        "can": one.now is not None and one.now["status"] in ("decided", "void"),
    }


def _said(result: Mapping[str, Any], voices: rulings.Voices) -> str:
    """A result in words; of one without any, that it has none."""
    if result["status"] in ("invalid", "undecidable"):
        return _("It cannot be judged any more: correct the hand first")
    return rulings.headline(result, voices)


def _game(change: Any) -> dict[str, Any]:
    voices = voices_of(change.game.match)
    return {
        "match": change.game.match,
        "game": change.game,
        "was": points.brief(change.game.sheet.ledger["after"]),
        "now": points.brief(change.then["after"]),
        "turns": change.winner != change.winner_then,
        "winner": voices.side(change.winner_then) if change.winner_then else "",
    }


def notice(tournament: Tournament, number: int) -> dict[str, str] | None:
    """The line on the overview; None where nothing would be judged otherwise."""
    if not number:
        return None
    said = ngettext(
        "%(n)s hand was judged by an older version, and this one would judge it otherwise",
        "%(n)s hands were judged by an older version, and this one would judge them otherwise",
        number,
    )
    return {"text": said % {"n": number}, "href": reverse("desk:newer_engine", args=[tournament.slug])}
