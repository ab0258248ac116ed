"""What the hands of a sheet were judged to be, and where the game stood then: a judgement never moves by itself.

Whoever changes a hand changes the score before the later ones. Their rulings then follow by this order:

1. where the game stands before a hand as it did when it was judged, that ruling stands;
2. if the engine of today agrees with it as it was, what it says at the new score is taken;
3. if it would have judged otherwise even then, the result that was recorded is carried over to the new score,
4. unless the result itself depends on the score: then the hand has to be judged anew, and is.

So a later engine comes in only where somebody asks for it (`ADOPT`), and what is overturned gets back the ruling that
it had (`RESTORE`).
"""

from collections import defaultdict
from collections.abc import Sequence
from typing import Any, NamedTuple

from adjudication import decided, judging, scores
from adjudication.errors import Refused
from adjudication.hands import all_steps
from adjudication.judging import Judged, Step, judge_now
from adjudication.models import Entry, Scoresheet
from adjudication.shapes import Body, Ruling
from engine import games
from engine.faults import RecordError
from engine.shapes import State

# How the hand that is written is judged: "" by what was said of the very same before, else by the engine of today.
ADOPT, RESTORE = "adopt", "restore"
JUDGED = ("decided", "void")
RESULT = ("status", "kind", "detail", "winner", "balls", "scores", "seat")


class EarlierRuling(NamedTuple):
    """A ruling that an entry (its seq) gave to a body, and the game at which it did."""

    seq: int
    body: Body
    game: decided.Game
    ruling: Ruling


class Recorded:
    """Every ruling that the entries of a sheet ever gave, step by step."""

    def __init__(self, sheet: Scoresheet, entries: Sequence[Entry]) -> None:
        self.sheet = sheet
        self.given: dict[int, list[EarlierRuling]] = defaultdict(list)
        done = 0
        for upto in _turns(entries):
            by = {changed["hand"]: entry.seq for entry in entries[done:upto] for changed in entry.rulings}
            self._take([step for step in all_steps(sheet, entries[:upto]) if not step.voided], by)
            done = upto

    def _take(self, counting: list[Any], by: dict[int, int]) -> None:
        steps = judging.steps_of(counting)
        judged = judging.judge(self.sheet, steps)
        for step, game in zip(steps, judged.games, strict=True):
            if step.seq in by and step.ruling and step.ruling["status"] != "invalid":
                self.given[step.seq].append(EarlierRuling(by[step.seq], step.body, game, step.ruling))

    def judge(self, steps: Sequence[Step], own: Step | None = None, how: str = "", replaced: int = 0) -> Judged:
        """The game that these steps make now. `own` is the one being written, in place of the entry `replaced`."""

        def says(step: Step, game: decided.Game) -> Ruling:
            if own is None or step.seq != own.seq:
                return self._of_another(step, game, lenient=bool(how))
            return judge_now(self.sheet, step, game) if how == ADOPT else self._of_own(step, game, how, replaced)

        return judging.judge(self.sheet, steps, says)

    def _of_own(self, step: Step, game: decided.Game, how: str, replaced: int) -> Ruling:
        """What is written now: a hand that was judged so before keeps that judgement."""
        before = [earlier for earlier in self.given[step.seq] if earlier.body == step.body]
        if how == RESTORE:
            before = [earlier for earlier in before if earlier.seq < replaced]
        return self._follow(step, game, before)

    def _of_another(self, step: Step, game: decided.Game, lenient: bool) -> Ruling:
        before = [earlier for earlier in self.given[step.seq] if earlier.seq >= step.since]
        return self._follow(step, game, before, lenient)

    def _follow(self, step: Step, game: decided.Game, before: list[EarlierRuling], lenient: bool = False) -> Ruling:
        for earlier in reversed(before):
            if _seen(step, earlier.game) == _seen(step, game):
                ruling: Ruling = earlier.ruling
                return ruling
        return self._moved(step, game, before[-1], lenient) if before else judge_now(self.sheet, step, game)

    def _moved(self, step: Step, game: decided.Game, given: EarlierRuling, lenient: bool) -> Ruling:
        """A ruling given at another score (2 to 4). `lenient`: nothing new is known of any hand, so that none which was
        played can become one that cannot have been."""
        try:
            then, now = judge_now(self.sheet, step, given.game), judge_now(self.sheet, step, game)
        except Refused:  # the engine of today does not even understand it
            return _carried(self.sheet, step, game, given, None)
        agrees = judging.cut(then) == judging.cut(given.ruling)
        possible = now["status"] in JUDGED or (agrees and not lenient)
        if possible and (agrees or _result(then) != _result(now)):
            return now
        return _carried(self.sheet, step, game, given, now)


def _turns(entries: Sequence[Entry]) -> list[int]:
    """After how many entries to look: hands that follow one another change nothing before them."""
    changing = [number for number, entry in enumerate(entries) if entry.kind != Entry.Kind.HAND]
    return sorted({*changing, *(number + 1 for number in changing), len(entries)} - {0})


def _seen(step: Step, game: decided.Game) -> Any:
    """All that whoever judges a step sees of the game before it."""
    if step.is_decision:
        return game.after, game.dealer, game.last, game.balls_of.get(step.body.get("hand", 0))
    over = game.after["game_over"]
    return over, scores.before(game.after), judging.dealer_of(step.body, game.after)


def _result(ruling: Ruling) -> dict[str, object]:
    return {key: ruling.get(key) for key in RESULT}


def _carried(sheet: Scoresheet, step: Step, game: decided.Game, given: EarlierRuling, now: Ruling | None) -> Ruling:
    """The recorded result of a hand at another score: what it was worth stays, where the game stands follows."""
    if step.is_decision and now is not None:
        return now  # a decision says itself what it gives or takes; the rest is the score's
    after = _after(sheet, step, game, given, now)
    family = games.load(sheet.game).CITED[sheet.game]
    of_the_game = {family.dealer, family.end, *family.standing}
    steps = [line for line in given.ruling.get("steps", ()) if line.get("rule") not in of_the_game]
    if now is not None and now.get("after") == after:
        steps += [line for line in now["steps"] if line.get("rule") in of_the_game]
    return {**given.ruling, "after": after, "steps": steps}


def _after(sheet: Scoresheet, step: Step, game: decided.Game, given: EarlierRuling, now: Ruling | None) -> State:
    """The state after a result that is carried over."""
    before, was, more = game.after, given.ruling["after"], scores.points(given.ruling)
    assert was is not None  # what is carried over was decided
    total = scores.added(scores.points(before), more)
    try:
        profile = game.profile
    except RecordError:
        return {**was, "balls": total} if "balls" in was else {**was, "scores": total}
    dealer, void = judging.dealer_of(step.body, before), given.ruling["status"] == "void"
    module = games.load(sheet.game)
    following = module.next_dealer(profile, dealer, game.players, total, void)
    if "balls" in was:
        here = was["khanuck_called"] and not given.game.after["khanuck_called"]
        if now is not None and (today := now.get("after")):
            here = today["khanuck_called"]
        called = before["khanuck_called"] or here
        return module.standing_at(profile, {**before, "khanuck_called": called}, total, following)
    after = module.standing_at(profile, before, total, following)
    by_totals = module.standing_at(profile, given.game.after, was["scores"], following)["game_over"]
    if was["game_over"] and not by_totals:  # it was won by the hand itself, whatever the totals
        return {**after, "game_over": True, "game_winner": was["game_winner"], "next_dealer": None}
    return after
