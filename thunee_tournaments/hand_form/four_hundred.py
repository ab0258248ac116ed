"""The form of a hand of 400 and Forty-One: what each player bid, and the tricks each took."""

from typing import NamedTuple

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from thunee_tournaments.hand_form.base import EntryForm, by_cards, claimed_of, whole
from thunee_tournaments.hand_form.typed import Body, Typed, Values
from thunee_tournaments.presentation.rulings import Voices
from thunee_tournaments.presentation.seats import Seat

SEATS, TRICKS = range(4), 13


class PlayerRow(NamedTuple):
    """A player's seat and fields."""

    seat: Seat
    bid: forms.BoundField
    tricks: forms.BoundField
    slow: forms.BoundField | None


class FourHundredForm(EntryForm):
    """A bid and tricks for each of four players, the partners' seats in turn."""

    template = "hand_form/_four_hundred.html"
    paths = (
        (r"tally\.bids\[(\d)\]", "bid_{0}"),
        (r"tally\.tricks\[(\d)\]", "tricks_{0}"),
        (r"tally\.bids", "bid_0"),
        (r"tally\.tricks", "tricks_0"),
        (r"events.*", "slow_0"),
        (r"claimed\.scores\[(\d)\]", "claimed_{0}"),
        (r"claimed.*", "claimed_0"),
    )
    missing = {
        **{f"bid_{seat}": gettext_lazy("Say what this player bid.") for seat in SEATS},
        **{f"tricks_{seat}": gettext_lazy("Say how many tricks this player took.") for seat in SEATS},
    }

    def ask(self, seats: list[Seat], _names: Voices, values: Values) -> None:
        for seat in seats:
            name = {"player": seat.name}
            self.fields[f"bid_{seat.number}"] = whole(_("Bid of %(player)s") % name, 1, TRICKS)
            self.fields[f"tricks_{seat.number}"] = whole(_("Tricks of %(player)s") % name, 0, TRICKS)
            if values.get("pace") == "on":
                self.fields[f"slow_{seat.number}"] = forms.BooleanField(
                    label=_("%(player)s was slow twice") % name, required=False
                )
        for seat in seats:
            self.fields[f"claimed_{seat.number}"] = whole(_("Points of %(player)s") % {"player": seat.name}, -60, 60)

    @property
    def rows(self) -> list[PlayerRow]:
        return [
            PlayerRow(
                seat,
                self[f"bid_{seat.number}"],
                self[f"tricks_{seat.number}"],
                self[f"slow_{seat.number}"] if f"slow_{seat.number}" in self.fields else None,
            )
            for seat in self.seats
        ]

    def clean(self) -> Typed:
        """Thirteen tricks are taken in all: said here in plainer words than the engine's."""
        typed: Typed = super().clean() or self.cleaned_data
        tricks = [typed.get(f"tricks_{seat}") for seat in SEATS]
        known = [number for number in tricks if number is not None]
        if len(known) == len(SEATS) and sum(known) != TRICKS:
            self.add_error(None, _("There are 13 tricks in a hand; these come to %(sum)s.") % {"sum": sum(known)})
        return typed

    def body(self) -> Body:
        typed = self.cleaned_data
        tally = {
            "bids": [typed.get(f"bid_{seat}") for seat in SEATS],
            "tricks": [typed.get(f"tricks_{seat}") for seat in SEATS],
        }
        if all(number is None for number in tally["tricks"]):  # too few were bid: nothing was played
            del tally["tricks"]
        body: Body = {"tally": tally}
        slow = [seat for seat in SEATS if typed.get(f"slow_{seat}")]
        if slow:
            body["events"] = [{"type": "slow", "seat": seat} for seat in slow for _time in range(2)]
        if claimed := claimed_of(typed, SEATS):
            body["claimed"] = {"scores": claimed}
        return body

    @classmethod
    def typed(cls, body: Body) -> Typed | None:
        if by_cards(body, ("slow",)):
            return None
        tally, claimed = body.get("tally") or {}, (body.get("claimed") or {}).get("scores") or []
        typed: Typed = {}
        for name, numbers in (("bid", tally.get("bids")), ("tricks", tally.get("tricks")), ("claimed", claimed)):
            typed |= {f"{name}_{seat}": number for seat, number in enumerate(numbers or [])}
        return typed | {f"slow_{event['seat']}": True for event in body.get("events", [])}
