"""Hands that the rules engine of today would judge otherwise: the list, what adopting it changes, the decision."""

import uuid
from functools import partial
from typing import Any, TypedDict

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from adjudication.errors import Stale
from engine.shapes import Result
from thunee_tournaments.brackets.models import Match, MatchGame
from thunee_tournaments.desk.access import CHIEFS, DeskRequest, referee_page
from thunee_tournaments.desk.forms import own_words
from thunee_tournaments.desk.match.page import match_href
from thunee_tournaments.desk.pages import Context, desk_page, device_of, refused_beside, save_or_show, sent_to_judge
from thunee_tournaments.presentation import points, rulings
from thunee_tournaments.presentation.seats import voices_of
from thunee_tournaments.services.acts import (
    Adoption,
    adopt_newer_rulings,
    as_seen,
    mark_of,
    preview_newer_rulings,
)
from thunee_tournaments.services.queries import NewerRuling, list_digest, newer_rulings, rules_told
from thunee_tournaments.tournaments.models import Tournament


class Row(TypedDict):
    """A hand on the list: what it came to, what it would come to, and whether that can be adopted (`can`)."""

    newer: NewerRuling
    name: str
    href: str
    was: str
    now: str
    after_was: str
    after_now: str
    can: bool


class TurnedGame(TypedDict):
    """A game in which hands would be judged anew: the score, and who would win then, if that `turns`."""

    match: Match
    game: MatchGame
    was: str
    now: str
    turns: bool
    winner: str


class Adopting(TypedDict):
    """Which hands are to be judged anew, and why."""

    chosen: list[tuple[str, int]]
    text: str
    override: str


class AdoptForm(forms.Form):
    """Which hands, and why."""

    hands = forms.MultipleChoiceField(
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": gettext_lazy("Choose the hands that today's rules engine is to judge.")},
    )
    text = own_words(
        gettext_lazy("Why?"), gettext_lazy("Everybody can read it on the pages of these matches. Name no player."), 500,
        missing=gettext_lazy("Say why. Everybody can read it."),
    )  # fmt: skip
    override = own_words(
        gettext_lazy("If your own team or club plays in one of these matches: why do you decide?"),
        gettext_lazy("This is made public too (EV-CONF-1)."), 500, required=False,
    )  # fmt: skip

    def __init__(self, data: Any = None, *, rows: list[Row], chief: bool) -> None:
        super().__init__(data)
        fields: Any = self.fields
        fields["hands"].choices = [(row["name"], row["name"]) for row in rows if row["can"]]
        if not chief:
            del fields["override"]

    def adoption(self) -> Adopting:
        chosen = [(name.rpartition(":")[0], int(name.rpartition(":")[2])) for name in self.cleaned_data["hands"]]
        return {
            "chosen": chosen,
            "text": self.cleaned_data["text"],
            "override": self.cleaned_data.get("override", ""),
        }


@referee_page
def newer_engine(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """For referees: the hands a newer version judges otherwise, then what would change, then the decisions. What was
    seen travels with the pages."""
    newer = newer_rulings(tournament)
    rows = [_row(tournament, hand) for hand in newer]
    form = AdoptForm(sent_to_judge(request), rows=rows, chief=bool(request.roles & CHIEFS))
    page = partial(_page, request, tournament, newer, rows, form)

    def save() -> HttpResponse:
        act = partial(
            adopt_newer_rulings, actor=request.user, tournament=tournament, seen=request.POST.get("seen", ""),
            device=device_of(request), client_uuid=request.POST.get("key", ""), **form.adoption(),
        )  # fmt: skip
        try:
            done = as_seen(tournament, request.POST.get("beyond", ""), act).decisions
        except Stale:
            return page(notice=_("Something was written in the meantime. Look at the list again."))
        messages.success(request, ngettext("Decided: %(n)s hand is judged by today's rules engine.",
                                           "Decided: %(n)s hands are judged by today's rules engine.",
                                           len(done)) % {"n": len(done)})  # fmt: skip
        return redirect("desk:newer_engine", tournament.slug)

    def show(notice: str) -> HttpResponse:
        return page(preview_newer_rulings(actor=request.user, tournament=tournament, **form.adoption()), notice)

    if form.is_valid():
        with refused_beside(form):
            return save_or_show(request, save, show)
    return page()


def _page(
    request: DeskRequest,
    tournament: Tournament,
    newer: list[NewerRuling],
    rows: list[Row],
    form: AdoptForm,
    change: Adoption | None = None,
    notice: str = "",
) -> HttpResponse:
    chosen = set(request.POST.getlist("hands")) if form.is_bound else {row["name"] for row in rows if row["can"]}
    context: Context = {
        "rows": [{**row, "chosen": row["name"] in chosen} for row in rows],
        "rules_told": rules_told(tournament),
        "form": form,
        "fields": [form[name] for name in form.fields if name != "hands"],
        "change": change,
        "games": [_game(game) for game in change.games] if change else [],
        "beyond": change.beyond if change else None,
        "beyond_seen": mark_of(change.beyond) if change else "",
        "typed": [(name, form.data[name]) for name in ("text", "override") if form.data.get(name)] if change else [],
        "seen": list_digest(newer),
        "key": uuid.uuid4(),
        "notice": notice,
    }
    trail = ((_("Judged by an older version"), ""),)
    return desk_page(request, tournament, "desk/newer_engine.html", context, tab="overview", trail=trail)


def _row(tournament: Tournament, hand: NewerRuling) -> Row:
    voices = voices_of(hand.match, (hand.game.number, hand.hand.seq))
    return {
        "newer": hand,
        "name": f"{hand.place[0]}:{hand.place[1]}",
        "href": f"{match_href(tournament, hand.match)}#hand-{hand.game.number}-{hand.hand.seq}",
        "was": _result_text(hand.was, voices),
        "now": _result_text(hand.now, voices) if hand.now else hand.why,
        "after_was": points.brief(after) if (after := hand.was.get("after")) else "",
        "after_now": points.brief(after) if hand.now and (after := hand.now.get("after")) else "",
        "can": hand.now is not None and hand.now["status"] in ("decided", "void"),
    }


def _result_text(result: Result, voices: rulings.Voices) -> str:
    """A result in words; of one without any, that it has none."""
    if result["status"] in ("invalid", "undecidable"):
        return _("It cannot be judged any more: correct the hand first")
    return rulings.headline(result, voices)


def _game(change: Any) -> TurnedGame:
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
    message = ngettext(
        "%(n)s hand was judged by an older version, and this one would judge it otherwise",
        "%(n)s hands were judged by an older version, and this one would judge them otherwise",
        number,
    )
    return {"text": message % {"n": number}, "href": reverse("desk:newer_engine", args=[tournament.slug])}
