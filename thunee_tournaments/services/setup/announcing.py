"""Saying that an event will be, before its draw: what everybody reads, and how teams sign up."""

import datetime
from collections.abc import Sequence
from dataclasses import dataclass, field

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from adjudication.shapes import Fault
from thunee_tournaments.brackets.formats.fixtures import MOST_TEAMS
from thunee_tournaments.services.core.access import require_role
from thunee_tournaments.services.core.errors import Refused
from thunee_tournaments.services.core.publishing import publish
from thunee_tournaments.services.setup.sign_ups import move_up
from thunee_tournaments.services.setup.tournaments import lock_draft
from thunee_tournaments.teams.models import Announcement
from thunee_tournaments.teams.names import tidy
from thunee_tournaments.teams.sign_ups import MAX_CODE_WORD, MAX_DESCRIPTION, MAX_LINE, MAX_QUESTIONS
from thunee_tournaments.tournaments.models import Tournament

LINES = {"address": MAX_LINE, "contact": MAX_LINE, "payment": MAX_LINE, "code_word": MAX_CODE_WORD}


@dataclass(frozen=True)
class Announced:
    """What an announcement says, as `teams.sign_ups.Announcement` has it."""

    visibility: str = Announcement.Visibility.PRIVATE
    description: str = ""
    starts_at: datetime.time | None = None
    address: str = ""
    contact: str = ""
    open: bool = False
    closes_at: datetime.datetime | None = None
    places: int | None = None
    review: bool = True
    code_word: str = ""
    questions: Sequence[str] = field(default_factory=tuple)
    payment: str = ""


@transaction.atomic
def announce(*, actor: User, tournament: Tournament, says: Announced) -> Announcement:
    """Write what is told of an event, and how teams sign up. With more room those who wait move up at once.

    Refused: not_allowed, drawn_already, bad_announcement (`errors` by field).
    """
    require_role(actor, tournament)
    tournament = lock_draft(tournament)
    lines = {name: tidy(getattr(says, name)) for name in LINES}
    questions = [question for question in map(tidy, says.questions) if question]
    _check(says, lines, questions)
    announcement, _created = Announcement.objects.update_or_create(
        tournament=tournament,
        defaults={
            **lines, "visibility": says.visibility, "description": says.description.strip(), "open": says.open,
            "starts_at": says.starts_at, "closes_at": says.closes_at, "places": says.places, "review": says.review,
            "questions": questions,
        },
    )  # fmt: skip
    move_up(tournament)
    publish(tournament)
    return announcement


def _check(says: Announced, lines: dict[str, str], questions: list[str]) -> None:
    errors: list[Fault] = []
    if says.visibility not in Announcement.Visibility.values:
        errors.append({"path": "visibility", "message": _("Choose one of these.")})
    elif says.open and says.visibility == Announcement.Visibility.PRIVATE:
        message = _("Nobody can sign up for what nobody may read. Choose who reads it, or take the tick away.")
        errors.append({"path": "visibility", "message": message})
    if says.places is not None and not 2 <= says.places <= MOST_TEAMS:
        errors.append({"path": "places", "message": _("Between 2 and %(most)s teams.") % {"most": MOST_TEAMS}})
    if len(questions) > MAX_QUESTIONS:
        errors.append({"path": "questions", "message": _("At most %(most)s questions.") % {"most": MAX_QUESTIONS}})
    texts = [*lines.items(), ("description", says.description), *(("questions", question) for question in questions)]
    for path, text in texts:
        most = MAX_DESCRIPTION if path == "description" else LINES.get(path, MAX_LINE)
        if len(text) > most:
            errors.append({"path": path, "message": _("Longer than %(most)s characters.") % {"most": most}})
    if errors:
        raise Refused("bad_announcement", _("Not saved. Correct the marked fields."), errors)
