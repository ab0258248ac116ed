"""Whoever reads nothing but the explanation arrives at the result: a reader that knows the sentences of the steps, and
never the record, adds up balls, count and points: of every record in `tests/cases` that can be decided, and of others
made by chance."""

import json
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engine import adjudicate, read
from tests.engine import random_hands, random_tallies
from tests.engine.tarneeb import hands

CASES = sorted((Path(__file__).resolve().parents[1] / "cases").glob("*.jsonl"))
BY_CHANCE = 800
# Before this the sentences tell what could be; after it what is certain all the same.
CERTAIN = "Whatever is not written down"
OPENS = re.compile(r"\b[Ss]ide ([AB]) (?:wins the hand and )?opens (\d+)")
# What a sentence says of the points of a side or a seat: the number in it counts so many times, less the one it stands
# in the place of.
POINTS = (
    (re.compile(r"^Side ([AB]) .*?(\d+) points(?: more)?$"), 1),
    (re.compile(r"^Side ([AB]) .*: (\d+) points instead of (\d+)$"), 1),
    (re.compile(r"^Side ([AB]) scores the (\d+) it took"), 1),
    (re.compile(r"^Side ([AB]) .*it loses (\d+)$"), -1),
    (re.compile(r"^Side ([AB]) .*it loses twice (\d+)$"), -2),
    (re.compile(r"^Seat (\d) bid \d+ and took (?:only )?\d+: (\d+) points$"), 1),
    (re.compile(r"^Seat (\d) bid \d+ and took all \d+ tricks: (\d+) points, and"), 1),
    (re.compile(r"^Seat (\d) bid \d+ and took only \d+: (\d+) points lost$"), -1),
    (re.compile(r"^Seat (\d) has .* left: (\d+) points$"), 1),
)


def records() -> Iterator[tuple[str, Any]]:
    """Records with their names."""
    for path in CASES:
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
            case = json.loads(line)
            yield f"{path.stem}:{number}", case.get("record", case)
    for number in range(BY_CHANCE):
        chance = random.Random(number)
        rules = random_hands.tuned_rules(chance) if number % 8 < 5 else None
        kinds = (
            lambda chance=chance, rules=rules: random_hands.plain(chance, rules),
            lambda chance=chance, rules=rules: random_hands.odd(chance, None, rules),
            lambda chance=chance, rules=rules: random_tallies.tally(chance, rules),
            lambda chance=chance: hands.random_hand(chance)[0],
        )
        yield f"by chance:{number}", kinds[number % 4]()


@pytest.fixture(scope="module")
def decided() -> list[tuple[str, Any, list[str]]]:
    """Of each record that can be decided the name, the ruling, and the sentences of its steps."""
    rulings = ((name, adjudicate(read(record))) for name, record in records())
    return [(name, ruling, [step.text for step in ruling.steps]) for name, ruling in rulings
            if ruling.status == "decided"]  # fmt: skip


def balls_told(sentences: list[str]) -> dict[str, int]:
    certain = [sentence for sentence in sentences if sentence.startswith(CERTAIN)]
    opened = {"A": 0, "B": 0}
    for sentence in certain or sentences:
        for side, balls in OPENS.findall(sentence):
            opened[side] += int(balls)
    return opened


def count_told(sentences: list[str]) -> tuple[str, int] | None:
    """The side that counts and what it comes to; None where nobody counts, or where something is not written down."""
    counting, total = "", 0
    for sentence in sentences:
        if match := re.match(r"Side ([AB]) counts: its tricks have (\d+)$", sentence):
            counting, total = match[1], int(match[2])
        elif match := re.match(r"Side [AB] won the last trick: (\d+) more$", sentence):
            total += int(match[1])
        elif match := re.match(r"Side ([AB]) won the last trick: side [AB] hands over (\d+)$", sentence):
            total += int(match[2]) if match[1] == counting else -int(match[2])
        elif match := re.match(r"[AB] called (\d+): added to ([AB])'s count$", sentence):
            total += int(match[1]) if match[2] == counting else 0
        elif match := re.match(r"Jodhi of side [AB]: (\d+) (less|more)$", sentence):
            total += int(match[1]) if match[2] == "more" else -int(match[1])
        elif sentence.startswith(CERTAIN):
            return None
    return (counting, total) if counting else None


def points_told(sentences: list[str]) -> dict[str, int]:
    """The points of each side ("A") or seat ("0") that something is said of."""
    points: dict[str, int] = {}
    for sentence in sentences:
        for pattern, times in POINTS:
            if match := pattern.match(sentence):
                instead = int(match[3]) if pattern.groups > 2 else 0
                points[match[1]] = points.get(match[1], 0) + times * (int(match[2]) - instead)
                break
    return points


def test_the_balls_of_a_hand_are_those_its_explanation_opens(decided: Any) -> None:
    opened = [(name, balls_told(told), ruling.balls) for name, ruling, told in decided if ruling.balls is not None]
    assert len(opened) > 600
    assert [one for one in opened if one[1] != one[2]] == []


def test_the_count_is_what_its_explanation_adds_up_to(decided: Any) -> None:
    counts = [(name, count_told(told), ruling.count) for name, ruling, told in decided
              if ruling.balls is not None and ruling.kind == "count"]  # fmt: skip
    told = [(name, *counted, count) for name, counted, count in counts if counted is not None]
    assert len(told) > 150
    assert [one for one in told if one[1:3] != (one[3]["counting_team"], one[3]["total"])] == []


def test_the_points_of_a_hand_are_those_its_explanation_gives(decided: Any) -> None:
    scored = [(name, points_told(told), ruling.scores) for name, ruling, told in decided if ruling.balls is None]
    assert len(scored) > 300
    wrong = []
    for name, told, scores in scored:
        by_name = scores if isinstance(scores, dict) else {str(seat): points for seat, points in enumerate(scores)}
        if {who: points for who, points in by_name.items() if points} != {who: p for who, p in told.items() if p}:
            wrong.append((name, told, scores))
    assert wrong == []


@pytest.mark.parametrize("sentence", ["Side B is on cornerhouse", "Side A won the last trick: nothing for side B"])
def test_a_sentence_that_opens_nothing_tells_nothing(sentence: str) -> None:
    assert balls_told([sentence]) == {"A": 0, "B": 0}
