"""What is announced of an event before its draw, and how teams sign up for it."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from thunee_tournaments.desk.access import DeskRequest, organiser_page
from thunee_tournaments.desk.forms import one_of, own_words, text_line
from thunee_tournaments.desk.pages import crumb, desk_page, posted, refused_beside
from thunee_tournaments.services.acts import Announced, announce
from thunee_tournaments.teams.models import Announcement
from thunee_tournaments.teams.sign_ups import (
    MAX_CODE_WORD,
    MAX_DESCRIPTION,
    MAX_LINE,
    MAX_QUESTIONS,
    announcement_of,
)
from thunee_tournaments.tournaments.models import Tournament

FIELDS = {"questions": "question_1"}
DAY_AND_TIME = "%Y-%m-%dT%H:%M"
REVIEW = [("yes", gettext_lazy("when you take it in")), ("no", gettext_lazy("at once, while there are places"))]


class AnnouncementForm(forms.Form):
    """What everybody reads, and how teams come in."""

    visibility = one_of(gettext_lazy("Who reads it"), Announcement.Visibility.choices)
    description = own_words(
        gettext_lazy("What to expect"), gettext_lazy("Food, prizes, what to bring, when the first hand is dealt."),
        MAX_DESCRIPTION, rows=5, required=False,
    )  # fmt: skip
    starts_at = forms.TimeField(
        label=gettext_lazy("Begins at"), required=False,
        widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
        error_messages={"invalid": gettext_lazy("Write the time as hours and minutes, such as 18:30.")},
    )  # fmt: skip
    address = text_line(gettext_lazy("Address"), MAX_LINE, required=False)
    contact = text_line(
        gettext_lazy("Whom to ask"), MAX_LINE, required=False,
        help_text=gettext_lazy("A name and a number everybody may read."),
    )  # fmt: skip
    open = forms.BooleanField(label=gettext_lazy("Teams can sign themselves up"), required=False)
    places = forms.IntegerField(
        label=pgettext_lazy("room for teams", "Places"), required=False,
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
        help_text=gettext_lazy("How many teams there is room for; the next ones wait. Empty: no limit."),
        error_messages={"invalid": gettext_lazy("Write a whole number, such as 16.")},
    )  # fmt: skip
    review = one_of(gettext_lazy("A team that signs up is entered"), REVIEW)
    closes_at = forms.DateTimeField(
        label=gettext_lazy("Sign up until"), required=False,
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format=DAY_AND_TIME),
        input_formats=[DAY_AND_TIME, "%Y-%m-%d %H:%M"],
        error_messages={"invalid": gettext_lazy("Write the day and the time, such as 2026-11-01 18:00.")},
    )  # fmt: skip
    code_word = text_line(
        gettext_lazy("Code word"), MAX_CODE_WORD, required=False,
        help_text=gettext_lazy("Put it on the poster, and only who has seen it can sign up."),
    )  # fmt: skip
    payment = text_line(
        gettext_lazy("How to pay"), MAX_LINE, required=False,
        help_text=gettext_lazy("The amount and the account. Captains read it with a reference of their own."),
    )  # fmt: skip

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for number in range(1, MAX_QUESTIONS + 1):
            label = gettext_lazy("Your question %(number)s") % {"number": number}
            self.fields[f"question_{number}"] = text_line(label, MAX_LINE, required=False)

    @property
    def first(self) -> list[forms.BoundField]:
        """What every organiser says."""
        return [field for field in self if field.name not in self._later]

    @property
    def more(self) -> list[forms.BoundField]:
        """What only some say: folded away until something stands there, or is wrong."""
        return [field for field in self if field.name in self._later]

    @property
    def opened(self) -> bool:
        return any(field.value() or field.errors for field in self.more)

    @property
    def _later(self) -> frozenset[str]:
        questions = (name for name in self.fields if name.startswith("question_"))
        return frozenset({"closes_at", "code_word", "payment", *questions})

    def says(self) -> Announced:
        typed = dict(self.cleaned_data)
        questions = [typed.pop(f"question_{number}") for number in range(1, MAX_QUESTIONS + 1)]
        return Announced(**{**typed, "review": typed["review"] == "yes", "questions": questions})


@organiser_page
def announcement(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """For organisers: what is announced of the event, and how teams sign up. After the draw it is only told that it is
    over."""
    if tournament.status != Tournament.Status.DRAFT:
        messages.info(request, _("The draw has been made: nobody signs up any more."))
        return redirect("desk:sign_ups", tournament.slug)
    form = AnnouncementForm(posted(request), initial=_initial(announcement_of(tournament)))
    if form.is_valid():
        with refused_beside(form, FIELDS):
            announce(actor=request.user, tournament=tournament, says=form.says())
            messages.success(request, _("Saved."))
            return redirect("desk:sign_ups", tournament.slug)
    trail = (crumb(tournament, "teams"), (_("Announcement"), ""))
    return desk_page(request, tournament, "desk/announcement.html", {"form": form}, tab="teams", trail=trail)


def _initial(saved: Announcement) -> dict[str, object]:
    names = ("visibility", "description", "starts_at", "address", "contact", "open", "places", "closes_at",
             "code_word", "payment")  # fmt: skip
    values: dict[str, object] = {name: getattr(saved, name) for name in names}
    questions = {f"question_{number}": text for number, text in enumerate(saved.questions, start=1)}
    return {**values, **questions, "review": "yes" if saved.review else "no"}
