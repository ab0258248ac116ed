"""The other pages of money: what is paid out, refunds, cash and cash-ups, and the book of the till."""

import uuid
from typing import Any

import pytest
from django.test import Client

from tests.factories import RoleFactory
from tests.support.services.disputing import appealed, decided, on_appeal, raised
from tests.thunee_tournaments.desk.conftest import Desk, text_of
from tests.thunee_tournaments.services.conftest import count, game
from thunee_tournaments.fundraising.accounts import balances_of
from thunee_tournaments.fundraising.models import Movement
from thunee_tournaments.services.tasks import send_letters


def key() -> str:
    return str(uuid.uuid4())


def typed(**changed: str) -> dict[str, str]:
    return {"amount": "400", "kind": "donation", "method": "cash", "key": key(), **changed}


@pytest.fixture
def helper(playing: Desk) -> Desk:
    """The same desk, opened by its treasurer."""
    client = Client()
    client.force_login(RoleFactory(tournament=playing.tournament, role="treasurer").user)
    return Desk(client, playing.tournament)


@pytest.mark.parametrize("page", ["till", "pay_out", "prize_paid", "cash", "cash_up"])
def test_the_pages_stand_before_there_is_any_money(draft: Desk, page: str) -> None:
    assert draft.get(page).status_code == 200


def test_an_expense_is_written_with_the_number_of_its_slip(playing: Desk) -> None:
    said = text_of(playing.after("pay_out", **typed(amount="150", what="Ice and cups", reference="A 17", name="Spar")))
    assert "Expense 1 is written." in said
    assert "Ice and cups" in said
    page = text_of(playing.get("receipt", Movement.objects.get().public_id))
    for words in ("Expense 1", "R 150", "Ice and cups", "A 17", "To whom Spar"):
        assert words in page.replace("\u00a0", " ")


def test_what_is_wrong_with_an_expense_stands_beside_its_field(playing: Desk) -> None:
    answer = playing.post("pay_out", **typed(what="", amount="x"))
    assert answer.status_code == 422
    assert "Write what it was paid for." in text_of(answer)
    assert "That is no amount." in text_of(answer)
    assert not Movement.objects.exists()


def test_a_prize_is_paid_to_somebody(playing: Desk) -> None:
    answer = playing.post("prize_paid", **typed(what="Place 1"))
    assert answer.status_code == 422
    assert "Write who gets the money and signs for it." in text_of(answer)
    assert "Prize paid 1 is written." in text_of(playing.after("prize_paid", **typed(what="Place 1", name="Vic Hill")))
    assert "Received, signed:" in text_of(playing.get("receipt", Movement.objects.get().public_id))


def test_a_part_of_a_receipt_is_given_back(playing: Desk) -> None:
    playing.post("money", **typed(amount="400", kind="sponsor", donation="100"))
    receipt = Movement.objects.get()
    page = playing.get("refund", receipt.public_id).content.decode()
    assert 'value="400.00"' in page  # what came in for the first of the two
    refused = playing.post("refund", receipt.public_id, **typed(amount="100.50", reason="x"))
    assert refused.status_code == 422
    assert "at most R 100 can still be given back" in text_of(refused).replace("\u00a0", " ")
    said = text_of(playing.after("refund", receipt.public_id, **typed(amount="60", reason="Gave too much")))
    assert "Refund 1 is written. Hand the money over now." in said
    assert "What came of it" in said
    assert "R 60 given back" in text_of(playing.get("money")).replace("\u00a0", " ")
    assert balances_of(playing.tournament).gross == 440_00


def test_printing_a_receipt_is_written_down_and_shows_its_slip(playing: Desk) -> None:
    playing.post("money", **typed())
    receipt = Movement.objects.get()
    sent = key()
    for _tap in range(2):
        answer = playing.post("receipt_print", receipt.public_id, key=sent)
        assert answer.headers["Location"] == playing.at("receipt_slip", receipt.public_id)
    assert Movement.objects.filter(act="printed").count() == 1
    assert receipt.hash[:12] in text_of(playing.get("receipt_slip", receipt.public_id))


@pytest.mark.slow
def test_cash_is_moved_counted_and_signed_for_by_somebody_else(playing: Desk, helper: Desk) -> None:
    playing.post("cash", act="float", amount="200", to="", key=key())
    playing.post("money", **typed())
    assert "R 600" in text_of(playing.get("cash")).replace("\u00a0", " ")
    own = f"user:{playing.client.session['_auth_user_id']}"
    page = playing.get("cash_up", box=own).content.decode()
    assert 'name="expected" value="60000"' in page
    assert 'name="piece-20000"' in page
    counted = {"box": own, "expected": "60000", "piece-20000": "2", "piece-10000": "1", "piece-5": "", "key": key()}
    refused = playing.post("cash_up", **counted)
    assert refused.status_code == 422
    assert "Say how the difference came about" in text_of(refused)
    assert 'value="2"' in refused.content.decode()
    said = text_of(playing.after("cash_up", **counted, reason="A note is missing"))
    assert "Cash-up 1 is written. Somebody else signs for it." in said
    assert "R 100 missing" in said.replace("\u00a0", " ")
    assert "You counted this." in said
    count = Movement.objects.get(act="count")
    assert "waits for a second person" in text_of(playing.get("cash"))
    assert "You counted this yourself." in text_of(playing.after("sign_cash_up", count.public_id, key=key()))
    assert "You have signed for this cash-up." in text_of(helper.after("sign_cash_up", count.public_id, key=key()))
    assert "signed by a second person" in text_of(playing.get("cash"))
    assert "A second person signs" not in text_of(helper.get("receipt", count.public_id))


def test_a_receipt_written_while_somebody_counts_is_said(playing: Desk) -> None:
    playing.post("money", **typed())
    own = f"user:{playing.client.session['_auth_user_id']}"
    answer = playing.post("cash_up", box=own, expected="0", rest="", key=key())
    assert answer.status_code == 422
    assert "Money came in or went out while you counted." in text_of(answer)
    assert 'name="expected" value="40000"' in answer.content.decode()


def test_the_till_lists_everything_and_what_stands_out(playing: Desk) -> None:
    playing.post("money", **typed())
    receipt = Movement.objects.get()
    playing.post("receipt", receipt.public_id, reason="Typed wrong", key=key())
    playing.post("pay_out", **typed(amount="50", what="Ice"))
    text = text_of(playing.get("till")).replace("\u00a0", " ")
    for words in ("Receipt 1", "Taken back 1", "Expense 1", "taken back by who wrote it", "1 stands out", "−R 50"):
        assert words in text
    assert Movement.objects.order_by("-seq").first().hash in text  # type: ignore[union-attr]
    marked = text_of(playing.get("till", show="marked"))
    assert "Receipt 1" in marked
    assert "Expense 1" not in marked


def test_a_team_that_paid_twice_is_named_at_once(draft: Desk) -> None:
    draft.post("fund", currency="ZAR", goal="", entry_fee="400", methods=["cash"])
    team = draft.tournament.teams.get(name="Spades")
    assert "more than it owes" not in text_of(draft.after("money", **typed(kind="entry", team=team.public_id)))
    said = text_of(draft.after("money", **typed(kind="entry", team=team.public_id)))
    assert "Spades has paid R 400 more than it owes. Was it written twice?" in said.replace("\u00a0", " ")


def test_ways_to_pay_are_chosen_and_named(draft: Desk) -> None:
    said = {"currency": "ZAR", "goal": "", "entry_fee": ""}
    refused = draft.post("fund", **said, methods=[])
    assert "Choose at least one way to pay." in text_of(refused)
    assert "at most 24 characters" in text_of(draft.post("fund", **said, methods=["cash"], own_methods="x" * 25))
    draft.post("fund", **said, methods=["cash", "snapscan"], own_methods="Zapper, , zapper,Cash")
    assert draft.get("fund").context["form"]["own_methods"].value() == "Zapper"
    page = draft.get("money").content.decode()
    assert 'value="snapscan"' in page
    assert 'value="Zapper"' in page
    assert 'value="eft"' not in page


def test_only_the_organiser_sets_above_what_a_second_person_is_needed(playing: Desk, helper: Desk) -> None:
    said = {"currency": "ZAR", "goal": "", "methods": ["cash"]}
    playing.post("fund", **said, second_above="500")
    helper.post("fund", **said, second_above="100000")  # the field is locked: what is sent for it does not count
    assert playing.get("fund").context["form"]["second_above"].value() == "500.00"
    playing.post("money", **typed(amount="600"))
    receipt = Movement.objects.get(act="receipt")
    refused = playing.post("receipt", receipt.public_id, reason="x", key=key())
    assert "Above R 500 somebody else takes it back" in text_of(refused).replace("\u00a0", " ")
    assert helper.post("receipt", receipt.public_id, reason="Typed wrong", key=key()).status_code == 302


@pytest.mark.parametrize("page", ["refund", "receipt_slip", "receipt_print"])
def test_only_a_receipt_is_refunded_and_printed(playing: Desk, page: str) -> None:
    playing.post("pay_out", **typed(what="Ice"))
    expense = Movement.objects.get().public_id
    assert playing.client.post(playing.at(page, expense), {"key": key()}).status_code in (404, 405)
    assert Movement.objects.count() == 1


def test_a_count_is_signed_where_it_was_made(playing: Desk, draft: Desk) -> None:
    playing.post("cash_up", box="", expected="0", rest="", key=key())
    count: Any = Movement.objects.get()
    assert draft.post("sign_cash_up", count.public_id, key=key()).status_code == 404


def test_before_closing_the_desk_is_told_what_is_left_to_do_about_the_money(playing: Desk) -> None:
    assert "About the money there is still something to do." not in text_of(playing.get("close"))
    playing.post("fund", currency="ZAR", goal="", entry_fee="400", methods=["cash"])
    playing.post("money", **typed())
    text = text_of(playing.get("close")).replace("\u00a0", " ")
    team = playing.tournament.teams.first()
    assert team is not None
    assert f"{team.name} owes R 400" in text
    assert "The cash was not counted and signed for" in text


def test_a_receipt_is_sent_by_e_mail_and_what_is_no_address_stays_to_be_put_right(playing: Desk, settings: Any) -> None:
    playing.post("money", **typed())
    receipt = Movement.objects.get().public_id
    wrong = playing.post("receipt_mail", receipt, to="pat at example.org")
    assert wrong.status_code == 422
    assert "This is no e-mail address." in text_of(wrong)
    assert 'value="pat at example.org"' in wrong.content.decode()
    page = text_of(playing.after("receipt_mail", receipt, to="pat@example.org"))
    assert "The receipt goes out by e-mail." in page
    assert "An e-mail waits for the line." in page
    send_letters()
    page = text_of(playing.get("receipt_slip", receipt))
    assert "Sent by e-mail" in page
    assert "pat@example.org" not in page
    settings.SENDS_MAIL = False
    assert "e-mail" not in text_of(playing.get("receipt_slip", receipt))


def left(desk: Desk, **changed: str) -> Any:
    return desk.after("deposits", **typed(**{"amount": "200", "what": "Appeal in match 1", "name": "Vic", **changed}))


def test_a_deposit_is_left_seen_in_the_cash_and_given_back(playing: Desk) -> None:
    page = text_of(left(playing))
    assert "Deposit 1 is written." in page
    assert "Held R 200" in page
    assert "Appeal in match 1 · Vic" in page
    for place in ("cash", "till"):
        assert "Deposits held R 200" in text_of(playing.get(place)), place
    assert "R 200 of deposits are held" in text_of(playing.get("close"))
    deposit = Movement.objects.get().public_id
    again = key()
    for _ in "12":  # a double tap
        page = text_of(playing.after("end_deposit", deposit, act="back", method="cash", key=again))
    assert "Deposit given back 1 is written." in page
    assert "None is held." in page
    assert balances_of(playing.tournament).of == {}
    assert "deposits are held" not in text_of(playing.get("close"))


def test_a_deposit_is_kept_for_a_reason_and_raised_then(playing: Desk) -> None:
    left(playing)
    deposit = Movement.objects.get().public_id
    assert "Say why it is kept." in text_of(playing.after("end_deposit", deposit, act="keep", reason="", key=key()))
    page = text_of(playing.after("end_deposit", deposit, act="keep", reason="Bad faith.", key=key()))
    assert "Deposit kept 1 is written." in page
    assert "Deposit kept Appeal in match 1 · Bad faith." in page
    assert "Deposits that were kept" in text_of(playing.get("money"))


def test_what_is_wrong_with_a_deposit_stands_beside_its_field(playing: Desk) -> None:
    answer = playing.post("deposits", **typed(what="", amount="x", method="shells"))
    assert answer.status_code == 422
    assert "Write what it was left for." in text_of(answer)
    assert not Movement.objects.exists()


def test_the_deposits_of_appeals_stand_beside_as_the_record_says_them(
    playing: Desk, organiser: Any, write: Any
) -> None:
    event = playing.fresh()
    write(game(event, 1), count("A"))
    dispute = raised(event, organiser).dispute
    decided(event, dispute, RoleFactory(tournament=event, role="referee").user)
    appealed(event, dispute, organiser, deposit="R200 in notes")
    assert "R200 in notes : not decided yet" in text_of(playing.get("deposits"))
    on_appeal(event, dispute, organiser, overturn=False, deposit="kept")
    assert "R200 in notes : The deposit is kept." in text_of(playing.get("deposits"))
