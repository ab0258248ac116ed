"""Deciding a dispute or an appeal: a form for one outcome, a look at what it changes, then the decision."""

import uuid
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any, TypedDict

from django.contrib import messages
from django.contrib.auth.models import User
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from adjudication.disputes import State
from adjudication.errors import KeyReused
from adjudication.hands import Hand, all_hands
from adjudication.judging import profile_of
from adjudication.models import Dispute
from adjudication.outcomes import ProposedDecision
from adjudication.scores import by_seat
from adjudication.shapes import Ruling
from engine.profiles import Profile
from thunee_tournaments.brackets.models import Match, MatchGame
from thunee_tournaments.brackets.selectors import match_for, next_match
from thunee_tournaments.desk.access import CHIEFS, DeskRequest, referee_page
from thunee_tournaments.desk.disputes.bundles import RESTS_ON
from thunee_tournaments.desk.disputes.decision_changes import difference
from thunee_tournaments.desk.disputes.decision_forms import UPHOLD, DecideForm, outcomes_for
from thunee_tournaments.desk.disputes.disputes import trail, view_of
from thunee_tournaments.desk.match.hands import has_cards
from thunee_tournaments.desk.pages import (
    UNUSABLE,
    Context,
    desk_page,
    device_of,
    number_of,
    save_or_show,
    say_saved,
    sent_to_judge,
)
from thunee_tournaments.hand_form.base import EntryForm
from thunee_tournaments.hand_form.faults import mark
from thunee_tournaments.hand_form.games import entry_form, typed_from
from thunee_tournaments.hand_form.typed import Typed
from thunee_tournaments.presentation import rulings
from thunee_tournaments.presentation.rulings import Voices
from thunee_tournaments.presentation.seats import seats_of, voices_of
from thunee_tournaments.services.acts import (
    MatchMoment,
    Refused,
    as_seen,
    decide_appeal,
    decide_dispute,
    mark_of,
    preview_appeal,
    preview_decision,
)
from thunee_tournaments.services.queries import Case, Outcome, barred, case_for
from thunee_tournaments.tournaments.games import profile_of as tournament_profile
from thunee_tournaments.tournaments.models import Tournament


class Decider(TypedDict):
    """Who decides which dispute, and why in spite of a conflict of interest ("": there is none)."""

    actor: User
    match: Match
    dispute: Dispute
    override: str


@dataclass(frozen=True)
class DecisionPage:
    """A dispute that is being decided in one way, and what its pages show."""

    request: DeskRequest
    tournament: Tournament
    case: Case
    match: Match
    outcome: str

    @property
    def dispute(self) -> Dispute:
        return self.case.dispute

    @property
    def on_appeal(self) -> bool:
        return self.case.state == State.APPEALED

    @cached_property
    def game(self) -> MatchGame | None:
        return next((game for game in self.match.games.all() if game.sheet_id == self.dispute.sheet_id), None)

    @cached_property
    def hands(self) -> list[Hand]:
        """The hands of the game it is about, the struck out ones too."""
        return all_hands(self.game.sheet) if self.game else []

    @cached_property
    def voices(self) -> Voices:
        return voices_of(self.match)

    @property
    def head(self) -> str:
        return str(self.game.sheet.head) if self.game else ""

    @cached_property
    def conflicted(self) -> bool:
        return bool(barred(self.request.user, self.match))

    @property
    def chief(self) -> bool:
        return bool(self.request.roles & CHIEFS)

    @property
    def label(self) -> str:
        return dict(outcomes_for(self.case)).get(self.outcome, "")

    def decider(self, form: DecideForm) -> Decider:
        override = form.cleaned_data.get("override", "")
        return {"actor": self.request.user, "match": self.match, "dispute": self.dispute, "override": override}

    def form(self, data: Any = None, **kwargs: Any) -> DecideForm:
        hand = self.hand(None)
        laws = [*RESTS_ON.get(self.dispute.reason, ()), *(rule_ids(hand.ruling) if hand else [])]
        appeal = self.case.standing.appeal
        return DecideForm(
            data, outcome=self.outcome, sides=self.voices.sides, laws=laws, profile=self.profile,
            hands=self.hands if self.dispute.hand is None else [], alone=self.alone,
            deposit=bool(appeal and appeal.deposit), override=self.conflicted and self.chief, **kwargs,
        )  # fmt: skip

    @property
    def profile(self) -> Profile:
        """The rules that may be cited: those of the game it is about, or of the tournament."""
        if self.game is not None:
            return profile_of(self.game.sheet)
        return tournament_profile(self.tournament)

    @property
    def alone(self) -> list[str]:
        """Who plays, by seat, where each has a score of their own; nobody where sides do."""
        seats = by_seat(self.game.sheet.ledger.get("after")) if self.game else []
        return [self.voices.seat(seat) for seat in range(len(seats))]

    def hand(self, seq: int | None) -> Hand | None:
        wanted = self.dispute.hand if seq is None else seq
        return next((hand for hand in self.hands if hand.seq == wanted), None)

    def hand_form(self, hand: Hand | None, data: Any = None, **kwargs: Any) -> EntryForm | None:
        """The figures of the hand, where the hand is corrected."""
        if self.outcome != Outcome.CORRECTED or self.game is None or hand is None:
            return None
        at = (self.game.number, hand.seq)
        seats, names = seats_of(self.match, hand.dealer, at), voices_of(self.match, at)
        return entry_form(data, seats=seats, names=names, profile=profile_of(self.game.sheet), official=True, **kwargs)


@referee_page
def decide(request: DeskRequest, tournament: Tournament, dispute_id: str) -> HttpResponse:
    """For referees: the decision. `?outcome=` says what is decided; the page asks for what that takes. Everything typed
    travels with the pages."""
    case = case_for(tournament, dispute_id)
    here = redirect("desk:dispute", tournament.slug, dispute_id)
    outcome = request.POST.get("outcome") or request.GET.get("outcome", "")
    if case.match is None:
        return here
    if not case.waits and request.POST.get("action") != "save":
        messages.info(request, _("Somebody else has decided this."))
        return here
    page = DecisionPage(request, tournament, case, match_for(tournament, case.match.public_id), outcome)
    if case.waits and outcome not in dict(outcomes_for(case)):
        return here
    if sent_to_judge(request) is not None:
        return _judged(page)
    typed: Typed = {"hand": request.GET.get("hand", "")}
    if request.POST.get("action") == "edit":
        typed = {**request.POST.dict(), "rules": request.POST.getlist("rules")}
    form = page.form(initial=typed)
    if page.outcome == Outcome.CORRECTED and page.dispute.hand is None and not typed.get("hand"):
        return _choose_hand(page)
    return _form_page(page, form, _first_figures(page, typed))


def _choose_hand(page: DecisionPage) -> HttpResponse:
    """Which hand is corrected, where the dispute names none."""
    rows = [
        {"hand": hand, "headline": rulings.headline(hand.ruling, page.voices)}
        for hand in reversed(page.hands)
        if not hand.voided
    ]
    return _page(page, "desk/decide_hand.html", {"rows": rows})


def _first_figures(page: DecisionPage, typed: Typed) -> EntryForm | None:
    """The form of the hand with what is written, or what was typed before."""
    hand = page.hand(_seq(typed.get("hand")))
    if hand is None or page.game is None:
        return None
    bodies = [entry.body for entry in hand.entries if entry.kind != entry.Kind.VOID]
    written = typed_from(profile_of(page.game.sheet).game, bodies[-1])
    return page.hand_form(hand, initial={**written, **typed, "head": page.head})


def _seq(named: Any) -> int | None:
    return number_of(str(named or ""), 9)


def _judged(page: DecisionPage) -> HttpResponse:
    data = page.request.POST
    form = page.form(data)
    figures = page.hand_form(page.hand(_seq(data.get("hand"))), data)
    if not form.is_valid() or (figures is not None and not figures.is_valid()):
        return _form_page(page, form, figures, UNUSABLE)
    body = figures.body() if figures is not None else None
    proposed = form.proposed(head=data.get("head", ""), body=body)
    try:
        return save_or_show(
            page.request, partial(_save, page, form, proposed), partial(_review, page, form, figures, proposed)
        )
    except Refused as refused:
        if refused.code in ("decided", "not_appealed"):
            messages.error(page.request, refused.message)
            return redirect("desk:dispute", page.tournament.slug, page.dispute.public_id)
        return _refused_page(page, form, figures, refused)
    except KeyReused as reused:
        form.add_error(None, str(reused.message))
        return _form_page(page, form, figures, UNUSABLE)


def _save(page: DecisionPage, form: DecideForm, proposed: ProposedDecision) -> HttpResponse:
    device, key, decider = device_of(page.request), page.request.POST.get("key", ""), page.decider(form)
    if page.request.POST.get("on_appeal"):
        answer = _answer(form, proposed)
        act = partial(decide_appeal, **decider, **answer, head=proposed.head, device=device, client_uuid=key)
    else:
        act = partial(decide_dispute, **decider, proposed=proposed, device=device, client_uuid=key)
    done = as_seen(page.tournament, page.request.POST.get("seen", ""), act, page.match.pk)
    decided = _("Decided. Everybody can read it on the page of the match.")
    say_saved(page.request, decided, repeated=done.repeated)
    return redirect("desk:dispute", page.tournament.slug, page.dispute.public_id)


class Answer(TypedDict):
    """What is decided on an appeal; `instead`: what holds in place of a decision that is overturned."""

    overturn: bool
    rules: tuple[str, ...]
    text: str
    instead: ProposedDecision | None
    deposit: str


def _answer(form: DecideForm, proposed: ProposedDecision) -> Answer:
    overturn = proposed.outcome != UPHOLD
    return {
        "overturn": overturn, "rules": proposed.rules, "text": proposed.text,
        "instead": proposed if overturn else None, "deposit": form.cleaned_data.get("deposit", ""),
    }  # fmt: skip


def _review(
    page: DecisionPage, form: DecideForm, figures: EntryForm | None, proposed: ProposedDecision, notice: str
) -> HttpResponse:
    """What the decision would change. Nothing is stored. Raises Refused."""
    seen = _preview(page, form, proposed)
    typed = [*form.typed_items(), *(figures.typed_items() if figures is not None else [])]
    change = _change(page, *seen) if seen else None
    context = {
        "change": change,
        "seen": mark_of(change["beyond"]) if change else "",
        "proposed": proposed,
        "typed": list(dict.fromkeys(typed)),
        "head": page.head,
        "key": uuid.uuid4(),
        "notice": notice,
        "names": page.voices,
        "side": page.voices.side(proposed.side) if proposed.side else "",
    }
    return _page(page, "desk/decide_review.html", context)


def _preview(
    page: DecisionPage, form: DecideForm, proposed: ProposedDecision
) -> tuple[MatchMoment, MatchMoment] | None:
    if not page.on_appeal:
        return preview_decision(**page.decider(form), proposed=proposed)
    answer = _answer(form, proposed)
    seen = preview_appeal(**page.decider(form), **answer)
    return seen if answer["overturn"] else None


def rule_ids(ruling: Ruling) -> list[str]:
    """The rules a ruling rests on, as it explains itself."""
    return list(dict.fromkeys(str(step["rule"]) for step in ruling.get("steps") or []))


def _change(page: DecisionPage, before: MatchMoment, after: MatchMoment) -> Context:
    change = difference(before, after, page.voices, page.match.pk)
    following = next_match(page.match) if change["match_turns"] else None
    return {**change, "scored": page.game is not None, "goes_on_to": following[0].number if following else None}


def _form_page(
    page: DecisionPage, form: DecideForm, figures: EntryForm | None, status: int | None = None, possible: Any = ()
) -> HttpResponse:
    context = {
        "form": form,
        "figures": figures,
        "open": figures.opened() if figures is not None else {},
        "names": page.voices,
        "profile": page.profile,
        "head": page.head,
        "possible": possible,
        "citable": form.citable,
        "by_cards": figures is not None
        and _by_cards(page.hand(_seq(form["hand"].value() if "hand" in form.fields else ""))),
    }
    return _page(page, "desk/decide.html", context, status)


def _by_cards(hand: Hand | None) -> bool:
    return hand is not None and has_cards(hand.body)


def _refused_page(page: DecisionPage, form: DecideForm, figures: EntryForm | None, refused: Refused) -> HttpResponse:
    if figures is not None and (refused.errors or refused.possible) and refused.code != "unknown_rule":
        return _form_page(page, form, figures, UNUSABLE, mark(figures, refused, page.voices))
    form.add_refused(refused)
    return _form_page(page, form, figures, UNUSABLE)


def _page(page: DecisionPage, template: str, context: Context, status: int | None = None) -> HttpResponse:
    shared = {
        "match": page.match,
        "case": view_of(page.case, page.match, page.hands),
        "outcome": page.outcome,
        "label": page.label,
        "on_appeal": page.on_appeal,
        "conflicted": page.conflicted,
        "chief": page.chief,
    }
    return desk_page(
        page.request, page.tournament, template, {**shared, **context}, tab="disputes",
        trail=trail(page.tournament, (_("Decide"), "")), status=status,
    )  # fmt: skip
