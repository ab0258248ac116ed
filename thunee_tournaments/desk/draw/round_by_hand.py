"""A Swiss round in which something is set by hand: who meets whom, who has the bye, who sits out, and why."""

import hashlib
from collections.abc import Iterable, Sequence
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from thunee_tournaments.brackets.formats import swiss
from thunee_tournaments.brackets.formats.by_hand import ByHand
from thunee_tournaments.brackets.formats.catalogue import format_of
from thunee_tournaments.brackets.selectors import rounds_paired
from thunee_tournaments.desk.access import DeskRequest, organiser_page
from thunee_tournaments.desk.forms import ReasonForm
from thunee_tournaments.desk.pages import UNUSABLE, Context, add_refusal, desk_page, posted, refused_beside
from thunee_tournaments.hand_form.typed import Typed
from thunee_tournaments.services import queries
from thunee_tournaments.services.acts import Refused, pair_round
from thunee_tournaments.services.queries import Meeting
from thunee_tournaments.teams.models import Team
from thunee_tournaments.tournaments.models import Stage, Tournament

PAIRS, FEWER_PAIRS, MANY_TEAMS = 6, 3, 200  # that can be set at once, and as many again when these are full
REFUSALS = {"reason_missing": "reason"}


class ByHandForm(ReasonForm):
    """What is set by hand; all of it may be left to the rules. `teams`: who is in the round; `pairs`: how many can be
    set."""

    def __init__(self, *args: Any, teams: Sequence[Team], pairs: int, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        named = [(team.public_id, team.name) for team in teams]
        self.seed_of = {team.public_id: team.seed for team in teams}
        self.numbers = range(1, pairs + 1)
        for number in self.numbers:
            for side, label in (("a", _("Pair %(number)s")), ("b", _("Pair %(number)s meets"))):
                self.fields[f"{side}_{number}"] = forms.ChoiceField(
                    label=label % {"number": number}, choices=[("", "–"), *named], required=False
                )
        self.fields["bye"] = forms.ChoiceField(
            label=_("Who has the bye"), choices=[("", _("as the rules give it")), *named], required=False
        )
        self.fields["out"] = forms.MultipleChoiceField(
            label=_("Who sits out this round"), choices=named, required=False,
            widget=forms.CheckboxSelectMultiple(attrs={"class": "choice-list"}),
            help_text=_("It asked for a round without a match, and can still have a bye later."),
        )  # fmt: skip
        self.fields["half"] = forms.BooleanField(
            label=_("Who sits out scores half a point"), required=False,
            help_text=_("Without it the round scores nothing. Say before the first round which it is, and when."),
        )  # fmt: skip
        self.order_fields([name for name in self.fields if name != "reason"] + ["reason"])

    def pairs(self) -> list[tuple[forms.BoundField, forms.BoundField]]:
        """The two fields of each pair."""
        return [(self[f"a_{number}"], self[f"b_{number}"]) for number in self.numbers]

    def clean(self) -> Typed:
        data: Typed = super().clean() or {}
        for number in self.numbers:
            a, b = data.get(f"a_{number}", ""), data.get(f"b_{number}", "")
            if bool(a) != bool(b):
                self.add_error(f"a_{number}" if b else f"b_{number}", _("Choose both teams of a pair, or neither."))
        if not self.errors and not self.wish():
            raise forms.ValidationError(
                _("Nothing is set by hand. Set something, or pair the round on the bracket's page.")
            )
        return data

    def wish(self) -> ByHand:
        """What is set, by seeds."""
        data = self.cleaned_data
        chosen = [(data.get(f"a_{number}"), data.get(f"b_{number}")) for number in self.numbers]
        pairs = tuple((self._seed(a), self._seed(b)) for a, b in chosen if a and b)
        bye = data.get("bye")
        return ByHand(pairs, self._seed(bye) if bye else None, frozenset(map(self._seed, data.get("out", []))),
                      data["half"])  # fmt: skip

    def _seed(self, public_id: str) -> int:
        return self.seed_of[public_id] or 0


@organiser_page
def round_by_hand(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """For organisers: set something of the next Swiss round by hand; first the whole round as it would be, then the
    act. `before` is the round the page showed: a second tap does not pair one more."""
    stage = queries.outlook(tournament).stage
    if stage is None or tournament.status != Tournament.Status.RUNNING or not format_of(stage).round_by_round:
        messages.info(request, _("No Swiss stage is being played."))
        return redirect("desk:bracket", tournament.slug)
    rounds = rounds_paired(stage)
    if request.method == "POST" and request.POST.get("before") != str(rounds):
        messages.info(request, _("The round has been paired already. This is it."))
        return redirect("desk:bracket", tournament.slug)
    if refused := queries.why_not_yet(stage):
        messages.info(request, refused.message)
        return redirect("desk:bracket", tournament.slug)
    form = ByHandForm(posted(request), teams=_playing(stage), pairs=_pairs(request, stage))
    context: Context = {"form": form, "before": rounds, "number": rounds + 1}
    status = None
    if form.is_valid():
        relaxed = [name for name in request.POST.getlist("relaxed") if name in swiss.RELAXATIONS]
        meetings = _previewed(form, stage, relaxed, context)
        seen = _seen(form.wish(), meetings)
        if meetings and request.POST.get("seen") == seen:
            with refused_beside(form, REFUSALS):
                pair_round(
                    actor=request.user, tournament=tournament, relaxed=relaxed, wish=form.wish(),
                    reason=form.cleaned_data["reason"],
                )  # fmt: skip
                messages.success(request, _("The round is paired."))
                return redirect("desk:bracket", tournament.slug)
        context |= {"meetings": meetings, "seen": seen, "ticked": relaxed, "out": _out(form, stage)}
        status = UNUSABLE
    return desk_page(request, tournament, "desk/round_by_hand.html", context, tab="bracket", status=status)


def _playing(stage: Stage) -> list[Team]:
    """Who can be in the next round, in order of seed; each with its seed in the stage."""
    teams = {team.public_id: team for team in stage.tournament.teams.filter(withdrawn_at=None)}
    playing = []
    for seed, public_id in enumerate(stage.inputs["order"], start=1):
        if public_id in teams:
            teams[public_id].seed = seed
            playing.append(teams[public_id])
    return playing


def _pairs(request: DeskRequest, stage: Stage) -> int:
    """How many pairs the form has: some, and more once these are full; never more than there can be."""
    sent = sum(name.startswith("a_") and bool(value) for name, value in request.POST.items())
    teams = len(stage.inputs["order"])
    at_once = PAIRS if teams <= MANY_TEAMS else FEWER_PAIRS  # each lists every team twice
    return max(1, min(at_once * (sent // at_once + 1), teams // 2))


def _previewed(form: ByHandForm, stage: Stage, relaxed: Sequence[str], context: Context) -> list[Meeting]:
    """The round as it would be; where there is none, why stands in the form and what can be relaxed in the context."""
    try:
        return queries.round_as(stage, form.wish(), relaxed)
    except Refused as refused:
        if refused.code == "no_pairing":
            context["relaxing"] = refused.errors
            form.add_error(None, str(refused.message))
        else:
            add_refusal(form, refused)
    return []


def _out(form: ByHandForm, stage: Stage) -> list[Team]:
    """The teams that would sit out."""
    return [team for team in _playing(stage) if team.seed in form.wish().out]


def _seen(wish: ByHand, meetings: Iterable[Meeting]) -> str:
    """What tells whether this very round was shown."""
    shown = [(meeting.team.pk, meeting.other and meeting.other.pk) for meeting in meetings]
    content = (wish.pairs, wish.bye, sorted(wish.out), wish.half, shown)
    return hashlib.sha256(repr(content).encode()).hexdigest()[:16]
