"""The record at the desk and on the standings page: its head, the export, the sample, the sheet on paper."""

import re
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from adjudication import verify
from adjudication.book import Book
from adjudication.models import AuditExport, SampleDraw
from tests.factories import RoleFactory, UserFactory
from tests.thunee_tournaments.services.conftest import count, draw, game, match
from thunee_tournaments.services import acts
from thunee_tournaments.tournaments.models import Tournament


@pytest.fixture
def world(organiser: Any, write: Any) -> Tournament:
    tournament = draw(organiser, 4, table_count=2, policies={"signing": False})
    write(game(tournament, 1), count("A"))
    write(game(tournament, 2), count("B"))
    return tournament


def page(client: Client, name: str, tournament: Tournament, *more: Any) -> str:
    return client.get(reverse(f"desk:{name}", args=[tournament.slug, *more])).content.decode()


def joined(text: str) -> str:
    return text.replace("<wbr>", "")


def test_the_head_of_the_record_stands_on_the_standings_page(world: Tournament, client: Client, write: Any) -> None:
    address = reverse("public:standings", args=[world.slug])
    before = Book(world.public_id).head()
    assert before in joined(client.get(address).content.decode())
    write(game(world, 1), count("B"))
    after = Book(world.public_id).head()
    assert after != before
    assert after in joined(client.get(address).content.decode())


def test_a_new_role_shows_on_the_standings_page_at_once(world: Tournament, organiser: Any, client: Client) -> None:
    address = reverse("public:standings", args=[world.slug])
    tag = client.get(address)["ETag"]
    token = acts.invite(actor=organiser, tournament=world, role="referee", key="k" * 20).token
    acts.take_invitation(actor=UserFactory(), token=token)
    answer = client.get(address, headers={"If-None-Match": tag})
    assert answer.status_code == 200
    assert Book(world.public_id).head() in joined(answer.content.decode())


def test_the_export_of_the_desk_holds_given_the_head_of_the_page(world: Tournament, browser_of: Client) -> None:
    shown = re.search(r"--receipt ([0-9a-f]{64})", page(browser_of, "audit", world))
    assert shown is not None
    answer = browser_of.post(reverse("desk:audit_export", args=[world.slug]))
    assert verify.check(answer.content, shown[1]).holds
    assert f"{world.slug}-{shown[1][:8]}.jsonl" in answer["Content-Disposition"]
    assert AuditExport.objects.get().head == shown[1]
    assert shown[1][:8] in page(browser_of, "audit", world)


def test_the_names_of_the_desk_open_the_export(world: Tournament, browser_of: Client, tmp_path: Path) -> None:
    for name in ("export", "names"):
        content = browser_of.post(reverse(f"desk:audit_{name}", args=[world.slug])).content
        (tmp_path / name).write_bytes(content)
    assert b"Team 1" in (tmp_path / "names").read_bytes()
    assert b"Team 1" not in (tmp_path / "export").read_bytes()
    command = [str(tmp_path / "export"), "--receipt", Book(world.public_id).head()]
    assert verify.main([*command, "--openings", str(tmp_path / "names")]) == 0


def test_the_checker_of_the_desk_is_the_one_that_ships(world: Tournament, browser_of: Client) -> None:
    answer = browser_of.get(reverse("desk:audit_checker", args=[world.slug]))
    assert answer.content == Path(verify.__file__).read_bytes()


def test_a_sample_is_drawn_once_and_listed_with_its_lot(world: Tournament, browser_of: Client) -> None:
    address = reverse("desk:audit", args=[world.slug])
    assert browser_of.post(address, {"confidence": "95", "margin": "0"}).status_code == 302
    sample = SampleDraw.objects.get()
    text = page(browser_of, "audit", world)
    assert sample.lot in text
    for found in (match(world, 1), match(world, 2)):
        assert reverse("desk:sheet", args=[world.slug, found.public_id]) in text
    again = {"confidence": "95", "margin": "0", "lot": sample.lot}
    assert browser_of.post(address, again).status_code == 302
    assert SampleDraw.objects.count() == 1


@pytest.mark.parametrize("typed", [{}, {"confidence": "100", "margin": "0"}, {"confidence": "95", "margin": "-1"},
                                   {"confidence": "95", "margin": "0", "lot": "no lot!"}])  # fmt: skip
def test_a_sample_that_makes_no_sense_is_refused_beside_its_field(
    typed: dict[str, str], world: Tournament, browser_of: Client
) -> None:
    answer = browser_of.post(reverse("desk:audit", args=[world.slug]), typed)
    assert answer.status_code == 422
    assert "has-errors" in answer.content.decode()
    assert not SampleDraw.objects.exists()


def test_a_referee_looks_but_takes_nothing_away(world: Tournament) -> None:
    referee = UserFactory()
    RoleFactory(tournament=world, user=referee, role="referee")
    client = Client()
    client.force_login(referee)
    text = page(client, "audit", world)
    assert reverse("desk:audit_export", args=[world.slug]) not in text
    assert reverse("desk:audit_names", args=[world.slug]) not in text
    assert client.post(reverse("desk:audit", args=[world.slug]), {}).status_code == 404


def test_the_printed_sheet_has_every_hand_and_both_heads(world: Tournament, browser_of: Client, write: Any) -> None:
    write(game(world, 1), count("B"))
    text = joined(page(browser_of, "sheet", world, match(world, 1).public_id))
    assert text.count('scope="row"') == 2
    assert game(world, 1).sheet.head in text
    assert Book(world.public_id).head() in text
