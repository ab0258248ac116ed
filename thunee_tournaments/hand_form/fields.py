"""The form for one hand: big choices first, everything special folded away, and only what the rules in force know."""

import json
from typing import Any, NamedTuple

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from engine.games import traits
from thunee_tournaments.hand_form import happened, impossible, tally
from thunee_tournaments.hand_form.base import NOBODY, NOT_SAID, SUITS, EntryForm, SeatField, choice
from thunee_tournaments.hand_form.tally import DECLARED, JODHI_ROWS
from thunee_tournaments.hand_form.typed import Body, Typed, Values
from thunee_tournaments.presentation.rulings import Voices
from thunee_tournaments.presentation.seats import Seat

OFFENCES = [
    ("revoke", gettext_lazy("Did not follow suit (revoke)")),
    ("undercut", gettext_lazy("Undercut")),
    ("out_of_turn", gettext_lazy("Played out of turn")),
    ("false_jodhi", gettext_lazy("Jodhi without the cards")),
    ("six_of_suit", gettext_lazy("Thunee with six of one suit")),
    ("blind_look", gettext_lazy("Played a card not looked at yet")),
    ("signal", gettext_lazy("Signalled to the partner")),
    ("trump_change", gettext_lazy("Changed trump")),
    ("other", gettext_lazy("Another offence")),
]
DECLARATIONS = {
    "thunee": gettext_lazy("Thunee"),
    "royals": gettext_lazy("Royals"),
    "blind_thunee": gettext_lazy("Blind thunee"),
    "blind_royals": gettext_lazy("Blind royals"),
    "trip": gettext_lazy("Trip"),
    "monnie": gettext_lazy("Monnie"),
}


def _seat_or_won(value: str) -> int | str:
    return value if value == "won" else int(value)


class JodhiRow(NamedTuple):
    """The fields of one jodhi, by what they ask, and whether anything is in them."""

    number: int
    fields: dict[str, forms.BoundField]
    filled: bool


class HandForm(EntryForm):
    """A hand of Thunee as a table writes it down. `cleaned_data` is what `tally.to_body` takes."""

    template = "hand_form/_fields.html"
    missing = {
        "points": gettext_lazy("Enter the card points, from 0 to 304."),
        "last_trick": gettext_lazy("Tap who took the last trick."),
        "trumper": gettext_lazy("Tap who set trump."),
        "declared_lost_to": gettext_lazy("Tap who caught it, or nobody."),
        "trump": gettext_lazy("Tap the trump suit: the value of a jodhi depends on it."),
    }
    # What each answer to "What happened?" cannot do without, if the rules in force have it.
    needed = {
        "double": {
            "double": gettext_lazy("Tap who called double."),
            "double_end": gettext_lazy("Tap whether the double was made."),
        },
        "khanuck": {"khanuck": gettext_lazy("Tap who called khanuck.")},
        "thunee": {
            "declared": gettext_lazy("Tap what was declared."),
            "declared_seat": gettext_lazy("Tap who declared."),
            "declared_lost_to": gettext_lazy("Tap who caught it, or nobody."),
        },
        "caught": {"four_ball": gettext_lazy("Tap who was caught.")},
        "redeal": {"redeal": gettext_lazy("Tap why it was dealt again.")},
    }
    # A hand written down card by card: the events of its record, as JSON. Then the figures are left out of account.
    events = forms.CharField(label=gettext_lazy("The cards"), max_length=8000, required=False, widget=forms.HiddenInput)
    # Who was dealt what, as far as somebody wrote it down: the deal of the record, as JSON.
    deal = forms.CharField(
        label=pgettext_lazy("the cards dealt", "The deal"), max_length=400, required=False, widget=forms.HiddenInput
    )
    points = forms.IntegerField(
        label=gettext_lazy("Card points"),
        min_value=0,
        max_value=304,
        required=False,
        widget=forms.TextInput(
            attrs={"inputmode": "numeric", "pattern": "[0-9]*", "autocomplete": "off", "class": "pad-display num"}
        ),
        error_messages={
            "invalid": gettext_lazy("Card points are a whole number, such as 67."),
            "min_value": gettext_lazy("Card points are from 0 to 304."),
            "max_value": gettext_lazy("There are only 304 card points in the pack."),
        },
    )

    def ask(self, seats: list[Seat], names: Voices, values: Values) -> None:
        """Add what the rules in force know; two players have neither double nor khanuck (TH2-4)."""
        add = self.fields
        add["points"].widget.attrs |= {
            "data-impossible": impossible.written(len(seats)),
            "data-says-impossible": impossible.said_impossible("%N%"),
        }
        kinds = happened.HAPPENED.items()
        asked = [(kind, label) for kind, label in kinds if len(seats) > 2 or kind not in happened.BETWEEN_FOUR]
        add["happened"] = choice(_("What happened?"), asked, initial=happened.of(dict(self.initial)))
        add["trumper"] = SeatField(_("Who set trump?"), seats, nobody=None)
        calls = [*range(10, 101, 10), *([104] if values["max_call"] == 104 else [])]
        none = ("0", _("none"))
        add["call"] = choice(_("Call"), [none, *((n, n) for n in calls)], number=True, initial=0)
        if values["blind_call"] == "on":
            add["blind"] = forms.BooleanField(label=_("The call was blind"), required=False)
        add["trump"] = choice(_("Trump"), SUITS)
        # A sheet of before may give the points of the side that set trump.
        sides = [("counting", ""), ("trumping", "")]
        add["points_of"] = forms.ChoiceField(choices=sides, required=False, widget=forms.HiddenInput)
        add["last_trick"] = SeatField(_("Last trick"), seats, nobody=None)
        for index in range(JODHI_ROWS):
            self._add_jodhi(index, seats, values)
        if len(seats) > 2:
            add["double"] = SeatField(_("Who called double?"), seats)
            ends = [("made", _("Made")), ("failed", _("Failed"))]
            add["double_end"] = choice(_("Was it made?"), ends)
            add["khanuck"] = SeatField(_("Who called khanuck?"), seats)
        self._add_declared(seats, values)
        nobody = NOBODY if values["false_accusation"] else None
        add["four_ball"] = SeatField(_("Who was caught?"), seats, nobody=nobody)
        add["offence"] = choice(_("What for?"), self._offences(values))
        if values["false_accusation"]:
            add["false_by"] = SeatField(_("Who accused wrongly?"), seats)
            add["false_against"] = SeatField(_("Whom?"), seats, nobody=None)
        self._add_redeal(seats, values)
        if self.official:
            label = _("Write it down anyway: that is what the sheet says")
            add["as_written"] = forms.BooleanField(label=label, required=False)
        add["claimed_winner"] = choice(_("Who opens balls, says the table?"), [NOT_SAID, *names.sides.items()])
        balls = [NOT_SAID, *((n, n) for n in range(9))]
        add["claimed_balls"] = choice(_("How many balls?"), balls, number=True)

    def _add_jodhi(self, index: int, seats: list[Seat], values: Values) -> None:
        add, name = self.fields, f"jodhi{index}_"
        add[f"{name}seat"] = SeatField(_("Who called it?"), seats)
        add[f"{name}value"] = choice(
            _("Worth"), [("", _("none")), *((value, value) for value in (20, 30, 40, 50))], number=True
        )
        add[f"{name}suit"] = choice(_("Suit"), [NOT_SAID, *SUITS])
        tricks = [NOT_SAID, *((trick, trick) for trick in range(1, traits(self.profile.game).tricks[len(seats)] + 1))]
        add[f"{name}trick"] = choice(_("After which trick?"), tricks, number=True)
        if values["murrials"] == "on":
            add[f"{name}murrials"] = forms.BooleanField(label=_("Murrials: it was wrong, and answered"), required=False)

    def _add_declared(self, seats: list[Seat], values: Values) -> None:
        on = {"thunee": True} | {kind: values[kind] == "on" for kind in DECLARED[1:]}
        on |= {"trip": len(seats) == 6, "monnie": len(seats) == 6}  # TH6-2, TH6-3
        add = self.fields
        kinds = [(kind, DECLARATIONS[kind]) for kind in on if on[kind]]
        add["declared"] = choice(_("What was declared?"), kinds, initial="thunee")
        add["declared_seat"] = SeatField(_("Who declared?"), seats, nobody=None)
        add["declared_lost_to"] = SeatField(
            _("Who caught it?"), seats, nobody=("won", _("nobody: every trick was won")), coerce=_seat_or_won
        )

    def _offences(self, values: Values) -> list[tuple[Any, Any]]:
        unknown = {
            "undercut": values["undercut"] == "free",
            "out_of_turn": values["out_of_turn"] == "ignore",
            "blind_look": values["blind_thunee"] == values["blind_royals"] == "off",
            "six_of_suit": not values["six_of_suit"],
        }
        return [NOT_SAID, *((key, label) for key, label in OFFENCES if not unknown.get(key))]

    def _add_redeal(self, seats: list[Seat], values: Values) -> None:
        add = self.fields
        reasons = [("exposed_card", _("Card exposed")), ("other", _("Other reason"))]
        if values["low_hand_redeal"] != "off":
            reasons.insert(0, ("low_hand", _("Low hand")))
        if values["trumpless"] == "void":
            reasons.insert(0, ("trumpless", _("No trump (trumpless)")))
        add["redeal"] = choice(_("Why?"), reasons)
        add["redeal_seat"] = SeatField(_("Who asked for it?"), seats)
        if values["trumpless"] == "void":
            add["unnoticed"] = forms.BooleanField(
                label=_("The counting side had no trump, and nobody noticed till the end"), required=False
            )

    def clean_events(self) -> list[Any] | None:
        if not self.cleaned_data["events"]:
            return None
        try:
            events = json.loads(self.cleaned_data["events"])
        except (ValueError, RecursionError):
            events = None
        if not isinstance(events, list) or not all(isinstance(event, dict) for event in events):
            raise forms.ValidationError(_("These cards cannot be read. Enter them again."))
        return events

    def clean_deal(self) -> list[Any] | None:
        if not self.cleaned_data["deal"]:
            return None
        try:
            deal = json.loads(self.cleaned_data["deal"])
        except (ValueError, RecursionError):
            deal = None
        if not isinstance(deal, list):
            raise forms.ValidationError(_("This deal cannot be read. Enter it again."))
        return deal

    def clean(self) -> Typed:
        """What can be asked for in plainer words than the engine's, before it is asked."""
        typed: Typed = happened.only_asked(super().clean() or self.cleaned_data)
        if not typed.get("events"):
            self._ask_for_what_is_needed(typed)
        for index in range(JODHI_ROWS):
            name = f"jodhi{index}_"
            if typed.get(f"{name}value") and typed.get(f"{name}seat") is None:
                self.add_error(f"{name}seat", _("Tap who called this jodhi."))
            if typed.get(f"{name}seat") is not None and not typed.get(f"{name}value"):
                self.add_error(f"{name}value", _("Tap what this jodhi is worth."))
        if typed.get("false_by") is not None and typed.get("false_against") is None:
            self.add_error("false_against", _("Tap who was accused."))
        wrong = impossible.faults(typed, len(self.seats))
        self.impossible = bool(wrong)
        if not typed.get("as_written"):
            for field, message in wrong.items():
                self.add_error(field if field in self.fields else None, message)
        return typed

    def _ask_for_what_is_needed(self, typed: Typed) -> None:
        what = typed.get("happened") or happened.of(typed)
        for field, ask in self.needed.get(what, {}).items():
            if field not in self.fields or typed.get(field) not in (None, "") or field in self.errors:
                continue
            if field == "four_ball" and typed.get("false_by") is not None:
                continue
            if field == "double_end" and typed.get("points") is not None and typed.get("last_trick") is not None:
                continue  # the figures say it
            self.add_error(field, ask)

    def body(self) -> Body:
        return tally.to_body(self.cleaned_data)

    @classmethod
    def typed(cls, body: Body) -> Typed | None:
        return tally.from_body(body)

    @classmethod
    def field_of(cls, path: str) -> str | None:
        return tally.field_of(path)

    @classmethod
    def first(cls, dealer: int | None, seats: int) -> Typed:
        first: Typed = {"happened": "count", "call": 0, "points_of": "counting"}
        return first if dealer is None else {**first, "trumper": (dealer + 1) % seats}

    @property
    def jodhi_rows(self) -> list[JodhiRow]:
        rows = []
        for index in range(JODHI_ROWS):
            fields = {key: self[f"jodhi{index}_{key}"] for key in ("seat", "value", "suit", "trick")}
            if f"jodhi{index}_murrials" in self.fields:
                fields["murrials"] = self[f"jodhi{index}_murrials"]
            filled = any(self._holds_something(field.name) for field in fields.values())
            rows.append(JodhiRow(index + 1, fields, filled))
        return rows

    def opened(self) -> dict[str, bool]:
        """Which folded parts hold something and are shown open."""
        parts = {
            "jodhi": [name for name in self.fields if name.startswith("jodhi") or name == "trump"],
            "double": ["double"],
            "khanuck": ["khanuck"],
            "false": ["false_by", "false_against"],
            "claimed": ["claimed_winner", "claimed_balls"],
            "more": ["blind", "unnoticed"],
        }
        return {
            part: any(self._holds_something(name) for name in names if name in self.fields)
            for part, names in parts.items()
        }
