"""What an organiser decides about the running of one event: a frozen set of named choices with defaults.

They are kept as one JSON object on the tournament, so that a choice added later needs no column and old events read
as if the default had been chosen. The rules of the game itself are the rule profile, never here.
"""

from dataclasses import asdict, dataclass, fields
from typing import Any

from django.db import models
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
