"""What an organiser decides about the running of one event: a frozen set of named choices with defaults.

They are kept as one JSON object on the tournament, so that a choice added later needs no column and old events read
as if the default had been chosen. The rules of the game itself are the rule profile, never here.
"""

from dataclasses import asdict, dataclass, fields
from typing import Any

from django.db import models
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _


class Scoring(models.TextChoices):
    """Who writes hands down at a table."""

    SINGLE = "single", _("one scorekeeper at each table")
    BOTH_SIDES = "both_sides", _("one phone for each side: the other accepts or contests each hand")
    REFEREE = "referee", _("referees only")


class LateCorrection(models.TextChoices):
    """What the event's rules say of an error found when the teams have gone on already."""

    ASK = "ask", _("the referee decides each time")
    OWN_ERROR = "own_error", _("a team's own error takes it out; an error of others keeps it in")


@dataclass(frozen=True)
class EventPolicies:
    """The choices. Minutes are whole minutes, 0 means none.

    `signing`: a match settles once both sides have signed each of its games (off: as soon as it is over).
    `correction_minutes`: how long after both signed a correction is still taken. `appeal_minutes`: how long after a
    decision an appeal is. `deposit`: what an appeal costs, in words. `freeze`: a game with an open dispute waits.
    `late_scorecard`: a side whose scorecard was not right before the next cut forfeits that hand's balls (EV-CARD-1).
    """

    scoring: str = Scoring.SINGLE
    signing: bool = True
    correction_minutes: int = 30
    appeal_minutes: int = 30
    deposit: str = ""
    freeze: bool = False
    late_scorecard: bool = False
    late_correction: str = LateCorrection.ASK


def read(stored: dict[str, Any]) -> EventPolicies:
    """The policies kept as `stored`; what is missing has its default, what is unknown is left out."""
    known = {field.name for field in fields(EventPolicies)}
    return EventPolicies(**{key: value for key, value in stored.items() if key in known})


def write(policies: EventPolicies) -> dict[str, Any]:
    """The JSON object that is kept: only what differs from the default."""
    usual = asdict(EventPolicies())
    return {key: value for key, value in asdict(policies).items() if value != usual[key]}


@dataclass(frozen=True)
class Said:
    """One choice in plain words: what it is about, and what was chosen."""

    name: str
    title: str
    text: str


def in_words(policies: EventPolicies) -> list[Said]:
    """The choices as people read them, in the reader's language."""
    return [
        Said("scoring", gettext("Who writes"), gettext("Hands are written by %(who)s.") % {"who": _writers(policies)}),
        Said("signing", gettext("Signing"), _signing(policies)),
        Said("correction_minutes", gettext("Corrections"), _corrections(policies)),
        Said("appeal_minutes", gettext("Appeals"), _appeals(policies)),
        Said("freeze", gettext("Open disputes"), _freeze(policies)),
        Said("late_scorecard", gettext("Late scorecard"), _late_scorecard(policies)),
        Said("late_correction", gettext("Errors found late"), _late_correction(policies)),
    ]


def _writers(policies: EventPolicies) -> str:
    return str(Scoring(policies.scoring).label)


def _signing(policies: EventPolicies) -> str:
    if policies.signing:
        return gettext("A game counts once both sides have signed its scoresheet.")
    return gettext("A game counts as soon as it is over. Nobody signs.")


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


def _late_correction(policies: EventPolicies) -> str:
    if policies.late_correction == LateCorrection.OWN_ERROR:
        return gettext("Found when the teams have gone on: a team's own error takes it out; an error of others keeps "
                       "it in.")  # fmt: skip
    return gettext("Found when the teams have gone on: the referee decides each time.")
