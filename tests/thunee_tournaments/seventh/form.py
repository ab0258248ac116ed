"""The form of a hand of whist: how many tricks one side took."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from thunee_tournaments.hand_form.base import EntryForm, by_cards, choice, claimed_of, whole
from thunee_tournaments.hand_form.typed import Body, Typed, Values, some
from thunee_tournaments.presentation.rulings import Voices
from thunee_tournaments.presentation.seats import Seat

TRICKS = 13


class WhistForm(EntryForm):
    """Two sides, and thirteen tricks between them."""

    template = "hand_form/_whist.html"
    paths = (
        (r"(tally|events).*", "tricks_a"),
        (r"claimed\.scores\.(A|B)", "claimed_{0}"),
        (r"claimed.*", "claimed_A"),
    )
    missing = {"tricks_a": gettext_lazy("Tap how many tricks they took.")}

    def ask(self, _seats: list[Seat], names: Voices, _values: Values) -> None:
        label = _("Tricks of %(team)s") % {"team": names.side("A")}
        self.fields["tricks_a"] = choice(label, [(n, n) for n in range(TRICKS + 1)], number=True)
        for side, name in names.sides.items():
            self.fields[f"claimed_{side}"] = whole(_("Points of %(team)s") % {"team": name}, 0, 7)

    def body(self) -> Body:
        typed = self.cleaned_data
        tally = some(tricks_a=typed.get("tricks_a"))
        body: Body = {"tally": tally} if tally else {}
        if claimed := claimed_of(typed, "AB"):
            named = zip("AB", claimed, strict=True)
            body["claimed"] = {"scores": {side: points for side, points in named if points is not None}}
        return body

    @classmethod
    def typed(cls, body: Body) -> Typed | None:
        if by_cards(body):
            return None
        claimed = (body.get("claimed") or {}).get("scores") or {}
        typed: Typed = {f"claimed_{side}": claimed.get(side) for side in "AB"}
        return typed | {"tricks_a": (body.get("tally") or {}).get("tricks_a")}
