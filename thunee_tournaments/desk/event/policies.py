"""How the event is run: who writes, signing, the times for corrections and appeals. Partly fixed once play began."""

from dataclasses import asdict
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from thunee_tournaments.desk.access import DeskRequest, organiser_page
from thunee_tournaments.desk.forms import one_of, text_line
from thunee_tournaments.desk.pages import crumb, desk_page, posted, refused_beside
from thunee_tournaments.hand_form.typed import Typed
from thunee_tournaments.services.acts import set_policies
from thunee_tournaments.services.queries import FIXED_IN_PLAY, MAX_COUNTS, MAX_DEPOSIT, MAX_MINUTES, play_began
from thunee_tournaments.tournaments import policies as choices
from thunee_tournaments.tournaments.models import Tournament
from thunee_tournaments.tournaments.policies import EventPolicies

SIGNING = [
    ("tap", gettext_lazy("Once both sides agree, with one tap on the table's phone")),
    ("evening_pin", gettext_lazy("Once both sides have signed, each with its PIN, the same all evening")),
    ("match_pin", gettext_lazy("Once both sides have signed, each with a PIN, another for every match")),
    ("no", gettext_lazy("As soon as it is over: nobody signs")),
]
FIRST = ("scoring", "signing", "no_show_minutes", "bell_finish", "substitutions")  # what every evening has to know
FREEZE = [
    ("no", gettext_lazy("Play goes on")),
    ("yes", gettext_lazy("The game waits for the referee")),
]
LATE_SCORECARD = [
    ("no", gettext_lazy("It costs nothing")),
    ("yes", gettext_lazy("The side forfeits that hand's balls (EV-CARD-1)")),
]
YES_OR_NO = ("freeze", "late_scorecard")


def _number(label: Any, help_text: Any, most: int) -> forms.IntegerField:
    widget = forms.NumberInput(attrs={"inputmode": "numeric", "class": "short"})
    return forms.IntegerField(label=label, min_value=0, max_value=most, widget=widget, help_text=help_text)


def _minutes(label: Any, help_text: Any) -> forms.IntegerField:
    return _number(label, help_text, MAX_MINUTES)


def _count(name: str, label: Any, help_text: Any) -> forms.IntegerField:
    return _number(label, help_text, MAX_COUNTS[name])


def _pairs(field: Any) -> list[tuple[str, Any]]:
    return list(field.choices)


class PoliciesForm(forms.Form):
    scoring = one_of(
        gettext_lazy("Who writes the hands down?"), choices.Scoring.choices,
        help_text=gettext_lazy("At the table: whose phone is opened with the table's link."),
    )  # fmt: skip
    signing = one_of(
        gettext_lazy("When does a game count?"), SIGNING,
        help_text=gettext_lazy(
            "At the table: what the sides do when a game is over. A PIN shows that it was they. Changed while it is "
            "played, it holds for the matches that have not begun."
        ),
    )  # fmt: skip
    correction_minutes = _minutes(
        gettext_lazy("Minutes for corrections"),
        gettext_lazy("So long after both sides signed a correction is still taken. It delays nobody. 0: none."),
    )
    appeal_minutes = _minutes(
        gettext_lazy("Minutes for an appeal"),
        gettext_lazy("So long after a referee's decision it may be appealed. 0: no appeals."),
    )
    deposit = text_line(
        gettext_lazy("Deposit for an appeal"), MAX_DEPOSIT, required=False,
        help_text=gettext_lazy("In words, such as “R200, back if the appeal is right”."),
    )  # fmt: skip
    freeze = one_of(gettext_lazy("While a dispute is open"), FREEZE)
    late_scorecard = one_of(gettext_lazy("A scorecard that was not right before the next cut"), LATE_SCORECARD)
    late_correction = one_of(gettext_lazy("An error found when the teams have gone on"), choices.LateCorrection.choices)

    bell_finish = one_of(
        gettext_lazy("When the bell rings"), choices.BellFinish.choices,
        help_text=gettext_lazy("At the table: what becomes of the hand in play, where a round ends by the clock."),
    )  # fmt: skip
    bell_level = one_of(gettext_lazy("Level at the bell"), choices.BellLevel.choices)
    no_show_minutes = _minutes(
        gettext_lazy("Minutes for a team that is missing"),
        gettext_lazy(
            "So long after its clock was started a team may still come to its table; then the match may be given to "
            "the others (EV-NOSHOW-1). 0: no waiting."
        ),
    )
    overdue_minutes = _minutes(
        gettext_lazy("Minutes without a hand"),
        gettext_lazy("A table that wrote nothing for so long stands out on the desk as overdue. 0: none does."),
    )

    substitutions = _count(
        "substitutions",
        gettext_lazy("Substitutes for each team"),
        gettext_lazy("How often a team may put another player in (EV-SUB-1). 0: never."),
    )
    substitute_stage = _count(
        "substitute_stage",
        gettext_lazy("Substitutes until stage"),
        gettext_lazy("The number of the last stage one may come in for; an event of one format has stage 1. 0: any."),
    )
    substitute_round = _count(
        "substitute_round",
        gettext_lazy("Substitutes until round"),
        gettext_lazy("The last round one may come in for, of that stage. 0: any."),
    )
    substitute_when = one_of(gettext_lazy("When a substitute may come in"), choices.SubstituteWhen.choices)
    substitute_from = one_of(gettext_lazy("Who may come in"), choices.SubstituteFrom.choices)

    def __init__(self, data: Any, *, policies: EventPolicies, begun: bool) -> None:
        chosen: Typed = asdict(policies)
        for name in YES_OR_NO:
            chosen[name] = "yes" if chosen[name] else "no"
        chosen["signing"] = policies.sign_with if policies.signing else "no"
        super().__init__(data, initial=chosen)
        fields: Any = self.fields
        for field in fields.values():
            if isinstance(field, forms.ChoiceField):
                field.choices = [(value, capfirst(str(text))) for value, text in _pairs(field)]
        for name in FIXED_IN_PLAY if begun else ():
            field = fields[name]
            field.disabled = True
            field.chosen = dict(field.choices)[chosen[name]]
            field.help_text = _("Fixed since the first hand was written.")

    def policies(self) -> EventPolicies:
        chosen = dict(self.cleaned_data)
        for name in YES_OR_NO:
            chosen[name] = chosen[name] == "yes"
        signing = chosen.pop("signing")
        with_what = self.initial["sign_with"] if signing == "no" else signing
        return EventPolicies(**chosen, signing=signing != "no", sign_with=with_what)

    @property
    def first(self) -> list[forms.BoundField]:
        """The questions every evening has to answer."""
        return [self[name] for name in FIRST]

    @property
    def more(self) -> list[forms.BoundField]:
        """The others."""
        return [self[name] for name in self.fields if name not in FIRST]

    @property
    def opens_more(self) -> bool:
        """Whether the others are shown at once: something is wrong there."""
        return any(field.errors for field in self.more)


@organiser_page
def policies(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """For organisers: what the event decides for itself; part of it is fixed once play has begun."""
    begun = play_began(tournament)
    now = choices.read(tournament.policies)
    form = PoliciesForm(posted(request), policies=now, begun=begun)
    if form.is_valid():
        with refused_beside(form):
            set_policies(actor=request.user, tournament=tournament, policies=form.policies())
            messages.success(request, _("Saved. Everybody can read it beside the rules of the tournament."))
            return redirect(f"desk:{'rules' if request.POST.get('then') == 'rules' else 'policies'}", tournament.slug)
    context = {"form": form, "begun": begun, "in_words": choices.in_words(now)}
    trail = (crumb(tournament, "rules"), (_("How it is run"), ""))
    return desk_page(request, tournament, "desk/policies.html", context, tab="rules", trail=trail)
