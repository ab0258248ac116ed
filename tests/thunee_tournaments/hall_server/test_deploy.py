"""What deploy/ gives operators: services that run as they stand there, a dump to go back to, the same in containers."""

import os
import re
import secrets
import shlex
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from configparser import ConfigParser
from contextlib import ExitStack
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
import yaml

from tests.support import postgres
from tests.support.loudly import missing
from tests.support.nginx import DEPLOY, in_front_of
from tests.support.ports import free_port
from tests.support.worker import eventually

ROOT = DEPLOY.parent
SERVICES = ("web", "live", "worker", "beat")
TOKEN = "a-long-random-text"


def unit(name: str) -> ConfigParser:
    parser = ConfigParser(strict=False, interpolation=None)
    parser.optionxform = str  # type: ignore[assignment, method-assign]
    parser.read(DEPLOY / "systemd" / name, encoding="utf-8")
    return parser


def command(service: str) -> list[str]:
    """What a unit runs, after the folder of its programs."""
    told = unit(f"thunee-{service}.service")["Service"]["ExecStart"]
    return shlex.split(told.removeprefix("/srv/thunee/site/.venv/bin/"))


def settings() -> dict[str, str]:
    """The settings that operators fill in, by their names."""
    lines = (DEPLOY / "thunee.env.example").read_text(encoding="utf-8").splitlines()
    return dict(line.split("=", 1) for line in lines if line and not line.startswith("#"))


class Server:
    """A site as deploy/ has it, on ports of its own."""

    def __init__(self, folder: Path, database: str, redis: str) -> None:
        self.folder, self.port = folder, free_port()
        self.ports = {"8000": free_port(), "8001": free_port()}
        self.environment = {
            **{name: value for name, value in os.environ.items() if name in ("PATH", "HOME", "LANG")},
            **settings(),
            "SECRET_KEY": secrets.token_urlsafe(50), "SITE_KEY": secrets.token_urlsafe(50),
            "DATABASE_URL": database, "CELERY_BROKER_URL": redis,
            "THUNEE_VAR": str(folder / "var"), "METRICS_TOKEN": TOKEN,
        }  # fmt: skip
        self.processes: dict[str, subprocess.Popen[bytes]] = {}

    def manage(self, *arguments: str) -> str:
        done = subprocess.run(
            [sys.executable, "manage.py", *arguments], cwd=ROOT, env=self.environment, capture_output=True, text=True
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout + done.stderr

    def start(self, service: str) -> None:
        parts = command(service)
        for told, own in self.ports.items():
            parts = [re.sub(rf"\b{told}$", str(own), part) for part in parts]
        parts[0] = str(Path(sys.executable).with_name(parts[0]))
        log = (self.folder / f"{service}.log").open("wb")
        self.processes[service] = subprocess.Popen(
            parts, cwd=ROOT, env=self.environment, stdout=log, stderr=log, start_new_session=True
        )

    def stop(self) -> None:
        while self.processes:
            _service, process = self.processes.popitem()
            os.killpg(process.pid, signal.SIGTERM)
            process.wait(60)

    def get(self, path: str, **headers: str) -> Any:
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.port}{path}", headers={"Host": "thunee.example.org", **headers}
        )
        return urllib.request.urlopen(request, timeout=60)

    def figure(self, name: str) -> float:
        text = self.get("/metrics", Authorization=f"Bearer {TOKEN}").read().decode()
        return float(re.findall(rf"^{re.escape(name)} (\S+)$", text, re.M)[0])


@pytest.fixture
def server(redis_url: str, tmp_path: Path) -> Iterator[Server]:
    with ExitStack() as stack:
        try:
            database = stack.enter_context(postgres.server())
        except postgres.NotInstalled as error:
            missing("PostgreSQL", str(error))
        made = Server(tmp_path, over_its_socket(database), redis_url)
        try:
            made.manage("migrate", "--noinput")
            made.manage("collectstatic", "--noinput")
            for service in SERVICES:
                made.start(service)
            stack.enter_context(
                in_front_of(tmp_path, made.port, made.ports["8000"], made.ports["8001"], static=tmp_path / "var")
            )
            eventually(lambda: answers(made))
            yield made
        finally:
            made.stop()


def over_its_socket(url: str) -> str:
    """The same server as thunee.env.example names it: by the folder of its socket."""
    at = urlsplit(url)._replace(path="/postgres")
    asked = [str(postgres.programs() / "psql"), "--tuples-only", "--no-align", "--dbname", at.geturl()]
    folder = subprocess.check_output([*asked, "--command", "show unix_socket_directories"], text=True).strip()
    return f"postgres://{at.username}:{at.password}@/postgres?host={folder}&port={at.port}"


def answers(server: Server) -> bool:
    try:
        return bool(server.get("/healthz").status == 200)
    except OSError:
        return False


@pytest.mark.redis
@pytest.mark.slow
def test_the_services_run_as_they_stand_there_and_a_dump_is_gone_back_to(server: Server, tmp_path: Path) -> None:
    assert "no issues" in server.manage("check", "--deploy", "--database", "default", "--fail-level", "WARNING")
    home = server.get("/")
    assert home.status == 200
    assert "max-age" in home.headers["Strict-Transport-Security"]
    sheet = re.findall(r'href="(/static/css/[^"]+)"', home.read().decode())[0]
    assert "immutable" in server.get(sheet).headers["Cache-Control"]
    # A worker does what was promised.
    server.manage("shell", "-c", MAKE_AN_EVENT)
    eventually(lambda: server.figure('thunee_waiting{kind="work"}') == 0)
    assert server.figure('thunee_events{state="running"}') == 1
    # The stream comes from the service beside.
    stream = server.get("/cup/live")
    assert stream.headers["Content-Type"].startswith("text/event-stream")
    assert stream.readline().strip()
    stream.close()
    assert {name: process.poll() for name, process in server.processes.items()} == dict.fromkeys(SERVICES)
    dump = back_up(server, tmp_path)
    server.manage("shell", "-c", f"{TASKS}.delete()")
    restored = [str(postgres.programs() / "pg_restore"), "--clean", "--if-exists", "--no-owner"]
    server.stop()
    subprocess.run([*restored, "--dbname", server.environment["DATABASE_URL"], str(dump)], check=True)
    kept = server.manage("shell", "-c", f"print({TASKS}.count())")
    assert int(kept.split()[-1]) > 0
    server.manage("replay", "--check")


TASKS = "__import__('django.apps').apps.apps.get_model('tournaments', 'OutboxTask').objects.all()"
MAKE_AN_EVENT = """
from django.contrib.auth.models import User
from thunee_tournaments.services import acts
user = User.objects.create_user("organiser")
cup = acts.create_tournament(actor=user, name="Cup", slug="cup")
acts.enter_pasted_teams(actor=user, tournament=cup, text="A: a1, a2" + chr(10) + "B: b1, b2")
acts.draw_event(actor=user, tournament=cup)
"""


def back_up(server: Server, folder: Path) -> Path:
    """The dump that the unit makes, as it makes it; the only one there, and whole, here and beside."""
    told = shlex.split(unit("thunee-backup.service")["Service"]["ExecStart"])
    assert told[0] == "/srv/thunee/site/.venv/bin/python"
    command = [sys.executable, *told[1:], "--to", str(folder)]
    path = f"{postgres.programs()}:{server.environment['PATH']}"
    subprocess.run(command, cwd=ROOT, env={**server.environment, "PATH": path}, check=True)
    backups = folder / "var" / "backups"
    [dump], [beside] = backups.glob("thunee-*.dump"), folder.glob("thunee-*.dump")
    assert not [*backups.glob("*.part"), *folder.glob("*.part")]
    assert dump.read_bytes() == beside.read_bytes()
    assert dump.stat().st_mode & beside.stat().st_mode & 0o077 == 0
    assert server.figure("thunee_copy_age_seconds") < 600
    return dump


def test_the_containers_run_what_systemd_runs() -> None:
    composed = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))["services"]
    for service in SERVICES:
        expected = " ".join(command(service)).replace("127.0.0.1", "0.0.0.0")
        assert composed[service]["command"] == expected


def test_nginx_before_the_containers_is_the_one_before_systemd() -> None:
    """But for where things are, and who has the certificate."""
    own = (DEPLOY / "nginx.conf").read_text(encoding="utf-8").split("server {\n    listen 80;")[0]
    contained = (DEPLOY / "nginx.container.conf").read_text(encoding="utf-8")
    apart = re.compile(r"^#|listen|server_name|ssl_certificate|_log |X-Forwarded")
    kept = [
        [line for line in text.splitlines() if line.strip() and not apart.search(line.strip())]
        for text in (own, contained)
    ]
    assert kept[0] == [
        line.replace("web:8000", "127.0.0.1:8000").replace("live:8001", "127.0.0.1:8001") for line in kept[1]
    ]


def test_the_container_holds_what_the_site_is_made_of() -> None:
    lines = (DEPLOY / "Containerfile").read_text(encoding="utf-8").splitlines()
    copied = {part for line in lines if line.startswith("COPY ") for part in line.split()[1:-1]}
    assert {
        "adjudication",
        "engine",
        "fixtures",
        "templates",
        "thunee_tournaments",
        "manage.py",
        "pyproject.toml",
    } <= copied
    assert all((ROOT / name).exists() for name in copied)


def test_every_unit_restarts_writes_nowhere_else_and_is_wanted() -> None:
    wanted = unit("thunee.target")["Unit"]["Wants"].split()
    assert wanted == [f"thunee-{service}.service" for service in SERVICES]
    for name in wanted:
        told = unit(name)["Service"]
        assert (told["Restart"], told["ProtectSystem"], told["ReadWritePaths"]) == (
            "always",
            "strict",
            "/srv/thunee/var",
        )
        assert told["EnvironmentFile"] == "/srv/thunee/thunee.env"


def test_the_settings_to_fill_in_hold_no_secret() -> None:
    told = settings()
    assert (told["SECRET_KEY"], told["SITE_KEY"], told["METRICS_TOKEN"]) == ("", "", "")
    documented = (ROOT / "docs" / "operators.md").read_text(encoding="utf-8")
    assert all(f"`{name}`" in documented for name in told)
