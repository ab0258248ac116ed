"""Seeding at the desk: numbers, buttons, and a lot that anybody can draw again."""

import contextlib
import html
import io
import re
from typing import Any

import pytest

from tests.support.desk.seeding import id_of, send
from tests.thunee_tournaments.desk.conftest import Desk, text_of

LOT = "00112233445566778899aabbccddeeff"


def order_of(desk: Desk) -> list[str]:
    seeded: Any = desk.tournament.teams.exclude(seed=None).order_by("seed")
    return list(seeded.values_list("name", flat=True))


def test_numbers_typed_beside_teams_are_their_seeds(draft: Desk) -> None:
    after = send(draft, Jacks="1", Spades="2", Nines="3")
    assert order_of(draft) == ["Jacks", "Spades", "Nines"]
    assert "The order is saved." in text_of(after)
    send(draft, Nines="1")
    assert order_of(draft) == ["Nines", "Jacks", "Spades"]


def test_only_the_first_few_may_be_seeded(draft: Desk) -> None:
    send(draft, Jacks="1")
    assert order_of(draft) == ["Jacks"]
    assert "1 seeded, the others by lot at the draw." in text_of(draft.get("overview"))


def test_wrong_numbers_are_marked_and_all_of_them_kept(draft: Desk) -> None:
    after = send(draft, Jacks="1", Spades="1", Nines="x")
    assert after.status_code == 422
    assert {row["team"].name: row["typed"] for row in after.context["rows"]} == {
        "Spades": "1", "Nines": "x", "Jacks": "1",
    }  # fmt: skip
    assert text_of(after).count("Number 1 is typed twice.") == 2
    assert order_of(draft) == []


def test_buttons_move_a_team_and_keep_what_was_typed(draft: Desk) -> None:
    send(draft, Spades="1", Nines="2")
    after = send(draft, move=f"up:{id_of(draft, 'Nines')}", Jacks="3")
    assert order_of(draft) == ["Nines", "Spades", "Jacks"]
    assert after.redirect_chain[0][0].endswith(f"#team-{id_of(draft, 'Nines')}")
    send(draft, move=f"out:{id_of(draft, 'Spades')}")
    assert order_of(draft) == ["Nines", "Jacks"]
    send(draft, move=f"in:{id_of(draft, 'Spades')}")
    assert order_of(draft) == ["Nines", "Jacks", "Spades"]


def test_tapping_a_button_twice_moves_a_team_once(draft: Desk) -> None:
    send(draft, Spades="1", Nines="2", Jacks="3")
    jacks = id_of(draft, "Jacks")
    page = draft.get("seeding")
    sent = {f"seed-{row['team'].public_id}": str(row["typed"]) for row in page.context["rows"]}
    sent |= {"seen": page.context["seen"], "move": f"up:{jacks}"}
    draft.post("seeding", **sent)
    assert order_of(draft) == ["Spades", "Jacks", "Nines"]
    assert "nothing was moved" in text_of(draft.after("seeding", **sent))
    assert order_of(draft) == ["Spades", "Jacks", "Nines"]


def test_the_lot_seeds_all_teams_and_is_kept(draft: Desk) -> None:
    after = draft.after("seeding_lot", before="", lot="")
    lot = draft.fresh().seeding["lot"]
    assert len(order_of(draft)) == 3
    assert lot[:8] in text_of(after)
    assert lot[24:] in text_of(after)


def test_a_number_thrown_in_the_hall_counts(draft: Desk) -> None:
    draft.post("seeding_lot", before="", lot=LOT.upper())
    assert draft.fresh().seeding["lot"] == LOT


def test_a_number_that_is_no_lot_is_refused_beside_its_field(draft: Desk) -> None:
    response = draft.post("seeding_lot", before="", lot="seventeen")
    assert response.status_code == 422
    assert "32 digits" in str(response.context["lot_form"].errors["lot"])
    assert response.context["lot_form"]["lot"].value() == "seventeen"
    assert order_of(draft) == []


def test_tapping_twice_draws_one_lot(draft: Desk) -> None:
    draft.post("seeding_lot", before="", lot="")
    lot = draft.fresh().seeding["lot"]
    assert "already" in text_of(draft.after("seeding_lot", before="", lot=""))
    assert draft.fresh().seeding["lot"] == lot
    draft.post("seeding_lot", before=lot, lot="")
    assert draft.fresh().seeding["lot"] != lot


def test_the_program_on_the_page_draws_the_same_order_again(draft: Desk) -> None:
    page = draft.after("seeding_lot", before="", lot=LOT)
    sample = re.search(r"<pre[^>]*>(import hashlib.*?)</pre>", page.content.decode(), re.DOTALL)
    assert sample is not None
    entered = [team.name for team in page.context["by_lot"]["entered"]]
    assert entered == ["Spades", "Nines", "Jacks"]
    program = html.unescape(sample[1]).replace('["…", "…"]', repr(entered))
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        exec(program, {})
    assert said.getvalue().strip() == repr(order_of(draft))


def test_after_the_draw_the_order_is_only_shown(playing: Desk) -> None:
    page = playing.get("seeding").content.decode()
    assert "<input" not in page[page.index("<h1>") : page.index("</main>")]
    first = playing.tournament.teams.get(name="Team 1").public_id
    refused = playing.after("seeding", move=f"out:{first}", seen=playing.get("seeding").context["seen"])
    assert "The draw has been made" in text_of(refused)
    assert "The draw has been made" in text_of(playing.after("seeding_lot", before="", lot=""))
    assert order_of(playing) == ["Team 1", "Team 2", "Team 3", "Team 4"]


@pytest.mark.parametrize("page", ["seeding", "draw"])
def test_without_teams_the_page_says_where_to_enter_them(page: str, draft: Desk) -> None:
    for team in draft.tournament.teams.all():
        draft.post("remove_team", team.public_id)
    assert "Enter the teams" in text_of(draft.get(page))


def test_going_on_to_the_rules_saves_the_order_first(draft: Desk) -> None:
    after = send(draft, "on", Jacks="1")
    assert after.redirect_chain == [(draft.at("rules"), 302)]
    assert order_of(draft) == ["Jacks"]
