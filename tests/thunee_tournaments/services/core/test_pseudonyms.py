"""Names stand behind commitments: the record says who played, and a person can still be forgotten."""

import io
import json
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.db import connection

from adjudication import audit, commitments, verify
from adjudication.book import Book
from adjudication.models import Commitment
from tests.thunee_tournaments.services.conftest import draw
from thunee_tournaments.services import acts
from thunee_tournaments.services.core import pseudonyms
from thunee_tournaments.teams.models import Player, Team
from thunee_tournaments.tournaments.models import Tournament

SECRET = "Sivanandi"


@pytest.fixture
def drawn(organiser: Any) -> Tournament:
    """A drawn tournament in which one player, and a referee, has a name of their own."""
    tournament = draw(organiser, 4)
    team = tournament.teams.order_by("pk")[0]
    acts.edit_team(actor=organiser, team=team, name=team.name, players=[SECRET, "Two"])
    return tournament


def subjects(tournament: Tournament) -> set[str]:
    return {subject for subject, _digest in Book(tournament.public_id)._commitments()}


def test_the_draw_commits_to_every_team_and_player(drawn: Tournament) -> None:
    said = subjects(drawn)
    assert {f"team:{team.public_id}" for team in drawn.teams.all()} <= said
    assert {f"player:{one.public_id}" for one in Player.objects.filter(team__tournament=drawn)} <= said


def test_a_role_commits_to_the_accounts_name(organiser: Any) -> None:
    tournament = acts.create_tournament(actor=organiser, name="Open")
    assert commitments.latest(tournament.public_id)[f"user:{organiser.pk}"]["account"] == organiser.username


def test_teams_still_being_entered_are_not_committed_to(organiser: Any) -> None:
    tournament = acts.create_tournament(actor=organiser, name="Open")
    acts.add_team(actor=organiser, tournament=tournament, name="Early birds", players=["One", "Two"])
    assert not any(subject.startswith("team:") for subject in subjects(tournament))


def test_a_new_name_is_a_new_commitment_and_the_same_name_is_none(drawn: Tournament, organiser: Any) -> None:
    team = drawn.teams.order_by("pk")[0]
    before = Commitment.objects.count()
    acts.edit_team(actor=organiser, team=team, name="Renamed", players=[SECRET, "Two"])
    assert Commitment.objects.count() == before + 1
    assert pseudonyms.note_names(drawn) == 0
    assert [one["name"] for one in commitments.opened(drawn.public_id, f"team:{team.public_id}")][-1] == "Renamed"


def test_a_forgotten_person_is_nowhere_and_the_record_still_holds(
    drawn: Tournament, organiser: Any, tmp_path: Path
) -> None:
    taken, names = tmp_path / "audit.jsonl", tmp_path / "names.jsonl"
    call_command("export_audit", drawn.slug, output=str(taken), openings=str(names), stdout=io.StringIO())
    assert SECRET in names.read_text(encoding="utf-8")
    assert SECRET not in taken.read_text(encoding="utf-8")
    head = Book(drawn.public_id).head()

    call_command("forget", SECRET.lower(), yes=True, stdout=io.StringIO())

    assert Book(drawn.public_id).head() == head
    assert verify.check(b"".join(audit.export(Book(drawn.public_id))[0]), head).holds
    assert _where(SECRET) == []
    # Whoever took the names before can still show them; whoever asks now gets all the others.
    assert verify.main([str(taken), "--receipt", head, "--openings", str(names)]) == 0
    call_command("export_audit", drawn.slug, output=str(taken), openings=str(names), stdout=io.StringIO())
    assert SECRET not in names.read_text(encoding="utf-8")
    assert verify.main([str(taken), "--receipt", head, "--openings", str(names)]) == 0


def test_a_name_that_was_not_committed_to_is_found(drawn: Tournament, tmp_path: Path) -> None:
    taken, names = tmp_path / "audit.jsonl", tmp_path / "names.jsonl"
    call_command("export_audit", drawn.slug, output=str(taken), openings=str(names), stdout=io.StringIO())
    names.write_text(names.read_text(encoding="utf-8").replace(SECRET, "Somebody else"), encoding="utf-8")
    assert verify.main([str(taken), "--openings", str(names)]) == 1


def test_a_forgotten_account_can_log_in_no_more_and_is_not_committed_to_again(
    drawn: Tournament, organiser: Any
) -> None:
    organiser.first_name, organiser.last_name, organiser.email = "Priya", "Sivanandi", "priya@example.org"
    organiser.save()
    pseudonyms.note_names(drawn)
    call_command("forget", "PRIYA@example.org", yes=True, stdout=io.StringIO())
    organiser.refresh_from_db()
    assert (organiser.username, organiser.email) == (f"erased-{organiser.pk}", "")
    assert not organiser.is_active
    assert not organiser.has_usable_password()
    assert _where("Priya") == []
    assert pseudonyms.note_names(drawn) == 0


def test_a_team_can_be_forgotten_by_its_id_and_keeps_a_name_of_its_own(drawn: Tournament) -> None:
    team = drawn.teams.order_by("pk")[1]
    was = team.name
    call_command("forget", team.public_id, yes=True, stdout=io.StringIO())
    team.refresh_from_db()
    assert team.name == f"{pseudonyms.ERASED} {team.public_id}"
    assert _where(was) == []


def test_words_of_a_dispute_that_speak_of_them_go_too(drawn: Tournament) -> None:
    commitments.commit(drawn.public_id, "dispute:x", f"{SECRET} signalled with the cards.")
    commitments.commit(drawn.public_id, "dispute:y", "The hall was too loud.")
    pseudonyms.forget(pseudonyms.find(SECRET))
    assert commitments.opened(drawn.public_id, "dispute:x") == []
    assert commitments.opened(drawn.public_id, "dispute:y") == ["The hall was too loud."]


def test_nothing_is_erased_before_it_was_said_what(drawn: Tournament) -> None:
    said = io.StringIO()
    call_command("forget", SECRET, stdout=said)
    assert SECRET in said.getvalue()
    assert "--yes" in said.getvalue()
    assert Player.objects.filter(name=SECRET).exists()


def test_what_cannot_be_erased_is_said(drawn: Tournament, organiser: Any) -> None:
    team = Team.objects.filter(players__name=SECRET).get()
    acts.edit_team(actor=organiser, team=team, name=f"{SECRET} and son", players=[SECRET, "Two"])
    said = io.StringIO()
    call_command("forget", SECRET, yes=True, stdout=said)
    assert f"forget {team.public_id}" in said.getvalue()


@pytest.mark.parametrize("name", ["", "  "])
def test_nobody_is_forgotten_without_a_name(drawn: Tournament, organiser: Any, name: str) -> None:
    User.objects.filter(pk=organiser.pk).update(email="")
    with pytest.raises(CommandError, match="give a name"):
        call_command("forget", name, yes=True)
    organiser.refresh_from_db()
    assert organiser.is_active


def test_a_name_nobody_has_is_said(db: None) -> None:
    with pytest.raises(CommandError, match="nobody here"):
        call_command("forget", "Nobody", yes=True)


def _where(text: str) -> list[str]:
    """The tables of the database that hold this text anywhere."""
    found = []
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f'SELECT * FROM "{table}"')
            if any(
                text in (cell if isinstance(cell, str) else json.dumps(cell, default=str))
                for row in cursor
                for cell in row
            ):
                found.append(table)
    return found
