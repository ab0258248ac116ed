"""Writes the example hands of the rules: `python -m tests.engine.make_examples > fixtures/examples.json`.

Of very many hands it takes for each rule the plainest one in whose ruling the rule speaks: decided, played in turn,
with little else going on. What a rule is about need not be a line of an explanation: `SHOWN_BY` names the rule whose
example shows it as well.
"""

import json
import sys
from collections.abc import Iterator
from random import Random
from typing import Any

import engine
from engine import rulebook
from tests.engine import cases, random_hands

Record = dict[str, Any]
FORMAT = "rule-examples/1"
SEEDS = 120
ALONE = (
    ("blind",), ("both",), ("declare",), ("wrong_jodhi",), ("wrong_jodhi", "murrials"), ("double",), ("khanuck",),
    ("cornerhouse", "double"), ("revoke", "accuse"), ("undercut", "accuse"), ("out_of_turn", "accuse"),
    ("out_of_turn",), ("undercut",), ("bad_call",), ("trumpless",), ("redeal",), ("six_of_suit", "declare", "accuse"),
    ("cornerhouse",), ("khanuck", "cornerhouse"), ("accuse",), ("late", "revoke"), ("wrong_jodhi", "accuse"),
    ("revoke",), ("wrong_jodhi", "khanuck", "murrials"), ("declare", "double"), ("bad_trump",),
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
}
# A hand in which something of these stems happens is no plain example of a rule of another stem.
RARE = {"TH-CALL-5", "TH-CALL-6", "TH-CALL-7", "TH-CALL-8", "TH-DBL-4"}
SPECIAL = ("declarations", "double", "khanuck", "offences", "jodhi")


def candidates() -> Iterator[Record]:
    """Hands to choose from: golden ones, plain ones, and hands with one thing out of the ordinary."""
    for _name, record, _expect in cases.load():
        if record["game"] == "thunee":
            yield record
    for preset in random_hands.PRESETS:
        for seed in range(SEEDS):
            yield random_hands.plain(Random(seed), preset)
            for number, oddities in enumerate(ALONE):
                yield random_hands.odd(Random(seed * 100 + number), oddities, preset)


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
        for rule in rules_of(ruling):
            price = cost(record, ruling, rule)
            if rule not in best or price < best[rule][0]:
                best[rule] = price, record
    found = {rule: record for rule, (_price, record) in best.items()}
    for rule, other in SHOWN_BY.items():
        if rule not in found and other in found:
            found[rule] = found[other]
    return found


def _whole(record: Record) -> bool:
    """A hand of four players whose deal and cards are all written down as they should be."""
    deal = record.get("deal")
    if record.get("players", 4) != 4 or not deal or not all(deal) or "tally" in record or "claimed" in record:
        return False
    try:
        read = engine.read(record)
    except engine.RecordError:
        return False
    return any(event.type == "play" for event in read.events or ())


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
