"""Disputes at the table: either side, or the scorekeeper, raises one; a side appeals against what was decided."""

import uuid
from typing import Any, TypedDict

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from adjudication.disputes import MAX_GROUNDS
from adjudication.errors import KeyReused
from adjudication.hands import Hand
from adjudication.models import Dispute
from thunee_tournaments.hand_form.typed import Typed
from thunee_tournaments.presentation.disputes import CaseView, views_of
from thunee_tournaments.presentation.seats import parties_of
from thunee_tournaments.scoring.selectors import Sitting, sitting_for
from thunee_tournaments.scoring.session import TableSession, table_session_required
from thunee_tournaments.services.acts import Refused, appeal_decision, raise_dispute
from thunee_tournaments.services.queries import RAISED_FOR, case_for, cases_of, own_side
from thunee_tournaments.tournaments import policies
from thunee_tournaments.tournaments.policies import EventPolicies

About = Dispute.About
UNUSABLE = 422
SCOREKEEPER, EARLIER = "table", "earlier"
LATEST = 4  # hands that are one tap away


def disputes_of(sitting: Sitting) -> list[CaseView]:
    """The disputes of the match, for its table's page."""
    return views_of(
        cases_of(sitting.match.stage.tournament, sitting.match), sitting.match, sitting.games, sitting.hands
    )


def event_of(sitting: Sitting) -> EventPolicies:
    """What the event decided for itself."""
    return policies.read(sitting.match.stage.tournament.policies)


class SideForm(forms.Form):
    """Who speaks: the side whose own phone it is, or whichever side holds the table's phone."""

    side = forms.ChoiceField(widget=forms.RadioSelect, error_messages={"required": "", "invalid_choice": ""}, label="")

    def __init__(self, data: Any = None, *, sitting: Sitting, own: str, label: Any, **kwargs: Any) -> None:
        super().__init__(data, **kwargs)
        side: Any = self.fields["side"]
        side.label = label
        side.error_messages["required"] = side.error_messages["invalid_choice"] = _("Say who it is.")
        side.choices = [(key, name) for key, name in parties_of(sitting.match).items() if own in ("", key)]
        if own:
            side.initial = own


class Subject(TypedDict):
    """What is disputed, why, and by whom, as `raise_dispute` is told."""

    about: str
    hand: int | None
    reason: str
    words: str
    side: str


class RaiseForm(SideForm):
    """What is disputed, why, and in whose name."""

    about = forms.ChoiceField(widget=forms.RadioSelect)
    reason = forms.ChoiceField(widget=forms.RadioSelect, choices=RAISED_FOR)
    earlier = forms.ChoiceField(required=False)
    words = forms.CharField(
        required=False, max_length=MAX_GROUNDS, widget=forms.Textarea(attrs={"rows": 3, "autocomplete": "off"})
    )
    field_order = ["about", "earlier", "reason", "side", "words"]

    def __init__(self, data: Any = None, *, sitting: Sitting, own: str, **kwargs: Any) -> None:
        super().__init__(data, sitting=sitting, own=own, label=_("Who disputes it?"), **kwargs)
        fields: Any = self.fields
        if not own:
            fields["side"].choices = [*fields["side"].choices, (SCOREKEEPER, _("the scorekeeper"))]
        hands = [_of_hand(hand) for hand in reversed(sitting.hands)]
        fields["about"].label = _("What is disputed?")
        fields["about"].choices = [*hands[:LATEST], *_subjects(sitting, earlier=len(hands) > LATEST)]
        fields["earlier"].label, fields["earlier"].choices = _("Which?"), [("", "–"), *hands[LATEST:]]
        fields["about"].error_messages["required"] = _("Choose what is disputed.")
        fields["reason"].label = _("Why?")
        fields["reason"].error_messages["required"] = _("Choose a reason.")
        fields["words"].label = _("In your own words")
        fields["words"].help_text = _("Only the referees read this.")

    def clean(self) -> Typed:
        typed: Typed = super().clean() or self.cleaned_data
        if typed.get("about") == EARLIER and not typed.get("earlier"):
            self.add_error("earlier", _("Choose the hand."))
        return typed

    def subject(self) -> Subject:
        """As it was chosen; "hand-3" names the hand that was first written as entry 3."""
        typed = self.cleaned_data
        chosen = typed["earlier"] if typed["about"] == EARLIER else typed["about"]
        about, _dash, seq = chosen.partition("-")
        side = "" if typed["side"] == SCOREKEEPER else typed["side"]
        hand = int(seq) if seq else None
        return {"about": about, "hand": hand, "reason": typed["reason"], "words": typed["words"], "side": side}


def _of_hand(hand: Hand) -> tuple[str, str]:
    label = _("A hand that was struck out") if hand.voided else _("Hand %(number)s") % {"number": hand.number}
    return f"{About.HAND}-{hand.seq}", label


def _subjects(sitting: Sitting, earlier: bool) -> Any:
    """What can be disputed beside the latest hands."""
    if earlier:
        yield EARLIER, _("An earlier hand")
    if sitting.sheet.seq:
        yield str(About.GAME), _("This game")
    yield str(About.MATCH), _("The match")
    yield str(About.CONDUCT), _("Conduct at the table")


@require_http_methods(["GET", "HEAD", "POST"])
@table_session_required
def raise_(request: HttpRequest, here: TableSession, sheet_id: str) -> HttpResponse:
    """For a phone at its table: the form, then the dispute. Sent twice, it is the same dispute."""
    sitting = sitting_for(here.link, sheet_id)
    own = own_side(here.link)
    sent = request.method == "POST"
    form = RaiseForm(request.POST if sent else None, sitting=sitting, own=own)
    if sent and form.is_valid():
        try:
            raised = raise_dispute(
                actor=here.link,
                match=sitting.match,
                game=sitting.game if sitting.sheet.seq else None,
                device=here.device,
                client_uuid=request.POST.get("key", ""),
                **form.subject(),
            )
        except (Refused, KeyReused) as refused:
            form.add_error(None, str(refused.message))
        else:
            if raised.repeated:
                messages.info(request, _("This dispute was raised already. It is there once."))
            elif event_of(sitting).freeze:
                messages.success(request, _("The desk knows. The match waits until a referee has decided."))
            else:
                messages.success(request, _("The desk knows. Play goes on; a referee will come."))
            return redirect("scoring:table")
    context = {
        "sitting": sitting, "form": form, "freeze": event_of(sitting).freeze,
        "key": request.POST.get("key") or uuid.uuid4(),
    }  # fmt: skip
    return render(request, "scoring/dispute.html", context, status=UNUSABLE if form.errors else 200)


class AppealForm(SideForm):
    """Who appeals, and why."""

    text = forms.CharField(max_length=MAX_GROUNDS, widget=forms.Textarea(attrs={"rows": 4, "autocomplete": "off"}))

    def __init__(self, data: Any = None, **kwargs: Any) -> None:
        super().__init__(data, label=_("Who appeals?"), **kwargs)
        text: Any = self.fields["text"]
        text.label, text.help_text = _("Why should it be overturned?"), _("Only the referees read this.")
        text.error_messages["required"] = _("Say why the decision should be overturned.")


@require_http_methods(["GET", "HEAD", "POST"])
@table_session_required
def appeal(request: HttpRequest, here: TableSession, sheet_id: str, dispute_id: str) -> HttpResponse:
    """For a phone at its table: a side appeals, in time and once."""
    sitting = sitting_for(here.link, sheet_id)
    case = case_for(sitting.match.stage.tournament, dispute_id)
    if case.dispute.subject != sitting.match.public_id:
        return redirect("scoring:table")
    event = event_of(sitting)
    sent = request.method == "POST"
    form = AppealForm(request.POST if sent else None, sitting=sitting, own=own_side(here.link))
    if sent and form.is_valid():
        try:
            done = appeal_decision(
                actor=here.link,
                match=sitting.match,
                dispute=case.dispute,
                device=here.device,
                client_uuid=request.POST.get("key", ""),
                deposit=event.deposit[:64],
                **form.cleaned_data,
            )
        except (Refused, KeyReused) as refused:
            form.add_error(None, str(refused.message))
        else:
            words = _("This appeal was made already.") if done.repeated else _("The desk has your appeal.")
            messages.success(request, words)
            return redirect("scoring:table")
    elif not sent and not case.may_appeal:
        messages.info(request, _("There is nothing to appeal here, or the time for it is over."))
        return redirect("scoring:table")
    [view] = views_of([case], sitting.match, sitting.games, sitting.hands)
    context = {
        "sitting": sitting, "form": form, "case": view, "deposit": event.deposit,
        "key": request.POST.get("key") or uuid.uuid4(),
    }  # fmt: skip
    return render(request, "scoring/appeal.html", context, status=UNUSABLE if form.errors else 200)
