"""The parts of a ruling that are Thunee's own, made from a hand's facts when somebody asks for them."""

from functools import lru_cache
from typing import Any

from .. import shapes
from ..seats import side_name
from . import deal, pack, race
from .calling import RISING
from .count import total
from .facts import Claim, Hand, Verdict


def by_side(pair: tuple[int, int] | list[int]) -> shapes.BySide:
    return {"A": pair[0], "B": pair[1]}


def opened(verdict: Verdict) -> tuple[int, int]:
    """The balls each side opens."""
    if verdict.winner is None:
        return 0, 0
    return (verdict.balls, 0) if verdict.winner == 0 else (0, verdict.balls)


def khanuck_called(hand: Hand) -> bool:
    """Whether the game is marked by a khanuck, before the hand or in it (TH-GAME-2)."""
    return hand.record.before.khanuck_called or hand.khanuck is not None


def balls_after(hand: Hand, verdict: Verdict) -> tuple[int, int]:
    more = opened(verdict)
    return hand.balls[0] + more[0], hand.balls[1] + more[1]


def after(hand: Hand, verdict: Verdict) -> shapes.State:
    """The game after the hand (TH-GAME-1 to 4, TH-DEAL-4)."""
    called = khanuck_called(hand)
    return state(balls_after(hand, verdict), called, hand.profile, next_dealer(hand, verdict))


def state(balls: tuple[int, int], called: bool, profile: Any, dealer: int | None) -> shapes.State:
    """A state of the game, as `after` says it."""
    target, corners, won = _standing(balls, called, profile)
    return {
        "balls": by_side(balls),
        "target": target,
        "khanuck_called": called,
        "cornerhouse": list(corners),
        "game_over": won is not None,
        "game_winner": won,
        "next_dealer": None if won is not None else dealer,
    }


@lru_cache(4096)  # asked of few scores, by every hand
def _standing(balls: tuple[int, int], called: bool, profile: Any) -> tuple[int, tuple[str, ...], str | None]:
    """The balls that win, the sides on cornerhouse, and the side that has won."""
    won = race.winner(balls, called, profile)
    corners = (False, False) if won is not None else race.on_cornerhouse(balls, called, profile)
    sides = tuple(side for side, corner in zip("AB", corners, strict=True) if corner)
    return race.target(called, profile), sides, side_name(won)


def next_dealer(hand: Hand, verdict: Verdict) -> int:
    """Who deals next if the game goes on (TH-DEAL-4)."""
    void = verdict.status == "void"
    return deal.next_dealer(hand.record.dealer, hand.players, balls_after(hand, verdict), void, hand.profile)


def count(hand: Hand, verdict: Verdict) -> shapes.Count | None:
    """The count, where the hand was decided by it."""
    if verdict.kind not in ("count", "call_and_loss") or verdict.status != "decided":
        return None
    if hand.shown is not None:
        return hand.shown.count
    return {
        "counting_team": side_name(hand.counting),
        "card_points": by_side(hand.points) if hand.points else None,
        "tricks": by_side(hand.tricks) if hand.tricks else None,
        "last_trick": side_name(hand.last_side),
        "jodhi": by_side(hand.jodhi),
        "call": hand.call,
        "total": total(hand),
        "target": hand.profile.target_count,
    }


def tricks(hand: Hand) -> list[shapes.Trick]:
    """Every completed trick that was written down: cards in the order they were played."""
    bits = hand.record.transcript.bits
    size = hand.players
    shown: list[shapes.Trick] = []
    for number, winner in enumerate(hand.winners):
        cards = bits[number * size : (number + 1) * size]
        shown.append(
            {
                "number": number + 1,
                "leader": hand.record.transcript.seats[number * size],
                "cards": [pack.TEXT_OF[bit] for bit in cards],
                "winner": winner,
                "points": sum(pack.RANK_POINTS[pack.TEXT_OF[bit][0]] for bit in cards),
            }
        )
    return shown


def claims(hand: Hand) -> list[shapes.Claim]:
    """Every jodhi called, and what became of it."""
    if hand.shown is not None:
        return hand.shown.claims
    return [
        {
            "type": "jodhi",
            "seat": claim.seat,
            "suit": None if claim.suit is None else "shdc"[claim.suit],
            "value": claim.value,
            "true_value": claim.true_value,
            "timely": claim.timely,
            "held": claim.held,
            "murrials": claim.murrials,
            "points": claim.points,
            "rules": _rules_of(claim),
        }
        for claim in hand.claims
    ]


def _rules_of(claim: Claim) -> list[str]:
    """The rules a claim was judged by: its value, and each that it broke or that answered it."""
    rules = ["TH-JODHI-1"]
    if claim.timely is False:
        rules.append("TH-JODHI-2")
    if claim.held is False:
        rules.append("TH-JODHI-4")
    if claim.barred:
        rules.append("TH-JODHI-5")
    if claim.murrials == "upheld":
        rules.append("TH-MURR-1")
    elif claim.murrials == "rejected":
        rules.append("TH-MURR-4" if claim.good else "TH-MURR-2")
    elif not claim.good and not claim.barred:
        rules.append("TH-MURR-3")
    return rules


def infractions(hand: Hand) -> list[shapes.Infraction]:
    """Everything done against the rules, in order, enforced or not."""
    order = sorted(hand.infractions, key=lambda i: (i.play, i.rule is not RISING))
    return [
        {
            "offence": i.offence,
            "seat": i.seat,
            "trick": i.trick,
            "card": None if i.card is None else pack.TEXT_OF[i.card],
            "rule": i.rule.id,
            "accused": i.accused,
            "enforced": i.enforced,
        }
        for i in order
    ]
