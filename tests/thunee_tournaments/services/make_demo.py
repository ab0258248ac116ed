"""Writes the demo's fixture: `python -m tests.thunee_tournaments.services.make_demo > fixtures/fundraiser.json`.

The story is told here (who wins by how much, and what happens on the way); `demo_hands` finds hands that tell it. The
result is data, and is loaded through the same services as anything people write.
"""

import json
import sys
from dataclasses import dataclass, field
from random import Random
from typing import Any

from tests.thunee_tournaments.services import demo_hands as hands
from thunee_tournaments.brackets.black_jack import draw_first_dealer, label_of

SEEDS_LOT = "5eed5eed5eed5eed5eed5eed5eed5eed"
DRAW_LOT = "7487ee7487ee7487ee7487ee7487ee74"
TEAMS = (
    "Jack Attack (Harbour): Ravi, Sam",
    "Nine Lives (Hilltop): Kay, Dev",
    "Ball Bearers: Lou, Mo",
    "Last Trick (River): Vic, Pat",
    "Cornerhouse Kids (Market): Ash, Jo",
    "The Cutters (Harbour): Nim, Sal",
    "Call or Fold: Kit, Roy",
    "Double Trouble (Hilltop): Tash, Bo",
    "Royal Pack: Zee, Max",
    "Trump Street (River): Abe, Lil",
    "Khanuck Corner (Market): Gus, Mina",
    "The Undercuts: Sid, Fay",
    "Four Balls Down (Harbour): Ned, Pam",
    "Black Jacks: Ivo, Rae",
    "First Black (Hilltop): Tom, Uma",
    "Twelve All (Market): Wes, Yas",
)
UNPAID = ("The Undercuts", "Twelve All")  # still to bring their entry fee
MONEY = {
    "goal": 25_000_00,
    "public": True,
    "receipts": [
        {"amount": 5_000_00, "kind": "sponsor", "method": "eft", "name": "The hardware shop on Market Street",
         "named": True, "note": "Roof sheets at cost besides."},
        *(
            {"amount": 400_00, "kind": "entry", "method": "cash" if number % 3 else "eft", "team": name}
            for number, name in enumerate(line.split(":")[0].split(" (")[0] for line in TEAMS)
            if name not in UNPAID
        ),
        {"amount": 1_500_00, "kind": "sponsor", "method": "cash", "name": "Corner Bakery", "named": True},
        {"amount": 40_00, "kind": "raffle", "method": "cash", "reversed": "A nought was missing: written anew as 400."},
        {"amount": 400_00, "kind": "raffle", "method": "cash", "note": "First book of tickets."},
        {"amount": 250_00, "kind": "donation", "method": "cash"},
        {"amount": 1_000_00, "kind": "donation", "method": "eft", "name": "The youth club", "named": True},
        {"amount": 735_50, "kind": "other", "method": "cash", "note": "Tea and samoosas until eight."},
    ],
}  # fmt: skip
PRIZES = [
    {"group": 0, "first": 1, "last": 1, "name": "The roof cup", "amount": 3_000_00},
    {"group": 0, "first": 2, "last": 2, "name": "", "amount": 1_500_00},
    {"group": 0, "first": 3, "last": 4, "name": "", "amount": 500_00},
]
PLAIN, LOSS = "count", "call_and_loss"
# What a kind of hand is made by, and what its ruling must say; the balls it brings stand beside it.
KINDS: dict[str, tuple[Any, Any]] = {
    PLAIN: (hands.count, lambda r, b: r["kind"] == "count"),
    LOSS: (hands.bold_call, lambda r, b: r["kind"] == "call_and_loss" and r["count"]["call"] <= 40),
    "double": (hands.double, lambda r, b: (r["kind"], r["detail"]) == ("double", "made")),
    "double failed": (hands.double, lambda r, b: (r["kind"], r["detail"]) == ("double", "failed")),
    "backside double": (hands.backside, lambda r, b: (r["kind"], r["detail"]) == ("backside_double", "made")),
    "khanuck": (hands.khanuck, lambda r, b: (r["kind"], r["detail"]) == ("khanuck", "made")),
    "khanuck by one": (
        hands.khanuck,
        lambda r, b: (
            (r["kind"], r["detail"]) == ("khanuck", "failed")
            and hands.khanuck_gap(r, b) == 0
            and "AB"[r["tricks"][-1]["winner"] % 2] != r["winner"]
        ),
    ),
    "thunee": (hands.thunee, lambda r, b: r["detail"] == "made"),
    "thunee caught": (hands.thunee, lambda r, b: r["detail"] == "caught" and len(r["tricks"]) > 2),
    "partner catch": (hands.thunee, lambda r, b: r["detail"] == "partner_catch" and len(r["tricks"]) > 2),
    "royals": (hands.royals, lambda r, b: r["detail"] == "made"),
    "murrials": (
        hands.murrials,
        lambda r, b: r["kind"] == "count" and any(claim.get("murrials") == "upheld" for claim in r["claims"]),
    ),
    "revoke": (hands.revoke, lambda r, b: (r["kind"], r["detail"]) == ("four_ball", "upheld")),
    "trumpless": (hands.trumpless, lambda r, b: r["kind"] == "trumpless"),
}
BALLS = {
    PLAIN: 1, LOSS: 2, "double": 2, "double failed": 4, "backside double": 4, "khanuck": 3, "khanuck by one": 4,
    "thunee": 4, "thunee caught": 4, "partner catch": 8, "royals": 4,
    "murrials": 1, "revoke": 4, "signal": 4, "trumpless": 0,
}  # fmt: skip
ON_PAPER = {"signal": {"tally": {"four_ball": {"against": 3, "offence": "signal"}}}}  # side B offends, A opens four


@dataclass
class Story:
    """A match: what happens in it besides plain hands and calls lost, and the score it comes to."""

    match: int
    score: tuple[int, int]
    happens: tuple[tuple[str, str], ...] = ()  # (side, kind)
    losses: int = 2
    corrected: bool = False
    disputed: bool = False  # the table writes one ball where there are two
    walkover: str = ""
    reason: str = ""
    case: dict[str, Any] | None = None  # a dispute; its hand is the one questioned, or else the last
    questioned: int = 0
    hands: list[dict[str, Any]] = field(default_factory=list)


OPEN = {
    "about": "hand",
    "side": "B",
    "reason": "revoke",
    "words": "He cut with a trump and had a heart left. We saw it on the next trick.",
}
DECIDED = {
    "about": "hand",
    "side": "A",
    "reason": "rule",
    "words": "We opened one ball for this and the page says two.",
    "decision": {
        "outcome": "stands",
        "rules": ["EV-DISP-1", "TH-COUNT-6"],
        "text": "There was a call, and the side that called lost: two balls, as the page says.",
    },
}
APPEALED = {
    "about": "game",
    "side": "B",
    "reason": "seats",
    "words": "A card lay face up before the cut, and they dealt on.",
    "decision": {
        "outcome": "adjusted",
        "balls": {"A": 0, "B": 1},
        "score": "artificial",
        "rules": ["EV-ADJ-2"],
        "text": "A card was seen before the cut; nobody can say what the hand would have come to.",
    },
    "appeal": {"side": "A", "text": "Nobody at our side saw that card.", "deposit": "R50"},
}
STORIES = (
    Story(1, (13, 7), (("A", "thunee"), ("B", "double"))),
    Story(2, (12, 14), (("A", "double"),), losses=3),
    Story(3, (13, 9), (("A", "khanuck"), ("B", "royals")), corrected=True),
    Story(4, (0, 0), walkover="A", reason="The other team's car broke down on the way."),
    Story(5, (4, 13), (("B", "khanuck by one"), ("B", "double"))),
    Story(6, (13, 11), (("A", "backside double"), ("B", "thunee caught"))),
    Story(7, (13, 10), (("A", "partner catch"),), disputed=True, case=DECIDED),
    Story(8, (6, 13), (("B", "double failed"), ("A", "murrials"))),
    Story(9, (13, 8), (("A", "revoke"), ("B", "double"))),
    Story(10, (11, 13), (("A", "signal"), ("B", "khanuck"))),
    Story(11, (9, 6), (("A", "double"), ("", "trumpless")), losses=1, case=OPEN),
    Story(12, (11, 12), (("B", "thunee"), ("A", "murrials"))),
    Story(13, (6, 2), (("A", "khanuck"),), losses=1, case=APPEALED),
)


def over(a: int, b: int) -> bool:
    """Whether a game of 13 balls, two to clear, is won."""
    return max(a, b) >= 13 and abs(a - b) >= 2


def plot(story: Story, rng: Random) -> list[tuple[str, str]]:
    """The hands of a match in order, as (side, kind), so that it comes to its score and is not over before."""
    left = {"A": story.score[0], "B": story.score[1]}
    fixed = list(story.happens)
    for _ in range(story.losses):
        side = rng.choice([side for side in "AB" if left[side] >= 4])
        fixed.append((side, LOSS))
    for side, kind in fixed:
        if side:
            left[side] -= BALLS[kind]
    plain = [(side, PLAIN) for side in "AB" for _ in range(left[side])]
    for _ in range(10_000):
        rng.shuffle(fixed)
        rng.shuffle(plain)
        # What is out of the ordinary comes early: on cornerhouse a double would cost four.
        early = fixed + plain[: len(fixed)]
        rng.shuffle(early)
        order = early + plain[len(fixed) :]
        if fits(order, story.score):
            return order
    raise ValueError(f"match {story.match} cannot come to {story.score}")


def fits(order: list[tuple[str, str]], score: tuple[int, int]) -> bool:
    balls = {"A": 0, "B": 0}
    for number, (side, kind) in enumerate(order, start=1):
        if "double" in kind and balls[side] >= 9:
            return False
        if side:
            balls[side] += BALLS[kind]
        if over(balls["A"], balls["B"]) and number < len(order):
            return False
    return over(*score) == over(balls["A"], balls["B"])


def tell(story: Story, rng: Random) -> None:
    """Find the hands, one after the other, each for the dealer and the score that come out of the ones before."""
    dealer = draw_first_dealer(DRAW_LOT, label_of(story.match, 1))["dealer"]
    before: dict[str, Any] = {"balls": {"A": 0, "B": 0}, "khanuck_called": False}
    order = plot(story, rng)
    seq = 0
    for number, (side, kind) in enumerate(order, start=1):
        body, ruling = hand(side, kind, rng, dealer, before)
        if kind in (PLAIN, LOSS) and rng.random() < 0.65:
            body = hands.as_tally(body, ruling)
        seq = write(story, body, ruling, rng, seq, last=number == len(order))
        after = hands.judge(body, dealer, before)["after"]
        before = {"balls": after["balls"], "khanuck_called": after["khanuck_called"]}
        dealer = after["next_dealer"]
        print(f"match {story.match}, hand {number}: {kind} {ruling['balls']} -> {before['balls']}", file=sys.stderr)
    assert (before["balls"]["A"], before["balls"]["B"]) == story.score


def write(story: Story, body: dict[str, Any], ruling: dict[str, Any], rng: Random, seq: int, last: bool) -> int:
    """Put a hand into the story, now and then with what the table claimed, once written wrongly and corrected."""
    claimed = {"winner": ruling["winner"], "balls": max(ruling["balls"].values())}
    if story.disputed and ruling["kind"] == LOSS:
        story.disputed, story.questioned = False, seq + 1
        story.hands.append({"hand": body | {"claimed": claimed | {"balls": 1}}})
        return seq + 1
    if story.corrected and ruling["kind"] == PLAIN and "tally" in body and not last:
        story.corrected = False
        wrong = json.loads(json.dumps(body))
        [(side, points)] = wrong["tally"]["card_points"].items()
        wrong["tally"]["card_points"] = {"BA"["AB".index(side)]: points}
        story.hands.append({"hand": wrong})
        story.hands.append({"correct": seq + 1, "hand": body, "reason": "The points of the wrong side were written."})
        return seq + 2
    if "tally" in body and ruling["winner"] and rng.random() < 0.5:
        body = body | {"claimed": claimed}
    story.hands.append({"hand": body})
    return seq + 1


def hand(
    side: str, kind: str, rng: Random, dealer: int, before: dict[str, Any]
) -> tuple[dict[str, Any], dict[str, Any]]:
    if kind in ON_PAPER:
        return ON_PAPER[kind], hands.judge(ON_PAPER[kind], dealer, before)
    maker, right = KINDS[kind]
    wanted = {"A": BALLS[kind] * (side == "A"), "B": BALLS[kind] * (side == "B")}
    return hands.find(rng, dealer, before, maker, lambda r, b: right(r, b) and r["balls"] == wanted)


def case_of(story: Story) -> dict[str, Any]:
    """A match's dispute, with the seq of the hand it is about."""
    assert story.case is not None
    hand = story.questioned or len(story.hands)
    return {**story.case, **({"hand": hand} if story.case["about"] == "hand" else {})}


def main() -> None:
    for story in STORIES:
        if not story.walkover:
            tell(story, Random(f"thunee {story.match}"))
    fixture = {
        "format": "demo/1",
        "tournament": {
            "name": "Hall Roof Thunee Evening",
            "slug": "hall-roof-evening",
            "cause": "A new roof for the community hall",
            "venue": "Community hall, doors open at five",
            "preset": hands.RULES,
            "best_of": 1,
        },
        "teams": list(TEAMS),
        "seeds_lot": SEEDS_LOT,
        "draw_lot": DRAW_LOT,
        "play": [
            {"match": story.match, "walkover": story.walkover, "reason": story.reason}
            if story.walkover
            else {
                "match": story.match,
                "signed": "AB" if over(*story.score) else "",
                "hands": story.hands,
                **({"disputes": [case_of(story)]} if story.case else {}),
            }
            for story in STORIES
        ],
        "money": MONEY,
        "prizes": PRIZES,
    }
    print(layout(fixture))


def layout(value: Any, indent: str = "") -> str:
    """JSON with one hand or amount a line, so that a person can read it and a change shows."""
    deeper = indent + "  "
    if isinstance(value, dict) and not {"hand", "amount"} & value.keys():
        inner = [f"{deeper}{json.dumps(key)}: {layout(item, deeper)}" for key, item in value.items()]
        return "{\n" + ",\n".join(inner) + f"\n{indent}}}"
    if isinstance(value, list):
        return "[\n" + ",\n".join(deeper + layout(item, deeper) for item in value) + f"\n{indent}]"
    return json.dumps(value, ensure_ascii=False)


if __name__ == "__main__":
    main()
