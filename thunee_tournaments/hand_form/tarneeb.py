"""The form of a hand of Tarneeb and Egyptian Tarneeb: who declared, the bid, trump, and the tricks of that side."""

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from thunee_tournaments.hand_form.base import SUITS, EntryForm, SeatField, by_cards, choice, claimed_of, whole
from thunee_tournaments.hand_form.typed import Body, Typed, Values, some
from thunee_tournaments.presentation.rulings import Voices
from thunee_tournaments.presentation.seats import Seat

TRICKS = 13
BIDS = range(7, TRICKS + 1)


class TarneebForm(EntryForm):
    """Two sides; `egyptian`: bids name a suit and can be doubled."""

    template = "hand_form/_tarneeb.html"
    paths = (
        (r"tally\.tricks(\..*)?", "tricks"),
        (r"tally\.(declarer|bid|trump|doubled)", "{0}"),
        (r"events.*", "passed"),
        (r"claimed\.scores\.(A|B)", "claimed_{0}"),
        (r"claimed.*", "claimed_A"),
    )
    missing = {
        "declarer": gettext_lazy("Tap who bid highest."),
        "bid": gettext_lazy("Tap how many tricks were bid."),
        "trump": gettext_lazy("Tap the trump suit."),
        "tricks": gettext_lazy("Tap how many tricks the declaring side took."),
    }

    def ask(self, seats: list[Seat], names: Voices, values: Values) -> None:
        add = self.fields
        add["declarer"] = SeatField(_("Who bid highest?"), seats, nobody=None)
        add["bid"] = choice(_("Tricks bid"), [(n, n) for n in BIDS], number=True)
        no_trump = [("nt", _("no trump"))] if values.get("no_trump", "on") == "on" else []
        add["trump"] = choice(_("Trump"), [*SUITS, *no_trump])
        if self.egyptian:
            add["doubled"] = forms.BooleanField(label=_("The bid was doubled"), required=False)
        add["tricks"] = choice(_("Tricks the declaring side took"), [(n, n) for n in range(TRICKS + 1)], number=True)
        add["passed"] = forms.BooleanField(label=_("All four passed: dealt again"), required=False)
        for side, name in names.sides.items():
            add[f"claimed_{side}"] = whole(_("Points of %(team)s") % {"team": name}, -60, 60)

    @property
    def egyptian(self) -> bool:
        return self.profile.game == "egyptian-tarneeb"

    def body(self) -> Body:
        typed = self.cleaned_data
        if typed.get("passed"):
            first = next((seat.number for seat in self.seats if seat.deals), 0) + 1
            passes = [{"type": "pass", "seat": (first + step) % 4} for step in range(4)]
            return {"events": passes}
        tally = some(**{key: typed.get(key) for key in ("declarer", "bid", "trump")})
        if typed.get("doubled"):
            tally["doubled"] = True
        if typed.get("tricks") is not None and typed.get("declarer") is not None:
            tally["tricks"] = {"AB"[typed["declarer"] % 2]: typed["tricks"]}
        body: Body = {"tally": tally}
        if claimed := claimed_of(typed, "AB"):
            named = zip("AB", claimed, strict=True)
            body["claimed"] = {"scores": {side: points for side, points in named if points is not None}}
        return body

    @classmethod
    def typed(cls, body: Body) -> Typed | None:
        if by_cards(body, ("pass",)):
            return None
        tally, claimed = body.get("tally") or {}, (body.get("claimed") or {}).get("scores") or {}
        typed: Typed = {key: tally.get(key) for key in ("declarer", "bid", "trump", "doubled")}
        typed["passed"] = bool(body.get("events"))
        if tally.get("declarer") is not None:
            typed["tricks"] = _of_side(tally.get("tricks") or {}, tally["declarer"] % 2)
        return typed | {f"claimed_{side}": claimed.get(side) for side in "AB"}


def _of_side(tricks: dict[str, int], side: int) -> int | None:
    own, other = tricks.get("AB"[side]), tricks.get("BA"[side])
    return own if own is not None else None if other is None else TRICKS - other
