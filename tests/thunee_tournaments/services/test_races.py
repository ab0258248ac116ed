"""What happens at the same instant happens one after the other: real processes, a real database, a start gun.

Each promise has a control: with the locks taken away the same race must go wrong, or the test proves nothing.
"""

from typing import Any

import pytest
from django.db import connection

from tests.factories import UserFactory
from tests.support.services.races import final_is_right, last_hand, race, semi_finals
from tests.thunee_tournaments.services.conftest import draw, game, match
from thunee_tournaments.services import acts
from thunee_tournaments.tables.models import Phone, TableLink

__all__ = ["race", "semi_finals"]

pytestmark = pytest.mark.django_db(transaction=True)


def test_two_last_results_at_once_advance_exactly_once(race, semi_finals, organiser):
    got = race.words([last_hand(semi_finals, number, organiser) for number in (1, 2)])
    assert got == ["done", "done"]
    assert final_is_right(semi_finals)


def test_control_without_the_locks_they_do_not(race, semi_finals, organiser):
    got = race.words([last_hand(semi_finals, number, organiser, without="lock") for number in (1, 2)])
    assert got != ["done", "done"] or not final_is_right(semi_finals)


def test_one_last_hand_sent_three_times_at_once_advances_once(race, semi_finals, organiser, win):
    win(semi_finals, 2, "A")
    orders = last_hand(semi_finals, 1, organiser)
    assert race.words([orders] * 3) == ["done"] * 3
    assert final_is_right(semi_finals)
    assert game(semi_finals, 1).sheet.seq == 3


def test_a_last_hand_and_the_closing_at_once_leave_no_hand_in_a_closed_tournament(race, semi_finals, organiser):
    close = {
        "act": "close_tournament",
        "actor": organiser.pk,
        "said": {"tournament": semi_finals.pk, "reason": "power cut"},
    }
    got = race.words([last_hand(semi_finals, 1, organiser), close])
    assert got in (["done", "done"], ["done", "tournament_closed"])
    written = game(semi_finals, 1).sheet.seq == 3
    assert written == (got == ["done", "done"])
    assert match(semi_finals, 1).over == written


def test_a_drawn_tournament_cannot_be_drawn_at_the_same_time(race, transactional_db, organiser):
    tournament = draw(organiser, 4)
    acts.undo_draw(actor=organiser, tournament=tournament)
    order = {"act": "draw_knockout", "actor": organiser.pk, "said": {"tournament": tournament.pk}}
    assert race.words([order] * 3) == ["done", "drawn_already", "drawn_already"]
    assert tournament.stages.count() == 1


def test_a_name_is_entered_once_by_two_at_once(race, transactional_db):
    from tests.factories import TournamentFactory

    organiser = UserFactory()
    tournament = TournamentFactory(organiser=organiser)
    order = {"act": "add_team", "actor": organiser.pk, "said": {"tournament": tournament.pk, "name": "Aces"}}
    assert race.words([order] * 3) == ["done", "name_taken", "name_taken"]
    assert tournament.teams.count() == 1


@pytest.fixture
def fresh_link(transactional_db: None, organiser: Any) -> TableLink:
    return acts.issue_table_link(actor=organiser, table=draw(organiser, 4).tables.get(number=1)).link


def opening(link: TableLink, **more: Any) -> list[dict[str, Any]]:
    """Two phones that open one link."""
    said = [{"link": link.pk, "device": f"phone-{n}"} for n in (1, 2)]
    return [{"act": "open_link", "said": each, "pause": 0.3, **more} for each in said]


def test_of_two_phones_that_open_a_fresh_link_at_once_one_is_the_first(race, fresh_link):
    assert race.words(opening(fresh_link)) == ["in", "pin_needed"]
    assert fresh_link.phones.filter(first=True).count() == fresh_link.phones.count() == 1


def test_control_without_lock_and_constraint_both_are(race, fresh_link):
    [first] = [one for one in Phone._meta.constraints if one.name == "link_has_one_first_phone"]
    with connection.schema_editor() as editor:
        editor.remove_constraint(Phone, first)
    try:
        assert race.words(opening(fresh_link, without="lock")) != ["in", "pin_needed"]
    finally:
        Phone.objects.all().delete()
        with connection.schema_editor() as editor:
            editor.add_constraint(Phone, first)
