"""Prepared questions: the same rows as from the query set itself, and the SQL written only once."""

import contextlib
from datetime import timedelta
from uuid import uuid4

import pytest
from django.db import IntegrityError, transaction
from django.db.models import F
from django.db.models.fields.json import KT
from django.http import Http404
from django.utils import timezone

from adjudication.models import Entry, Scoresheet
from adjudication.prepared import Prepared, PreparedInsert, PreparedRows, PreparedUpdate, moment, number, text
from tests.factories import ScoresheetFactory, TournamentFactory
from tests.thunee_tournaments.services.conftest import count, draw, game, match
from thunee_tournaments.brackets import settling
from thunee_tournaments.brackets.models import Match, MatchGame
from thunee_tournaments.services import acts
from thunee_tournaments.tables import admitting, selectors, timers
from thunee_tournaments.tables.models import Phone
from thunee_tournaments.tournaments.models import Tournament

JOINED = ("round", "stage__tournament", "goes_on")


def of_match(pk):
    return Match.objects.select_related(*JOINED).filter(pk=pk)


def said(row):
    read = {field.attname for field in row._meta.concrete_fields} - row.get_deferred_fields()
    return {name: getattr(row, name) for name in sorted(read)}


def test_a_row_and_what_is_joined_to_it_are_those_of_the_query_set(organiser, write, django_assert_num_queries):
    played = draw(organiser, 4)
    write(game(played, 1), count("A"))
    first = match(played, 1)
    prepared = Prepared(lambda: of_match(number("match")))
    plain = of_match(first.pk).get()
    with django_assert_num_queries(1):
        found = prepared.first(match=first.pk)
        assert said(found) == said(plain)
        assert said(found.stage.tournament) == said(plain.stage.tournament)
        assert (found.round.name, found.goes_on) == (plain.round.name, None)
    assert (found._state.db, found._state.adding) == ("default", False)


def test_the_sql_is_written_once_and_the_values_are_those_of_each_question(organiser):
    played = draw(organiser, 4)
    made = []
    prepared = Prepared(lambda: made.append(1) or of_match(number("match")))
    for one in (match(played, 1), match(played, 2), match(played, 1)):
        assert prepared.first(match=one.pk) == one
    assert prepared.first(match=0) is None
    assert len(made) == 1


def test_json_text_and_moments_come_back_as_what_they_are(organiser, write):
    played = draw(organiser, 4)
    write(game(played, 1), count("A"))
    sheet = game(played, 1).sheet
    later = Prepared(
        lambda: Scoresheet.objects.filter(public_id=text("sheet"), created_at__gt=moment("since")).order_by("pk")
    )
    [found] = later.all(sheet=sheet.public_id, since=timezone.now() - timedelta(hours=1))
    assert said(found) == said(Scoresheet.objects.get(pk=sheet.pk))
    assert later.all(sheet=sheet.public_id, since=timezone.now() + timedelta(hours=1)) == []


def test_a_value_that_is_missing_is_an_error_and_no_guess(organiser):
    with pytest.raises(KeyError):
        Prepared(lambda: of_match(number("match"))).all()


def test_the_questions_of_a_hand_find_what_their_query_sets_find(organiser, write):
    played = draw(organiser, 4)
    write(game(played, 1), count("A"))
    first = match(played, 1)
    table = first.seating.table
    assert settling.lock_match(first.pk) == first
    assert settling.games_of(first) == list(MatchGame.objects.filter(match=first))
    assert settling.games_of(first)[0].match is first
    assert selectors.match_at(table) == first
    assert selectors.last_match_at(table) is None
    link = acts.issue_table_link(actor=organiser, table=table).link
    Phone.objects.create(link=link, device="phone-1")
    assert admitting.phone_of(link.pk, "phone-1").link.table == table
    assert admitting.phone_of(link.pk, "phone-2") is None
    type(link).objects.filter(pk=link.pk).update(expires_at=F("created_at"))
    assert admitting.phone_of(link.pk, "phone-1") is None


def test_a_match_that_is_not_there_is_not_locked(organiser):
    with pytest.raises(Match.DoesNotExist):
        settling.lock_match(0)


@pytest.mark.django_db(transaction=True)
def test_a_question_that_locks_is_asked_inside_a_transaction_each_time():
    prepared = Prepared(lambda: Scoresheet.objects.select_for_update().filter(pk=number("sheet")))
    with transaction.atomic():
        assert prepared.all(sheet=0) == []
    with pytest.raises(transaction.TransactionManagementError):
        prepared.all(sheet=0)


def test_what_is_counted_beside_a_row_comes_with_it(organiser):
    """The annotations of a query set, with a moment of each question inside a subquery."""
    played = draw(organiser, 4)
    acts.set_timer(actor=organiser, round=played.stages.get().rounds.first(), minutes=10)
    acts.start_timer(actor=organiser, round=played.stages.get().rounds.first())
    now = timezone.now()
    for later, rung in ((timedelta(0), 0), (timedelta(minutes=11), 1), (timedelta(minutes=1), 0)):
        found = timers.with_clocks(played.slug, now + later)
        assert (found, found.rounds_rung, found.teams_gone) == (played, rung, 0)
        assert said(found) == said(played.__class__.objects.get(pk=played.pk))
    with pytest.raises(Http404):
        timers.with_clocks("nowhere")


@pytest.mark.django_db
def test_columns_are_written_as_a_query_set_would_write_them() -> None:
    one, other = TournamentFactory(), TournamentFactory()
    rows = PreparedUpdate(lambda: Tournament.objects.filter(pk=number("tournament")), "version", "seeding", "name")
    for version, seeding, name in ((7, {"khanuck": [1, None, "ü"]}, "Cup"), (8, {}, "It's a “cup” with 100 %s")):
        assert rows.write(tournament=one.pk, version=version, seeding=seeding, name=name) == 1
        stands = Tournament.objects.get(pk=one.pk)
        assert (stands.version, stands.seeding, stands.name) == (version, seeding, name)
    assert Tournament.objects.get(pk=other.pk).name == other.name
    assert rows.write(tournament=0, version=1, seeding={}, name="Nobody's") == 0


@pytest.mark.django_db
def test_a_column_with_nothing_in_it_is_null_and_no_text_that_says_so() -> None:
    sheet = ScoresheetFactory()
    rows = PreparedUpdate(lambda: Scoresheet.objects.filter(pk=number("sheet")), "ledger", "winner")
    for ledger, winner in (({"A": 3}, "A"), ({}, "")):
        rows.write(sheet=sheet.pk, ledger=ledger, winner=winner)
        assert Scoresheet.objects.filter(pk=sheet.pk, ledger=ledger, winner=winner).exists()


@pytest.mark.django_db
def test_what_is_written_goes_with_its_transaction() -> None:
    one = TournamentFactory(name="As it was")
    rows = PreparedUpdate(lambda: Tournament.objects.filter(pk=number("tournament")), "name")
    with contextlib.suppress(KeyError), transaction.atomic():
        rows.write(tournament=one.pk, name="Another")
        raise KeyError
    assert Tournament.objects.get(pk=one.pk).name == "As it was"


def test_rows_of_values_are_those_of_the_query_set(organiser, django_assert_num_queries):
    """In the order of their names, with what stands inside an object and what comes from another table."""
    played, other = draw(organiser, 4), draw(organiser, 8, slug="other")
    names = ("number", "stage__lot", KT("dealer_draw__seat"), "done_at", "stage__inputs__order", "public_id")

    def numbered(tournament):
        return Match.objects.filter(stage__tournament=tournament).order_by("number").values_list(*names)

    prepared = PreparedRows(lambda: numbered(number("tournament")))
    for tournament in (played, other, played):
        with django_assert_num_queries(1):
            found = prepared.all(tournament=tournament.pk)
        assert [tuple(row) for row in found] == list(numbered(tournament))
        assert len(found) == tournament.teams.count() - 1
    assert prepared.all(tournament=0) == []


@pytest.mark.django_db
def test_a_new_row_is_what_saving_it_would_have_made(django_assert_num_queries):
    sheet, rows = ScoresheetFactory(), PreparedInsert(Entry)
    words = {"kind": Entry.Kind.HAND, "reason": "100 %s “ü”", "created_at": timezone.now(), "after": None}
    body = {"khanuck": [1, None, "ü"]}
    new = [
        Entry(sheet=sheet, seq=seq, client_uuid=uuid4(), body=body, rulings=[{"hand": seq}], hash=str(seq), **words)
        for seq in (1, 2, 3)
    ]
    new[0].save()
    for entry in new[1:]:
        with django_assert_num_queries(1):
            rows.store(entry)
        assert (entry._state.db, entry._state.adding) == ("default", False)
    saved, *stored = Entry.objects.filter(sheet=sheet).order_by("seq")
    assert [entry.pk for entry in stored] == [entry.pk for entry in new[1:]]
    same = ["sheet_id", "kind", "body", "reason", "created_at", "after", "supersedes_id", "engine"]
    for entry in stored:
        assert [getattr(entry, name) for name in same] == [getattr(saved, name) for name in same]
        assert entry.client_uuid in {one.client_uuid for one in new}
    with pytest.raises(IntegrityError), transaction.atomic():
        rows.store(Entry(sheet=sheet, seq=3, client_uuid=uuid4(), body=body, rulings=[], hash="again", **words))
