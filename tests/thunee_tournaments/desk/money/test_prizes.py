"""The organiser writes the prizes; everybody reads them with who gets them."""

from typing import Any

from tests.thunee_tournaments.desk.conftest import Desk, text_of


def rows(*prizes: dict[str, str]) -> dict[str, Any]:
    sent = {"form-TOTAL_FORMS": len(prizes), "form-INITIAL_FORMS": 0}
    for number, prize in enumerate(prizes):
        sent |= {f"form-{number}-{name}": value for name, value in prize.items()}
    return {**sent, "currency": "R", "ties": "share", "one_each": "on"}


def test_the_prizes_are_written_and_stand_in_public(playing: Desk, win: Any) -> None:
    first, second = {"first": "1", "name": "Cup", "amount": "5000.50"}, {"first": "2", "last": "2", "amount": "100"}
    said = text_of(playing.after("prizes", **rows(first, second, {})))
    assert "Saved." in said
    assert "Place 1 Cup" in said
    page = text_of(playing.client.get(f"/{playing.tournament.slug}/prizes"))
    assert "as it stands" in page
    assert "won" not in page.replace("is won", "")
    for number in (1, 2, 3):
        win(playing.tournament, number, "A")
    page = text_of(playing.client.get(f"/{playing.tournament.slug}/prizes"))
    assert "Team 1" in page
    assert "5 000.50 won" in page
    assert "Prizes, and who gets them" in text_of(playing.client.get(f"/{playing.tournament.slug}/"))


def test_before_the_draw_prizes_stand_without_anybody(draft: Desk) -> None:
    draft.post("prizes", **rows({"first": "1", "name": "Cup"}))
    page = text_of(draft.client.get(f"/{draft.tournament.slug}/prizes"))
    assert "still open" in page
    assert "Spades" not in page


def test_what_is_wrong_is_said_beside_the_field_and_kept(draft: Desk) -> None:
    answer = draft.post("prizes", **rows({"first": "3", "last": "1", "name": "Cup"}, {"first": "", "name": "Plate"}))
    said = text_of(answer)
    assert answer.status_code == 422
    assert "The last place is not above the first." in said
    assert "Places go from 1 to 1024." in said
    assert 'value="Plate"' in answer.content.decode()
    assert "No prizes are published" in text_of(draft.client.get(f"/{draft.tournament.slug}/prizes"))


def test_amounts_are_written_as_receipts_are(draft: Desk) -> None:
    assert "R 1 200.50" in text_of(draft.after("prizes", **rows({"first": "1", "amount": "R 1 200,50"})))


def test_an_amount_that_is_none_is_said_above_the_rows_and_beside_it(draft: Desk) -> None:
    said = text_of(draft.post("prizes", **rows({"first": "1", "name": "Cup", "amount": "-5"})))
    assert "Not saved yet. Check the marked fields." in said
    assert "Write an amount above zero." in said
    assert "receipt" not in said


def test_a_form_that_was_cut_short_is_no_error_of_the_site(draft: Desk) -> None:
    assert draft.client.post(draft.at("prizes"), {}).status_code == 422
