#!/usr/bin/env python3
"""Everything a person does with this project, from nothing but Python:

    python3 dev.py demo     a fund-raiser in full swing, to look at and try
    python3 dev.py run      the site for a real evening, with a database of its own that is kept
    python3 dev.py spare    a second laptop that follows the first, and takes over if that is lost
    python3 dev.py test     the tests (--all: every one of them, on both databases)
    python3 dev.py lint     style, templates, scripts, types, import directions, names, lengths, migrations, lock files
    python3 dev.py fix      puts right what lint finds and a program can mend
    python3 dev.py bench    measurements (bench engine, bench fuzz, ...)
    python3 dev.py screenshots   the pictures of README and docs, taken anew from the demo
    python3 dev.py lock     renew the lock files after a change in pyproject.toml
    python3 dev.py wheel    the engine as a library of its own, thunee-engine
    python3 dev.py shell    a Python shell inside the site of `run`

It needs only the standard library, makes .venv beside it and installs what the command needs, once. An old Python must
be able to read this file, to be told that it is too old: so no syntax here that is newer than Python 3.7.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NoReturn

ROOT = Path(__file__).resolve().parent
NEEDED = (3, 11)
VENV = ROOT / ".venv"
BENCH_VENV = ROOT / ".venv-bench"
VAR = ROOT / "var"
# Measurements that compare with nobody else: the tests' packages will do.
OF_THE_TESTS = ("advance", "attack", "compiled", "crash", "files", "races")
# Each lock file, what it holds besides the site's own packages, and the lock file it has to agree with.
LOCKS = {
    "run": ([], ""),
    "dev": (["--group", "dev"], "run"),
    "bulk": (["--group", "bulk"], "run"),
    "push": (["--group", "push"], "run"),
    "bench": (["--group", "bench"], "run"),
}


def main(arguments: list[str]) -> int:
    if sys.version_info < NEEDED:
        fail(
            f"This is Python {dotted(sys.version_info)}; Thunee Tournaments needs Python {dotted(NEEDED)} or newer.\n"
            "If a newer one is installed beside it, start dev.py with that one, for example: python3.12 dev.py demo"
        )
    os.chdir(str(ROOT))
    options, rest = command_line().parse_known_args(arguments)
    if rest and not options.takes_rest:
        fail(f"dev.py {options.command} does not know: {' '.join(rest)}")
    options.rest = rest
    try:
        return options.function(options)
    except KeyboardInterrupt:
        return 130


def command_line() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="dev.py", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)

    def command(function: Callable[..., int], takes_rest: bool = False) -> argparse.ArgumentParser:
        name = function.__name__
        added = commands.add_parser(name, help=(function.__doc__ or "").splitlines()[0], description=function.__doc__)
        added.set_defaults(function=function, takes_rest=takes_rest)
        return added

    following = command(spare)
    for serving, host in ((command(demo), "127.0.0.1"), (command(run), "0.0.0.0"), (following, "0.0.0.0")):
        serving.add_argument("--port", type=int, default=8000, help="port to listen on (8000)")
        serving.add_argument("--host", default=host, help=f"address to listen on ({host})")
        serving.add_argument(
            "--address", default="", help="this machine's address for phones, if the found one is wrong"
        )
        if not serving.prog.endswith("demo"):
            serving.add_argument("--organiser", default="", help="name of the first organiser (asked for otherwise)")
            serving.add_argument("--new-password", default="", metavar="NAME", help="give this account a new password")
            serving.add_argument("--copies-to", action="append", default=[], metavar="FOLDER",
                                 help="copy the database there, too, every few minutes: a stick, say")  # fmt: skip
            serving.add_argument("--spare", action="store_true", help="let a second laptop follow: dev.py spare")
    following.add_argument("url", nargs="?", default="", help="whom to follow: http://192.168.1.20:8000, say")
    following.add_argument("--take-over", action="store_true", help="the other is lost: run the evening from here")
    command(test, takes_rest=True).add_argument("--all", action="store_true", help="everything, on both databases")
    command(lint)
    command(fix)
    command(bench, takes_rest=True).add_argument("name", nargs="?", default="", help="which measurement")
    command(screenshots).add_argument("folder", nargs="?", default="", help="where to (docs/pictures)")
    command(lock).add_argument("--upgrade", action="store_true", help="take the newest versions")
    command(wheel).add_argument("folder", nargs="?", default="", help="where to (dist)")
    command(shell)
    return parser


# --- the commands


def demo(options: argparse.Namespace) -> int:
    """Load and serve a 16-team fund-raiser in mid-play."""
    # One folder for each port, so that two demos do not meet.
    return serve(options, VAR / "demo" / str(options.port), ["--demo"])


def run(options: argparse.Namespace) -> int:
    """Serve a real evening: own kept database, copied every few minutes, reachable from the hall's network."""
    arguments = ["--organiser", options.organiser, "--new-password", options.new_password]
    for folder in options.copies_to:
        arguments += ["--copies-to", str(Path(folder).resolve())]
    if options.spare:
        arguments += ["--spare"]
    return serve(options, VAR / "run", arguments)


def spare(options: argparse.Namespace) -> int:
    """Follow the laptop that runs the evening, or with --take-over go on in its place."""
    python, folder = install("run"), own_folder(VAR / "spare")
    if not options.take_over:
        return call([python, "manage.py", "follow", options.url], environment={"THUNEE_VAR": str(folder)})
    over = call(
        [python, "manage.py", "take_over", str(folder)], environment={"THUNEE_VAR": str(own_folder(VAR / "run"))}
    )
    return over or run(options)


def test(options: argparse.Namespace) -> int:
    """Run the tests; what else is given goes to pytest.

    Without --all: everything quick on SQLite, what touches the database on PostgreSQL too, the browser's main path.
    """
    python = install("dev")
    return call([python, "-m", "tests.support.suite"] + (["--all"] if options.all else []) + options.rest)


def lint(_options: argparse.Namespace) -> int:
    """Check style, templates, scripts, types, imports, settings, migrations, the rules of the house, lock files."""
    python = install("dev")
    steps: list[tuple[str, list[str] | Callable[[], int]]] = [
        ("style", [python, "-m", "ruff", "check", "."]),
        ("format", [python, "-m", "ruff", "format", "--check", "."]),
        ("templates", [python, "-m", "djlint", "--lint", "--quiet", "templates"]),
        ("scripts", scripts_linter(python)),
        ("types", [python, "-m", "mypy"]),
        ("import directions", [python, "-c", "from importlinter.cli import lint_imports_command as c; c()"]),
        ("settings", [python, "manage.py", "check", "--database", "default", "--fail-level", "WARNING"]),
        ("migrations", [python, "manage.py", "makemigrations", "--check", "--dry-run"]),
        ("the rules of the house", [python, "-m", "pytest", "-q", "-m", "not slow", "tests/architecture"]),
        ("lock files and paths", stale_locks_and_paths),
    ]
    failed = []
    for name, step in steps:
        say(f"--- {name}")
        if (step() if callable(step) else call(step, environment={"THUNEE_VAR": str(VAR / "lint")})) != 0:
            failed.append(name)
    say(f"lint: {'found something in: ' + ', '.join(failed) if failed else 'nothing found'}")
    return 1 if failed else 0


def fix(_options: argparse.Namespace) -> int:
    """Put right what lint finds and a program can mend: style, order of imports, format, scripts.

    Templates are mended by hand: a program that lays out HTML moves spaces that a reader sees.
    """
    python = install("dev")
    left = call([python, "-m", "ruff", "check", "--fix", "."])
    left = call([*scripts_linter(python), "--fix"]) or left
    return call([python, "-m", "ruff", "format", "."]) or left


def scripts_linter(python: str) -> list[str]:
    return [str(Path(python).with_name("oxlint")), "--deny-warnings", "thunee_tournaments/static"]


def bench(options: argparse.Namespace) -> int:
    """Measure: `bench engine`, `bench fuzz`, ...; without a name, say which there are."""
    # An environment of its own: what we are compared with wants its own versions of large packages.
    try:
        python = install("dev") if options.name in OF_THE_TESTS else install("bench", BENCH_VENV)
    except SystemExit as error:
        say(f"{error}\nMeasuring without the others.")
        python = install("run")
    return call([python, "-m", "tests.bench", options.name, *options.rest])


def screenshots(options: argparse.Namespace) -> int:
    """Take a picture of every screen in both themes, from a fresh demo (needs Chromium)."""
    command = [install("dev"), "-m", "tests.pages.pictures"] + ([options.folder] if options.folder else [])
    return call(command, {"DJANGO_SETTINGS_MODULE": "thunee_tournaments.settings.testing"})


def lock(options: argparse.Namespace) -> int:
    """Renew the lock files (`LOCKS`) from pyproject.toml, and sign them with its hash."""
    uv = [install("dev"), "-m", "uv"]
    for name, (groups, agrees_with) in LOCKS.items():
        target = ROOT / (name + ".lock")
        command = [*uv, "pip", "compile", "pyproject.toml", "--universal", "--generate-hashes", "--no-annotate"]
        command += ["--no-header", "--quiet", "--output-file", str(target), *groups]
        command += ["--constraint", agrees_with + ".lock"] if agrees_with else []
        if call(command + (["--upgrade"] if options.upgrade else [])) != 0:
            fail(f"{target.name} could not be made.")
        target.write_text(f"# for pyproject.toml {dependencies_hash()}\n{target.read_text()}")
        say(f"{target.name} is up to date")
    return 0


def wheel(options: argparse.Namespace) -> int:
    """Build the engine as a library of its own, thunee-engine: wheel and source (in dist/)."""
    folder = Path(options.folder or ROOT / "dist").resolve()
    return call([install("dev"), "-m", "hatchling", "build", "-d", str(folder)], folder=ROOT / "engine")


def shell(_options: argparse.Namespace) -> int:
    """Open a Python shell inside the site that `run` serves."""
    return call([install("run"), "manage.py", "shell"], environment={"THUNEE_VAR": str(VAR / "run")})


# --- serving


def serve(options: argparse.Namespace, folder: Path, arguments: list[str]) -> int:
    """Start `manage.py serve` on the database in `folder`; on anything but Windows this process becomes it."""
    if not port_is_free(options.host, options.port):
        fail(
            f"Port {options.port} on this machine is taken by another program (or by this site, started earlier).\n"
            f"Choose another one, for example: python3 dev.py {options.command} --port {options.port + 1}"
        )
    python = install("run")
    own_folder(folder)
    local = options.host in ("127.0.0.1", "localhost")
    address = options.address or ("localhost" if local else lan_address())
    if not local and address == "127.0.0.1":
        say("This machine is in no network: phones cannot reach it. Join the hall's network and start again.")
    environment = dict(os.environ)
    for name in ("DATABASE_URL", "CELERY_BROKER_URL", "DJANGO_SETTINGS_MODULE"):
        environment.pop(name, None)  # meant for a server; what is served here is this machine's own
    environment.update(
        THUNEE_VAR=str(folder),
        PUBLIC_URL=f"http://{address}:{options.port}",
        PYTHONUNBUFFERED="1",
        PYTHONUTF8="1",
    )
    command = [python, "manage.py", "serve", "--host", options.host, "--port", str(options.port), *arguments]
    sys.stdout.flush()
    if os.name != "nt":
        os.execve(python, command, environment)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches both; the site stops first, then this ends
    return subprocess.call(command, env=environment)


def own_folder(folder: Path) -> Path:
    """The folder, made if it is missing, for its owner's eyes alone."""
    folder.mkdir(parents=True, exist_ok=True)
    folder.chmod(0o700)
    return folder


def port_is_free(host: str, port: int) -> bool:
    with socket.socket() as probe:
        if os.name != "nt":
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError:
            return False
    return True


def lan_address() -> str:
    """This machine's address in the network it is in, as phones there reach it; 127.0.0.1 without a network.

    A datagram socket that is connected sends nothing: the system only chooses the address it would send from.
    """
    for towards in ("192.0.2.1", "192.168.255.254", "10.255.255.254", "172.31.255.254"):
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            try:
                probe.connect((towards, 9))
                found = probe.getsockname()[0]
            except OSError:
                continue
        if found != "0.0.0.0" and not found.startswith("127."):
            return found
    return "127.0.0.1"


# --- the environment


def install(name: str, folder: Path = VENV) -> str:
    """Make the virtual environment `folder`, with exactly what `<name>.lock` says; return the path of its Python."""
    python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    wanted = stamp(name)
    note = folder / (name + ".stamp")
    if python.exists() and note.exists() and note.read_text() == wanted:
        return str(python)
    if not python.exists():
        say(f"Making {folder.name} ...")
        if subprocess.call([sys.executable, "-m", "venv", "--clear", str(folder)]) != 0:
            shutil.rmtree(str(folder), ignore_errors=True)
            fail("Python could not make a virtual environment. On Debian and Ubuntu: apt-get install python3-venv")
    say(f"Installing what {name}.lock lists (once; later starts take seconds) ...")
    command = [str(python), "-m", "pip", "install", "-qq", "--disable-pip-version-check", "--require-hashes"]
    if subprocess.call([*command, "-r", str(ROOT / (name + ".lock"))]) != 0:
        fail(
            "The packages could not be installed; above is why. The first start needs the internet, or a mirror that "
            "pip is set up for. Once they are here, everything works without a network."
        )
    note.write_text(wanted)
    if name == "dev":
        (folder / "run.stamp").write_text(stamp("run"))  # dev.lock holds all of run.lock, in the same versions
    return str(python)


def stamp(name: str) -> str:
    content = (ROOT / (name + ".lock")).read_bytes()
    return hashlib.sha256(content + repr(sys.version_info[:2]).encode()).hexdigest()


def dependencies_hash() -> str:
    """A hash of what pyproject.toml says about packages, so that other changes there leave the lock files valid."""
    import tomllib

    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    about = [project["project"]["dependencies"], project["project"]["requires-python"], project["dependency-groups"]]
    return hashlib.sha256(repr(about).encode()).hexdigest()[:16]


def stale_locks_and_paths() -> int:
    """0 if the lock files are those of pyproject.toml and no file of the project names a host or a machine's folder."""
    faults = []
    for name in LOCKS:
        text = (ROOT / (name + ".lock")).read_text()
        if text.splitlines()[0] != "# for pyproject.toml " + dependencies_hash():
            faults.append(f"{name}.lock is older than pyproject.toml: python3 dev.py lock")
        if "://" in text:
            faults.append(f"{name}.lock names a host")
    # Put together here, so that this line does not find itself.
    machine = re.compile("(?:/" + "work/|/" + r"root/|/home/\w|/Users/\w|[A-Z]:\\" + r"\\Users)")
    for file in project_files():
        if file.suffix not in {".py", ".toml", ".md", ".html", ".css", ".js", ".json", ".jsonl", ""}:
            continue
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
            if machine.search(line):
                faults.append(f"{file.relative_to(ROOT)}:{number} names a folder of one machine")
    for fault in faults:
        say(fault)
    return 1 if faults else 0


def project_files() -> list[Path]:
    """The project's own files: what git keeps or would keep; without git, all but what tools made."""
    listed = subprocess.run(
        ["git", "ls-files", "-co", "--exclude-standard"],
        cwd=str(ROOT),
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    names = listed.stdout.decode("utf-8").splitlines()
    if listed.returncode != 0:
        made = {".venv", ".venv-bench", ".git", "var", "__pycache__"}
        names = [str(path) for path in ROOT.rglob("*") if not made & set(path.relative_to(ROOT).parts)]
    return [ROOT / name for name in names if (ROOT / name).is_file()]


def call(command: list[str], environment: dict[str, str] | None = None, folder: Path = ROOT) -> int:
    """Run a command in the project's folder, or in one of its own; its exit code."""
    sys.stdout.flush()
    return subprocess.call(
        [str(part) for part in command], cwd=str(folder), env=dict(os.environ, **(environment or {}))
    )


def dotted(version: Sequence[object]) -> str:
    return ".".join(str(part) for part in version[:2])


def say(text: str) -> None:
    print(text, flush=True)


def fail(text: str) -> NoReturn:
    raise SystemExit("\n" + text)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
