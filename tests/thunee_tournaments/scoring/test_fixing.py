"""Fixing the last hand: prefilled, with a reason, what changes shown before; refused politely where it may not be."""

import pytest

from adjudication.hands import current_hands
from adjudication.models import Entry
from tests.support.scoring.fixing import WHY
from tests.support.services.formats import planned, stage
from tests.thunee_tournaments.scoring.conftest import Phone, plain, thunee
from tests.thunee_tournaments.services.conftest import draw, match
from thunee_tournaments.brackets.models import MatchGame
from thunee_tournaments.services import acts
from thunee_tournaments.tables.selectors import match_at


@pytest.fixture
def written(phone, sheet):
    """One plain hand, won by side B."""
    phone.save(phone.check(sheet, **plain(points=60, call=20, jodhi0_seat=0, jodhi0_value=20)))


@pytest.mark.usefixtures("written")
def test_the_form_shows_the_hand_as_it_was_written(phone, sheet):
    form = phone.get("fix", sheet).context["form"]
    shown = {name: form[name].value() for name in ("trumper", "call", "points", "last_trick", "jodhi0_value")}
    assert shown == {"trumper": 1, "call": 20, "points": 60, "last_trick": 1, "jodhi0_value": 20}


@pytest.mark.usefixtures("written")
def test_a_fix_shows_what_changes_before_it_is_saved(phone, sheet, game):
    review = phone.check(sheet, page="fix", entry=1, **plain(points=120), **WHY)
    page = review.content.decode()
    assert "What changes" in page
    assert "Typed wrongly" in page
    assert Entry.objects.count() == 1
    phone.save(review)
    assert game().sheet.ledger["after"]["balls"] == {"A": 1, "B": 0}
    (hand,) = current_hands(game().sheet)
    assert (hand.corrected, hand.entry.reason) == (True, "Typed wrongly")
    assert "corrected" in phone.table()


@pytest.mark.usefixtures("written")
def test_a_fix_needs_a_reason(phone, sheet):
    answer = phone.check(sheet, page="fix", entry=1, **plain(points=120))
    assert answer.status_code == 422
    assert "Choose why the hand is changed" in answer.content.decode()


@pytest.mark.usefixtures("written")
def test_own_words_stand_in_place_of_the_ready_made_reason(phone, sheet):
    phone.save(phone.check(sheet, page="fix", entry=1, **plain(points=120), why="agreed", words="The ten was theirs"))
    assert Entry.objects.get(seq=2).reason == "The ten was theirs"


@pytest.mark.usefixtures("written")
def test_saving_a_fix_twice_fixes_once(phone, sheet):
    review = phone.check(sheet, page="fix", entry=1, **plain(points=120), **WHY)
    phone.save(review)
    assert phone.save(review).status_code == 302
    assert Entry.objects.count() == 2
    assert "saved already" in phone.table()


@pytest.mark.usefixtures("written")
def test_a_fix_of_a_hand_that_is_not_the_last_any_more_is_told_so(phone, sheet):
    review = phone.check(sheet, page="fix", entry=1, **plain(points=120), **WHY)
    phone.save(phone.check(sheet, **plain()))
    answer = phone.save(review)
    assert answer.status_code == 409
    assert "Hand 2" in answer.content.decode()
    assert Entry.objects.count() == 2


@pytest.mark.usefixtures("written")
def test_what_the_fix_lacks_is_asked_for(phone, sheet):
    answer = phone.check(sheet, page="fix", entry=1, trumper=1, **WHY)
    assert answer.status_code == 422
    assert Entry.objects.count() == 1


@pytest.mark.usefixtures("written")
def test_the_last_hand_can_be_struck_out(phone, sheet, game):
    page = phone.get("void", sheet)
    assert "Strike out hand 1?" in page.content.decode()
    answer = phone.post("void", sheet, "", head=page.context["head"], key=page.context["key"], entry=1, **WHY)
    assert answer["Location"] == "/table"
    assert current_hands(game().sheet) == []
    assert "struck out" in phone.table()
    assert "Enter hand 1" in phone.table()


@pytest.mark.usefixtures("written")
def test_striking_out_twice_strikes_out_once(phone, sheet):
    page = phone.get("void", sheet)
    sent = {"head": page.context["head"], "key": page.context["key"], "entry": 1, **WHY}
    phone.post("void", sheet, "", **sent)
    assert phone.post("void", sheet, "", **sent).status_code == 302
    assert Entry.objects.count() == 2


@pytest.mark.slow
@pytest.mark.usefixtures("written")
def test_striking_out_needs_a_reason_and_a_fresh_look(phone, sheet):
    page = phone.get("void", sheet)
    sent = {"head": page.context["head"], "key": page.context["key"], "entry": 1}
    assert phone.post("void", sheet, "", **sent).status_code == 422
    phone.save(phone.check(sheet, **plain()))
    assert phone.post("void", sheet, "", **sent, **WHY).status_code == 409
    assert Entry.objects.count() == 2


@pytest.mark.usefixtures("written")
@pytest.mark.parametrize("entry", ["²", "9" * 5000, "x", "7"])
@pytest.mark.parametrize("page", ["fix", "void"])
def test_an_entry_nobody_wrote_is_no_hand_to_fix(phone, sheet, page, entry):
    assert phone.post(page, sheet, "check", entry=entry, **plain(), **WHY)["Location"] == "/table"
    assert "There is no hand to fix any more." in phone.table()


def test_without_a_hand_there_is_nothing_to_fix(phone, sheet):
    for page in ("fix", "void"):
        assert phone.get(page, sheet)["Location"] == "/table"


@pytest.mark.slow
def test_the_hand_that_ended_the_match_can_still_be_fixed(phone, sheet, tournament):
    for _ in range(3):
        phone.save(phone.check(sheet, **thunee(0)))
    review = phone.check(sheet, page="fix", entry=3, **plain(points=120), **WHY)
    assert "The match is then open again." in review.content.decode()
    phone.save(review)
    assert "Enter hand 4" in phone.table()


@pytest.mark.slow
def test_a_fix_that_turns_a_match_puts_the_one_behind_it_under_review_if_that_has_begun(
    organiser, tournament, phone, sheet
):
    for _ in range(3):
        phone.save(phone.check(sheet, **thunee(0)))
    other = Phone(acts.issue_table_link(actor=organiser, table=tournament.tables.get(number=2)).token).let_in()
    second = tournament.stages.get().matches.get(number=2).games.get().sheet.public_id
    for _ in range(3):
        other.save(other.check(second, **thunee(0)))
    final = tournament.stages.get().matches.get(number=3)
    keeper = phone if final.seating.table.number == 1 else other
    begun = final.games.get().sheet.public_id
    keeper.save(keeper.check(begun, **plain()))
    assert "Fix hand 1" in keeper.table()
    loser = other if keeper is phone else phone
    teams = final.team_ids
    review = loser.check(second if loser is other else sheet, page="fix", entry=3, **plain(points=120), **WHY)
    assert "The match is then open again." in review.content.decode()
    final.refresh_from_db()
    assert final.conflict == ""
    loser.save(review)
    final.refresh_from_db()
    assert final.conflict == ("B" if loser is other else "A")
    assert final.team_ids == teams
    assert len(current_hands(final.games.get().sheet)) == 1
    assert "Under review: the referee has been called" in keeper.table()
    for refused in ("Enter hand", "Fix hand", "Strike it out"):
        assert refused not in keeper.table()


def test_a_hand_written_card_by_card_is_listed_and_replaced_by_figures_only_knowingly(organiser, phone, sheet, game):
    dealer = game().sheet.first_dealer
    caller, accuser = (dealer + 1) % 4, (dealer + 2) % 4
    cards = {
        "events": [
            {"type": "trump", "seat": caller, "suit": "s"},
            {"type": "accuse", "seat": accuser, "against": caller, "offence": "signal", "upheld": True},
        ]
    }
    current = game()
    acts.record_hand(
        actor=organiser,
        game=current,
        body=cards,
        key=acts.WriteKey("desk", "00000000-0000-4000-8000-000000000001", current.sheet.head),
    )
    assert "Four-ball" in phone.table()
    page = phone.get("fix", sheet)
    assert "card by card" in page.content.decode()


def test_a_scorekeeper_of_a_small_final_sees_that_it_was_the_final(organiser):
    tournament = draw(organiser, 2)
    phone = Phone(acts.issue_table_link(actor=organiser, table=tournament.tables.get(number=1)).token).let_in()
    sheet = tournament.stages.get().matches.get().games.get().sheet.public_id
    for _ in range(3):
        phone.save(phone.check(sheet, **thunee(1)))
    assert "That was the final." in phone.table()


@pytest.mark.slow
def test_a_scorekeeper_of_a_group_or_of_the_third_place_is_not_told_that_it_was_the_final(organiser):
    groups = planned(organiser, 3, [stage("groups", groups=1)])
    cup = planned(organiser, 4, [stage("knockout", third_place=True)], table_count=1)
    for number, side in ((1, "A"), (2, "B")):
        acts.award_walkover(actor=organiser, match=match(cup, number), side=side, reason="Not here")
    for tournament in (groups, cup):
        table = tournament.tables.get(number=1)
        phone = Phone(acts.issue_table_link(actor=organiser, table=table).token).let_in()
        sheet = MatchGame.objects.get(match=match_at(table)).sheet.public_id
        for _ in range(3):
            phone.save(phone.check(sheet, **thunee(1)))
        assert "Match over" in phone.table()
        assert "That was the final." not in phone.table()
