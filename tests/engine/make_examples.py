"""Writes the example hands of the rules: `python -m tests.engine.make_examples > fixtures/examples.json`.

Of very many hands it takes for each rule the plainest one in whose ruling the rule speaks: decided, played in turn,
with little else going on. What a rule is about need not be a line of an explanation: `SHOWN_BY` names the rule whose
example shows it as well.
"""

import json
import sys
from collections.abc import Callable, Iterator
from itertools import pairwise
from random import Random
from typing import Any

import engine
from engine import rulebook
from engine.replay import replay
from tests.engine import cases, naive_sizes, random_hands
from tests.engine.tarneeb import hands as tarneeb_hands

Record = dict[str, Any]
FORMAT = "rule-examples/1"
SEEDS = 120
ALONE = (
    ("blind",), ("both",), ("declare",), ("wrong_jodhi",), ("wrong_jodhi", "murrials"), ("double",), ("khanuck",),
    ("cornerhouse", "double"), ("revoke", "accuse"), ("undercut", "accuse"), ("out_of_turn", "accuse"),
    ("out_of_turn",), ("undercut",), ("bad_call",), ("trumpless",), ("redeal",), ("six_of_suit", "declare", "accuse"),
    ("cornerhouse",), ("khanuck", "cornerhouse"), ("accuse",), ("late", "revoke"), ("wrong_jodhi", "accuse"),
    ("revoke",), ("wrong_jodhi", "khanuck", "murrials"), ("declare", "double"), ("bad_trump",),
    ("double", "khanuck"),
)  # fmt: skip
SHOWN_BY = {
    "TH-CARD-1": "TH-COUNT-1",
    "TH-CARD-2": "TH-COUNT-1",
    "TH-CARD-3": "TH-ROYAL-1",
    "TH-DEAL-2": "TH-COUNT-1",
    "TH-PLAY-1": "TH-COUNT-1",
    "TH-PLAY-3": "TH-COUNT-1",
    "TH-THUN-6": "TH-THUN-3",
    "TH-JODHI-3": "TH-JODHI-2",
    "TH-CALL-3": "TH-CALL-2",
    "TH-THUN-8": "TH-THUN-2",
    "TH-PEN-5": "TH-KHAN-6",
    "TH-PEN-6": "TH-PEN-1",
    "TH-JODHI-6": "TH-JODHI-1",
    "TH2-1": "TH-COUNT-1",
    "TH2-2": "TH-COUNT-2",
    "TH2-3": "TH-COUNT-5",
    "TH2-5": "TH-CALL-7",
    "TH2-6": "TH-CALL-1",
    "TH6-1": "TH-COUNT-1",
    "FH-BID-1": "FH-BID-2",
    "FH-TRUMP-1": "FH-SCORE-1",
    "TUN-DEAL-1": "TUN-WIN-1",
    "TUN-PLAY-1": "TUN-WIN-1",
    "TUN-PLAY-2": "TUN-WIN-1",
    "TUN-END-2": "TUN-END-1",
}
NO_HAND = ("TH-DEAL-1",)  # what happens before the first hand of a game


def _types(record: Record) -> list[str]:
    return [event["type"] for event in record["events"]]


def _two_jodhi(record: Record, ruling: engine.Ruling) -> bool:
    """Two good jodhi, one right after the other."""
    good = len(ruling.claims) == 2 and all(claim["points"] == claim["true_value"] for claim in ruling.claims)
    return good and ("jodhi", "jodhi") in pairwise(_types(record))


def _false_jodhi(record: Record, ruling: engine.Ruling) -> bool:
    """An accusation of a jodhi without the cards, upheld."""
    named = [event["offence"] for event in record["events"] if event["type"] == "accuse"]
    return ruling.kind == "four_ball" and named == ["false_jodhi"]


def _both_calls(record: Record, ruling: engine.Ruling) -> bool:
    """A double and a khanuck in one hand: the khanuck is judged."""
    return {"double", "khanuck"} <= set(_types(record)) and ruling.kind == "khanuck"


def _counted_by(players: int) -> Callable[[Record, engine.Ruling], bool]:
    return lambda record, ruling: record.get("players") == players and ruling.kind == "count"


# Rules that no line of an explanation cites by themselves: what a hand must have to show them.
SEEN_IN: dict[str, Callable[[Record, engine.Ruling], bool]] = {
    "TH-PEN-5": _both_calls,
    "TH-PEN-6": _false_jodhi,
    "TH-JODHI-6": _two_jodhi,
    **dict.fromkeys(("TH2-1", "TH2-2", "TH2-3", "TH2-6"), _counted_by(2)),
    "TH2-5": lambda record, ruling: record.get("players") == 2 and ruling.kind == "trumpless",
    "TH6-1": _counted_by(6),
}
# A hand in which something of these stems happens is no plain example of a rule of another stem.
RARE = {"TH-CALL-5", "TH-CALL-6", "TH-CALL-7", "TH-CALL-8", "TH-DBL-4"}
SPECIAL = ("declarations", "double", "khanuck", "offences", "jodhi")


def candidates() -> Iterator[Record]:
    """Hands to choose from: golden ones, plain ones, and hands with one thing out of the ordinary."""
    for _name, record, _expect in cases.load():
        if record.get("events"):
            yield record
    yield from handmade()
    yield from of_other_games()
    for preset in random_hands.PRESETS:
        for seed in range(SEEDS):
            yield random_hands.plain(Random(seed), preset)
            for number, oddities in enumerate(ALONE):
                yield random_hands.odd(Random(seed * 100 + number), oddities, preset)


def handmade() -> Iterator[Record]:
    """Hands for what chance hardly ever deals."""
    low = [["Qs Ks Qh Kh", "Js 9s"], ["Jh 9h As Ts", "Ah Th"], ["Jd 9d Ad Td", "Kd Qd"], ["Jc 9c Ac Tc", "Kc Qc"]]
    yield {**_thunee("club-strict", 3, low), "events": [{"type": "redeal", "reason": "low_hand", "seat": 0}]}
    threes = [["Jh 9h Ah", "Th"], ["Js 9s As", "Ks"], ["Qs Ts Qh", "Kh"], ["Jd 9d Ad", "Kd"], ["Jc 9c Ac", "Kc"],
              ["Td Qd Tc", "Qc"]]  # fmt: skip
    for kind, dealer in (("monnie", 5), ("trip", 0)):
        begun = {**_thunee("durban-classic", dealer, threes), "players": 6}
        yield play_on({**begun, "events": [{"type": "declare", "seat": 0, "kind": kind}]})


def highest_call() -> Record:
    """A call of 104 over 100 (TH-CALL-3)."""
    whole = random_hands.plain(Random(1), "club-strict")
    right, over = (whole["dealer"] + 1) % 4, (whole["dealer"] + 2) % 4
    calls = [{"type": "call", "seat": (over, right)[n % 2], "amount": amount}
             for n, amount in enumerate([*range(10, 101, 10), 104])]  # fmt: skip
    trump = {"type": "trump", "seat": calls[-1]["seat"], "suit": "s"}
    return play_on({**_thunee("club-strict", whole["dealer"], whole["deal"]), "events": [*calls, trump]})


def _thunee(preset: str, dealer: int, deal: Any) -> Record:
    return {"format": "hand-record/1", "game": "thunee", "rules": preset, "dealer": dealer, "deal": deal}


def play_on(record: Record) -> Record:
    """The hand played out from here, everybody following suit with the first card they have."""
    while (now := replay(record)[-1]).to_play is not None:
        held, players = now.hands[now.to_play], len(now.hands)
        led = now.table[0][1][1] if 0 < len(now.table) < players else ""
        card = next((one for one in held if one[1] == led), held[0])
        record = {**record, "events": [*record["events"], {"type": "play", "seat": now.to_play, "card": card}]}
    return record


def of_other_games() -> Iterator[Record]:
    """Whole hands of the other games, and of Thunee for two and for six."""
    for game in tarneeb_hands.GAMES:
        for seed in range(SEEDS // 4):
            hand, _ = tarneeb_hands.random_hand(Random(seed), game, {"preset": game})
            yield hand
            if game in tarneeb_hands.SOLO:  # nearly at 41
                yield {**hand, "before": {"scores": [40, 40, 5, 5] if game == "forty-one" else [35, 5, 5, 5]}}
    for suit in "sh":  # seat 0 has all spades: it takes every trick, or none
        begun = tarneeb_hands.record("tarneeb", 3, deal=tarneeb_hands.ONE_SUIT_EACH)
        bids = [tarneeb_hands.bid(0, 13), *tarneeb_hands.passes(1, 2, 3), tarneeb_hands.trump(0, suit)]
        yield play_on({**begun, "events": bids})
    slow = {"type": "slow", "seat": 2}
    for game in tarneeb_hands.SOLO:
        paced, _ = tarneeb_hands.random_hand(Random(3), game, {"preset": game, "pace": "on"})
        yield {**paced, "events": [*paced["events"], slow, slow]}
    for players in (2, 6):
        for seed in range(SEEDS // 4):
            yield naive_sizes.play_out(naive_sizes.deal(Random(seed), players), Random(seed))
    two = naive_sizes.play_out(naive_sizes.deal(Random(1), 2), Random(1))
    yield {**two, "events": [*two["events"][:-2], {"type": "double", "seat": 0}, *two["events"][-2:]]}


def rules_of(ruling: engine.Ruling) -> set[str]:
    """The rules that speak in a ruling: in its explanation, by an offence, or by a jodhi."""
    found = {step.rule.id for step in ruling.steps} | {one["rule"] for one in ruling.infractions}
    wrong = [claim for claim in ruling.claims if claim["value"] != claim["points"]]
    return found | {rule for claim in wrong for rule in claim["rules"]}


def cost(record: Record, ruling: engine.Ruling, rule: str) -> tuple[int, ...]:
    """How far a hand is from a plain example of a rule; small is good."""
    stem = rulebook.get(rule).stem
    spoken = rules_of(ruling)
    strange = [one for one in ruling.infractions if one["rule"] != rule and not one["enforced"]]
    others = {rulebook.get(one).stem for one in spoken} & set(SPECIAL) - {stem}
    changed = not isinstance(record.get("rules", ""), str)
    rare = len((spoken & RARE) - {rule})
    return (
        len(strange), len(others), rare, ruling.status == "void", changed, len(ruling.claims) > 1, len(spoken),
        len(record["events"]),
    )  # fmt: skip


def chosen() -> dict[str, Record]:
    """For each rule its example; rules no hand shows have none."""
    best: dict[str, tuple[tuple[int, ...], Record]] = {}
    for record in candidates():
        if not _whole(record):
            continue
        ruling = engine.adjudicate(record)
        if ruling.status not in ("decided", "void") or ruling.discrepancies or ruling.trusted:
            continue
        for rule in rules_of(ruling) | {rule for rule, shows in SEEN_IN.items() if shows(record, ruling)}:
            price = cost(record, ruling, rule)
            if rule not in best or price < best[rule][0]:
                best[rule] = price, record
    found = {rule: record for rule, (_price, record) in best.items()}
    found["TH-CALL-3"] = highest_call()
    at_eleven = {"balls": {"A": 11, "B": 11}, "khanuck_called": False}
    found["TH-THUN-8"] = {**found["TH-THUN-2"], "before": at_eleven}
    for rule, other in SHOWN_BY.items():
        if rule not in found and other in found:
            found[rule] = found[other]
    return found


def _whole(record: Record) -> bool:
    """A hand whose deal is written down as it should be, and whose cards are, unless it was dealt again."""
    deal = record.get("deal")
    if not deal or not all(deal) or "tally" in record or "claimed" in record:
        return False
    try:
        read = engine.read(record)
    except engine.RecordError:
        return False
    kinds = [event.type for event in read.events or ()]
    return "play" in kinds or kinds[:1] == ["redeal"] or (read.game != "thunee" and len(kinds) > 3)


def data() -> dict[str, Any]:
    """The fixture: hands, and for each rule the number of its hand."""
    hands: list[Record] = []
    rules: dict[str, int] = {}
    found = chosen()
    for rule in sorted(found):  # the catalogue's own order is that in which modules happen to be loaded
        record = engine.read(found[rule]).to_dict()
        record.pop("id", None)
        record.pop("note", None)
        if record not in hands:
            hands.append(record)
        rules[rule] = hands.index(record)
    return {"format": FORMAT, "rules": rules, "hands": hands}


def text() -> str:
    """The fixture as it is written: one hand a line."""
    made = data()
    hands = ",\n".join(json.dumps(hand, ensure_ascii=False, separators=(",", ":")) for hand in made["hands"])
    rules = json.dumps(made["rules"], indent=1)
    return f'{{"format": "{FORMAT}",\n"rules": {rules},\n"hands": [\n{hands}\n]}}\n'


if __name__ == "__main__":
    sys.stdout.write(text())
