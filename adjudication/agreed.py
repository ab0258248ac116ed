"""Who has won a game by what both sides agreed to: what an event settles on, if it plays with signatures."""

from collections.abc import Collection, Mapping

from adjudication import judging, striking
from adjudication.hands import all_steps
from adjudication.models import Decision, Entry, Scoresheet, SignOff
from adjudication.prepared import PreparedRows, number

SIGNED = PreparedRows(lambda: SignOff.objects.filter(sheet_id=number("sheet")).values_list("entries_seq", "side"))
FORFEITS = (Decision.Outcome.GAME_FORFEITED, Decision.Outcome.MATCH_FORFEITED, Decision.Outcome.DISQUALIFIED)


def winner_of(sheet: Scoresheet, winner: str | None = None) -> str:
    """The side both have agreed to have won, "" while they have not. `winner`: who wins by what is written now.

    A correction voids the signatures, and yet takes nobody back who has gone on: as long as the same side wins, what
    both signed before stands for who has won. Once it has opened the game again, or given it to the other side, what
    was signed stands for nothing any more: whoever wins then has to have it signed, also the same side as before.
    What a referee decides about a signed game needs no signature, nor does a forfeit, for as long as it stands.
    """
    winner = sheet.winner if winner is None else winner
    return winner if winner and _agreed(sheet, winner) == winner else ""


def by_decision(sheet: Scoresheet) -> bool:
    """Whether the game counts as a referee has decided it last: nobody has to sign that."""
    signed = _signed_at(sheet) or 0
    return sheet.seq in _decided_since(sheet, signed) and winner_of(sheet) != ""


def _agreed(sheet: Scoresheet, winner: str) -> str:
    """Whom what was signed and decided gives the game, step by step from the last time both have signed the same."""
    signed = _signed_at(sheet)
    if signed == sheet.seq:
        return winner
    decided = _decided_since(sheet, signed or 0)
    agreed, holds = (_winner_at(sheet, signed), True) if signed is not None else ("", False)
    for seq in range((signed or 0) + 1, sheet.seq + 1):
        if not (holds or agreed or decided.get(seq) in FORFEITS):
            continue  # nothing holds that this entry could end
        wins = winner if seq == sheet.seq else _winner_at(sheet, seq)
        if seq in decided:
            given = decided[seq] in FORFEITS or (wins == agreed and _forfeited_at(sheet, seq))
            agreed = wins if holds or given else ""
        elif not wins or wins != agreed:
            agreed, holds = "", False
    return agreed


def _signed_at(sheet: Scoresheet) -> int | None:
    """The seq of the last entry behind which both sides signed; None if they never did."""
    sides: dict[int, set[str]] = {}
    for seq, side in SIGNED.all(sheet=sheet.pk):
        sides.setdefault(seq, set()).add(side)
    return max((seq for seq, by in sides.items() if len(by) > 1), default=None)


def _decided_since(sheet: Scoresheet, signed: int) -> Mapping[int, str]:
    """The entries behind this one that referees' decisions wrote, each with the outcome ("" of a whole match)."""
    decisions = Decision.objects.filter(entry__sheet=sheet, entry__seq__gt=signed)
    struck: Collection[int] = striking.written_by_decision(sheet, signed)
    return {**dict.fromkeys(struck, ""), **dict(decisions.values_list("entry__seq", "outcome"))}


def _winner_at(sheet: Scoresheet, seq: int) -> str:
    """Who had won by the entries up to this one."""
    return _judged_at(sheet, seq).winner


def _forfeited_at(sheet: Scoresheet, seq: int) -> bool:
    """Whether a side had lost the game by a forfeit, by the entries up to this one."""
    return "forfeited" in _judged_at(sheet, seq).after


def _judged_at(sheet: Scoresheet, seq: int) -> judging.Judged:
    steps = all_steps(sheet, Entry.objects.filter(sheet=sheet, seq__lte=seq).order_by("seq"))
    return judging.judge(sheet, judging.steps_of(steps))
