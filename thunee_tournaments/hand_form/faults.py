"""What is wrong with a hand as it was typed: said beside the field it is about, in the words of a table."""

from typing import TypedDict

from django.utils.translation import gettext as _

from engine.shapes import Ruling
from thunee_tournaments.hand_form.base import EntryForm
from thunee_tournaments.presentation.rulings import Voices, fault_text, headline, reason
from thunee_tournaments.services.acts import Refused

MOST_POSSIBLE = 8  # results a hand could still have: more of them help nobody to find what is missing


class Outcome(TypedDict):
    """What a hand comes to, or could, in short."""

    headline: str
    reason: str


def questions(ruling: Ruling) -> Refused | None:
    """Why a ruling cannot be saved as it is: the hand is not decided, or cannot have happened so."""
    if ruling["status"] == "undecidable":
        missing, possible = ruling["reasons"], ruling["possible"]
        return Refused("undecidable", _("Fill in what is missing to decide this hand."), missing, possible)
    if ruling["status"] == "invalid":
        return Refused("invalid", _("This hand cannot have happened as written."), ruling["errors"])
    return None


def mark(form: EntryForm, refused: Refused, voices: Voices) -> list[Outcome]:
    """Put every fault beside its field, and say what the hand could still be: headline and reason of each result, as
    long as they are few."""
    lacks = refused.code == "undecidable"
    asked = []
    for error in refused.errors:
        field = "events" if form.cleaned_data.get("events") else form.field_of(error["path"])
        missing = form.missing.get(field or "") if lacks else None
        form.add_error(field if field in form.fields else None, missing or fault_text(error["message"]))
        asked.append(missing)
    if not asked or not all(asked):  # else each field asks for what it lacks
        form.add_error(None, refused.message)
    possible = refused.possible if len(refused.possible) <= MOST_POSSIBLE else []
    results: list[Ruling] = [{"status": "decided", **result} for result in possible]
    return [{"headline": headline(result, voices), "reason": reason(result)} for result in results]
