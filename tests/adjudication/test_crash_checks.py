"""What the crash measurement rests on: its naive scorer agrees with the engine, and its checks find what is wrong."""

import os
import random
import re
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from adjudication import judging
from adjudication.models import Scoresheet
from tests.bench import naive
from tests.bench.crashing import alive
from tests.bench.crashing.judging import of_hand
from tests.bench.phones import ACKNOWLEDGED, REFUSED, UNKNOWN, Sent, a_hand
from tests.support.loudly import missing
from tests.support.worker import eventually


def tally_of(typed: dict[str, str]) -> dict:
    """As the scorekeeper's form makes a tally of what is typed."""
    trumper = int(typed["trumper"])
    if "declared" in typed:
        declared = {"seat": int(typed["declared_seat"]), "kind": typed["declared"], "lost_to": None}
        return {"trumper": trumper, "declared": declared}
    tally = {
        "trumper": trumper,
        "card_points": {"BA"[trumper % 2]: int(typed["points"])},
        "last_trick": int(typed["last_trick"]),
    }
    return tally | ({"call": int(typed["call"])} if typed["call"] != "0" else {})


@pytest.mark.django_db
def test_the_naive_scorer_finds_in_every_game_what_the_engine_finds(sheet: Scoresheet) -> None:
    rng = random.Random("games")
    for _ in range(60):
        tallies: list[dict] = []
        while not naive.game(tallies)[2]:
            tallies.append(tally_of(a_hand(rng)))
        judged = judging.judge(sheet, [{"tally": tally} for tally in tallies])
        balls = judged.after["balls"]
        assert naive.game(tallies) == (balls["A"], balls["B"], judged.winner)
        assert judged.ledger["problems"] == []


def test_a_game_that_went_on_after_it_was_won_is_found() -> None:
    thunee = {"trumper": 0, "declared": {"seat": 0, "kind": "thunee", "lost_to": None}}
    assert naive.game([thunee] * 3) == (12, 0, "A")
    with pytest.raises(ValueError, match="after the game was won"):
        naive.game([thunee] * 4)


@pytest.mark.parametrize(
    ("answers", "times", "fault"),
    [
        ([ACKNOWLEDGED], 1, ""),
        ([UNKNOWN, ACKNOWLEDGED], 1, ""),
        ([REFUSED], 0, ""),
        ([UNKNOWN], 0, ""),
        ([UNKNOWN], 1, ""),
        ([], 0, ""),
        ([ACKNOWLEDGED], 0, "acknowledged and is written 0 times"),
        ([ACKNOWLEDGED], 2, "acknowledged and is written 2 times"),
        ([UNKNOWN], 2, "written 2 times"),
        ([REFUSED], 1, "refused and is written"),
        ([ACKNOWLEDGED, REFUSED], 1, "acknowledged once and refused once"),
    ],
)
def test_what_was_told_is_held_against_what_is_written(answers: list[str], times: int, fault: str) -> None:
    typed = a_hand(random.Random(1))
    entry = SimpleNamespace(sheet=SimpleNamespace(public_id="s"), body={"tally": tally_of(typed)})
    found = of_hand(Sent("s", "key", typed, answers), [entry] * times)
    assert bool(found) == bool(fault)
    assert fault in " ".join(found)


def test_a_hand_on_another_sheet_or_with_other_figures_is_found() -> None:
    typed = a_hand(random.Random(1))
    entry = SimpleNamespace(sheet=SimpleNamespace(public_id="s"), body={"tally": tally_of(typed)})
    assert of_hand(Sent("another", "key", typed, [ACKNOWLEDGED]), [entry])
    other = {**typed, "trumper": str((int(typed["trumper"]) + 1) % 4)}
    assert of_hand(Sent("s", "key", other, [ACKNOWLEDGED]), [entry])


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="kills by what Linux says of processes, cuts a disk of Linux")
@pytest.mark.parametrize(
    ("plant", "where", "fault"),
    [
        ("early", "--kill site", "was acknowledged and is written 0 times"),
        ("keyless", "--kill site", "written 2 times"),
        ("idle", "--kill site --patience 10", "nobody is at work"),
        # It takes a kill between tick and work that no later standings make good: on a busy machine more than ten. What
        # was forgotten last shows when all is over.
        ("forgetful", "--kill worker --kills 30", "ticked off, and forgotten|are behind, and nobody was told"),
        ("lazy", "--kill database --database postgresql", "was acknowledged and is written 0 times"),
        ("unsynced", "--power", ""),
        ("unsynced", "--power --database postgresql", ""),
    ],
)
def test_each_fault_that_is_planted_is_found_by_what_is_killed(plant: str, where: str, fault: str) -> None:
    """The measurement itself, on a site with a fault put in on purpose. A disk that nobody waited for loses hands, or
    all of the database."""
    command = [sys.executable, "-m", "tests.bench", "crash", "--kills", "10", "--seconds", "2", "--keepers", "12"]
    here = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"}
    done = subprocess.run(
        [*command, "--plant", plant, *where.split()], cwd=Path(__file__).parents[2], env=here, capture_output=True,
        text=True, timeout=600,
    )  # fmt: skip
    if done.returncode == 2:
        missing("a part of this machine", done.stdout.strip())
    assert done.returncode == 1, done.stdout + done.stderr
    assert "FAULT: " in done.stdout
    assert re.search(fault, done.stdout), done.stdout


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="the measurement asks Linux who lives")
def test_who_has_ended_but_for_one_thread_still_lives() -> None:
    wait_then_end = "import ctypes, sys, threading; "
    wait_then_end += "threading.Thread(target=sys.stdin.read).start(); print('ready', flush=True); "
    wait_then_end += "ctypes.CDLL(None).pthread_exit(None)"
    command = [sys.executable, "-c", wait_then_end]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin
        assert process.stdout
        assert process.stdout.readline() == b"ready\n"
        eventually(lambda: alive.read(process.pid, "stat").rpartition(b")")[2].split()[:1] == [b"Z"])
        assert alive.of(process.pid)
        process.stdin.close()
        eventually(lambda: not alive.of(process.pid))
