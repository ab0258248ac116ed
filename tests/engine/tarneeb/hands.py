"""Hands of the Tarneeb family: written by hand in few words, or bid and played at random within the rules.

`naive` judges what `random_hand` made. It shares no code with the engine: it knows the contract because the bidding was
made from it, and counts the rest with lists and texts.
"""

from random import Random
from typing import Any, NamedTuple

import engine

Record = dict[str, Any]
RANKS = "23456789TJQKA"
SUITS = "shdc"
PACK = [rank + suit for suit in SUITS for rank in RANKS]
GAMES = ("tarneeb", "egyptian-tarneeb", "400", "forty-one")
SOLO = ("400", "forty-one")
# Seat 0 holds all spades, seat 1 all hearts, and so on: whoever leads a trump suit of their own takes every trick.
ONE_SUIT_EACH = [[" ".join(rank + suit for rank in RANKS)] for suit in SUITS]


def record(game: str = "tarneeb", dealer: int = 0, **more: Any) -> Record:
    """A record of a game."""
    return {"format": "hand-record/1", "game": game, "dealer": dealer, **more}


def bid(seat: int, tricks: int, suit: str | None = None) -> Record:
    return {"type": "bid", "seat": seat, "tricks": tricks, **({"suit": suit} if suit else {})}


def passes(*seats: int) -> list[Record]:
    return [{"type": "pass", "seat": seat} for seat in seats]


def trump(seat: int, suit: str) -> Record:
    return {"type": "trump", "seat": seat, "suit": suit}


def cards(leader: int, *tricks: str) -> list[Record]:
    """Tricks as events, each going round from its leader; `3: Js …` names another leader."""
    events = []
    for trick in tricks:
        if ":" in trick:
            head, trick = trick.split(":")
            leader = int(head)
        events += [
            {"type": "play", "seat": (leader + step) % 4, "card": card} for step, card in enumerate(trick.split())
        ]
    return events


def judged(game: str = "tarneeb", dealer: int = 0, **more: Any) -> engine.Ruling:
    """The ruling on a record."""
    return engine.adjudicate(record(game, dealer, **more))


def tally(declarer: int, tricks_bid: int, taken: int, **more: Any) -> Record:
    """A tally of two sides: the declaring side took that many."""
    sides = {"AB"[declarer & 1]: taken, "BA"[declarer & 1]: 13 - taken}
    return {"declarer": declarer, "bid": tricks_bid, "trump": "h", "tricks": sides, **more}


class Truth(NamedTuple):
    """What a random hand was made from."""

    game: str
    dealer: int
    before: list[int]
    declarer: int | None
    bid: int
    doubled: bool
    bids: list[int]
    tricks: list[int]


def random_rules(rng: Random, game: str) -> Record:
    """A preset with some of its parameters changed."""
    rules: Record = {"preset": game}
    known = {
        "tarneeb": {
            "bidding": ("one_round", "rounds"),
            "trump_by": ("naming", "first_lead"),
            "no_trump": ("off", "on"),
            "all_thirteen": ("instant_win", "bonus"),
            "instant_needs_bid": ("no", "yes"),
            "instant_needs_nonnegative": ("no", "yes"),
            "failed_thirteen": ("with_bonus", "always", "never"),
            "target": (31, 41, 61),
        },
        "egyptian-tarneeb": {"target": (31, 41, 61)},
        "400": {"partner_minimum": ("positive", "zero"), "pace": ("off", "on")},
        "forty-one": {"partner_minimum": ("positive", "zero"), "pace": ("off", "on")},
    }[game]
    for name, values in known.items():
        if rng.random() < 0.5:
            rules[name] = rng.choice(values)
    return rules


def random_hand(rng: Random, game: str | None = None, rules: Record | None = None) -> tuple[Record, Truth]:
    """A whole hand with legal bids and plays, its deal, and what it was made from."""
    game = rng.choice(GAMES) if game is None else game
    rules = random_rules(rng, game) if rules is None else rules
    dealer = rng.randrange(4)
    pack = PACK[:]
    rng.shuffle(pack)
    hands = [pack[seat * 13 : seat * 13 + 13] for seat in range(4)]
    if rng.random() < 0.06:  # long suits, so that somebody may take every trick
        turn = rng.randrange(4)
        hands = [[card for card in PACK if card[1] == SUITS[(seat + turn) % 4]] for seat in range(4)]
    before = [rng.randint(-20, 30) for _ in range(4 if game in SOLO else 2)]
    maker = _solo if game in SOLO else _sided
    events, truth = maker(rng, game, rules, dealer, before, [hand[:] for hand in hands])
    scores: Any = before if game in SOLO else {"A": before[0], "B": before[1]}
    deal = [[" ".join(hand)] for hand in hands]
    return record(game, dealer, rules=rules, before={"scores": scores}, deal=deal, events=events), truth


def _sided(
    rng: Random, game: str, rules: Record, dealer: int, before: list[int], hands: list[list[str]]
) -> tuple[list[Record], Truth]:
    events: list[Record] = []
    holder, level, doubled, suit = None, 6, False, rng.choice(SUITS)
    order = [(dealer + 1 + step) % 4 for step in range(4)]
    rounds, passed = game == "tarneeb" and rules.get("bidding") == "rounds", set[int]()
    turns = order * 13 if rounds else order
    for seat in turns:
        if seat in passed or (rounds and seat == holder):
            continue
        if game == "tarneeb" and not rounds and seat == dealer and holder is not None and rng.random() < 0.2:
            holder = seat
            events.append(bid(seat, level))
        elif level < 13 and rng.random() < 0.5:
            level = rng.choice((level + 1, level + 1, min(13, level + 3), 13 if rng.random() < 0.2 else level + 1))
            holder, doubled, suit = seat, False, rng.choice(SUITS)
            events.append(bid(seat, level, suit if game == "egyptian-tarneeb" else None))
        elif game == "egyptian-tarneeb" and holder is not None and (seat - holder) % 2 and not doubled:
            doubled = rng.random() < 0.6
            events.append({"type": "double" if doubled else "pass", "seat": seat})
        else:
            events.append({"type": "pass", "seat": seat})
            passed |= {seat}
    if holder is None:
        return events, Truth(game, dealer, before, None, 0, False, [], [])
    if game == "tarneeb":
        if rules.get("trump_by") == "first_lead":
            suit = rng.choice(hands[holder])[1]
        else:
            suit = "nt" if rules.get("no_trump") == "on" and rng.random() < 0.3 else suit
            events.append(trump(holder, suit))
    first = suit if rules.get("trump_by") == "first_lead" and game == "tarneeb" else None
    played, tricks = play_out(rng, hands, holder, suit, first)
    return events + played, Truth(game, dealer, before, holder, level, doubled, [], tricks)


def _solo(
    rng: Random, game: str, rules: Record, dealer: int, before: list[int], hands: list[list[str]]
) -> tuple[list[Record], Truth]:
    bids = [0] * 4
    for seat in range(4):
        least = 1 if game == "forty-one" else 2 if before[seat] < 30 else 3
        bids[seat] = rng.choice((least, least, 3, 3, 4, 5, 6, 9, 13))
    order = [(dealer + 1 + step) % 4 for step in range(4)]
    events = [bid(seat, bids[seat]) for seat in order]
    needed = 12 if game == "400" and max(before) >= 30 else 11
    if sum(bids) < needed:
        return events, Truth(game, dealer, before, None, 0, False, bids, [])
    played, tricks = play_out(rng, hands, order[0], "h")
    return events + played, Truth(game, dealer, before, None, 0, False, bids, tricks)


def play_out(
    rng: Random, hands: list[list[str]], leader: int, suit: str, first: str | None = None
) -> tuple[list[Record], list[int]]:
    """Thirteen legal tricks from these hands (which are used up), and the tricks each seat won; `first` suit is led."""
    events, won = [], [0] * 4
    for _ in range(13):
        trick: list[tuple[int, str]] = []
        for seat in [(leader + step) % 4 for step in range(4)]:
            wanted = trick[0][1][1] if trick else first
            able = [card for card in hands[seat] if card[1] == wanted] or hands[seat]
            card = rng.choice(able)
            hands[seat].remove(card)
            trick.append((seat, card))
            events.append({"type": "play", "seat": seat, "card": card})
        first = None
        leader = winner_of(trick, suit)
        won[leader] += 1
    return events, won


def winner_of(trick: list[tuple[int, str]], suit: str) -> int:
    """Who wins a trick, by sorting it."""
    led = trick[0][1][1]

    def worth(card: str) -> tuple[int, int]:
        return 2 if card[1] == suit else 1 if card[1] == led else 0, RANKS.index(card[0])

    return max(trick, key=lambda one: worth(one[1]))[0]


POINTS_400 = {2: 2, 3: 3, 4: 4, 5: 10, 6: 12, 7: 14, 8: 16, 9: 27, 10: 30, 11: 33, 12: 36, 13: 0}
POINTS_41 = {1: 1, 2: 2, 3: 3, 4: 4, 5: 5, 6: 6, 7: 14, 8: 16, 9: 18, 10: 20, 11: 22, 12: 24, 13: 26}


def naive(truth: Truth, rules: Record) -> tuple[str, list[int]]:
    """Kind and scores of a random hand, computed another way."""
    if not truth.tricks:
        return "void", [0] * len(truth.before)
    if truth.game in SOLO:
        return _naive_solo(truth)
    a = truth.tricks[0] + truth.tricks[2]
    sides = [a, 13 - a]
    assert truth.declarer is not None
    us = truth.declarer % 2
    them = 1 - us
    scores = [0, 0]
    kind = "made" if sides[us] >= truth.bid else "failed"
    if kind == "made":
        scores[us] = sides[us] * (2 if truth.doubled else 1)
    else:
        scores[us], scores[them] = -truth.bid * (2 if truth.doubled else 1), sides[them]
        costs_more = rules.get("failed_thirteen", "with_bonus")
        if costs_more == "with_bonus":
            costs_more = "always" if rules.get("all_thirteen") == "bonus" else "never"
        if truth.game == "tarneeb" and truth.bid == 13 and costs_more == "always":
            scores[us], scores[them] = -16, 2 * sides[them]
    if truth.game == "tarneeb" and 13 in sides:
        side = sides.index(13)
        bid_it = side == us and truth.bid == 13
        if rules.get("all_thirteen") == "bonus":
            scores[side] = 26 if bid_it else scores[side] + 3
        elif (bid_it or rules.get("instant_needs_bid", "no") == "no") and (
            truth.before[side] >= 0 or rules.get("instant_needs_nonnegative", "no") == "no"
        ):
            kind = "instant_win"
    return kind, scores


def _naive_solo(truth: Truth) -> tuple[str, list[int]]:
    chart = POINTS_400 if truth.game == "400" else POINTS_41
    scores = [
        chart[made] if took >= made else -chart[made] for made, took in zip(truth.bids, truth.tricks, strict=True)
    ]
    if truth.game == "forty-one":
        return "scored", scores
    if 13 in truth.tricks:
        return "instant_win", scores
    losers = {seat % 2 for seat, made in enumerate(truth.bids) if made == 13}
    return ("instant_win" if len(losers) == 1 else "scored"), scores
