"""Who has won a game by what both sides agreed to: what an event settles on, if it plays with signatures."""

from adjudication import judging
from adjudication.hands import all_steps
from adjudication.models import Decision, Scoresheet, SignOff

FORFEITS = (Decision.Outcome.GAME_FORFEITED, Decision.Outcome.MATCH_FORFEITED, Decision.Outcome.DISQUALIFIED)


def winner_of(sheet: Scoresheet, winner: str | None = None) -> str:
    """The side both have agreed to have won, "" while they have not. `winner`: who wins by what is written now.

    A correction voids the signatures, and yet takes nobody back who has gone on: as long as the same side wins, what
    both signed before stands for who has won. What a referee decides about a signed game needs no signature, nor
    does a forfeit.
    """
    winner = sheet.winner if winner is None else winner
    agreed = _agreed_at(sheet) if winner else None
    if agreed is None:
        return ""
    return winner if agreed == sheet.seq or _winner_at(sheet, agreed) == winner else ""


def _agreed_at(sheet: Scoresheet) -> int | None:
    """The seq of the last entry the result is agreed with: both signed there, or a referee decided since."""
    sides: dict[int, set[str]] = {}
    for seq, side in SignOff.objects.filter(sheet=sheet).values_list("entries_seq", "side"):
        sides.setdefault(seq, set()).add(side)
    signed = max((seq for seq, by in sides.items() if len(by) > 1), default=None)
    decided = Decision.objects.filter(entry__sheet=sheet).values_list("entry__seq", "outcome")
    counting = [seq for seq, outcome in decided if signed is not None or outcome in FORFEITS]
    return max([*counting, *([] if signed is None else [signed])], default=None)


def _winner_at(sheet: Scoresheet, seq: int) -> str:
    """Who had won by the entries up to this one."""
    steps = all_steps(sheet, sheet.entries.filter(seq__lte=seq).order_by("seq"))
    return judging.judge(sheet, judging.steps_of(steps)).winner
