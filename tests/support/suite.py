"""`dev.py test`: the suite in legs, each one a run of pytest on one database; standard library only.

The last line, "total: N passed, N failed, N skipped", adds the legs up. With CI set, nothing may be skipped.
`--all` after a run without it, on the very same files, leaves out what passed there (`passed`); with THUNEE_AGAIN=1, or
with anything else said to pytest, it does not.
"""

import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree
from collections import Counter
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from tests.support import fresh, postgres
from tests.support.ci import CI

ROOT = Path(__file__).resolve().parent.parent.parent
PASSED = ROOT / "var" / "passed"
NO_TESTS = 5  # pytest's exit code when a selection is empty


@dataclass(frozen=True)
class Leg:
    """One run of pytest: which tests, on which database."""

    name: str
    selection: str
    on_postgresql: bool = False
    examples: str = "1"  # how many of the examples of a property are tried

    @property
    def options(self) -> list[str]:
        """One process for each of two cores, and one more for the time they wait for a browser or a clock. Neighbours
        stay together, for they share what was built for them. A page in a browser on a busy machine may need a second
        try; the summary names each that did."""
        return ["-n", "3", "--dist", "worksteal"] + (
            [] if "not browser" in self.selection else ["--reruns", "1", "-rR"]
        )

    def noted(self, digest: str) -> Path:
        """Where it stands what passed on these files, on this database."""
        return PASSED / f"{digest}-{'postgresql' if self.on_postgresql else 'sqlite'}"


QUICK = (
    Leg("SQLite", "not browser and not slow and not redis", examples="0.2"),
    # What pages show does not depend on the database, and long walks take long: on PostgreSQL with --all.
    Leg(
        "PostgreSQL",
        "database and not pages and not walks and not anywhere and not browser and not slow and not redis",
        on_postgresql=True,
        examples="0.2",
    ),
    Leg("browser, main path", "browser and not slow"),
)
# What touches no database is the same on both, and so is how a page looks. Long walks, through events, through pages
# and in a browser, are taken once: step by step they ask the database what shorter tests ask on both, and those that
# look for a difference between the two (`both`) are long on both.
ALL = (
    Leg("everything on SQLite", "not browser", examples="0.2"),
    Leg(  # most examples of a property are tried on SQLite
        "everything with a database on PostgreSQL",
        "database and not anywhere and not browser and not (slow and (pages or walks) and not both)",
        on_postgresql=True,
        examples="0.1",
    ),
    Leg("browser on SQLite", "browser"),
    Leg("browser on PostgreSQL", "browser and not looks and not slow", on_postgresql=True),
)


def files_digest() -> str:
    """What stands in the project's files, those that git keeps or would keep; "" where git cannot say."""
    command = ["git", "ls-files", "-co", "--exclude-standard", "-z"]
    listed = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    found = hashlib.sha256(sys.version.encode())
    for name in sorted(set(listed.stdout.split(b"\0")) - {b""}):
        path = ROOT / os.fsdecode(name)
        found.update(name + b"\n" + (hashlib.sha256(path.read_bytes()).digest() if path.is_file() else b"-"))
    return found.hexdigest()[:32] if listed.returncode == 0 and listed.stdout else ""


def run(
    leg: Leg, extra: list[str], database_url: str | None, report: Path, notes: dict[str, str]
) -> tuple[int, Counter[str]]:
    """Run one leg; pytest's exit code, and how many passed, failed, were skipped. `notes`: see `passed`."""
    environment = dict(os.environ)
    # The last one: without bytecode every process of the suite, and every server it starts, compiles everything anew.
    for name in ("DATABASE_URL", "THUNEE_PASSED", "THUNEE_NOTE_PASSED", "PYTHONDONTWRITEBYTECODE"):
        environment.pop(name, None)
    environment.update(notes)
    environment.setdefault("THUNEE_EXAMPLES", leg.examples)
    if database_url:
        environment["DATABASE_URL"] = database_url
    command = [sys.executable, "-m", "pytest", "-m", leg.selection, f"--junitxml={report}"]
    command += [*leg.options, *extra]
    code = subprocess.call(command, cwd=ROOT, env=environment)
    return (0, Counter()) if code == NO_TESTS else (code, counted(report))


def notes_of(leg: Leg, digest: str, everything: bool) -> dict[str, str]:
    """With `--all`, the file that says what to leave out; else the one to write."""
    if not digest:
        return {}
    path = leg.noted(digest)
    if everything:
        return {"THUNEE_PASSED": str(path)}
    return {"THUNEE_NOTE_PASSED": str(path)}


def counted(report: Path) -> Counter[str]:
    counts: Counter[str] = Counter()
    if report.exists():
        for suite in ElementTree.parse(report).getroot().iter("testsuite"):
            said = {key: int(suite.get(key, "0")) for key in ("tests", "failures", "errors", "skipped")}
            counts["failed"] += said["failures"] + said["errors"]
            counts["skipped"] += said["skipped"]
            counts["passed"] += said["tests"] - said["failures"] - said["errors"] - said["skipped"]
    return counts


def banner(text: str) -> None:
    line = "!" * 100
    print(f"\n{line}\n{text}\n{line}\n", flush=True)


def main(arguments: list[str]) -> int:
    everything = "--all" in arguments
    extra = [argument for argument in arguments if argument != "--all"]
    noted = "" if extra or os.environ.get("THUNEE_AGAIN") else files_digest()
    if noted and not everything:
        shutil.rmtree(PASSED, ignore_errors=True)
        PASSED.mkdir(parents=True)
    total: Counter[str] = Counter()
    failed: list[str] = []
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="thunee-results-")))
        database_url: str | None = None
        for number, leg in enumerate(ALL if everything else QUICK):
            if leg.on_postgresql and database_url is None:
                try:
                    database_url = stack.enter_context(postgres.server())
                    fresh.in_new_ones(database_url)
                except postgres.NotInstalled as error:
                    banner(f"NOT TESTED: {leg.name}. {error}")
                    total["skipped"] += 1
                    failed += [leg.name] if CI else []
                    continue
            print(f"\n=== {leg.name}", flush=True)
            url = database_url if leg.on_postgresql else None
            code, counts = run(leg, extra, url, folder / f"{number}.xml", notes_of(leg, noted, everything))
            total += counts
            failed += [leg.name] if code else []
    if not total["passed"] and not failed:
        failed.append("no test was run")
    print(f"\n{'failed: ' + '; '.join(failed) if failed else 'everything passed'}")
    print(f"total: {total['passed']} passed, {total['failed']} failed, {total['skipped']} skipped", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
