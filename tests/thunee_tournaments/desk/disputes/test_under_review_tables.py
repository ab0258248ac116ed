"""A table of single players under review, as it reads at the desk, in public, on its phone and for programs."""

import re
import uuid
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from adjudication.models import Decision
from tests.factories import RoleFactory
from tests.support.desk.correcting import Corrections
from tests.support.services.four_seats import Final, changed, names, resolve
from tests.thunee_tournaments.api import asking
from tests.thunee_tournaments.desk.conftest import Desk, text_of
from tests.thunee_tournaments.scoring.conftest import Phone
from thunee_tournaments.brackets.models import Match
from thunee_tournaments.brackets.selectors import current_game
from thunee_tournaments.services import acts
from thunee_tournaments.tables.selectors import table_of

pytestmark = pytest.mark.slow

TYPED = {"error_by": "own", "choice": "match_replayed", "text": "The cards were misread."}


@pytest.fixture(params=[4, 7], ids=["four seats", "three seats"])
def final(request: pytest.FixtureRequest, organiser: Any) -> Final:
    """The table in question has four seats, or three."""
    return Final(organiser, request.param)


@pytest.fixture
def desk(final: Final, browser_of: Client) -> Desk:
    return Desk(browser_of, final.tournament)


def table_in_question(final: Final) -> Match:
    return final.of(final.wrong)[0]


def test_before_the_correction_is_saved_the_page_lists_the_tables_with_the_players_seats(
    desk: Desk, final: Final
) -> None:
    played, to_come = final.of(final.wrong)
    entry = changed(final.turned, [])["entry"]
    said = text_of(desk.get("void", final.turned.public_id, 1, entry.seq))
    assert f"Match {played.number}" not in said  # the stage before is open then: nobody can say who goes on
    page = Corrections(desk)
    page.args = (final.turned.public_id, 1, entry.seq)
    review = page.check(left_2="Kd Kh Ks Kc", left_3="3c")
    beyond = review.context["change"]["beyond"]
    assert [one.number for one in beyond.matches if one.review] == [played.number]
    assert f"{final.wrong} has begun it , {final.due} should play it" in text_of(review).replace("it,", "it ,")
    assert to_come.number in [one.number for one in beyond.matches]


def test_overview_match_and_decision_name_every_player_and_offer_no_striking_out(desk: Desk, final: Final) -> None:
    played = table_in_question(final)
    final.turn()
    everybody = " – ".join(names(played))
    assert everybody in text_of(desk.get("overview"))
    said = text_of(desk.get("match", played.public_id))
    assert f"{final.wrong} has played here; by the results, {final.due} should." in said
    assert "Decide by walkover" not in said
    page = desk.get("review", played.public_id)
    assert everybody in text_of(page)
    assert "the table is kept or replayed" in text_of(page)
    assert [value for value, _label in page.context["form"].fields["choice"].choices] == [
        "match_kept", "match_replayed",
    ]  # fmt: skip


def test_the_referee_sees_what_the_decision_changes_decides_and_reads_who_had_played(desk: Desk, final: Final) -> None:
    played = table_in_question(final)
    final.turn()
    everybody = " – ".join(names(played))
    seen = desk.post("review", played.public_id, action="check", **TYPED)
    assert "no longer under review" in text_of(seen)
    assert f"{final.wrong} {final.due}" in text_of(seen)
    key = re.search(r'name="key" value="([^"]+)"', seen.content.decode())
    assert key
    done = text_of(desk.after("review", played.public_id, action="save", key=key[1], **TYPED))
    assert "Decided." in done
    assert everybody in done  # what was struck out stays to be seen, with its points
    assert " · ".join(["0", "4", "6", "8"][: played.seat_count]) in done
    assert str(final.due) in names(Match.objects.get(pk=played.pk))


def test_everybody_reads_on_the_page_of_the_match_that_it_is_under_review_and_who_is_due(final: Final) -> None:
    played, slug = table_in_question(final), final.tournament.slug
    final.turn()
    page = Client().get(reverse("public:match", args=[slug, played.public_id]))
    assert "This match is under review" in text_of(page)
    assert f'content="{" – ".join(names(played))}' in page.content.decode()
    for name, args in (("public:tournament", [slug]), ("public:bracket", [slug]), ("public:standings", [slug])):
        assert Client().get(reverse(name, args=args)).status_code == 200
    assert "under review" in text_of(Client().get(reverse("public:bracket", args=[slug])))
    told = asking.get(Client(), f"tournaments/{slug}/matches/{played.public_id}/")
    sits = [told["sides"][side]["team"]["name"] for side in "ABCD" if side in told["sides"]]
    assert sits == names(played)


def test_the_phone_of_the_table_says_that_the_referee_has_been_called(final: Final) -> None:
    _played, to_come = final.of(final.wrong)
    table = table_of(to_come)
    assert table is not None
    final.turn()
    phone = Phone(acts.issue_table_link(actor=final.organiser, table=table).token).let_in()
    assert "the referee has been called" in phone.table()
    game = current_game(to_come)
    assert game is not None
    asked = phone.get("dispute", game.sheet.public_id).context["form"].fields["side"].choices
    now = names(Match.objects.get(pk=to_come.pk))
    assert list(asked)[: len(now)] == list(zip("ABCD", now, strict=False))  # any of them can dispute it


def test_any_player_of_the_table_appeals_at_the_desk_and_is_named(desk: Desk, final: Final) -> None:
    played = table_in_question(final)
    final.turn()
    decision = resolve(final.organiser, played, "match_replayed", error_by="own")
    page = desk.get("appeal", decision.dispute.public_id)
    now = Match.objects.get(pk=played.pk)
    assert page.context["form"].fields["side"].choices == list(zip("ABCD", names(now), strict=False))
    last = "ABCD"[now.seat_count - 1]
    done = desk.after("appeal", decision.dispute.public_id, side=last, text="Not again.", key=uuid.uuid4())
    assert "The appeal is written down" in text_of(done)
    assert names(now)[-1] in text_of(done)
    chief: Any = RoleFactory(tournament=final.tournament, role="chief_referee")
    client = Client()
    client.force_login(chief.user)
    form = Desk(client, final.tournament).get("decide", decision.dispute.public_id)
    assert "match_void" not in form.content.decode()
    assert Decision.objects.filter(act="appeal", side=last).exists()
