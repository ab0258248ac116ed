"""The form of a hand of Tunge: who played out, and the cards left to the others."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from thunee_tournaments.hand_form.base import EntryForm, SeatField, by_cards, claimed_of, whole
from thunee_tournaments.hand_form.typed import Body, Typed, Values
from thunee_tournaments.presentation.rulings import Voices
from thunee_tournaments.presentation.seats import Seat

MOST_POINTS = 500


class TungeForm(EntryForm):
    """Each player alone: the cards left, written as rank and suit."""

    template = "hand_form/_tunge.html"
    paths = (
        (r"tally\.left\[(\d)\](\[\d+\])?", "left_{0}"),
        (r"tally\.left", "out"),
        (r"claimed\.scores\[(\d)\]", "claimed_{0}"),
        (r"claimed.*", "claimed_0"),
    )
    missing = {
        "out": gettext_lazy("Tap who played out."),
        **{f"left_{seat}": gettext_lazy("Write the cards left to this player.") for seat in range(4)},
    }

    def ask(self, seats: list[Seat], _names: Voices, _values: Values) -> None:
        self.fields["out"] = SeatField(_("Who played out?"), seats, nobody=None)
        for seat in seats:
            self.fields[f"left_{seat.number}"] = forms.CharField(
                label=_("Cards left to %(player)s") % {"player": seat.name},
                max_length=200,
                required=False,
                widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}),
            )
        for seat in seats:
            label = _("Points of %(player)s") % {"player": seat.name}
            self.fields[f"claimed_{seat.number}"] = whole(label, 0, MOST_POINTS)

    @property
    def rows(self) -> list[forms.BoundField]:
        return [self[f"left_{seat.number}"] for seat in self.seats]

    def clean(self) -> Typed:
        """Whoever played out has no cards left."""
        typed: Typed = super().clean() or self.cleaned_data
        out = typed.get("out")
        if out is not None and typed.get(f"left_{out}"):
            self.add_error(f"left_{out}", _("This player played out, and so has no cards left."))
        return typed

    def body(self) -> Body:
        typed = self.cleaned_data
        left = [self._left(seat.number) for seat in self.seats]
        body: Body = {"tally": {"left": left} if any(cards is not None for cards in left) else {}}
        if claimed := claimed_of(typed, [seat.number for seat in self.seats]):
            body["claimed"] = {"scores": claimed}
        return body

    def _left(self, seat: int) -> list[str] | None:
        """A player's cards: none for whoever played out, unknown where nothing was written."""
        if self.cleaned_data.get("out") == seat:
            return []
        text = (self.cleaned_data.get(f"left_{seat}") or "").replace(",", " ")
        return text.split() or None

    @classmethod
    def typed(cls, body: Body) -> Typed | None:
        if by_cards(body):
            return None
        left = (body.get("tally") or {}).get("left") or []
        typed: Typed = {f"left_{seat}": _text(cards) for seat, cards in enumerate(left)}
        typed["out"] = next((seat for seat, cards in enumerate(left) if cards is not None and not cards), None)
        claimed = (body.get("claimed") or {}).get("scores") or []
        return typed | {f"claimed_{seat}": points for seat, points in enumerate(claimed)}


def _text(cards: Any) -> str:
    return cards if isinstance(cards, str) else " ".join(cards or [])
