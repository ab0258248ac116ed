"""What an organiser decides about the running of one event: a frozen set of named choices with defaults.

They are kept as one JSON object on the tournament, so that a choice added later needs no column and old events read
as if the default had been chosen. The rules of the game itself are the rule profile, never here.
"""

from dataclasses import asdict, dataclass, fields

from django.db import models
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from engine.shapes import Raw


class Scoring(models.TextChoices):
    """Who writes hands down at a table."""

    SINGLE = "single", _("one scorekeeper at each table")
    BOTH_SIDES = "both_sides", _("one phone for each side: the other accepts or contests each hand")
    REFEREE = "referee", _("referees only")


class SignWith(models.TextChoices):
    """With what the two sides sign on a phone that is not their own."""

    MATCH_PIN = "match_pin", _("each side with a PIN, another for every match")
    EVENING_PIN = "evening_pin", _("each side with its PIN, the same all evening")
    TAP = "tap", _("both sides agree, with one tap on the table's phone")


class LateCorrection(models.TextChoices):
    """What the event's rules say of an error found when the teams have gone on already."""

    ASK = "ask", _("the referee decides each time")
    OWN_ERROR = "own_error", _("a team's own error takes it out; an error of others keeps it in")


class BellFinish(models.TextChoices):
    """What becomes of the hand that is being played when the bell rings (EV-BELL-1)."""

    FINISH_HAND = "finish_hand", _("the hand being played is finished and counts")
    AT_ONCE = "at_once", _("play stops at once: the hand being played does not count")


class BellLevel(models.TextChoices):
    """What is played when both sides are level at the bell (EV-BELL-3)."""

    ONE_MORE_HAND = "one_more_hand", _("one more hand is dealt, until somebody is ahead")
    LAST_HAND = "last_hand", _("the side that won the last hand wins")


class SubstituteWhen(models.TextChoices):
    """When another player may come into a team (EV-SUB-3)."""

    BETWEEN_MATCHES = "between_matches", _("between two matches of the team only")
    BETWEEN_HANDS = "between_hands", _("at any time, in a match between two hands")


class SubstituteFrom(models.TextChoices):
    """Whether somebody of another team may come in (EV-SUB-2)."""

    NO_TEAM = "no_team", _("only somebody on no other team's list")
    TEAM_OUT = "team_out", _("also somebody of a team that is out")


@dataclass(frozen=True)
class EventPolicies:
    """The choices. Minutes are whole minutes, 0 means none.

    `signing`: a match settles once both sides have signed each of its games (off: as soon as it is over); `sign_with`:
    with what, on a phone that is not the side's own.
    `correction_minutes`: how long after both signed a correction is still taken. `appeal_minutes`: how long after a
    decision an appeal is. `deposit`: what an appeal costs, in words. `freeze`: a game with an open dispute waits.
    `late_scorecard`: a side whose scorecard was not right before the next cut forfeits that hand's balls (EV-CARD-1).
    `bell_finish`, `bell_level`: how a match ends when the round's time is up. `overdue_minutes`: how long a table may
    go without a hand before the desk is told. `substitutions`: how often a team may put another player in; until
    `substitute_stage` and `substitute_round` (0: no end); `substitute_when`, `substitute_from`: EV-SUB-3, EV-SUB-2.
    """

    scoring: str = Scoring.SINGLE
    signing: bool = True
    sign_with: str = SignWith.MATCH_PIN
    correction_minutes: int = 30
    appeal_minutes: int = 30
    deposit: str = ""
    freeze: bool = False
    late_scorecard: bool = False
    late_correction: str = LateCorrection.OWN_ERROR
    bell_finish: str = BellFinish.FINISH_HAND
    bell_level: str = BellLevel.ONE_MORE_HAND
    overdue_minutes: int = 20
    no_show_minutes: int = 10
    substitutions: int = 1
    substitute_stage: int = 0
    substitute_round: int = 0
    substitute_when: str = SubstituteWhen.BETWEEN_MATCHES
    substitute_from: str = SubstituteFrom.NO_TEAM

    @property
    def with_pins(self) -> bool:
        """Whether the teams need PINs to sign with."""
        return self.signing and self.sign_with != SignWith.TAP


BY_PRESET = {"fundraiser": EventPolicies(sign_with=SignWith.TAP)}  # an evening for a cause has less ceremony


def usual_for(preset: str) -> EventPolicies:
    """What a new event by these rules begins with."""
    return BY_PRESET.get(preset, EventPolicies())


def read(stored: Raw) -> EventPolicies:
    """The policies kept as `stored`; what is missing has its default, what is unknown is left out."""
    known = {field.name for field in fields(EventPolicies)}
    return EventPolicies(**{key: value for key, value in stored.items() if key in known})


def write(policies: EventPolicies) -> Raw:
    """The JSON object that is kept: only what differs from the default."""
    usual = asdict(EventPolicies())
    return {key: value for key, value in asdict(policies).items() if value != usual[key]}


@dataclass(frozen=True)
class PolicyLine:
    """One choice in plain words: what it is about, and what was chosen."""

    name: str
    title: str
    text: str


def in_words(policies: EventPolicies) -> list[PolicyLine]:
    """The choices as people read them, in the reader's language."""
    return [
        PolicyLine(
            "scoring", gettext("Who writes"), gettext("Hands are written by %(who)s.") % {"who": _writers(policies)}
        ),
        PolicyLine("signing", gettext("Signing"), _signing(policies)),
        PolicyLine("correction_minutes", gettext("Corrections"), _corrections(policies)),
        PolicyLine("appeal_minutes", gettext("Appeals"), _appeals(policies)),
        PolicyLine("freeze", gettext("Open disputes"), _freeze(policies)),
        PolicyLine("late_scorecard", gettext("Late scorecard"), _late_scorecard(policies)),
        PolicyLine("late_correction", gettext("Errors found late"), _late_correction(policies)),
        PolicyLine("bell_finish", gettext("The bell"), _bell(policies)),
        PolicyLine("no_show_minutes", gettext("A team that is missing"), _no_show(policies)),
        PolicyLine("substitutions", gettext("Substitutes"), _substitutes(policies)),
    ]


def _writers(policies: EventPolicies) -> str:
    return str(Scoring(policies.scoring).label)


def _signing(policies: EventPolicies) -> str:
    if not policies.signing:
        return gettext("A game counts as soon as it is over. Nobody signs.")
    if policies.sign_with == SignWith.TAP:
        return gettext("A game counts once both sides have agreed to its scoresheet, with one tap.")
    if policies.sign_with == SignWith.EVENING_PIN:
        return gettext("A game counts once both sides have signed its scoresheet, each with its PIN of the evening.")
    return gettext("A game counts once both sides have signed its scoresheet.")


def _corrections(policies: EventPolicies) -> str:
    minutes = policies.correction_minutes
    if not policies.signing:
        return gettext("The desk may correct a hand as long as the tournament runs.")
    if not minutes:
        return gettext("What both sides have signed is final at once.")
    return ngettext(
        "A correction is taken until %(n)s minute after both sides signed. Then the result is final.",
        "A correction is taken until %(n)s minutes after both sides signed. Then the result is final.",
        minutes,
    ) % {"n": minutes}


def _appeals(policies: EventPolicies) -> str:
    minutes = policies.appeal_minutes
    if not minutes:
        return gettext("A referee's decision stands: there is no appeal.")
    text = ngettext(
        "A referee's decision may be appealed within %(n)s minute.",
        "A referee's decision may be appealed within %(n)s minutes.",
        minutes,
    ) % {"n": minutes}
    if policies.deposit:
        text += " " + gettext("Deposit: %(deposit)s.") % {"deposit": policies.deposit.rstrip(".")}
    return text


def _freeze(policies: EventPolicies) -> str:
    if policies.freeze:
        return gettext("A game with an open dispute waits for the referee.")
    return gettext("Play goes on while a dispute is open.")


def _late_scorecard(policies: EventPolicies) -> str:
    if policies.late_scorecard:
        return gettext(
            "A side whose scorecard was not right before the next cut forfeits that hand's balls (EV-CARD-1)."
        )
    return gettext("A scorecard that was not right in time costs nothing.")


def _bell(policies: EventPolicies) -> str:
    at_once = policies.bell_finish == BellFinish.AT_ONCE
    last_hand = policies.bell_level == BellLevel.LAST_HAND
    first = (
        gettext("When a round's time is up play stops at once: a hand being played does not count (EV-BELL-1).")
        if at_once
        else gettext("When a round's time is up the hand being played is finished and counts (EV-BELL-1).")
    )
    level = (
        gettext("If level, the side that won the last hand wins (EV-BELL-3).")
        if last_hand
        else gettext("If level, one more hand is dealt, until somebody is ahead (EV-BELL-3).")
    )
    ahead = gettext("The side ahead wins: by games, then by the score of the game at the table (EV-BELL-2).")
    return " ".join([first, ahead, level])


def _no_show(policies: EventPolicies) -> str:
    minutes = policies.no_show_minutes
    if not minutes:
        return gettext("A team that is not at its table when called may lose the match at once (EV-NOSHOW-1).")
    return ngettext(
        "A team that is not at its table when called has %(n)s minute to come, then it may lose the match "
        "(EV-NOSHOW-1).",
        "A team that is not at its table when called has %(n)s minutes to come, then it may lose the match "
        "(EV-NOSHOW-1).",
        minutes,
    ) % {"n": minutes}


def _late_correction(policies: EventPolicies) -> str:
    if policies.late_correction == LateCorrection.OWN_ERROR:
        return gettext("Found when the teams have gone on: a team's own error takes it out; an error of others keeps "
                       "it in.")  # fmt: skip
    return gettext("Found when the teams have gone on: the referee decides each time.")


def _substitutes(policies: EventPolicies) -> str:
    count = policies.substitutions
    if not count:
        return gettext("Nobody is substituted: a team plays with those it entered (EV-SUB-1).")
    text = ngettext(
        "A team may put another player in once (EV-SUB-1).",
        "A team may put another player in %(n)s times (EV-SUB-1).",
        count,
    ) % {"n": count}
    sentences = [
        text,
        until(policies),
        gettext("When: %(when)s (EV-SUB-3).") % {"when": _label(SubstituteWhen, policies)},
        gettext("Who: %(who)s (EV-SUB-2).") % {"who": _label(SubstituteFrom, policies)},
    ]
    return " ".join(part for part in sentences if part)


def _label(choices: type[models.TextChoices], policies: EventPolicies) -> str:
    chosen = policies.substitute_when if choices is SubstituteWhen else policies.substitute_from
    return str(choices(chosen).label)


def until(policies: EventPolicies) -> str:
    """The last matches a substitute may come in for; "" if there is no end."""
    numbers = {"stage": policies.substitute_stage, "round": policies.substitute_round}
    if policies.substitute_stage and policies.substitute_round:
        return gettext("Until round %(round)s of stage %(stage)s.") % numbers
    if policies.substitute_stage:
        return gettext("Until the end of stage %(stage)s.") % numbers
    return gettext("Until round %(round)s.") % numbers if policies.substitute_round else ""
