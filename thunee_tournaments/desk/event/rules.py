"""The rules of a tournament: a preset, each choice it leaves to a house, how long a match is. Fixed by the draw."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django import forms
from django.contrib import messages
from django.db import transaction
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from engine.games import game_of
from engine.profiles import Profile, Value
from thunee_tournaments.desk.access import DeskRequest, organiser_page
from thunee_tournaments.desk.event import rules_form
from thunee_tournaments.desk.event.rules_form import RulesForm
from thunee_tournaments.desk.forms import best_of_field, players_field, preset_field
from thunee_tournaments.desk.guided_path import length_text
from thunee_tournaments.desk.pages import OK, UNUSABLE, Context, add_refusal, desk_page
from thunee_tournaments.desk.words import by_name, preset_title
from thunee_tournaments.services.acts import Refused, set_match_length, set_rules
from thunee_tournaments.tournaments.games import profile_of
from thunee_tournaments.tournaments.games import title as game_title
from thunee_tournaments.tournaments.models import Tournament


class PresetForm(forms.Form):
    """Another preset to start from, with or without the single changes made so far."""

    keep = forms.BooleanField(required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["preset"] = preset_field()
        self.fields["players"] = players_field()
        self.fields["players"].required = False
        self.order_fields(["preset", "players", "keep"])


class LengthForm(forms.Form):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["best_of"] = best_of_field()


@dataclass(frozen=True)
class Typed:
    """What was chosen on the page, whichever of its buttons sent it: nothing of it is lost by pressing another one.
    What the page did not show, or a page of an earlier version did not send, stays as it is."""

    rules: RulesForm
    length: LengthForm
    preset: PresetForm

    def is_valid(self) -> bool:
        parts = (self.rules, self.length, self.preset)
        return all(part.is_valid() for part in parts if part.is_bound)

    def start(self, tournament: Tournament) -> tuple[str, int | None]:
        """The preset to start from, and the players at a table, where they were asked about."""
        if not self.preset.is_bound:
            return tournament.preset, None
        return self.preset.cleaned_data["preset"], self.preset.cleaned_data["players"] or None

    def kept(self, preset: str) -> dict[str, Value]:
        """What differs from the preset so far, to be taken on to this one; nothing to one of another game."""
        was = self.rules.preset
        if not self.preset.is_bound:
            return self.rules.changes()
        if was.game != game_of(preset) or not self.preset.cleaned_data["keep"]:
            return {}
        return {name: value for name, value in self.rules.changes().items() if value != was.values[name]}


def _typed(request: DeskRequest, tournament: Tournament) -> Typed:
    profile, sent = profile_of(tournament), request.POST
    names = [name for name in by_name(profile.game) if name in sent]
    return Typed(
        RulesForm(sent, profile=profile, names=names),
        LengthForm(sent if "best_of" in sent else None, initial={"best_of": tournament.best_of}),
        PresetForm(sent if "preset" in sent else None, initial=_start_of(tournament)),
    )


def _start_of(tournament: Tournament) -> dict[str, str | int | bool]:
    return {"preset": tournament.preset, "players": tournament.players, "keep": True}


# Where a button leads once everything is saved.
THEN = {"draw": "desk:draw", "policies": "desk:policies"}


@organiser_page
def rules(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """For organisers: the rules of the game, to be chosen until the draw, and to be read after it."""
    if tournament.status != Tournament.Status.DRAFT:
        if request.method == "POST":
            messages.error(request, _("Not saved: the rules were fixed at the draw."))
            return redirect("desk:rules", tournament.slug)
        return _fixed(request, tournament, profile_of(tournament), _only_changed(request))
    if request.method != "POST":
        return _choosing(request, tournament)
    typed = _typed(request, tournament)
    if not typed.is_valid():
        return _choosing(request, tournament, typed)
    then = request.POST.get("then", "")
    only = then == "changed" or (then != "all" and _only_changed(request))
    here = f"{request.path}?only=changed" if only else request.path
    preset, _players = typed.start(tournament)
    changes = typed.rules.changes() if preset == tournament.preset else typed.kept(preset)
    return _save(request, tournament, typed, changes) or redirect(
        reverse(THEN[then], args=[tournament.slug]) if then in THEN else here
    )


def _only_changed(request: DeskRequest) -> bool:
    return request.GET.get("only") == "changed"


def _save(request: DeskRequest, tournament: Tournament, typed: Typed, changes: dict[str, Value]) -> HttpResponse | None:
    """Save the rules and the length of a match together; the page with what was wrong, if it is refused."""
    preset, players = typed.start(tournament)
    try:
        with transaction.atomic():
            done = set_rules(actor=request.user, tournament=tournament, preset=preset, changes=changes, players=players)
            if typed.length.is_bound and typed.length.cleaned_data["best_of"] != tournament.best_of:
                best_of = typed.length.cleaned_data["best_of"]
                done = set_match_length(actor=request.user, tournament=tournament, best_of=best_of)
    except Refused as refused:
        add_refusal(typed.rules, refused)
        return _choosing(request, tournament, typed)
    _say_saved(request, done)
    return None


def _say_saved(request: DeskRequest, tournament: Tournament) -> None:
    count, preset = len(tournament.changes), preset_title(tournament.preset)
    if count == 0:
        message = _("Saved: %(preset)s as it is.") % {"preset": preset}
    else:
        message = _("Saved: %(preset)s with %(count)s of its rules changed.") % {"preset": preset, "count": count}
    messages.success(request, f"{message} {length_text(tournament.best_of)}.")


def _choosing(request: DeskRequest, tournament: Tournament, typed: Typed | None = None) -> HttpResponse:
    """The page: as it is saved, or as it was typed with what is wrong."""
    profile, only_changed = profile_of(tournament), _only_changed(request)
    if typed is None:
        names = list(profile.changed) if only_changed else None
        length = LengthForm(initial={"best_of": tournament.best_of})
        typed = Typed(RulesForm(profile=profile, names=names), length, PresetForm(initial=_start_of(tournament)))
    context = {
        **_shared(tournament, profile, only_changed),
        "form": typed.rules,
        "groups": rules_form.groups(profile, typed.rules, typed.rules.fields),
        "preset_form": typed.preset,
        "length_form": typed.length,
    }
    status = UNUSABLE if typed.rules.errors or typed.length.errors or typed.preset.errors else OK
    return desk_page(request, tournament, "desk/rules.html", context, tab="rules", status=status)


def _fixed(request: DeskRequest, tournament: Tournament, profile: Profile, only_changed: bool) -> HttpResponse:
    names = profile.changed if only_changed else None
    context = {**_shared(tournament, profile, only_changed), "groups": rules_form.groups(profile, None, names)}
    return desk_page(request, tournament, "desk/rules_fixed.html", context, tab="rules")


def _shared(tournament: Tournament, profile: Profile, only_changed: bool) -> Context:
    changed = rules_form.groups(profile, None, profile.changed)
    return {
        "profile": profile,
        "preset": preset_title(profile.preset),
        "game": game_title(tournament.game, tournament.players),
        "length": length_text(tournament.best_of),
        "changed": [item for group in changed for item in group.items],
        "only_changed": only_changed,
    }


@require_POST
@organiser_page
def choose_preset(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """For organisers: another preset. What was chosen on the page goes on to it, unless it is to be dropped or
    is of another game."""
    return _here(request, tournament, lambda typed: typed.kept(typed.start(tournament)[0]))


@require_POST
@organiser_page
def take_back(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """For organisers: one parameter, or all of them, as the preset has it; what else was chosen on the page is
    saved."""
    name = request.POST.get("parameter", "")
    return _here(
        request,
        tournament,
        lambda typed: {} if name == "all" else {k: v for k, v in typed.rules.changes().items() if k != name},
    )


def _here(request: DeskRequest, tournament: Tournament, changes: Callable[[Typed], dict[str, Value]]) -> HttpResponse:
    """Save the page with these changes to its preset, and come back to it."""
    typed = _typed(request, tournament)
    if tournament.status != Tournament.Status.DRAFT:
        messages.error(request, _("Not saved: the rules were fixed at the draw."))
    elif not typed.is_valid():
        return _choosing(request, tournament, typed)
    else:
        return _save(request, tournament, typed, changes(typed)) or redirect("desk:rules", tournament.slug)
    return redirect("desk:rules", tournament.slug)
