"""What CI finds, it finds again: hypothesis is to try the same whatever ran before.

Even derandomized, it tries the constants of the project's modules that happen to be imported by then, too; which these
are depends on which tests a process was given before. On a developer's machine they are welcome.
"""

from hypothesis.internal.conjecture.providers import Constants, HypothesisProvider


def try_the_same_again() -> None:
    """For every property of this process. Hypothesis has no setting for it: `test_same_again` tells when it changes."""
    setattr(HypothesisProvider, "_local_constants", Constants())  # noqa: B010 (a property there)
