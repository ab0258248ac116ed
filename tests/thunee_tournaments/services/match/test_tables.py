"""Tables, seats and dealers."""

import pytest
from django.db import IntegrityError, transaction

from tests.factories import SeatingFactory
from tests.support.services.drawing import refused
from tests.thunee_tournaments.services.conftest import LOT, count, draw, game, match
from thunee_tournaments.brackets.black_jack import draw_first_dealer
from thunee_tournaments.brackets.models import MatchGame
from thunee_tournaments.services import acts
from thunee_tournaments.tables import links
from thunee_tournaments.tables.models import Seating, TableLink
from thunee_tournaments.tables.selectors import match_at, open_seatings

pytestmark = pytest.mark.walks


def test_more_tables_call_the_matches_that_wait(organiser):
    tournament = draw(organiser, 8, table_count=1)
    assert list(open_seatings(tournament)) == [1]
    acts.set_table_count(actor=organiser, tournament=tournament, count=3)
    assert {number: s.match.number for number, s in open_seatings(tournament).items()} == {1: 1, 2: 2, 3: 3}


def test_tables_nobody_has_used_can_go(organiser):
    tournament = draw(organiser, 4, table_count=5)
    acts.issue_table_link(actor=organiser, table=tournament.tables.get(number=5))
    acts.set_table_count(actor=organiser, tournament=tournament, count=2)
    assert list(tournament.tables.values_list("number", flat=True)) == [1, 2]
    assert refused(acts.set_table_count, actor=organiser, tournament=tournament, count=1) == "say_first"
    assert refused(acts.set_table_count, actor=organiser, tournament=tournament, count=0) == "bad_count"


def test_a_table_never_holds_two_matches(organiser):
    tournament = draw(organiser, 4)
    table = tournament.tables.get(number=1)
    Seating.objects.filter(match=match(tournament, 2)).delete()
    with pytest.raises(IntegrityError), transaction.atomic():
        SeatingFactory(match=match(tournament, 2), table=table)
    assert match_at(table).number == 1


def test_a_table_never_has_two_live_links(organiser):
    tournament = draw(organiser, 2)
    link = acts.issue_table_link(actor=organiser, table=tournament.tables.get()).link
    link.pk, link.token_hash = None, "0" * 64
    with pytest.raises(IntegrityError), transaction.atomic():
        link.save(force_insert=True)
    assert TableLink.objects.filter(revoked_at=None).count() == 1


def test_calling_again_changes_nothing(organiser):
    tournament = draw(organiser, 8)
    assert acts.assign_tables(actor=organiser, tournament=tournament) == []


def test_partners_sit_opposite_each_other(organiser):
    tournament = draw(organiser, 4)
    playing = match(tournament, 1)
    a1, a2 = playing.team("A").players.values_list("public_id", flat=True)
    b1, b2 = playing.team("B").players.values_list("public_id", flat=True)
    assert acts.set_seats(actor=organiser, match=playing, seats=[a2, b1, a1, ""]).seats == [a2, b1, a1, None]
    for wrong in ([a1, a2, b1, b2], [a1, b1, a1, b2], [a1, b1, a2], ["nobody", b1, a2, b2]):
        assert refused(acts.set_seats, actor=organiser, match=playing, seats=wrong) == "wrong_seat"
    assert refused(acts.set_seats, actor=organiser, match=match(tournament, 3), seats=[None] * 4) == "teams_unknown"
    assert match(tournament, 1).seats == [a2, b1, a1, None]


@pytest.mark.parametrize("seat", range(4))
def test_the_first_dealer_is_set_by_hand(organiser, write, seat):
    tournament = draw(organiser, 4)
    acts.set_first_dealer(actor=organiser, match=match(tournament, 1), seat=seat)
    changed = game(tournament, 1)
    assert changed.sheet.first_dealer == match(tournament, 1).first_dealer == seat
    assert changed.dealer_draw == {"by": "hand", "dealer": seat}
    assert write(changed, count("A")).ruling["after"]["next_dealer"] in {seat, (seat + 1) % 4}


def test_the_first_dealer_is_drawn_again_with_a_lot_of_its_own(organiser):
    tournament = draw(organiser, 4)
    drawn = acts.draw_dealer(actor=organiser, match=match(tournament, 1))
    assert drawn.dealer_draw["lot"] != LOT
    lot = drawn.dealer_draw["lot"]
    assert drawn.dealer_draw == draw_first_dealer(lot, "match 1 game 1 dealer")
    assert drawn.sheet.first_dealer == drawn.dealer_draw["dealer"]


def test_once_the_game_has_begun_its_dealer_stands(organiser, write):
    tournament = draw(organiser, 4)
    write(game(tournament, 1), count("A"))
    assert refused(acts.set_first_dealer, actor=organiser, match=match(tournament, 1), seat=1) == "begun"
    assert refused(acts.draw_dealer, actor=organiser, match=match(tournament, 1)) == "begun"
    assert refused(acts.set_first_dealer, actor=organiser, match=match(tournament, 2), seat=4) == "wrong_seat"


def test_a_page_may_ask_for_the_next_game_as_often_as_it_likes(organiser):
    tournament = draw(organiser, 4)
    games = {acts.start_next_game(actor=organiser, match=match(tournament, 1)).pk for _ in range(3)}
    assert games == {game(tournament, 1).pk}
    assert MatchGame.objects.filter(match=match(tournament, 1)).count() == 1
    assert refused(acts.start_next_game, actor=organiser, match=match(tournament, 3)) == "teams_unknown"


def test_a_match_moves_to_another_table_and_the_one_there_takes_its_place(organiser):
    tournament = draw(organiser, 8)
    acts.move_match(
        actor=organiser, match=match(tournament, 1), table=tournament.tables.get(number=3), reason="The lamp."
    )
    assert {number: s.match.number for number, s in open_seatings(tournament).items()} == {3: 1, 2: 2, 1: 3, 4: 4}


def test_a_match_is_not_moved_to_a_table_where_another_has_begun(organiser, write):
    tournament = draw(organiser, 8)
    write(game(tournament, 3), count("A"))
    said = {"actor": organiser, "match": match(tournament, 1)}
    assert refused(acts.move_match, table=tournament.tables.get(number=3), **said) == "table_taken"
    assert refused(acts.move_match, table=draw(organiser, 2).tables.get(), **said) == "unknown_table"
    said["match"] = match(tournament, 5)
    assert refused(acts.move_match, table=tournament.tables.get(number=1), **said) == "teams_unknown"


def test_links_asked_for_twice_with_one_key_are_the_same_links(organiser):
    tournament = draw(organiser, 8)
    said = {"actor": organiser, "tournament": tournament, "tables": list(tournament.tables.all())}
    once, again = (acts.issue_table_links(key="k" * 16, **said) for _ in range(2))
    assert [link.token for link in once] == [link.token for link in again]
    assert all(links.find(issued.token) == issued.link for issued in once)
    fresh = acts.issue_table_links(key="l" * 16, **said)
    assert not {link.token for link in fresh} & {link.token for link in once}
    assert refused(acts.issue_table_links, key="k" * 16, **said) == "links_ended"
    assert refused(acts.issue_table_links, key="short", **said) == "bad_key"
    said["tables"] = [draw(organiser, 2).tables.get()]
    assert refused(acts.issue_table_links, key="m" * 16, **said) == "unknown_table"
