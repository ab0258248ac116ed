"""The rules of a tournament: a preset, each choice it leaves to a house, how long a match is. Fixed by the draw."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from engine.games import game_of
from engine.profiles import Profile
from thunee_tournaments.desk import rules_form
from thunee_tournaments.desk.access import DeskRequest, organiser_page
from thunee_tournaments.desk.forms import best_of_field, players_field, preset_field
from thunee_tournaments.desk.pages import UNUSABLE, desk_page, saying_why_not
from thunee_tournaments.desk.path import length_text
from thunee_tournaments.desk.rules_form import RulesForm
from thunee_tournaments.desk.words import preset_title
from thunee_tournaments.running.acts import Refused, set_match_length, set_rules
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


@require_http_methods(["GET", "HEAD", "POST"])
@organiser_page
def rules(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    profile = profile_of(tournament)
    only_changed = request.GET.get("only") == "changed"
    if tournament.status != Tournament.Status.DRAFT:
        if request.method == "POST":
            messages.error(request, _("Not saved: the rules were fixed at the draw."))
            return redirect("desk:rules", tournament.slug)
        return _fixed(request, tournament, profile, only_changed)
    names = list(profile.changed) if only_changed else None
    form = RulesForm(request.POST if request.method == "POST" else None, profile=profile, names=names)
    if request.method == "POST" and form.is_valid() and _saved(request, tournament, form):
        return redirect(f"{request.path}?only=changed" if only_changed else request.path)
    return _choosing(request, tournament, profile, form, only_changed)


def _saved(request: DeskRequest, tournament: Tournament, form: RulesForm) -> bool:
    try:
        done = set_rules(actor=request.user, tournament=tournament, preset=form.profile.preset, changes=form.changes())
    except Refused as refused:
        for error in refused.errors:
            form.add_error(error["path"] if error["path"] in form.fields else None, str(error["message"]))
        if not refused.errors:
            form.add_error(None, str(refused.message))
        return False
    _say_saved(request, done)
    return True


def _say_saved(request: DeskRequest, tournament: Tournament) -> None:
    count = len(tournament.changes)
    preset = preset_title(tournament.preset)
    if count == 0:
        messages.success(request, _("Saved: %(preset)s as it is.") % {"preset": preset})
    else:
        messages.success(
            request, _("Saved: %(preset)s with %(count)s of its rules changed.") % {"preset": preset, "count": count}
        )


def _choosing(
    request: DeskRequest, tournament: Tournament, profile: Profile, form: RulesForm, only_changed: bool
) -> HttpResponse:
    context = {
        **_shared(tournament, profile, only_changed),
        "form": form,
        "groups": rules_form.groups(profile, form, form.fields),
        "preset_form": PresetForm(initial={"preset": profile.preset, "players": tournament.players, "keep": True}),
        "length_form": LengthForm(initial={"best_of": tournament.best_of}),
    }
    status = UNUSABLE if form.errors else 200
    return desk_page(request, tournament, "desk/rules.html", context, tab="rules", status=status)


def _fixed(request: DeskRequest, tournament: Tournament, profile: Profile, only_changed: bool) -> HttpResponse:
    names = profile.changed if only_changed else None
    context = {**_shared(tournament, profile, only_changed), "groups": rules_form.groups(profile, None, names)}
    return desk_page(request, tournament, "desk/rules_fixed.html", context, tab="rules")


def _shared(tournament: Tournament, profile: Profile, only_changed: bool) -> dict[str, Any]:
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
    form = PresetForm(request.POST)
    if form.is_valid():
        with saying_why_not(request):
            preset = form.cleaned_data["preset"]
            keeps = form.cleaned_data["keep"] and game_of(preset) == tournament.game
            done = set_rules(
                actor=request.user,
                tournament=tournament,
                preset=preset,
                changes=tournament.changes if keeps else {},
                players=form.cleaned_data["players"] or None,
            )
            _say_saved(request, done)
    else:
        messages.error(request, _("Choose one of the presets."))
    return redirect("desk:rules", tournament.slug)


@require_POST
@organiser_page
def take_back(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """One parameter, or all of them, as the preset has it."""
    name = request.POST.get("parameter", "")
    changes = {} if name == "all" else {key: value for key, value in tournament.changes.items() if key != name}
    with saying_why_not(request):
        _say_saved(
            request,
            set_rules(actor=request.user, tournament=tournament, preset=tournament.preset, changes=changes),
        )
    return redirect("desk:rules", tournament.slug)


@require_POST
@organiser_page
def match_length(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    form = LengthForm(request.POST)
    if form.is_valid():
        with saying_why_not(request):
            done = set_match_length(actor=request.user, tournament=tournament, best_of=form.cleaned_data["best_of"])
            messages.success(request, _("Saved: %(length)s.") % {"length": length_text(done.best_of)})
    else:
        messages.error(request, _("A match is one game, or best of three or five."))
    return redirect("desk:rules", tournament.slug)
