"""A hand known by its tally: what a scoresheet holds when nobody wrote the cards down.

Every key may be missing that does not decide the hand; what was taken on trust is listed. Where a missing key does
decide it, every value it could have had is tried, and the results are listed as possible.
"""

from copy import copy

from ..rulebook import SILENT, Line, Recorder, Trace
from . import offences, view
from .calling import RISING, TRUMPLESS, may_call, note_calls
from .count import CARDS, IN_ANY_CASE
from .declarations import SIX_OF_SUIT, TIMING, note_declaration, team_may_win
from .double import call_double
from .facts import Claim, Declaration, Hand, Infraction, Shown, SpecialCall, Verdict
from .gaps import LACKS, Trial, attainable, gaps, trials
from .jodhi import LEFT_OUT, MURRIALS, NOT_DECLARED, VALUES, WINDOW, Jodhis, true_value
from .order import in_order
from .pack import SUIT_NUMBER
from .sizes import FIRST_HALF_ONLY, NO_SPECIALS
from .tally_form import Jodhi, Tally

ASSUMED_NONE = ("call", "jodhi", "double", "khanuck", "declared", "four_ball", "false_accusation", "trumpless")


def judge_tally(hand: Hand, trace: Trace) -> Verdict:
    """What a tally says a hand is worth; undecidable where what is missing decides it."""
    tally: Tally = hand.record.tally or Tally()
    hand.trust(*(f"tally.{key}" for key in ASSUMED_NONE if key not in tally))
    if hand.declaration is not None and not tally.get("declared"):  # by the events, which do not say how it ended
        tally = {**tally, "declared": {"seat": hand.declaration.seat, "kind": hand.declaration.kind}}
    base: Tally = {**_defaults(hand), **tally}
    open_keys = gaps(hand, tally)
    if not open_keys:
        return _judge(hand, base, trace)
    if base["trumper"] is None:
        base["trumper"] = hand.trumper

    def judged(filled: Tally) -> Trial:
        recorder = Recorder()
        trial = copy(hand)
        verdict = _judge(trial, filled, recorder if trace.on else SILENT)
        return Trial(filled, trial, verdict, recorder.kept)

    tried = trials(hand, base, open_keys, judged)
    results = {trial.result: trial.verdict for trial in tried}
    if len(results) == 1:
        return _what_is_certain(hand, tried, trace)
    hand.possible = tuple(results.values())
    return Verdict("undecidable", None, reasons=tuple((f"tally.{key}", LACKS[key]) for key in open_keys))


def _defaults(hand: Hand) -> Tally:
    """What holds when the tally is silent: the calls and trump of the events, else no call."""
    defaults: Tally = {"call": hand.call, "blind": hand.blind, "trumper": hand.trumper}
    if hand.trump is not None:
        defaults["trump"] = "shdc"[hand.trump]
    return defaults


def _what_is_certain(hand: Hand, tried: list[Trial], trace: Trace) -> Verdict:
    """The one result there is, with what is so in every case, and of the steps only those; the rest is unknown."""
    first, *others = tried
    verdict = first.verdict
    _judge(hand, first.tally, SILENT)
    shown = Shown(view.count(hand, verdict), view.claims(hand))
    steps = first.steps
    for _, trial, other, more in others:
        shown.agree(view.count(trial, other), view.claims(trial))
        steps = [step for step in steps if step in more]
        hand.differences = tuple(row for row in hand.differences if row in trial.differences)
        named = {(offence.offence, offence.seat) for offence in trial.infractions}
        hand.infractions = tuple(row for row in hand.infractions if (row.offence, row.seat) in named)
        if other.seat != verdict.seat:
            verdict = verdict._replace(seat=None)
    hand.shown = shown
    for step in steps:
        trace.note(Line(step.rule, step.template), step.side, step.points, **step.values)
    if trace.on and verdict.rule and verdict.rule.id in IN_ANY_CASE:
        trace.note(IN_ANY_CASE[verdict.rule.id], verdict.winner, verdict.balls)
    return verdict


def _judge(hand: Hand, tally: Tally, trace: Trace) -> Verdict:
    """A tally with nothing missing that decides it, in the order of TH-PEN-5."""
    _set_trump(hand, tally, trace)
    _set_declaration(hand, tally, trace)
    if hand.players == 2 or hand.declaration is not None:
        tally = _without_specials(hand, tally, trace)
    khanuck = tally.get("khanuck")
    if khanuck is not None:
        hand.khanuck = SpecialCall(khanuck, True)
        hand.trust("tally.khanuck")
    ended = _ended(hand, tally, trace)
    if ended is not None:
        return ended
    if hand.declaration is not None:
        note_declaration(hand, trace)
    _set_cards(hand, tally)
    if hand.declaration is None:
        ended = _set_claims(hand, tally, trace)
        if ended is not None:
            return ended
    hand.counting_has_trump = tally.get("trumpless") != "unnoticed"
    return in_order(hand, trace)


def _set_trump(hand: Hand, tally: Tally, trace: Trace) -> None:
    trumper, trump = tally.get("trumper"), tally.get("trump")
    hand.trumper = hand.trumper if trumper is None else trumper
    if hand.trumper is None:
        hand.trumper = (hand.record.dealer + 1) % hand.players
    hand.trumping = hand.trumper & 1
    hand.trump = SUIT_NUMBER[trump] if trump else None
    call, blind = tally.get("call") or 0, bool(tally.get("blind"))
    step = call % 10 == 0 or call == 104
    if call > hand.profile.max_call or not step or (blind and hand.profile.blind_call == "off"):
        if hand.record.tally and hand.record.tally.get("trumper") is not None:  # else nobody knows whose call it was
            hand.offend(Infraction("bad_call", hand.trumper, RISING, 0))
        hand.differ("tally.call", call, 0, RISING)
        call, blind = 0, False
    hand.call, hand.blind = call, blind and call > 0
    if trace.on and not tally.get("declared"):
        note_calls(hand, hand.trumper, trace)


def _ended(hand: Hand, tally: Tally, trace: Trace) -> Verdict | None:
    """A new deal, a four-ball or a paid accusation, which end a hand before anything counts."""
    if tally.get("trumpless") == "noticed":
        from .calling import VOID

        trace.note(VOID, 1 - (hand.trumping or 0))
        return Verdict("void", "trumpless", rule=TRUMPLESS)
    caught = tally.get("four_ball")
    if caught:
        return _four_ball(hand, caught["against"], caught.get("offence") or "other", trace)
    accused = tally.get("false_accusation")
    cost: int = hand.profile.false_accusation
    if accused and cost:
        side = accused["against"] & 1
        values = {"seat": accused["seat"], "against": accused["against"], "offence": offences.NAMES["other"]}
        trace.note(offences.REJECTED_PAID, side, cost, **values)
        rule = offences.FALSE_ACCUSATION
        return Verdict("decided", "false_accusation", "rejected", side, cost, accused["seat"], rule)
    return None


def _four_ball(hand: Hand, against: int, offence: str, trace: Trace) -> Verdict:
    side = 1 - (against & 1)
    six = offence == "six_of_suit"
    balls: int = hand.profile.six_of_suit if six else hand.profile.four_ball
    rule = SIX_OF_SUIT if six else offences.FOUR_BALL
    if six and not balls:
        trace.note(offences.VOID_SIX, None, caller=against)
        return Verdict("void", "six_of_suit", rule=rule)
    if six:
        trace.note(offences.UPHELD_SIX, side, balls, seat=against)
    else:
        trace.note(offences.UPHELD, side, balls, seat=against, offence=offences.NAMES[offence])
    return Verdict("decided", "four_ball", "upheld", side, balls, against, rule)


def _set_declaration(hand: Hand, tally: Tally, _trace: Trace) -> None:
    declared = tally.get("declared")
    if not declared:
        return
    if not may_call(hand, declared["kind"], declared["seat"]):
        hand.offend(Infraction("bad_call", declared["seat"], TIMING, 0))
        return
    hand.declaration = Declaration(declared["seat"], declared["kind"], None)
    hand.trumping, hand.call, hand.blind = declared["seat"] & 1, 0, False
    if declared["kind"] == "trip":
        hand.trump = None
    lost_to = declared.get("lost_to")
    partners = lost_to is not None and (lost_to ^ declared["seat"]) & 1 == 0
    hand.lost_to = None if partners and team_may_win(declared["kind"], hand.profile) else lost_to


def _set_cards(hand: Hand, tally: Tally) -> None:
    points, tricks = tally.get("card_points"), tally.get("tricks")
    hand.points = (points["A"], points["B"]) if points else None
    hand.tricks = (tricks["A"], tricks["B"]) if tricks else None
    hand.last_seat = tally.get("last_trick")
    hand.last_side = None if hand.last_seat is None else hand.last_seat & 1
    before = len(hand.differences)
    for number, side in enumerate("AB"):
        took = hand.tricks[number] if hand.tricks else None
        if took is not None and hand.points and (took == 0) != (hand.points[number] == 0):
            hand.differ(f"tally.tricks.{side}", took, None, CARDS)
        if hand.last_side == number and (took == 0 or (hand.points and hand.points[number] == 0)):
            hand.differ("tally.last_trick", hand.last_seat, None, CARDS)
    if hand.points and hand.declaration is None and before == len(hand.differences):
        can_hold = attainable(hand.players, hand.tricks[0] if hand.tricks else None)
        if hand.points[0] not in can_hold:  # as 290 in one trick
            for number, side in enumerate("AB"):
                hand.differ(f"tally.card_points.{side}", hand.points[number], None, CARDS)


def _without_specials(hand: Hand, tally: Tally, trace: Trace) -> Tally:
    """The tally without the calls its hand cannot have, which are bad calls and left out of account.

    A declared hand has no jodhi, double or khanuck (TH-JODHI-7), two players have neither of the last two (TH2-4).
    """
    declared = hand.declaration is not None
    rule, line = (NOT_DECLARED, LEFT_OUT) if declared else (FIRST_HALF_ONLY, NO_SPECIALS)
    left_out = [("jodhi", item["seat"]) for item in tally.get("jodhi") or []] if declared else []
    specials = {"double": tally.get("double"), "khanuck": tally.get("khanuck")}
    left_out += [(kind, seat) for kind, seat in specials.items() if seat is not None]
    for kind, seat in left_out:
        hand.offend(Infraction("bad_call", seat, rule, 0))
        trace.note(line, seat & 1, seat=seat, call=kind)
    return {**tally, "double": None, "khanuck": None}


def _set_claims(hand: Hand, tally: Tally, trace: Trace) -> Verdict | None:
    """Jodhi, double and khanuck of a tally; the verdict, if a double on cornerhouse ends the hand."""
    jodhis = Jodhis(hand, trace)
    for number, item in enumerate(tally.get("jodhi") or []):
        _claim(hand, jodhis, item, f"tally.jodhi[{number}]")
    jodhis.close()
    double = tally.get("double")
    if double is not None:
        hand.trust("tally.double")
        if call_double(hand, double, True, trace):
            return hand.ending
    return None


def _claim(hand: Hand, jodhis: Jodhis, item: Jodhi, path: str) -> None:
    value = item["value"]
    jack = {20: False, 40: False, 30: True, 50: True}.get(value)
    suit = SUIT_NUMBER[item["suit"]] if item["suit"] else None
    true = true_value(suit, jack, hand.trump)
    if true is None and jack is not None:
        true = value
    claim = Claim(len(hand.claims), item["seat"], suit, jack, value, true, _trick_allows(hand, item), held=True)
    hand.trust(path)
    if claim.value != claim.true_value:
        hand.differ(f"{path}.value", value, claim.true_value, VALUES)
    if not claim.timely and item["trick"] is not None:
        hand.differ(f"{path}.trick", item["trick"], None, WINDOW)
    elif not claim.timely:  # its side won no trick after which it could have been called
        hand.differ(f"{path}.seat", item["seat"], None, WINDOW)
    jodhis.settle(claim)
    if item["murrials"] and hand.profile.murrials == "off":
        hand.differ(f"{path}.murrials", True, False, MURRIALS)
    elif item["murrials"]:
        jodhis.forfeit(claim, None)


def _trick_allows(hand: Hand, item: Jodhi) -> bool:
    """Whether a jodhi may have been called after the trick written down (TH-JODHI-2, TH-JODHI-3)."""
    trick, side = item["trick"], item["seat"] & 1
    own = other = hand.size.tricks
    if hand.tricks is not None:  # the last trick opens no window
        own, other = (hand.tricks[s] - (hand.last_side == s) for s in (side, 1 - side))
    if own < 1 or (hand.points is not None and hand.points[side] == 0):
        return False
    if trick is None:
        return True
    in_half = trick % hand.size.half
    if not in_half or trick > hand.size.tricks:
        return False
    if hand.profile.jodhi_window == "trick_one_three":
        return in_half in (1, 3)
    if hand.profile.jodhi_window == "team_first_third":  # so many of the tricks up to this one were its own
        return any(mine <= own and 0 <= in_half - mine <= other for mine in (1, 3))
    return True
