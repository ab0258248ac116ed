"""What the engine of today would judge otherwise than what is recorded. It is told, and changes nothing by itself.

A referee adopts it by a decision, hand by hand; until then the stored rulings stand, and every new hand goes on from
them.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _

from adjudication import judge, judging
from adjudication.errors import Refused
from adjudication.hands import Hand, all_steps
from adjudication.models import Entry, Scoresheet
from adjudication.recorded import JUDGED, RESULT
from engine import RecordError
from engine.profiles import build
from engine.shapes import Result


@dataclass(frozen=True)
class DifferentRuling:
    """A hand (or a decision on the score) that would be judged otherwise: the ruling that stands and today's, both cut
    to their results. `now` is None where today's engine can make nothing of it; `why` says so then."""

    hand: Hand
    was: Result
    now: Result | None
    why: str = ""

    @property
    def can_be_adopted(self) -> bool:
        """Whether today's engine finds a result at all."""
        return self.now is not None and self.now["status"] in JUDGED


def by_another(book: str) -> bool:
    """Whether anything in this book was judged by another engine than today's; one query."""
    return Entry.objects.filter(sheet__book=book).exclude(engine=judge.today()).exists()


def on_sheet(sheet: Scoresheet, entries: Iterable[Entry] | None = None) -> list[DifferentRuling]:
    """The hands of a sheet that today's engine would judge otherwise, each at the score it stands at. `entries`: those
    of the sheet, in order, if they are at hand. Where the rules themselves are read otherwise today (`rules_of`), only
    what a hand is worth is compared: how long the game is then differs for every one of them.
    """
    keys = RESULT if rules_of(sheet) else judging.LEDGER_KEYS
    counting = [hand for hand in all_steps(sheet, entries) if not hand.voided]
    steps = judging.steps_of(counting)
    judged = judging.judge(sheet, steps)
    differing = []
    for place, (hand, step) in enumerate(zip(counting, steps, strict=True)):
        if place in judged.too_late:
            continue
        was = judging.cut(judged.rulings[place])
        try:
            now = judging.result_now(sheet, step, judged.games[place])
        except Refused as refused:
            differing.append(DifferentRuling(hand, was, None, str(refused)))
            continue
        if any(now.get(key) != was.get(key) for key in keys):
            differing.append(DifferentRuling(hand, was, now))
    return differing


def rules_of(sheet: Scoresheet) -> str:
    """Why the rules of a sheet are not to today's engine what they were when it was opened; "" if they are."""
    try:
        same = build(sheet.rules, sheet.game).fingerprint == sheet.fingerprint
    except RecordError as error:
        return str(_("This version of the program cannot read the rules: %(faults)s") % {"faults": error})
    return "" if same else str(_("The rules were laid down for another version of the program: what is not said in "
                                 "them is played as this version has it."))  # fmt: skip
