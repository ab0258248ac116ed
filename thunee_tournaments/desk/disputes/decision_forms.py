"""The form of a decision: only what its outcome takes, the rules it rests on, and why."""

from collections.abc import Mapping, Sequence
from typing import Any, TypedDict

from django import forms
from django.utils.html import format_html
from django.utils.translation import gettext as _

from adjudication import regulations
from adjudication.decided import MOST, MOST_POINTS
from adjudication.disputes import KEPT, MAX_GROUNDS, RETURNED, State
from adjudication.hands import Hand
from adjudication.models import Dispute
from adjudication.outcomes import OF_A_SIDE, ON_A_HAND, ProposedDecision
from engine.games import traits
from engine.profiles import Profile
from thunee_tournaments.desk.forms import one_of, own_words
from thunee_tournaments.hand_form.typed import Body, Typed
from thunee_tournaments.services import queries
from thunee_tournaments.services.acts import Refused
from thunee_tournaments.services.queries import Case, Outcome

UPHOLD = "uphold"
MOST_SUGGESTED = 8
MORE_RULES = 3
# The regulations a referee looks at first, for each outcome.
REGULATIONS: dict[str, tuple[str, ...]] = {
    Outcome.STANDS: ("EV-DISP-1",),
    Outcome.CORRECTED: ("EV-CORR-1",),
    Outcome.REPLAYED: ("EV-REPLAY-1",),
    Outcome.ADJUSTED: ("EV-ADJ-1", "EV-ADJ-2"),
    Outcome.HAND_FORFEITED: ("EV-FORF-1", "EV-CARD-1"),
    Outcome.GAME_FORFEITED: ("EV-FORF-1", "EV-NOSHOW-1"),
    Outcome.MATCH_FORFEITED: ("EV-FORF-1", "EV-NOSHOW-1"),
    Outcome.WARNING: ("EV-COND-1",),
    Outcome.DISQUALIFIED: ("EV-COND-2",),
    Outcome.MATCH_KEPT: ("EV-LATE-2", "EV-LATE-1"),
    Outcome.MATCH_REPLAYED: ("EV-LATE-3", "EV-LATE-1"),
    Outcome.MATCH_VOID: ("EV-LATE-4", "EV-LATE-1"),
    Outcome.GAME_KEPT: (queries.SURPLUS_RULE,),
    Outcome.GAME_VOID: (queries.SURPLUS_RULE,),
    UPHOLD: ("EV-APPEAL-1",),
}

GIVE_AWAY = (*OF_A_SIDE, queries.VOID_MATCH)
# What is decided where nobody has disputed anything: about a match under review, and about a game too many.
BY_ITSELF = {
    Dispute.Reason.OVERTURNED: queries.LATE_CHOICES,
    Dispute.Reason.SURPLUS: queries.SURPLUS_CHOICES,
}
OF_A_DISPUTE = [outcome for outcome in Outcome if not any(outcome in choices for choices in BY_ITSELF.values())]
WRITES = (Outcome.CORRECTED, Outcome.REPLAYED, Outcome.ADJUSTED, Outcome.HAND_FORFEITED, Outcome.GAME_FORFEITED)


def outcomes_for(case: Case) -> list[tuple[str, str]]:
    """What can be decided: outcome and words. What changes a score needs a game that was begun."""
    known = [
        outcome
        for outcome in BY_ITSELF.get(Dispute.Reason(case.dispute.reason), OF_A_DISPUTE)
        if (case.dispute.sheet_id is not None or outcome not in WRITES)
        and not (outcome in GIVE_AWAY and case.match is not None and case.match.alone)  # no other side to give it to
    ]
    if case.state != State.APPEALED:
        return [(outcome.value, str(outcome.label)) for outcome in known]
    overturn = _("Overturn: %(outcome)s")
    overturned = ((outcome.value, overturn % {"outcome": outcome.label}) for outcome in known)
    return [(UPHOLD, _("Uphold the decision")), *overturned]


class RulesField(forms.MultipleChoiceField):
    """The rules suggested, to be ticked. Which ids there are is for `DecideForm.clean` to say."""

    def valid_value(self, _value: Any) -> bool:
        return True

    def validate(self, value: Any) -> None:
        """None need be ticked where one is typed."""


class ScoreChange(TypedDict, total=False):
    """What a decision gives and takes: balls by side, or points by side, or by seat where each plays alone."""

    balls: dict[str, int]
    scores: dict[str, int] | list[int]


class DecideForm(forms.Form):
    """What is decided, by which rules, and why. `proposed` makes of it what the record takes."""

    def __init__(
        self,
        data: Any = None,
        *,
        outcome: str,
        sides: Mapping[str, str],
        laws: Sequence[str],
        profile: Profile,
        hands: Sequence[Hand],
        alone: Sequence[str],
        deposit: bool,
        override: bool,
        **kwargs: Any,
    ) -> None:
        super().__init__(data, **kwargs)
        self.outcome = outcome
        self.in_balls = traits(profile.game).balls
        self.citable = regulations.citable(profile)
        self.own: list[str] = []  # the fields this outcome alone asks for
        if (outcome in OF_A_SIDE or outcome == Outcome.WARNING) and sides:
            self._ask("side", _side(outcome, sides))
        if outcome in ON_A_HAND and hands:
            self._ask("hand", _hand(hands))
            if outcome == Outcome.CORRECTED:  # the page shows the figures of one hand: another is another page
                self.fields["hand"].widget = forms.HiddenInput()
        if outcome == Outcome.ADJUSTED:
            for key, name in self._scorers(sides, alone).items():
                balls, points = _("Balls for %(team)s") % {"team": name}, _("Points for %(name)s") % {"name": name}
                self._ask(key, _given(balls, MOST) if self.in_balls else _given(points, MOST_POINTS))
            self._ask("score", _score())
        if deposit:
            self._ask("deposit", _deposit())
        self._ask_for_rules(laws)
        self.fields["text"] = _text(_("Why?"), _("Everybody can read it on the page of the match. Name no player."))
        if override:
            label = _("Why do you decide, although your own team or club plays?")
            self.fields["override"] = _text(label, _("This is made public too (EV-CONF-1)."), most=500)

    def _scorers(self, sides: Mapping[str, str], alone: Sequence[str]) -> dict[str, str]:
        """Field and name of each who has a score: the sides, or the players where each has one (`alone`)."""
        if alone:
            return {f"points_{seat}": name for seat, name in enumerate(alone)}
        return {f"{'balls' if self.in_balls else 'points'}_{side}": name for side, name in sides.items()}

    def _ask(self, name: str, field: forms.Field) -> None:
        self.fields[name] = field
        self.own.append(name)

    def _ask_for_rules(self, laws: Sequence[str]) -> None:
        titles = dict(self.citable)
        near = dict.fromkeys([*REGULATIONS.get(self.outcome, ()), *laws])
        known = [id for id in near if id in titles][:MOST_SUGGESTED]
        self.fields["rules"] = RulesField(
            label=_("Rules it rests on"),
            choices=[(id, format_html("{}<small>{}</small>", id, titles[id])) for id in known],
            widget=forms.CheckboxSelectMultiple(attrs={"class": "choice-list"}),
            help_text=_("At least one."),
        )
        for number in range(1, MORE_RULES + 1):
            self.fields[f"rule_{number}"] = forms.CharField(
                label=_("Another rule"),
                required=False,
                max_length=120,
                widget=forms.TextInput(
                    attrs={"list": "citable", "autocomplete": "off", "autocapitalize": "characters"}
                ),
            )

    @property
    def own_fields(self) -> list[Any]:
        return [self[name] for name in self.own]

    @property
    def more_rules(self) -> list[Any]:
        return [self[f"rule_{number}"] for number in range(1, MORE_RULES + 1)]

    def cited(self) -> tuple[str, ...]:
        """The ids that were ticked or typed, once each; of "EV-ADJ-1 Assigned score" the id."""
        typed = [self.cleaned_data.get(f"rule_{number}", "").split() for number in range(1, MORE_RULES + 1)]
        named = [words[0].upper() for words in typed if words]
        return tuple(dict.fromkeys([*self.cleaned_data.get("rules", []), *named]))

    def clean(self) -> Typed:
        typed: Typed = super().clean() or self.cleaned_data
        cited = self.cited()
        if not cited:
            self.add_error("rules", _("Name at least one rule the decision rests on."))
        for wrong, near in regulations.unknown(cited):
            message = _("%(id)s is no rule. Did you mean %(near)s?") if near else _("%(id)s is no rule.")
            self.add_error("rules", message % {"id": wrong, "near": near})
        given = [name for name in self.own if name.startswith(("balls_", "points_"))]
        if given and all(name in typed and not typed[name] for name in given):
            balls = _("Say how many balls are given or taken; a minus takes them.")
            self.add_error(given[0], balls if self.in_balls else _("Say how many points are given or taken."))
        return typed

    def _change(self) -> ScoreChange:
        """The balls, or the points, that are given and taken, as a decision has them."""
        if self.outcome != Outcome.ADJUSTED:
            return {}
        given: dict[str, int] = {
            name.partition("_")[2]: self.cleaned_data[name] or 0 for name in self.own if name[0] in "bp"
        }
        if self.in_balls:
            return {"balls": given}
        return {"scores": given if "A" in given else list(given.values())}

    def proposed(self, *, head: str, body: Body | None) -> ProposedDecision:
        typed = self.cleaned_data
        hand = typed.get("hand")
        return ProposedDecision(
            self.outcome, self.cited(), typed["text"], head=head, side=typed.get("side", ""),
            hand=int(hand) if hand else None, body=body, **self._change(),
            score=typed.get("score") or "assigned",
        )  # fmt: skip

    def typed_items(self) -> list[tuple[str, str]]:
        """Everything that was sent, to be sent again by the next page."""
        names = [name for name in self.fields if name != "rules" and self.data.get(name)]
        return [*((name, self.data[name]) for name in names), *(("rules", id) for id in self["rules"].value() or [])]

    def add_refused(self, refused: Refused) -> None:
        """Put what was refused where it belongs."""
        field = {"unknown_rule": "rules", "reason_missing": "text", "deposit_open": "deposit", "conflict": "override"}
        name = field.get(refused.code)
        self.add_error(name if name in self.fields else None, str(refused.message))
        for error in refused.errors:
            self.add_error(None, f"{error['path']}: {error['message']}")


def _text(label: Any, help_text: Any, most: int = MAX_GROUNDS) -> forms.CharField:
    return own_words(label, help_text, most, rows=3, missing=_("Say why."))


def _side(outcome: str, sides: Mapping[str, str]) -> forms.ChoiceField:
    label = {
        Outcome.WARNING: _("Who is warned?"),
        Outcome.DISQUALIFIED: _("Who is disqualified?"),
    }.get(outcome, _("Who forfeits?"))  # type: ignore[call-overload]
    return one_of(label, list(sides.items()), missing=_("Say which side it is about."))


def _hand(hands: Sequence[Hand]) -> forms.ChoiceField:
    numbered = [hand for hand in reversed(hands) if not hand.voided]
    return forms.ChoiceField(
        label=_("Which hand?"),
        choices=[(hand.seq, _("Hand %(number)s") % {"number": hand.number}) for hand in numbered],
        error_messages={"required": _("Say which hand.")},
    )


def _given(label: str, most: int) -> forms.IntegerField:
    """Balls, or points, that are given or taken."""
    return forms.IntegerField(
        label=label,
        help_text=_("Such as 2; with a minus they are taken."),
        required=False,
        initial=0,
        min_value=-most,
        max_value=most,
        widget=forms.NumberInput(attrs={"autocomplete": "off"}),
    )


def _score() -> forms.ChoiceField:
    kinds = [
        ("assigned", _("Assigned: what the hand would have come to")),
        ("artificial", _("Set by the referee: nobody can say what it would have come to")),
    ]
    return one_of(_("What kind of score is it?"), kinds, initial="assigned")


def _deposit() -> forms.ChoiceField:
    choices = [(RETURNED, _("It is returned")), (KEPT, _("It is kept"))]
    return one_of(_("What becomes of the deposit?"), choices, missing=_("Say whether the deposit is kept or returned."))
