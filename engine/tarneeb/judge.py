"""The order in which a hand of the Tarneeb family is judged, from the cards or from a tally."""

from ..faults import after_the_end
from ..record import HandRecord
from ..rulebook import SILENT, Trace
from ..scored import Infraction, Verdict
from ..scores import row
from ..tricks import play
from . import egyptian, forty_one, four_hundred, tarneeb
from .bidding import enough, settle
from .facts import SEATS, SUIT_LETTERS, TRICKS, Contract, Hand, Sides, Solo, Tally, sides_of

STYLES: dict[str, Sides | Solo] = {
    "tarneeb": tarneeb.STYLE,
    "egyptian-tarneeb": egyptian.STYLE,
    "400": four_hundred.STYLE,
    "forty-one": forty_one.STYLE,
}


def judge(record: HandRecord, trace: Trace = SILENT) -> tuple[Hand, Verdict]:
    """The facts of a hand and what it is worth; never raises on a record that `read` made."""
    hand = Hand(record, STYLES[record.game])
    settle(hand, trace)
    if record.tally is not None and not hand.script.bits and hand.ended_at is None:
        verdict = _by_tally(hand, record.tally, trace)
    else:
        verdict = _by_cards(hand, trace)
    return hand, Verdict("invalid", None, reasons=tuple(hand.faults)) if hand.faults else verdict


def _by_cards(hand: Hand, trace: Trace) -> Verdict:
    """What the cards of a record say."""
    if hand.ended_at is not None:
        return _void(hand, trace)
    _from_tally(hand, hand.record.tally or Tally())
    _play(hand)
    if hand.faults:
        return Verdict("invalid", None)
    missing = _missing(hand)
    if missing:
        return Verdict("undecidable", None, reasons=tuple(missing))
    return settled(hand, trace)


def _play(hand: Hand) -> None:
    """Play the cards out; nothing but a word about the pace may come after the last."""
    leader = hand.declarer if isinstance(hand.style, Sides) else (hand.record.dealer + 1) % SEATS
    course = hand.play = play(hand.script, leader, hand.trump)
    hand.faults += course.faults
    for mark in hand.script.marks:
        if mark.at >= hand.script.cards_in_play and mark.event.type != "slow":
            hand.wrong(f"events[{mark.place}]", after_the_end(mark.event.type))
    for offence in course.offences:
        name, seat, number, trick, bit = offence
        card = hand.script.pack.text[bit]
        hand.infractions.append(Infraction(name, seat, hand.style.lead, number, trick, card))
    hand.trusted += [f"events[{hand.script.places[number]}].card" for number in course.unsure]
    if course.complete:
        hand.tricks = course.won()


def _from_tally(hand: Hand, tally: Tally) -> None:
    """Where the bidding was not among the events but the cards were, the sheet's word for it is taken."""
    if not hand.script.bits:
        return
    if isinstance(hand.style, Solo):
        for seat, bid in enumerate(tally.get("bids") or ()):
            if hand.bids[seat] is None and bid is not None:
                hand.bids[seat] = bid
                hand.trusted.append(f"tally.bids[{seat}]")
        return
    if hand.bid is None and tally.get("bid") is not None:
        for key in ("declarer", "bid"):
            if tally.get(key) is not None and (key == "bid" or hand.declarer is None):
                setattr(hand, key, tally[key])
                hand.trusted.append(f"tally.{key}")
        if tally.get("doubled") and hand.style.named_suit:
            hand.doubled = True
            hand.trusted.append("tally.doubled")
    if hand.trump is None and tally.get("trump") is not None:
        hand.trump = SUIT_LETTERS.index(tally["trump"])
        hand.trusted.append("tally.trump")


def _missing(hand: Hand) -> list[tuple[str, str]]:
    """What an undecidable record lacks, with its path."""
    missing = []
    if hand.record.events is None:
        return [("events", "neither the events nor a tally was written down")]
    if isinstance(hand.style, Solo):
        unknown = [seat for seat, bid in enumerate(hand.bids) if bid is None]
        if unknown:
            seats = ", ".join(map(str, unknown))
            missing.append(("events", f"there is no bid of seat {seats}"))
    elif hand.bid is None:
        missing.append(("events", "there is no bid: who declared what is unknown"))
    course, script = hand.play, hand.script
    if hand.trump is None and not (hand.profile.game == "tarneeb" and hand.profile.trump_by == "first_lead"):
        missing.append(("events", "what was trump is not written down"))
    if course is not None and not course.complete:
        whole = script.cards_in_play
        if len(script.bits) < whole:
            message = f"the record stops after {len(script.bits)} of {whole} cards, before the end of the hand"
            missing.append(("events", message))
        elif course.stuck:
            missing.append(("events", f"who won trick {len(course.winners) + 1} depends on what was trump"))
    return missing


def _by_tally(hand: Hand, tally: Tally, trace: Trace) -> Verdict:
    """What a tally says, with the bidding of the events where the tally is silent on it."""
    style = hand.style
    noted = not hand.open and (isinstance(style, Solo) or hand.bid is not None)  # by the events, and noted there
    missing = _tally_of_all(hand, tally, style) if isinstance(style, Solo) else _tally_of_sides(hand, tally)
    if hand.faults:
        return Verdict("invalid", None)
    if isinstance(style, Solo) and not noted and enough(hand, style, trace) is False:
        return _void(hand, trace)
    if missing:
        return Verdict("undecidable", None, reasons=tuple(missing))
    if isinstance(style, Sides) and not noted:
        assert hand.declarer is not None
        trace.note(tarneeb.HIGHEST, hand.declarer & 1, hand.bid, seat=hand.declarer, bid=hand.bid)
    return settled(hand, trace)


def _tally_of_sides(hand: Hand, tally: Tally) -> list[tuple[str, str]]:
    missing = []
    for key, lack in (("declarer", "who declared"), ("bid", "how many tricks were bid")):
        bid, written = getattr(hand, key), tally.get(key)
        if written is None and bid is None:
            missing.append((f"tally.{key}", f"{lack} is not written down"))
        elif written is not None:
            if bid not in (None, written):
                hand.differences.append(row(f"tally.{key}", written, bid, hand.style.bid_left_out.rule.id))
            setattr(hand, key, written)
    doubles = isinstance(hand.style, Sides) and hand.style.named_suit
    doubled = tally.get("doubled")
    if doubled and not doubles:
        hand.differences.append(row("tally.doubled", True, False, hand.style.bid_left_out.rule.id))
    elif doubled is not None:
        hand.doubled = doubled
    elif doubles and not hand.doubled:
        hand.trusted.append("tally.doubled")
    if tally.get("trump") is not None:
        _tally_trump(hand, SUIT_LETTERS.index(tally["trump"]))
    tricks = tally.get("tricks")
    if tricks is None:
        missing.append(("tally.tricks", "the tricks of neither side are written down"))
    else:
        hand.tricks = (tricks["A"], tricks["B"])
    hand.open = False
    return missing


def _tally_trump(hand: Hand, trump: int) -> None:
    """Trump decides nothing in a tally, but no trump may not have been allowed (TAR-BID-3)."""
    hand.trump = trump
    if SUIT_LETTERS[trump] == "nt" and hand.profile.game == "tarneeb" and hand.profile.no_trump == "off":
        hand.infractions.append(Infraction("bad_trump", hand.declarer or 0, hand.style.lead))


def _tally_of_all(hand: Hand, tally: Tally, style: Solo) -> list[tuple[str, str]]:
    missing = []
    for seat, bid in enumerate(tally.get("bids") or (None,) * SEATS):
        if bid is not None:
            if hand.bids[seat] not in (None, bid):
                hand.differences.append(row(f"tally.bids[{seat}]", bid, hand.bids[seat], style.bid_left_out.rule.id))
            hand.bids[seat] = bid
            if bid < style.least(hand.before[seat]):
                hand.offend("bad_bid", seat, style.bid_left_out.rule)
                hand.bids[seat] = None
                missing.append((f"tally.bids[{seat}]", f"seat {seat} may not bid {bid}: what counts is unknown"))
        elif hand.bids[seat] is None:
            missing.append((f"tally.bids[{seat}]", f"what seat {seat} bid is not written down"))
    tricks = list(tally.get("tricks") or (None,) * SEATS)
    if tricks.count(None) == 1:
        tricks[tricks.index(None)] = TRICKS - sum(number for number in tricks if number is not None)
    if None in tricks:
        missing.append(("tally.tricks", "how many tricks each player took is not written down"))
    else:
        hand.tricks = tuple(tricks)
    hand.open = False
    return missing


def _void(hand: Hand, trace: Trace) -> Verdict:
    """Nobody bid, or the bids were too few (TAR-BID-2, FH-BID-2, FO-1)."""
    if isinstance(hand.style, Sides):
        trace.note(tarneeb.PASSED, None, again=hand.record.dealer)
        return Verdict("void", "void", scores=(0, 0), rule=tarneeb.ALL_PASS)
    return Verdict("void", "void", scores=(0,) * SEATS, rule=hand.style.too_few.rule)


def settled(hand: Hand, trace: Trace) -> Verdict:
    """What a hand is worth of which everything is known."""
    assert hand.tricks is not None
    if isinstance(hand.style, Sides):
        assert hand.declarer is not None
        assert hand.bid is not None
        tricks = sides_of(hand.tricks) if len(hand.tricks) == SEATS else (hand.tricks[0], hand.tricks[1])
        return hand.style.worth(Contract(hand.declarer, hand.bid, hand.doubled), tricks, hand, trace)
    return _each(hand, hand.style, hand.tricks, trace)


def _each(hand: Hand, style: Solo, tricks: tuple[int, ...], trace: Trace) -> Verdict:
    """What each player scores, and whether somebody has won or lost the game by all thirteen (FH-SCORE-1, FO-2)."""
    scores, winners = [0] * SEATS, dict[int, int]()
    for seat, bid in enumerate(hand.bids):
        assert bid is not None
        points, took = style.chart[bid], tricks[seat]
        if hand.reneged[seat]:
            trace.note(four_hundred.RENEGED, seat & 1, 0, seat=seat, times=hand.slow[seat])
            continue
        scores[seat] = points if took >= bid else -points
        if style.all_wins and took == TRICKS:
            winners[seat & 1] = seat
            trace.note(four_hundred.ALL, seat & 1, points, seat=seat, bid=bid, thirteen=TRICKS)
        elif style.all_wins and bid == TRICKS:
            winners.setdefault(1 - (seat & 1), seat)
            trace.note(four_hundred.MISSED_ALL, 1 - (seat & 1), bidder=seat)
        elif took >= bid:
            trace.note(style.took, seat & 1, points, seat=seat, bid=bid, tricks=took)
        else:
            trace.note(style.missed, seat & 1, -points, seat=seat, bid=bid, tricks=took, lost=points)
    return _with_winner(hand, style, tuple(scores), tricks, winners, trace)


def _with_winner(
    _hand: Hand, style: Solo, scores: tuple[int, ...], tricks: tuple[int, ...], winners: dict[int, int], trace: Trace
) -> Verdict:
    """An instant win, if one side has it: all thirteen taken goes before thirteen bid and missed."""
    sweepers = [side for side, seat in winners.items() if tricks[seat] == TRICKS]
    sides = sweepers or list(winners)
    if len(sides) == 1:
        side = sides[0]
        return Verdict("decided", "instant_win", None, side, scores, winners[side], four_hundred.SCORE)
    if sides:
        trace.note(four_hundred.BOTH_WAYS)
    return Verdict("decided", "scored", None, None, scores, None, style.took.rule)
