"""The bundle at the desk: taken away, brought in, handed over, taken over; and a copy that can only be read."""

import io
import zipfile
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from adjudication import verify
from tests.factories import RoleFactory, UserFactory
from tests.support.organisations import OrganisationFactory
from tests.support.services.bundling import bundle_of, evening, organiser, refreshed
from tests.support.services.sites import Sites
from thunee_tournaments.teams.models import Announcement
from thunee_tournaments.tournaments.models import Tournament

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def sites(transactional_db: None, settings: Any) -> Sites:
    return Sites(settings)


def at_the_desk() -> Client:
    client = Client()
    client.force_login(organiser())
    return client


def page(tournament: Tournament) -> str:
    return reverse("desk:bundle", args=[tournament.slug])


def sent(content: bytes, **more: str) -> dict[str, Any]:
    return {"file": SimpleUploadedFile("event.zip", content, "application/zip"), **more}


def a_copy(sites: Sites) -> tuple[Tournament, Client]:
    """A copy at the club's site, and the browser of whoever brought it in."""
    sites.turn_to("laptop")
    content, code = bundle_of(evening()), sites.code
    sites.turn_to("club")
    client = at_the_desk()
    answer = client.post(reverse("desk:bring"), sent(content, code=code), follow=True)
    assert "stand as recorded" in answer.content.decode()
    return Tournament.objects.get(), client


def test_the_bundle_is_taken_away_and_holds(sites: Sites) -> None:
    sites.turn_to("laptop")
    tournament = evening()
    client = at_the_desk()
    assert sites.code in client.get(page(tournament)).content.decode()
    answer = client.post(page(tournament), {"act": "take", "private_for": ""})
    assert answer["Content-Disposition"] == f'attachment; filename="{tournament.slug}-{tournament.version}.zip"'
    assert "no-store" in answer["Cache-Control"]
    assert verify.check_bundle(answer.content).holds


def test_an_address_that_is_none_is_marked(sites: Sites) -> None:
    sites.turn_to("laptop")
    tournament = evening()
    for act, name in (("take", "private_for"), ("hand_over", "to")):
        answer = at_the_desk().post(page(tournament), {"act": act, name: "thunee1.x", "reason": "It must."})
        assert answer.status_code == 422
        assert "It begins with" in answer.content.decode()
        assert answer.context["form"].errors.keys() == {name}
    assert refreshed(tournament).kept_by == ""


def test_an_event_is_brought_in_with_the_code_alone(sites: Sites) -> None:
    sites.turn_to("laptop")
    content, code = bundle_of(evening()), sites.code
    sites.turn_to("club")
    client, where = at_the_desk(), reverse("desk:bring")
    for typed, said in (({}, "Choose the file."), (sent(b"PK", code=code), "no ZIP file"), (sent(content), "the code")):
        answer = client.post(where, typed)
        assert answer.status_code == 422
        assert said in answer.content.decode()
    answer = client.post(where, sent(content, code="0000-0000-0000-0000"))
    assert answer.status_code == 422
    assert code not in answer.content.decode()  # it has to be read off the other site
    assert not Tournament.objects.exists()
    assert client.post(where, sent(content, code=code)).status_code == 302
    assert "All of it is here already." in client.post(where, sent(content, code=code), follow=True).content.decode()


@pytest.mark.slow
def test_a_copy_is_read_by_everybody_and_changed_by_nobody(sites: Sites) -> None:
    tournament, client = a_copy(sites)
    said = f'kept by the site <span class="nowrap">{tournament.kept_by}</span>'
    for name in ("public:tournament", "public:bracket", "public:standings"):
        answer = Client().get(reverse(name, args=[tournament.slug]))
        assert (answer.status_code, said in answer.content.decode()) == (200, True), name
    overview = client.get(reverse("desk:overview", args=[tournament.slug]))
    assert said in overview.content.decode()
    for name in ("desk:teams", "desk:bracket", "desk:tables"):
        assert client.get(reverse(name, args=[tournament.slug])).status_code == 200
    for name in ("desk:close", "desk:people", "desk:money", "desk:rules"):
        assert client.get(reverse(name, args=[tournament.slug])).status_code == 404


@pytest.mark.slow
def test_a_newer_bundle_is_brought_to_the_copy(sites: Sites) -> None:
    from tests.thunee_tournaments.services.conftest import game, thunee, writing

    tournament, _client = a_copy(sites)
    sites.turn_to("laptop")
    home = Tournament.objects.get()
    writing(organiser())(game(home, 2), thunee("B"))
    newer = bundle_of(refreshed(home))
    sites.turn_to("club")
    client = at_the_desk()
    answer = client.post(page(tournament), {"act": "bring", **sent(newer)}, follow=True)
    assert "stand as recorded" in answer.content.decode()
    answer = client.post(page(tournament), {"act": "bring", **sent(b"nothing")})
    assert answer.status_code == 422


def test_an_event_is_handed_over_and_its_bundle_fetched_as_often_as_needed(sites: Sites) -> None:
    sites.turn_to("club")
    address = sites.address
    sites.turn_to("laptop")
    tournament = evening()
    client, code = at_the_desk(), sites.code
    answer = client.post(
        page(tournament), {"act": "hand_over", "to": address, "reason": "On the big site."}, follow=True
    )
    text = answer.content.decode()
    assert "Here the event is a copy now." in text
    again = client.post(page(tournament), {"act": "take", "private_for": address}).content
    sites.turn_to("club")
    client = at_the_desk()
    answer = client.post(reverse("desk:bring"), sent(again, code=code))
    assert answer["Location"] == reverse("desk:overview", args=[tournament.slug])
    assert Tournament.objects.get().kept_by == ""


def test_a_copy_is_taken_over_for_a_reason_by_who_is_sure(sites: Sites) -> None:
    tournament, client = a_copy(sites)
    answer = client.post(page(tournament), {"act": "take_over", "reason": "It fell."})
    assert answer.status_code == 422
    assert refreshed(tournament).kept_by
    client.post(page(tournament), {"act": "take_over", "reason": "It fell.", "sure": "on"})
    assert refreshed(tournament).kept_by == ""
    assert client.get(reverse("desk:close", args=[tournament.slug])).status_code == 200


@pytest.mark.parametrize("role", ["chief_referee", "treasurer", "viewer"])
def test_the_page_is_for_organisers_alone(sites: Sites, role: str) -> None:
    sites.turn_to("laptop")
    tournament = evening()
    client = Client()
    client.force_login(RoleFactory(tournament=tournament, role=role).user)
    assert client.get(page(tournament)).status_code == 404
    assert client.post(page(tournament), {"act": "take"}).status_code == 404


def test_nobody_signs_up_with_a_copy(sites: Sites) -> None:
    sites.turn_to("club")
    tournament = Tournament.objects.create(name="Cup", slug="cup")
    Announcement.objects.create(tournament=tournament, visibility="public", open=True)
    where = reverse("public:register", args=["cup"])
    assert 'name="key"' in Client().get(where).content.decode()
    Tournament.objects.update(kept_by="1234")
    assert 'name="key"' not in Client().get(where).content.decode()


@pytest.mark.slow
def test_the_commands_do_the_same(sites: Sites, tmp_path: Any, capsys: pytest.CaptureFixture[str]) -> None:
    sites.turn_to("club")
    address = sites.address
    sites.turn_to("laptop")
    tournament, code, file = evening(), sites.code, str(tmp_path / "event.zip")
    call_command("bundle", "export", tournament.slug, "-o", file)
    call_command("bundle", "verify", file)
    assert code in capsys.readouterr().out
    with pytest.raises(CommandError, match="no address"):
        call_command("bundle", "hand-over", tournament.slug, "--to", "me", "--reason", "x", "-o", f"{file}.2")
    with pytest.raises(CommandError, match="No such file"):
        call_command("bundle", "hand-over", tournament.slug, "--to", address, "--reason", "x", "-o", "/nowhere/x.zip")
    assert refreshed(tournament).kept_by == ""  # nothing is handed over by a file that was not written
    call_command("bundle", "hand-over", tournament.slug, "--to", address, "--reason", "x", "-o", f"{file}.2")
    with pytest.raises(CommandError, match="there already"):
        call_command("bundle", "hand-over", tournament.slug, "--to", address, "--reason", "x", "-o", f"{file}.2")
    sites.turn_to("club")
    with pytest.raises(CommandError, match="not the code"):
        call_command("bundle", "import", file)
    user = UserFactory(username="somebody")
    call_command("bundle", "import", file, "--code", code, "--organiser", "somebody")
    assert Tournament.objects.get().roles.get().user == user
    call_command("bundle", "import", f"{file}.2")
    assert "kept here now" in capsys.readouterr().out
    with pytest.raises(CommandError, match="kept here already"):
        call_command("bundle", "take-over", tournament.slug, "--reason", "x")


def test_a_file_from_a_desk_is_a_zip_with_the_checker(sites: Sites) -> None:
    sites.turn_to("laptop")
    with zipfile.ZipFile(io.BytesIO(bundle_of(evening()))) as archive:
        assert {"verify.py", "README.txt", "record.jsonl", "rows.jsonl"} <= set(archive.namelist())


def test_whoever_may_not_make_an_event_brings_none_in_and_an_organisation_holds_what_its_organiser_brings(
    sites: Sites, settings: Any
) -> None:
    sites.turn_to("laptop")
    content, code = bundle_of(evening()), sites.code
    sites.turn_to("club")
    settings.EVENTS_BY = "organisations"
    alone, member = Client(), at_the_desk()
    alone.force_login(UserFactory())
    club = OrganisationFactory(organiser=organiser())
    answer = alone.post(reverse("desk:bring"), sent(content, code=code))
    assert answer.status_code == 422
    assert "You cannot make events like this here" in answer.content.decode()
    assert member.post(reverse("desk:bring"), sent(content, code=code)).status_code == 422  # none was chosen
    assert not Tournament.objects.exists()
    member.post(reverse("desk:bring"), sent(content, code=code, organisation=club.public_id))
    assert Tournament.objects.get().organisation == club
