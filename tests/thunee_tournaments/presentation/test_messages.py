"""Messages that the desk sends from its own phone."""

import pytest

from tests.factories import SignUpFactory
from thunee_tournaments.presentation.messages import to_captain, whatsapp


@pytest.mark.parametrize(
    ("phone", "number"),
    [
        ("082 555 0101", "27825550101"),
        ("+27 82 555-0101", "27825550101"),
        ("+27 (0)82 555 0101", "27825550101"),
        ("0027825550101", "27825550101"),
        ("27825550101", "27825550101"),
        ("825550101", "27825550101"),
        ("+44 20 7946 0018", "442079460018"),
        ("082 555 0101 / 083 555 0102", "27825550101"),
        ("082", ""),
        ("", ""),
    ],
)
def test_a_number_is_dialled_however_it_was_written(phone: str, number: str) -> None:
    assert whatsapp("Table 2, now", phone) == f"https://wa.me/{number}?text=Table+2%2C+now"


def test_numbers_without_their_country_are_of_the_country_the_site_is_in(settings) -> None:
    settings.PHONE_COUNTRY = "81"
    assert whatsapp("x", "090-1234-5678").startswith("https://wa.me/819012345678?")


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("how", "begins"),
    [
        ({"phone": "082 555 0101", "email": "a@example.org"}, "https://wa.me/27825550101?text="),
        ({"phone": "12", "email": "a@example.org"}, "mailto:a@example.org?subject=Table%202&body=Now%26here"),
        ({"phone": "", "email": ""}, ""),
    ],
)
def test_a_captain_is_written_to_by_whatever_is_known(how: dict[str, str], begins: str) -> None:
    href = to_captain(SignUpFactory(**how), "Table 2", "Now&here")
    assert href.startswith(begins)
    assert bool(href) == bool(begins)
