"""What a hand would be worth had something else happened, or under other rules. Nothing is ever stored here.

The hand keeps its place: the score before it and who dealt are those of the sheet, whatever is asked.
"""

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

import engine
from adjudication import judging
from adjudication.book import REFEREES
from adjudication.hands import Hand, all_steps
from adjudication.models import Scoresheet
from adjudication.shapes import Body
from engine import profiles
from engine.profiles import Profile
from engine.shapes import RawRecord, Ruling
from thunee_tournaments.brackets.models import MatchGame
from thunee_tournaments.services.core.access import Person
from thunee_tournaments.services.core.errors import Refused
from thunee_tournaments.tables.models import TableLink
from thunee_tournaments.tournaments.selectors import roles_of


@dataclass(frozen=True)
class WhatIfAnswer:
    """The ruling as it is recorded, and what it would be; `in_force` is False where other rules were asked about."""

    was: Ruling
    now: Ruling
    profile: Profile
    in_force: bool


def record_of(sheet: Scoresheet, seq: int, steps: list[Hand] | None = None) -> RawRecord:
    """The whole record of the hand named `seq` as it is written now, with the rules and score it is judged by.

    A hand that was struck out is the one written before that, at its old place. Raises LookupError.
    """
    steps = all_steps(sheet) if steps is None else steps
    place = next((n for n, step in enumerate(steps) if step.seq == seq and not step.is_decision), None)
    if place is None:
        raise LookupError(f"no hand {seq}")
    after = judging.judge(sheet, judging.steps_of(steps[:place])).after
    return judging.complete(sheet, last_written(steps[place]), after)


def last_written(hand: Hand) -> Body:
    """What was written last about a hand: of one that was struck out, the body before that."""
    bodies = [entry.body for entry in hand.entries if entry.kind != entry.Kind.VOID]
    body: Body = bodies[-1]
    return body


def ruling_on(record: RawRecord) -> Ruling:
    """The ruling on a whole record. Raises Refused (invalid, with every fault) for what is no record at all."""
    try:
        return judging.rule_on(record)
    except engine.RecordError as error:
        raise Refused("invalid", _("This is not a record of a hand."), errors=error.errors) from None


def what_if(*, actor: Person | TableLink, game: MatchGame, hand: int, body: Body, rules: Any = None) -> WhatIfAnswer:
    """What the hand named `hand` would be worth if `body` had been written, by `rules` where any are given.

    For referees. Refused: not_allowed, no_such_hand, invalid (`errors` with paths, those of rules under `rules`),
    rules_unreadable (today's program cannot read those of the event). What leaves the result open or cannot have
    happened is an answer: its ruling says so.
    """
    _require_referee(actor, game)
    sheet = game.sheet
    steps = all_steps(sheet)
    try:
        record = record_of(sheet, hand, steps)
    except LookupError:
        raise Refused("no_such_hand", _("There is no such hand on this scoresheet.")) from None
    judging.check_body(sheet, {key: value for key, value in body.items() if key != "dealer"})
    kept = ("format", "game", "players", "dealer", "before", "rules")
    asked: RawRecord = {**{key: record[key] for key in kept if key in record}, **body}
    if rules is not None:
        asked["rules"] = rules
    recorded = next(step for step in steps if step.seq == hand)
    try:
        in_force = profiles.build(record["rules"], sheet.game)
    except engine.RecordError as error:
        raise Refused("rules_unreadable", judging.UNREADABLE, errors=error.errors) from None
    try:
        profile = in_force if rules is None else profiles.build(rules, sheet.game)
    except engine.RecordError as error:
        raise Refused("invalid", _("These are no rules anybody can play by."), errors=error.errors) from None
    was = ruling_on(record) if recorded.voided else recorded.ruling
    return WhatIfAnswer(was, ruling_on(asked), profile, profile.fingerprint == in_force.fingerprint)


def _require_referee(actor: Person | TableLink, game: MatchGame) -> None:
    tournament = game.match.stage.tournament
    if isinstance(actor, TableLink) or not roles_of(actor, tournament) & REFEREES:
        raise Refused("not_allowed", _("Only a referee asks what would have been. Ask the organiser for that role."))
