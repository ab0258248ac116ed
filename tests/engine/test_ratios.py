"""What the kept ratios rest on: the comparison finds what became slower, the yardstick measures honest work."""

from pathlib import Path
from random import Random

import pytest

from tests.bench import ratios, yardstick

RUNS = [{"judging / other": 2.0}, {"judging / other": 1.9}, {"judging / other": 2.4}]


def test_the_median_of_several_runs_is_kept_with_its_spread(tmp_path: Path) -> None:
    path = tmp_path / "kept.json"
    ratios.keep([{"reading / another": 1.0}], path)
    ratios.keep(RUNS, path)
    kept = ratios.load(path)
    assert kept["judging / other"].items() >= {"median": 2.0, "lowest": 1.9, "highest": 2.4, "runs": 3}.items()
    assert kept["reading / another"]["median"] == 1.0


@pytest.mark.parametrize(("now", "wrong"), [(2.0, False), (1.5, False), (1.3, True), (3.0, False)])
def test_what_became_slower_beyond_the_margin_is_found(now: float, wrong: bool) -> None:
    lines, found = ratios.compare(ratios.of(RUNS), {"judging / other": now}, margin=0.3)
    assert len(lines) == 1
    assert bool(found) == wrong


def test_a_ratio_that_nothing_is_kept_of_is_told() -> None:
    assert ratios.compare({}, {"judging / other": 2.0}, margin=0.3)[1]


def test_the_yardstick_refuses_what_cannot_be_played() -> None:
    (hand,) = yardstick.recorded(Random(1), 1)
    assert sum(yardstick.replay(hand)) == 304 + 10
    dealt, trump, cards = hand
    with pytest.raises(ValueError, match="cannot be played"):
        yardstick.replay((dealt, trump, [cards[0], *cards[:-1]]))
