"""What a migration does with rows that were there before it."""

import uuid
from collections.abc import Iterator
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

from adjudication import audit, chain, guards, judge, notices, replay, verify
from adjudication.book import Book
from adjudication.models import Acceptance, Scoresheet
from adjudication.sheets import open_sheet
from tests.adjudication.evening import write
from tests.adjudication.table import BOOK, tally
from tests.factories import TournamentFactory, UserFactory
from tests.thunee_tournaments.services.conftest import draw, match
from thunee_tournaments.services import acts
from thunee_tournaments.services.record import redraw
from thunee_tournaments.tournaments.models import Stage, Tournament

pytestmark = pytest.mark.django_db(transaction=True)
UNCHAINED = "0004_length_of_a_game"


@pytest.fixture
def sheets(monkeypatch: pytest.MonkeyPatch) -> list[Scoresheet]:
    """Three sheets, on two of which something was written before entries knew what judged them."""
    monkeypatch.setattr(judge, "today", lambda: "")
    sheets = [open_sheet(book=BOOK, label=f"Game {n}", rules="durban-classic", first_dealer=0) for n in range(3)]
    for sheet in sheets[:2]:
        write(sheet, tally("A"))
        write(sheet, tally("B"))
    monkeypatch.undo()
    return sheets


@pytest.fixture
def before(sheets: list[Scoresheet]) -> Iterator[Any]:
    """The models as they were when acceptances were no chain yet; afterwards the newest again, whatever happened."""
    call_command("migrate", "adjudication", UNCHAINED, verbosity=0)
    try:
        yield MigrationExecutor(connection).loader.project_state([("adjudication", UNCHAINED)]).apps
    finally:
        call_command("migrate", verbosity=0)


def accepted(apps: Any, sheet: Scoresheet, seq: int, side: str) -> None:
    """An acceptance as it was written then."""
    entry = apps.get_model("adjudication", "Entry").objects.get(sheet_id=sheet.pk, seq=seq)
    apps.get_model("adjudication", "Acceptance").objects.create(
        entry_id=entry.pk, side=side, device=f"phone-of-{side}", client_uuid=uuid.uuid4(),
        actor=f"table:1/{side}", created_at=timezone.now(),
    )  # fmt: skip


def test_what_was_accepted_before_acceptances_were_chained_gets_its_chain(
    sheets: list[Scoresheet], before: Any
) -> None:
    first, second, untouched = sheets
    for sheet, seq, side in ((first, 1, "B"), (second, 1, "A"), (first, 2, "A"), (first, 2, "B")):
        accepted(before, sheet, seq, side)
    call_command("migrate", "adjudication", verbosity=0)
    said = [(row.seq, row.entry.seq, row.side) for row in Acceptance.objects.filter(sheet=first).order_by("seq")]
    assert said == [(1, 1, "B"), (2, 2, "A"), (3, 2, "B")]
    assert [row.prev_hash for row in second.acceptances.all()] == [chain.first_acceptance_link(second)]
    assert untouched.acceptances.count() == 0
    assert [fault for sheet in (first, second) for fault in replay.said_faults(sheet)] == []
    report = verify.check(b"".join(audit.export(Book(BOOK))[0]), Book(BOOK).head())
    assert report.faults == []
    assert guards.missing(connection) == []
    assert [replay.check(sheet) for sheet in (first, second)] == [[], []]


@pytest.mark.parametrize(
    "before",
    [
        "0002_prize_list",
        "0003_forget_the_snapshots",
        "0004_forget_the_snapshots_again",
        "0005_forget_the_snapshots_once_more",
    ],
)
def test_standings_kept_before_their_lines_or_their_order_changed_are_made_anew(before: str) -> None:
    from thunee_tournaments.standings.models import Snapshot

    a_tournament: Any = TournamentFactory
    call_command("migrate", "standings", before, verbosity=0)
    try:
        Snapshot.objects.create(tournament=a_tournament(), version=1, data={"rows": []})
    finally:
        call_command("migrate", "standings", verbosity=0)
    assert not Snapshot.objects.exists()


def test_draws_and_walkovers_from_before_notices_are_told_at_the_upgrade() -> None:
    organiser = UserFactory()
    tournament = draw(organiser, 4)
    acts.award_walkover(actor=organiser, match=match(tournament, 1), side="A", reason="Did not come.")
    call_command("migrate", "adjudication", "0008_entries_know_their_engine", verbosity=0)
    try:
        assert "adjudication_notice" not in connection.introspection.table_names()
    finally:
        call_command("migrate", verbosity=0)
    assert {(one.kind, one.actor) for one in notices.of(tournament.public_id)} == {
        ("draw", "upgrade"),
        ("walkover", "upgrade"),
    }
    assert redraw.check(tournament) == []
    book = Book(tournament.public_id)
    assert verify.check(b"".join(audit.export(book)[0]), book.head()).faults == []


def test_an_event_that_was_running_goes_on_calling_at_the_upgrade() -> None:
    running, draft = draw(UserFactory(), 2), TournamentFactory()
    call_command("migrate", "tournaments", "0006_beyond_hands", verbosity=0)
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT * FROM tournaments_tournament")
            assert "opened_at" not in [column[0] for column in cursor.description]
    finally:
        call_command("migrate", verbosity=0)
    running.refresh_from_db()
    draft.refresh_from_db()
    assert (running.opened_at is not None, draft.opened_at) == (True, None)


def test_the_rules_of_a_drawn_event_say_every_value_after_the_upgrade() -> None:
    drawn, unreadable, draft = draw(UserFactory(), 2), draw(UserFactory(), 2), TournamentFactory()
    whole, fingerprint = drawn.profile, drawn.fingerprint
    assert whole is not None
    assert len(whole) > 20
    events = Tournament.objects
    events.filter(pk=drawn.pk).update(profile={"preset": whole["preset"]})
    strange = {"preset": whole["preset"], "a_rule_of_later": 1}
    events.filter(pk=unreadable.pk).update(profile=strange)
    call_command("migrate", "tournaments", "0007_opened_at", verbosity=0)
    call_command("migrate", verbosity=0)
    profiles = dict(events.values_list("pk", "profile"))
    assert profiles == {drawn.pk: whole, unreadable.pk: strange, draft.pk: None}
    assert events.get(pk=drawn.pk).fingerprint == fingerprint


def test_what_is_drawn_keeps_the_rule_for_unplayed_rounds_it_was_drawn_under() -> None:
    organiser = UserFactory()
    drawn, draft = draw(organiser, 2), TournamentFactory()
    call_command("migrate", "tournaments", "0008_rules_said_whole", verbosity=0)
    call_command("migrate", verbosity=0)
    later = draw(UserFactory(), 2)
    found = {one.tournament_id: one.inputs.get("unplayed") for one in Stage.objects.all()}
    assert found == {drawn.pk: 2009, later.pk: None}
    assert draft.pk not in found
    assert redraw.check(drawn) == []
    acts.undo_draw(actor=organiser, tournament=drawn)
    assert "unplayed" not in Stage.objects.get(tournament=drawn).inputs


def test_a_migration_that_changes_data_has_its_test_here() -> None:
    from django.db.migrations import RunPython, RunSQL

    loader = MigrationExecutor(connection).loader
    ours = {app.label for app in _our_apps()}
    changing = {
        (label, name)
        for (label, name), migration in loader.disk_migrations.items()
        if label in ours and any(isinstance(one, RunPython | RunSQL) for one in migration.operations)
    }
    assert changing == {
        ("adjudication", "0005_acceptances_chained"),
        ("services", "0003_tell_what_stands"),
        ("standings", "0003_forget_the_snapshots"),
        ("standings", "0004_forget_the_snapshots_again"),
        ("standings", "0005_forget_the_snapshots_once_more"),
        ("standings", "0006_snapshots_made_anew"),
        ("tournaments", "0007_opened_at"),
        ("tournaments", "0008_rules_said_whole"),
        ("tournaments", "0009_unplayed_by_2009"),
    }


def _our_apps() -> Any:
    from django.apps import apps

    return [app for app in apps.get_app_configs() if app.name.split(".")[0] in ("adjudication", "thunee_tournaments")]
