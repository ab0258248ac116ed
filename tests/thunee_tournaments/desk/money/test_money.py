"""The pages of money: what the treasurer types, what is said back, and what everybody sees of it."""

import re
import uuid
from typing import Any

import pytest
from django.test import Client

from tests.factories import RoleFactory
from tests.thunee_tournaments.desk.conftest import Desk, text_of
from thunee_tournaments.brackets.models import StreakEntry
from thunee_tournaments.fundraising.models import Movement
from thunee_tournaments.tournaments.models import Stage


def key() -> str:
    return str(uuid.uuid4())


def typed(**changed: str) -> dict[str, str]:
    return {"amount": "400", "kind": "donation", "method": "cash", "key": key(), **changed}


def home(desk: Desk) -> str:
    return text_of(Client().get(f"/{desk.tournament.slug}/"))


@pytest.mark.parametrize("page", ["money", "fund"])
def test_the_pages_stand_before_there_is_any_money(draft: Desk, page: str) -> None:
    assert draft.get(page).status_code == 200


@pytest.mark.slow
def test_money_is_taken_and_stands_in_public_once_that_is_chosen(playing: Desk) -> None:
    said = text_of(playing.after("money", **typed(amount="R400,50", name="Corner Bakery", named="on")))
    assert "Receipt 1 is written: R 400.50." in said
    assert "Raised so far" not in home(playing)
    assert "Saved." in text_of(
        playing.after("fund", public="on", goal="1 000", currency="ZAR", methods=["cash", "eft"])
    )
    page = home(playing)
    assert "Raised so far R 400.50 of R 1 000 40% of the goal With thanks to Corner Bakery" in page
    hall = text_of(Client().get(f"/{playing.tournament.slug}/hall"))
    assert "Raised so far R 400.50 40% of R 1 000" in hall
    assert "Corner Bakery" not in hall
    playing.after("money", **typed(amount="600"))
    assert "The goal is reached. Thank you!" in home(playing)


def test_names_that_may_not_be_told_and_notes_are_nowhere_in_public(playing: Desk) -> None:
    playing.post("fund", public="on", goal="", currency="ZAR", methods=["cash", "eft"])
    playing.post("money", **typed(name="Shy giver", note="In an envelope"))
    for address in ("", "hall", "teams", "?fragment=1"):
        text = text_of(Client().get(f"/{playing.tournament.slug}/{address}"))
        assert "Shy giver" not in text
        assert "envelope" not in text


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        ({"amount": ""}, "Write how much came in."),
        ({"amount": "lots"}, "That is no amount."),
        ({"amount": "-5"}, "To give money back, refund its receipt."),
        ({"kind": ""}, "Choose what it is for."),
        ({"method": ""}, "Choose how it was paid."),
        ({"kind": "bribe"}, "Select a valid choice."),
        ({"team": "nobody"}, "Select a valid choice."),
        ({"named": "on"}, "Write the name that may be shown"),
        ({"name": "x" * 81}, "at most 80 characters"),
        ({"key": "nonsense"}, "Reload the page."),
        ({"name": "a\0b"}, "Null characters"),
    ],
)
def test_what_is_wrong_is_said_beside_its_field_and_what_was_typed_stays(
    draft: Desk, wrong: dict[str, str], why: str
) -> None:
    answer = draft.post("money", **typed(**{"note": "Kept as typed", **wrong}))
    assert answer.status_code == 422
    assert why in text_of(answer)
    assert 'value="Kept as typed"' in answer.content.decode()
    assert not Movement.objects.exists()


def test_a_fee_is_a_teams_or_the_note_says_why_not(draft: Desk) -> None:
    answer = draft.post("money", **typed(kind="entry"))
    assert answer.status_code == 422
    assert "Choose the team that pays, or say in the note why it is for none." in text_of(answer)
    assert draft.post("money", **typed(kind="entry", note="The club pays for whoever comes.")).status_code == 302


def test_a_form_sent_twice_is_one_receipt(draft: Desk) -> None:
    sent = typed()
    draft.post("money", **sent)
    assert "was written already" in text_of(draft.after("money", **sent))
    assert Movement.objects.count() == 1
    assert "This key was used before" in text_of(draft.post("money", **{**sent, "amount": "500"}))


def test_after_a_mistake_the_same_form_goes_on_with_its_key(draft: Desk) -> None:
    sent = typed(amount="")
    page = draft.post("money", **sent).content.decode()
    assert f'name="key" value="{sent["key"]}"' in page


@pytest.mark.slow
def test_a_receipt_is_taken_back_and_counts_no_more(playing: Desk) -> None:
    playing.post("fund", public="on", goal="", currency="ZAR", methods=["cash", "eft"])
    playing.post("money", **typed())
    one = Movement.objects.get().public_id
    assert "Say why this is taken back." in text_of(playing.post("receipt", one, reason="", key=key()))
    said = text_of(playing.after("receipt", one, reason="Written twice.", key=key()))
    assert "Receipt 1 is taken back." in said
    assert "taken back: Written twice." in said
    assert "Raised so far R 0" in home(playing)
    again = playing.post("receipt", one, reason="Once more.", key=key())
    assert again.status_code == 422
    assert "This was taken back already." in text_of(again)
    assert "Take it back" not in text_of(playing.get("receipt", one))


def test_a_receipt_of_another_tournament_is_not_there(playing: Desk, draft: Desk) -> None:
    playing.post("money", **typed())
    one = Movement.objects.get().public_id
    assert draft.get("receipt", one).status_code == 404
    assert draft.post("receipt", one, reason="x", key=key()).status_code == 404
    assert draft.get("receipt", "nowhere").status_code == 404


@pytest.mark.slow
def test_receipts_are_searched_and_turned_over(draft: Desk) -> None:
    for number in range(27):
        draft.post("money", **typed(name=f"Giver {number}", note="Tea" if number == 3 else ""))
    first = text_of(draft.get("money"))
    assert "Page 1 of 2" in first
    assert "Giver 26" in first
    assert "Giver 0" in text_of(draft.client.get(draft.at("money") + "?page=2"))
    assert "Giver 0" in text_of(draft.client.get(draft.at("money") + "?page=99"))
    found = text_of(draft.get("money", q="tea"))
    assert "1 receipt found" in found
    assert "Giver 3" in found
    assert "No receipt with" in text_of(draft.get("money", q="nobody\0"))


@pytest.mark.slow
def test_the_list_costs_no_more_queries_the_longer_it_is(draft: Desk, django_assert_max_num_queries: Any) -> None:
    team = draft.tournament.teams.first()
    assert team is not None
    for _ in range(12):
        draft.post("money", **typed(team=team.public_id))
    with django_assert_max_num_queries(20):
        draft.get("money")


def test_who_owes_is_shown_and_the_form_filled_in(draft: Desk) -> None:
    team = draft.tournament.teams.get(name="Spades")
    stage = Stage.objects.create(tournament=draft.tournament, format="streak")
    StreakEntry.objects.create(stage=stage, number=1, team=team, price=400_00)
    page = draft.get("money")
    assert "R 400 still to come" in text_of(page)
    assert "Raised so far R 0" in text_of(page)
    href = re.search(r'href="([^"]*amount=400[^"]*)#take"', page.content.decode())
    assert href is not None
    filled = draft.client.get(href[1].replace("&amp;", "&")).content.decode()
    assert 'value="400.00"' in filled
    assert f'value="{team.public_id}" selected' in filled
    said = text_of(draft.after("money", **typed(kind="entry", team=team.public_id)))
    assert "all paid" in said
    assert "1 entry: paid R 400 of R 400" in said


def test_the_file_is_for_a_spreadsheet(draft: Desk) -> None:
    draft.post("money", **typed(name='=HYPERLINK("x")'))
    answer = draft.get("money_file")
    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    assert 'filename="diwali-shield-money.csv"' in answer["Content-Disposition"]
    assert answer.content.startswith(b"\xef\xbb\xbf")
    assert "'=HYPERLINK" in answer.content.decode()


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        ({"goal": "much"}, "That is no amount."),
        ({"currency": "XYZ"}, "Select a valid choice."),
        ({"goal": "0"}, "zero"),
    ],
)
def test_a_goal_that_makes_no_sense_is_not_saved(draft: Desk, wrong: dict[str, str], why: str) -> None:
    answer = draft.post("fund", **{"goal": "100", "currency": "ZAR", "methods": ["cash"], **wrong})
    assert answer.status_code == 422
    assert why in text_of(answer)


@pytest.mark.slow
def test_the_treasurer_keeps_the_money_and_nobody_else_sees_the_tab(playing: Desk) -> None:
    for role, there in (("treasurer", True), ("referee", False), ("viewer", False)):
        client = Client()
        client.force_login(RoleFactory(tournament=playing.tournament, role=role).user)
        assert (playing.at("money") in client.get(playing.at("overview")).content.decode()) is there
        assert client.post(playing.at("money"), typed()).status_code == (302 if there else 404)
    assert Movement.objects.count() == 1


def test_yen_are_taken_shown_and_written_to_the_file_without_cents(playing: Desk) -> None:
    playing.post("fund", public="on", goal="50,000", currency="JPY", methods=["cash", "eft"])
    said = text_of(playing.after("money", **typed(amount="1,500円")))
    assert "Receipt 1 is written: ¥ 1 500." in " ".join(said.split())
    assert Movement.objects.get().amount == 1_500
    assert "Raised so far ¥ 1 500 of ¥ 50 000 3% of the goal" in home(playing)
    assert ",JPY,1500,1500," in playing.get("money_file").content.decode()
    assert 'value="50000"' in playing.get("fund").content.decode()
    refused = playing.post("money", **typed(amount="400.50"))
    assert refused.status_code == 422
    assert "This currency has no cents" in text_of(refused)


def test_an_amount_typed_before_the_currency_was_changed_is_not_taken_in_the_other(draft: Desk) -> None:
    assert 'name="currency" value="ZAR"' in draft.get("money").content.decode()
    draft.post("fund", goal="", currency="JPY", methods=["cash", "eft"])
    answer = draft.post("money", **typed(amount="400", currency="ZAR"))
    assert answer.status_code == 422
    assert "The currency has changed" in text_of(answer)
    assert not Movement.objects.exists()
    assert 'name="currency" value="JPY"' in answer.content.decode()
    draft.post("money", **typed(amount="400", currency="JPY"))
    assert Movement.objects.get().amount == 400


def test_a_slip_says_what_the_giver_needs_and_nothing_that_was_noted_for_the_desk(playing: Desk) -> None:
    playing.post("money", **typed(name="Corner Bakery", note="In an envelope", kind="donation"))
    one = Movement.objects.get()
    said = text_of(playing.get("receipt_slip", one.public_id))
    for words in ("Receipt 1", "R 400", "Donation", "Corner Bakery", "Received with thanks.", playing.tournament.name):
        assert words in said
    assert "envelope" not in said
    assert playing.at("receipt_print", one.public_id) in playing.get("receipt", one.public_id).content.decode()
    playing.post("receipt", one.public_id, reason="Counted wrong", key=key())
    said = text_of(playing.get("receipt_slip", one.public_id))
    assert "Taken back: it no longer counts" in said
    assert "with thanks" not in said


def test_a_slip_is_for_the_treasury_of_its_tournament(playing: Desk, draft: Desk) -> None:
    playing.post("money", **typed())
    slip = playing.at("receipt_slip", Movement.objects.get().public_id)
    assert draft.get("receipt_slip", Movement.objects.get().public_id).status_code == 404
    for role, answer in (("treasurer", 200), ("referee", 404), ("scorekeeper", 404)):
        client = Client()
        client.force_login(RoleFactory(tournament=playing.tournament, role=role).user)
        assert client.get(slip).status_code == answer


def test_the_desk_writes_the_fee_marks_who_owes_and_fills_the_receipt_in(draft: Desk) -> None:
    saved = draft.post("fund", currency="ZAR", goal="", entry_fee="R400", methods=["cash", "eft"])
    assert saved.status_code == 302
    assert draft.get("fund").context["form"]["entry_fee"].value() == "400.00"
    assert text_of(draft.get("teams")).count("has not paid") == 3
    text = text_of(draft.get("money"))
    assert "Who owes" in text
    assert "R 1 200 still to come" in text.replace("\u00a0", " ")
