"""Promised work is done, whatever becomes of broker and worker, and once is enough."""

import subprocess
import sys
import time
from datetime import timedelta
from pathlib import Path

import pytest
import time_machine
from django.db import transaction
from django.utils import timezone

from tests.factories import OutboxTaskFactory, TournamentFactory
from tests.support.worker import eventually
from thunee_tournaments.standings.models import Snapshot
from thunee_tournaments.tournaments import outbox, tasks
from thunee_tournaments.tournaments.models import OutboxTask, Tournament

ROOT = Path(__file__).resolve().parents[3]
WHO_KNOWS = "import django; django.setup(); from thunee_tournaments.tournaments import outbox; " \
    "print(*{one.__module__ for one in outbox.HANDLERS.values()})"  # fmt: skip


@pytest.fixture
def done(monkeypatch):
    """A kind of work that only notes its payload; `done.fails` makes it fail."""

    class Done(list):
        fails = ""

    noted = Done()

    def work(payload):
        if noted.fails:
            raise RuntimeError(noted.fails)
        noted.append(payload)

    monkeypatch.setitem(outbox.HANDLERS, "noting", work)
    return noted


def overdue(task):
    """As if the task had been promised a minute ago."""
    OutboxTask.objects.filter(pk=task.pk).update(created_at=timezone.now() - timedelta(minutes=1))
    return task


@pytest.mark.slow
def test_a_worker_that_has_just_started_knows_all_work_that_is_promised():
    files = [file for file in (ROOT / "thunee_tournaments").rglob("*.py") if "@outbox.handles(" in file.read_text()]
    said = subprocess.run([sys.executable, "-c", WHO_KNOWS], cwd=ROOT, capture_output=True, text=True, check=True)
    assert set(said.stdout.split()) == {".".join(file.relative_to(ROOT).with_suffix("").parts) for file in files}


@pytest.mark.django_db
class TestOnePromise:
    def test_it_is_done_when_the_transaction_is_through(self, done, django_capture_on_commit_callbacks):
        with django_capture_on_commit_callbacks(execute=True):
            task = outbox.promise("noting", "one", {"n": 1})
            assert done == []
        task.refresh_from_db()
        assert done == [{"n": 1}]
        assert task.done_at is not None
        assert task.attempts == 1

    def test_it_is_forgotten_with_the_change_that_was_rolled_back(self, done):
        with transaction.atomic():
            outbox.promise("noting", "one", {})
            transaction.set_rollback(True)
        assert not OutboxTask.objects.exists()

    def test_the_same_promise_twice_is_one(self, done):
        assert outbox.promise("noting", "one", {}) == outbox.promise("noting", "one", {})

    def test_running_it_twice_does_it_once(self, done):
        task = OutboxTaskFactory(kind="noting")
        assert outbox.run(task.pk)
        assert not outbox.run(task.pk)
        assert len(done) == 1

    def test_a_row_that_is_gone_is_nothing_to_do(self, done):
        assert not tasks.run_outbox_task(4711)

    def test_a_broker_that_is_down_troubles_nobody(self, done, monkeypatch, django_capture_on_commit_callbacks, caplog):
        def refuse(*_args, **_options):
            raise ConnectionRefusedError("no broker")

        monkeypatch.setattr(tasks.run_outbox_task, "apply_async", refuse)
        with django_capture_on_commit_callbacks(execute=True):
            task = outbox.promise("noting", "one", {})
        assert "could not be announced" in caplog.text
        overdue(task)
        assert tasks.sweep_outbox() == 1
        assert len(done) == 1

    def test_a_failure_is_noted_with_a_time_to_wait(self, done):
        task = overdue(OutboxTaskFactory(kind="noting"))
        done.fails = "the disk is full"
        with time_machine.travel(timezone.now(), tick=False) as clock:
            assert tasks.sweep_outbox() == 0
            task.refresh_from_db()
            assert (task.attempts, task.last_error, task.done_at) == (1, "RuntimeError: the disk is full", None)
            assert task.not_before - timezone.now() == timedelta(seconds=5)
            done.fails = ""
            clock.shift(timedelta(seconds=4.9))
            assert tasks.sweep_outbox() == 0  # not yet
            clock.shift(timedelta(seconds=0.2))
            assert tasks.sweep_outbox() == 1
        task.refresh_from_db()
        assert (task.attempts, task.last_error) == (2, "")

    def test_what_a_failing_task_wrote_is_undone(self, monkeypatch):
        def half(_payload):
            TournamentFactory(slug="half")
            raise RuntimeError("in the middle")

        monkeypatch.setitem(outbox.HANDLERS, "half", half)
        assert not outbox.run(OutboxTaskFactory(kind="half").pk)
        assert not Tournament.objects.filter(slug="half").exists()

    def test_work_of_a_kind_nobody_knows_stays_open_and_says_so(self):
        task = overdue(OutboxTaskFactory(kind="from a newer version"))
        tasks.sweep_outbox()
        task.refresh_from_db()
        assert task.done_at is None
        assert "from a newer version" in task.last_error

    def test_the_sweep_leaves_a_fresh_promise_to_its_nudge(self, done):
        OutboxTaskFactory(kind="noting")
        assert outbox.due() == []

    def test_what_was_done_long_ago_is_cleared_away(self, done):
        old, recent = OutboxTaskFactory(kind="noting"), OutboxTaskFactory(kind="noting")
        OutboxTask.objects.filter(pk=old.pk).update(done_at=timezone.now() - timedelta(days=8))
        OutboxTask.objects.filter(pk=recent.pk).update(done_at=timezone.now())
        tasks.sweep_outbox()
        assert list(OutboxTask.objects.all()) == [recent]


@pytest.mark.parametrize(
    ("attempts", "seconds"), [(1, 5), (2, 10), (3, 20), (9, 1280), (10, 2560), (11, 3600), (500, 3600)]
)
def test_the_wait_doubles_up_to_an_hour(attempts, seconds):
    assert outbox.wait_after(attempts) == timedelta(seconds=seconds)


def promise_standings(tournament):
    from thunee_tournaments.services.core.publishing import publish

    with transaction.atomic():
        publish(tournament)
    return OutboxTask.objects.latest("pk")


def is_done(task):
    return OutboxTask.objects.filter(pk=task.pk, done_at__isnull=False).exists()


@pytest.mark.slow
def test_tasks_survive_the_worker_that_is_killed(celery_worker_process, monkeypatch):
    """One is killed with the worker in the middle of it, of the other nobody is ever told; the sweep finds both."""
    tournament, other = TournamentFactory(), TournamentFactory()
    celery_worker_process.start()
    first = promise_standings(tournament)
    eventually(lambda: is_done(first))
    with monkeypatch.context() as silence:
        silence.setattr(outbox, "nudge", lambda task_id: None)
        interrupted, untold = promise_standings(tournament), promise_standings(other)
    with transaction.atomic():
        Tournament.objects.filter(pk=tournament.pk).update(venue="locked by this test: the worker has to wait here")
        outbox.nudge(interrupted.pk)
        time.sleep(1.5)
        celery_worker_process.kill()
    assert not is_done(interrupted)
    assert not is_done(untold)
    celery_worker_process.start()
    eventually(lambda: is_done(interrupted) and is_done(untold))
    assert sorted(Snapshot.objects.values_list("tournament", "version")) == [
        (tournament.pk, 1),
        (tournament.pk, 2),
        (other.pk, 1),
    ]
