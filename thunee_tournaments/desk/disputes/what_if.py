"""What if: single facts of a hand changed, or the rules, and the old and the new ruling side by side.

The whole question stands in the address, so that it can be sent to another referee. Nothing is stored.
"""

from typing import Any

from django.http import HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from engine.profiles import Profile, diff
from thunee_tournaments.desk.access import DeskRequest, referee_page
from thunee_tournaments.desk.disputes import equity_advice
from thunee_tournaments.desk.disputes.what_if_forms import EventsForm, RulesAskedForm
from thunee_tournaments.desk.match.correcting import Case, case_for
from thunee_tournaments.desk.match.hands import faults_of, offences_of
from thunee_tournaments.desk.match.page import match_href, trail_of
from thunee_tournaments.desk.pages import UNUSABLE, Context, desk_page, number_of
from thunee_tournaments.desk.words import by_name, preset_title, value_text
from thunee_tournaments.hand_form import faults, tally
from thunee_tournaments.hand_form.base import EntryForm
from thunee_tournaments.hand_form.games import form_of, typed_from
from thunee_tournaments.hand_form.typed import Body
from thunee_tournaments.presentation import rulings
from thunee_tournaments.presentation.comparing import side_by_side
from thunee_tournaments.services.acts import Refused, WhatIfAnswer, what_if
from thunee_tournaments.tournaments.models import Tournament

# What of a tally the form has no field for; it is kept as long as what it goes with is not changed.
UNASKED = ("tricks",)
GOES_WITH = ("card_points", "last_trick", "declared", "four_ball", "double", "khanuck")


@require_safe
@referee_page
def what_if_page(request: DeskRequest, tournament: Tournament, match_id: str, number: int, seq: int) -> HttpResponse:
    """For referees: the hand as it is, and with `?ask=1` what it would be."""
    case = case_for(tournament, match_id, number, seq)
    asked = "ask" in request.GET
    first = [step["rule"] for step in case.hand.ruling.get("steps") or []]
    rules = RulesAskedForm(request.GET if asked else None, profile=case.profile, first=first)
    form = _facts(case, request.GET if asked else None)
    context: Context = {}
    if asked:
        context = _answered(request, case, form, rules)
    status = UNUSABLE if asked and "answer" not in context else 200
    if isinstance(form, EventsForm):
        context |= _cost(request, case, form.body() if "answer" in context else {})
    context |= {
        "match": case.match,
        "game": case.game,
        "hand": case.hand,
        "names": case.voices,
        "form": form,
        "rules": rules,
        "by_cards": isinstance(form, EventsForm),
        "open": form.opened() if isinstance(form, EntryForm) else {},
        "back": match_href(tournament, case.match),
        "was": _side(case.hand.ruling, case),
    }
    trail = trail_of(tournament, case.match, _("What if"))
    return desk_page(request, tournament, "desk/whatif.html", context, tab="bracket", trail=trail, status=status)


def _cost(request: DeskRequest, case: Case, asked: Body) -> Context:
    """What a card or a call cost (`?at=12`), of the hand as it is asked about: advice, worked out where it is wanted.
    The score before the hand has no part in it."""
    sheet, dealer = case.game.sheet, case.hand.dealer or 0
    known = {"format": "hand-record/1", "game": sheet.game, "players": sheet.players, "rules": sheet.rules}
    record = {**known, "dealer": dealer, **case.written, **asked}
    at = number_of(request.GET.get("at", ""), 4)
    return {
        "moments": equity_advice.moments(record, case.voices),
        "at": equity_advice.offence_at(record, case.hand.ruling) if at is None else at,
        "advice": None if at is None else equity_advice.advice(record, at, case.voices),
    }


def _facts(case: Case, data: Any) -> EntryForm | EventsForm:
    """The form for the hand's facts: by its cards, or by the figures of the scoresheet."""
    game = case.profile.game
    if form_of(game).typed(case.written) is None:
        return EventsForm(data, body=case.written, seats=case.seats)
    if data is not None:
        data = data.copy()
        data["head"] = case.head
    return case.form(data, initial={**typed_from(game, case.written), "head": case.head})


def _body(case: Case, form: EntryForm | EventsForm) -> Body:
    if isinstance(form, EventsForm):
        return form.body()
    body = form.body()
    old, new = case.written.get("tally") or {}, body.get("tally")
    as_typed = tally.to_body(tally.from_body(case.written) or {}).get("tally") or {} if case.in_balls else {}
    if case.in_balls and new is not None and all(new.get(key) == as_typed.get(key) for key in GOES_WITH):
        new |= {key: old[key] for key in UNASKED if key in old}
    kept = {key: value for key, value in case.written.items() if key in ("deal", "dealer")}
    return kept | body


def _answered(request: DeskRequest, case: Case, form: EntryForm | EventsForm, rules: RulesAskedForm) -> Context:
    """Both rulings side by side; or, with every fault beside its field, only what goes on the page with them."""
    if not (form.is_valid() and rules.is_valid()):
        return {}
    asked = rules.rules()
    try:
        answer = what_if(actor=request.user, game=case.game, hand=case.hand.seq, body=_body(case, form), rules=asked)
    except Refused as refused:
        return {"possible": _mark(form, refused, case)}
    possible: list[faults.Outcome] = []
    if refused_by_facts := faults.questions(answer.now):
        possible = _mark(form, refused_by_facts, case)
    return {
        "answer": answer,
        "possible": possible,
        "was": _side(answer.was, case),
        "now": _side(answer.now, case),
        "rows": side_by_side(answer.was, answer.now, case.voices),
        "same": _worth(answer.was) == _worth(answer.now),
        "changed_rules": _changed(case.profile, answer),
    }


def _mark(form: EntryForm | EventsForm, refused: Refused, case: Case) -> list[faults.Outcome]:
    if isinstance(form, EntryForm):
        return faults.mark(form, refused, case.voices)
    form.add_error(None, str(refused.message))
    form.place_faults(refused.errors)
    return []


def _side(ruling: Any, case: Case) -> Context:
    """One of the two rulings for its column."""
    return {
        "headline": rulings.headline(ruling, case.voices) if ruling else "",
        "reason": rulings.reason(ruling) if ruling else "",
        "after": ruling.get("after") or None,
        "offences": offences_of(ruling, case.voices),
        "faults": faults_of(ruling),
    }


def _worth(ruling: Any) -> tuple[Any, ...]:
    return tuple(ruling.get(key) for key in ("status", "winner", "balls", "scores"))


def _changed(in_force: Profile, answer: WhatIfAnswer) -> list[dict[str, str]]:
    """Where the rules asked about are not those in force, in words."""
    changed: list[dict[str, str]] = []
    if in_force.preset != answer.profile.preset:
        was, now = preset_title(in_force.preset), preset_title(answer.profile.preset)
        changed.append({"title": _("Rules"), "was": was, "now": now, "rule": ""})
    for name, old, new in diff(in_force, answer.profile):
        parameter = by_name(in_force.game)[name]
        changed.append(
            {
                "title": _(parameter.title),
                "was": value_text(parameter, old),
                "now": value_text(parameter, new),
                "rule": parameter.rule,
            }
        )
    return changed
