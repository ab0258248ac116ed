"""Events taken a step at a time by hypothesis, in any order, and worked out from scratch after each of them."""

from collections import Counter
from typing import Any, ClassVar

from hypothesis import HealthCheck, settings
from hypothesis.stateful import RuleBasedStateMachine, invariant, run_state_machine_as_test


class Walk(RuleBasedStateMachine):
    """What can happen at a desk; `event` tells its own faults, `taken` counts what was done."""

    taken: ClassVar[Counter[str]]
    event: Any

    @invariant()
    def nothing_is_wrong(self) -> None:
        if hasattr(self, "event"):
            self.taken["steps"] += 1
            faults = self.event.faults()
            assert not faults, faults


def walk(machine: type[Walk], examples: int, steps: int, derandomize: bool) -> None:
    run_state_machine_as_test(
        machine,
        settings=settings(
            max_examples=examples, stateful_step_count=steps, deadline=None, derandomize=derandomize, database=None,
            suppress_health_check=list(HealthCheck),
        ),
    )  # fmt: skip
