"""What is tried on a tournament in play borrows the fixtures of `services`."""

from tests.thunee_tournaments.services.conftest import organiser, write

__all__ = ["organiser", "write"]
