"""The parts of a ruling on a hand of the Tarneeb family, made from its facts when somebody asks for them."""

from collections.abc import Mapping
from typing import Any

from .. import shapes
from ..profiles import Profile
from ..rulebook import Trace
from ..scored import Verdict, listed
from ..scores import claimed_rows, row, show
from ..seats import side_name
from . import forty_one, four_hundred, tarneeb
from .facts import SEATS, SUIT_LETTERS, Hand, Solo, Standing, sides_of


def totals_after(hand: Hand, verdict: Verdict) -> tuple[int, ...]:
    """The totals after the hand."""
    return tuple(total + change for total, change in zip(hand.before, verdict.scores, strict=True))


def standing(hand: Hand, verdict: Verdict) -> Standing:
    """Where the game stands after the hand (TAR-GAME-1, FH-GAME-1, FO-3; an instant win before them)."""
    after = totals_after(hand, verdict)
    style = hand.style
    if isinstance(style, Solo):
        stands = style.tie(hand.before, after, hand.profile)
    else:
        declarer = hand.declarer if hand.declarer is not None else 0
        stands = race(after, hand.profile, declarer & 1)
    return stands._replace(winner=verdict.winner) if verdict.kind == "instant_win" else stands


def race(totals: tuple[int, ...], profile: Profile, declaring: int) -> Standing:
    """Where a game of two sides stands: if both are there, the declaring side wins (TAR-GAME-1)."""
    there = [side for side in (0, 1) if totals[side] >= profile.target]
    winner = None if not there else there[0] if len(there) == 1 else declaring
    return Standing(profile.target, winner)


def state(totals: tuple[int, ...], stands: Standing, by_side: bool, dealer: int | None) -> shapes.State:
    """A state of the game, as `after` says it."""
    over = stands.winner is not None
    return {
        "scores": show(totals, by_side),
        "target": stands.target,
        "game_over": over,
        "game_winner": side_name(stands.winner),
        "next_dealer": None if over else dealer,
    }


def after(hand: Hand, verdict: Verdict) -> shapes.State | None:
    """The game after the hand."""
    if verdict.status not in ("decided", "void"):
        return None
    return state(totals_after(hand, verdict), standing(hand, verdict), hand.by_side, next_dealer(hand, verdict))


def next_dealer(hand: Hand, verdict: Verdict) -> int:
    """Who deals next: the same player after four passes, else the one to the right (TAR-DEAL-1, FH-BID-2)."""
    dealer = hand.record.dealer
    return dealer if verdict.status == "void" and hand.by_side else (dealer + 1) % SEATS


def players(hand: Hand, verdict: Verdict) -> list[shapes.Player] | None:
    """What each seat bid, took and scored, where each plays for themselves."""
    if hand.by_side or verdict.status not in ("decided", "void"):
        return None
    return [
        {
            "seat": seat,
            "bid": hand.bids[seat],
            "tricks": hand.tricks[seat] if hand.tricks and verdict.status == "decided" else None,
            "points": verdict.scores[seat],
        }
        for seat in range(SEATS)
    ]


def tricks(hand: Hand) -> list[shapes.Trick]:
    """Every completed trick that was written down: cards in the order they were played."""
    if hand.play is None:
        return []
    script = hand.script
    return [
        {
            "number": number + 1,
            "leader": script.seats[number * SEATS],
            "cards": [script.pack.text[bit] for bit in script.bits[number * SEATS : (number + 1) * SEATS]],
            "winner": winner,
            "points": None,  # cards count nothing in these games
        }
        for number, winner in enumerate(hand.play.winners)
    ]


def infractions(hand: Hand) -> list[shapes.Infraction]:
    """Everything done against the rules, in order."""
    return listed(hand.infractions)


def discrepancies(hand: Hand, verdict: Verdict) -> list[shapes.Discrepancy]:
    """Differences between the claim or the tally and the ruling: field, claimed, found, rule."""
    if verdict.status not in ("decided", "void"):
        return list(hand.differences)
    rule = verdict.rule.id if verdict.rule else None
    truth = {"winner": side_name(verdict.winner), "kind": verdict.kind, "seat": verdict.seat}
    rows = [*hand.differences, *claimed_rows(hand.record.claimed, truth, verdict.scores, rule)]
    if hand.record.tally is not None and hand.play is not None:
        rows += _against_cards(hand, hand.record.tally)
    return rows


def _against_cards(hand: Hand, tally: Mapping[str, Any]) -> list[shapes.Discrepancy]:
    """The tally against the cards, which are the evidence."""
    assert hand.tricks is not None
    if isinstance(hand.style, Solo):
        bid_rule, lists = hand.style.bid_left_out.rule.id, {"bids": hand.bids, "tricks": hand.tricks}
        return [
            row(f"tally.{key}[{seat}]", written, found, bid_rule if key == "bids" else hand.style.lead.id)
            for key, truth in lists.items()
            for seat, (written, found) in enumerate(zip(tally.get(key) or (), truth, strict=False))
            if written is not None and written != found
        ]
    suit = SUIT_LETTERS[hand.trump] if hand.trump is not None else None
    singles = {"declarer": hand.declarer, "bid": hand.bid, "trump": suit, "doubled": hand.doubled}
    rows = [
        row(f"tally.{key}", tally[key], found, hand.style.bid_left_out.rule.id)
        for key, found in singles.items()
        if tally.get(key) is not None and tally[key] != found
    ]
    told_tricks = (tally.get("tricks") or {}).items()
    for (side, written), found in zip(told_tricks, sides_of(hand.tricks), strict=False):
        if written != found:
            rows.append(row(f"tally.tricks.{side}", written, found, hand.style.lead.id))
    return rows


def note_game(hand: Hand, verdict: Verdict, trace: Trace) -> None:
    """Say where the game stands after a hand, and who deals next."""
    stands, totals = standing(hand, verdict), totals_after(hand, verdict)
    if verdict.kind != "instant_win":
        if isinstance(hand.style, Solo):
            _note_seats(hand, totals, stands, trace)
        elif stands.winner is not None:
            both = min(totals) >= stands.target
            if both:
                trace.note(tarneeb.BOTH, stands.winner, target=stands.target)
            else:
                trace.note(tarneeb.WON, stands.winner, totals[stands.winner], total=totals[stands.winner])
    if stands.winner is None and not (verdict.status == "void" and hand.by_side):
        dealer = hand.record.dealer
        trace.note(tarneeb.PASSES_ON, None, dealer=dealer, next=next_dealer(hand, verdict))


def _note_both_at_the_end(totals: tuple[int, ...], stands: Standing, trace: Trace) -> None:
    """Both sides got there by the same hand: the higher sum wins, equal ones play on (FH-GAME-1)."""
    sums = sides_of(totals)
    if stands.winner is None:
        trace.note(four_hundred.EQUAL_SUMS, None, equal=sums[0], target=stands.target)
        return
    values = {"sum": sums[stands.winner], "other_sum": sums[1 - stands.winner], "target": stands.target}
    trace.note(four_hundred.HIGHER_SUM, stands.winner, None, **values)


def _note_seats(hand: Hand, totals: tuple[int, ...], stands: Standing, trace: Trace) -> None:
    """Where a game stands in which each has a score of their own (FH-GAME-1, FO-3)."""
    both = all(four_hundred.have_reached(totals, four_hundred.WINS_AT))
    if both and hand.style is forty_one.STYLE and min(totals) >= 0:
        sums = sides_of(totals)
        if stands.winner is None:
            trace.note(forty_one.EQUAL_SUMS, None, equal=sums[0])
        else:
            values = {"sum": sums[stands.winner], "other_sum": sums[1 - stands.winner]}
            trace.note(forty_one.HIGHER_SUM, stands.winner, None, **values)
        return
    if len(four_hundred.sides_at(totals, stands.target, hand.profile)) == 2:
        _note_both_at_the_end(totals, stands, trace)
        return
    for seat, total in enumerate(totals):
        if total < stands.target:
            continue
        side, partner = seat & 1, totals[(seat + 2) % SEATS]
        if not four_hundred.can_win(totals, seat, stands.target, hand.profile):
            trace.note(four_hundred.HELD_BACK, side, seat=seat, total=total, too_low=partner)
        elif stands.winner == side:
            trace.note(four_hundred.WON, side, seat=seat, total=total, partner=partner)
    if stands.winner is None and stands.target == four_hundred.PLAYS_ON_TO:
        trace.note(four_hundred.PLAYS_ON, None, target=four_hundred.WINS_AT, until=four_hundred.PLAYS_ON_TO)
