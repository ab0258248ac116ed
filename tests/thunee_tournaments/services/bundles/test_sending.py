"""An event that is followed live: only what is new travels, and whatever happens to the line, nothing is lost."""

import http.client
import urllib.request
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from adjudication.models import Entry
from tests.support.services.bundling import bundle_of, evening, files_of, organiser, refreshed
from tests.support.services.lines import CLUB, Answered, Line, followed
from tests.support.services.sites import Sites
from tests.thunee_tournaments.services.conftest import count, game, thunee, winning, writing
from thunee_tournaments.services import acts
from thunee_tournaments.services.bundles import container, parts, sending
from thunee_tournaments.services.core.errors import Refused
from thunee_tournaments.services.models import Copy, Sending
from thunee_tournaments.tables.models import TableLink
from thunee_tournaments.teams.models import Player, Team
from thunee_tournaments.tournaments.models import Tournament

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.walks]


def at_the_club(sites: Sites, read: Callable[[], Any]) -> Any:
    sites.turn_to("club")
    value = read()
    sites.turn_to("laptop")
    return value


def hands() -> int:
    return Entry.objects.count()


def next_try_now() -> None:
    Sending.objects.update(next_at=timezone.now() - timedelta(seconds=1))


@pytest.mark.slow
def test_what_is_new_goes_there_by_itself_and_only_that(sites: Sites, line: Line) -> None:
    tournament = followed(sites)
    assert sending.send_due() == 1
    assert sending.send_due() == 0  # nothing is new
    writing(organiser())(game(tournament, 2), thunee("B"))
    assert sending.send_due() == 1
    assert at_the_club(sites, hands) == hands()
    whole, part = line.sizes
    assert part < whole / 3


@pytest.mark.slow
def test_a_line_that_drops_is_tried_again_ever_more_seldom(sites: Sites, line: Line) -> None:
    followed(sites)
    line.faults = ["drop"] * 4
    waits = []
    for _try in range(4):
        next_try_now()
        assert sending.send_due() == 0
        assert sending.send_due() == 0  # not before its time
        row = Sending.objects.get()
        waits.append(round((row.next_at - timezone.now()).total_seconds()))
        assert row.problem == "away"
    assert waits == [5, 10, 20, 40]
    next_try_now()
    assert sending.send_due() == 1
    assert Sending.objects.get().problem == ""


@pytest.mark.slow
def test_an_answer_that_is_lost_does_no_harm(sites: Sites, line: Line) -> None:
    tournament = followed(sites)
    sending.send_due()
    writing(organiser())(game(tournament, 2), thunee("B"))
    line.faults = ["lost"]
    assert sending.send_due() == 0
    writing(organiser())(game(tournament, 2), thunee("B"))
    next_try_now()
    assert sending.send_due() == 1  # the other site has something else by now: all of it was sent
    assert at_the_club(sites, hands) == hands()


@pytest.mark.slow
def test_the_other_sites_page_moves_on_to_what_was_sent(sites: Sites, line: Line) -> None:
    tournament = followed(sites)
    sending.send_due()
    winning(writing(organiser()))(tournament, 2, "B")
    sending.send_due()
    sites.turn_to("club")
    text = Client().get(reverse("public:bracket", args=[tournament.slug])).content.decode()
    assert Tournament.objects.get().kept_by in text
    assert at_the_club(sites, hands) > 0


@pytest.mark.slow
def test_a_spare_goes_on_with_the_tables_links_when_the_laptop_is_gone(sites: Sites, line: Line) -> None:
    sites.turn_to("club")
    address = sites.address
    tournament = followed(sites, private_for=address)
    table = tournament.tables.get(number=2)
    token = acts.issue_table_link(actor=organiser(), table=table).token
    sending.send_due()
    sites.turn_to("club")  # and the laptop is gone
    acts.take_over(actor=organiser(), tournament=Tournament.objects.get(), reason="The laptop is gone.")
    assert TableLink.objects.get(table__number=2).live
    assert Client().get(f"/t/{token}", follow=True).status_code == 200


@pytest.mark.slow
def test_what_was_taken_over_there_is_said(sites: Sites, line: Line) -> None:
    tournament = followed(sites)
    at_the_club(
        sites, lambda: acts.take_over(actor=organiser(), tournament=Tournament.objects.get(), reason="It seemed gone.")
    )
    writing(organiser())(game(tournament, 2), thunee("B"))
    assert sending.send_due() == 0
    assert Sending.objects.get().problem == "kept_here"


@pytest.mark.slow
def test_an_event_that_is_not_there_yet_is_said(sites: Sites, line: Line) -> None:
    sites.turn_to("laptop")
    acts.start_sending(actor=organiser(), tournament=evening(), url=CLUB)
    assert sending.send_due() == 0
    assert Sending.objects.get().problem == "not_here"


@pytest.mark.slow
def test_forgetting_a_person_takes_out_the_files_that_hold_the_name_and_all_is_sent_again(
    sites: Sites, line: Line
) -> None:
    tournament = followed(sites)
    player = Player.objects.create(team=tournament.teams.first(), name="Thiru Moodley", order=9)
    writing(organiser())(game(tournament, 2), thunee("B"))
    sending.send_due()
    call_command("forget", "Thiru Moodley", "--yes", verbosity=0)
    assert bytes(Sending.objects.get().content) == b""
    next_try_now()
    assert sending.send_due() == 1
    assert at_the_club(sites, lambda: Player.objects.get(public_id=player.public_id).name) == "—"
    sites.turn_to("club")
    call_command("forget", Team.objects.order_by("pk")[0].name, "--yes", verbosity=0)
    assert bytes(Copy.objects.get().content) == b""
    with pytest.raises(Refused) as refused:
        acts.take_bundle(actor=None, tournament=Tournament.objects.get())
    assert refused.value.code == "no_bundle"
    sites.turn_to("laptop")
    writing(organiser())(game(tournament, 2), count("A"))
    assert sending.send_due() == 1


@pytest.mark.slow
def test_nothing_is_sent_of_an_event_that_was_handed_over(sites: Sites, line: Line) -> None:
    sites.turn_to("club")
    address = sites.address
    tournament = followed(sites)
    acts.hand_over(actor=organiser(), tournament=tournament, to=address, reason="On.")
    assert sending.send_due() == 0
    assert line.sizes == []


@pytest.mark.slow
@pytest.mark.parametrize("url", ["", "club.test", "ftp://club.test", "file:///etc/passwd", "http://", "http://a/?b=c"])
def test_what_is_no_web_address_is_refused(sites: Sites, url: str) -> None:
    sites.turn_to("laptop")
    with pytest.raises(Refused) as refused:
        acts.start_sending(actor=organiser(), tournament=evening(), url=url)
    assert refused.value.code == "bad_url"


def test_a_server_of_many_sends_nothing_unless_it_is_allowed(sites: Sites, settings: Any) -> None:
    settings.SENDING = False
    sites.turn_to("laptop")
    with pytest.raises(Refused) as refused:
        acts.start_sending(actor=organiser(), tournament=evening(), url=CLUB)
    assert refused.value.code == "not_offered"


def test_nobody_else_sends_an_event_and_nothing_of_another(sites: Sites, line: Line) -> None:
    tournament = followed(sites)
    true = bundle_of(tournament)
    sites.turn_to("somebody")
    manifest = container.manifest_of(files_of(true))
    manifest["site"]["address"] = manifest["keeper"] = sites.address
    files = {name: text for name, text in files_of(true).items() if not name.startswith("manifest")}
    forged = container.packed(manifest, files)
    sites.turn_to("club")
    where = reverse("api:bundle", args=[tournament.public_id])
    for content, status in ((forged, 403), (b"", 400), (b"PK", 400), (true[:500], 400)):
        answer = Client().post(where, content, content_type="application/octet-stream")
        assert (answer.status_code, bool(answer.json()["detail"])) == (status, True)
    assert Client().post(where, "{}", content_type="application/json").status_code == 415
    assert (
        Client()
        .post(reverse("api:bundle", args=["aaaaaaaaaaaa"]), true, content_type="application/octet-stream")
        .status_code
        == 404
    )
    assert Client().post(where, bytes(5_000_001), content_type="application/octet-stream").status_code == 413


@pytest.mark.slow
@pytest.mark.parametrize("page", [b"<html>Welcome to our wifi</html>", b"", b"{}", b"[]", b'{"rows": 1}'])
def test_a_page_that_answers_for_the_other_site_is_no_arrival(
    sites: Sites, monkeypatch: pytest.MonkeyPatch, page: bytes
) -> None:
    followed(sites)
    monkeypatch.setattr(urllib.request, "urlopen", lambda *_args, **_more: Answered(page))
    assert sending.send_due() == 0
    row = Sending.objects.get()
    assert (row.problem, row.sent_version, row.sent_at) == ("answer", None, None)


def test_an_answer_that_is_none_of_ours_is_said(sites: Sites, monkeypatch: pytest.MonkeyPatch) -> None:
    followed(sites)

    def nonsense(*_args: Any, **_more: Any) -> Any:
        raise http.client.BadStatusLine("nonsense")

    monkeypatch.setattr(urllib.request, "urlopen", nonsense)
    assert sending.send_due() == 0
    assert Sending.objects.get().problem == "away"


@pytest.mark.slow
def test_the_desk_begins_and_ends_it_and_says_how_it_goes(sites: Sites, line: Line) -> None:
    tournament = followed(sites)
    client = Client()
    client.force_login(organiser())
    page = reverse("desk:bundle", args=[tournament.slug])
    assert "not sent yet" in client.get(page).content.decode()
    line.faults = ["drop"]
    sending.send_due()
    assert "does not answer" in client.get(page).content.decode()
    assert client.post(page, {"act": "stop"}).status_code == 302
    assert not Sending.objects.exists()
    answer = client.post(page, {"act": "send", "url": "club"})
    assert answer.status_code == 422
    assert client.post(page, {"act": "send", "url": CLUB}).status_code == 302
    assert Sending.objects.get().url == CLUB
    assert refreshed(tournament).kept_by == ""


LINES = st.lists(st.sampled_from(["a", "b", "ü", "{}", ""]), max_size=12)


@given(LINES, LINES, st.booleans())
def test_whatever_lines_came_and_went_a_part_makes_the_whole(before: list[str], now: list[str], ends: bool) -> None:
    def files(lines: list[str], end: str) -> dict[str, bytes]:
        text = ("\n".join(lines) + end).encode()
        manifest = container.chain.canonical({"lines": lines})
        return {container.MANIFEST: manifest, container.ROWS: text}

    old, new = files(before, "\n"), files(now, "\n" if ends else "")
    sent = parts.unzipped(parts.part_of(old, new))
    assert sent[parts.BASE].decode() == container.name_of(old)
    steps = sent.get(container.ROWS + parts.LINES)
    if steps is None:
        assert sent.get(container.ROWS, old[container.ROWS]) == new[container.ROWS]
    else:
        made = parts._follow(old[container.ROWS], container.parsed(steps, "steps"), "rows")
        assert made == new[container.ROWS]
