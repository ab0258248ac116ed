"""Random hands for hypothesis, made from a seed and a list of oddities, so that failures shrink to few of them.

Runs are derandomized, so that the suite finds the same on every machine; with THUNEE_EXAMPLES=50 it tries fifty times
as many examples (the quick run three tenths of them), and `dev.py bench fuzz` looks elsewhere each time.
"""

import os
from collections.abc import Callable
from random import Random
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from tests.engine import mutations, random_hands, random_tallies

SEEDS = st.integers(0, 2**32 - 1)
SLOW = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much]


def examples(number: int) -> Callable[[Any], Any]:
    """Try that many examples, always the same ones."""
    number = max(5, round(number * float(os.environ.get("THUNEE_EXAMPLES", "1"))))
    return settings(max_examples=number, deadline=None, derandomize=True, suppress_health_check=SLOW)


@st.composite
def plain_records(draw: st.DrawFn) -> dict[str, Any]:
    """A plain hand of an evening, under one of the presets."""
    rules = draw(st.sampled_from(random_hands.PRESETS))
    return random_hands.plain(Random(draw(SEEDS)), rules)


@st.composite
def odd_records(draw: st.DrawFn, *, leave_out: tuple[str, ...] = ()) -> dict[str, Any]:
    """A hand with up to five oddities, under a preset or changed rules; in one of four the events are rearranged."""
    known = [name for name in random_hands.ODDITIES if name not in leave_out]
    oddities = draw(st.lists(st.sampled_from(known), max_size=5, unique=True))
    rng = Random(draw(SEEDS))
    rules = draw(st.sampled_from((*random_hands.PRESETS, None)))
    record = random_hands.odd(rng, oddities, rules if rules is not None else random_hands.tuned_rules(rng))
    return mutations.rearranged(rng, record) if draw(st.integers(0, 3)) == 3 else record


@st.composite
def tally_records(draw: st.DrawFn, *, missing: int | None = None) -> dict[str, Any]:
    """A hand known by its scoresheet."""
    return random_tallies.tally(Random(draw(SEEDS)), missing=missing)
