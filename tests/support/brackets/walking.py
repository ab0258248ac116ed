"""Events taken a step at a time by hypothesis, in any order, and worked out from scratch after each of them."""

from collections import Counter
from typing import Any, ClassVar

from hypothesis import HealthCheck, Phase, settings
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
    """Take so many walks. Those of the suite, the same each time, end at the first fault and tell it as it was found:
    to make it shorter takes many times as long. The bench does."""
    phases = [Phase.generate] if derandomize else list(Phase)
    run_state_machine_as_test(
        machine,
        settings=settings(
            max_examples=examples, stateful_step_count=steps, deadline=None, derandomize=derandomize, database=None,
            phases=phases, report_multiple_bugs=not derandomize, suppress_health_check=list(HealthCheck),
        ),
    )  # fmt: skip
