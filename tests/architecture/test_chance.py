"""What chance is in a test: its name in CI, and nothing known anywhere else."""

import secrets

from django.utils.crypto import get_random_string

from tests.support.chance import chance_of


def drawn() -> list[object]:
    """One of each; all of them together are never the same twice."""
    return [secrets.token_hex(16), secrets.token_urlsafe(9), secrets.choice("abcdefgh"), secrets.randbelow(10**9),
            get_random_string(32)]  # fmt: skip


def drawn_as(name: str, same_each_time: bool) -> list[object]:
    with chance_of(name, same_each_time):
        return drawn()


def test_chance_follows_from_the_name_where_it_has_to() -> None:
    assert drawn_as("test_one", True) == drawn_as("test_one", True)
    assert drawn_as("test_one", True) != drawn_as("test_two", True)


def test_elsewhere_and_afterwards_nobody_knows_it() -> None:
    before = drawn_as("test_one", True)
    assert before != drawn_as("test_one", False)
    assert before != drawn()
