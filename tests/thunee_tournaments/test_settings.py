"""Settings come from the environment, and are strict when the environment says that the world can reach the site."""

import json
import os
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.test import RequestFactory

from thunee_tournaments.client_address import client_address
from thunee_tournaments.settings.logs import drop_request, hide_secret_links
from thunee_tournaments.settings.security import kept_key

ROOT = Path(__file__).resolve().parent.parent.parent
SERVER = {"DATABASE_URL": "postgres://site:secret@db:5432/thunee", "SECRET_KEY": "k" * 60}


def settings_with(names: list[str], folder: Path, **environment: str) -> dict[str, Any]:
    """These settings as another process sees them that has this environment and no more."""
    program = (
        "import json, django.conf; s = django.conf.settings;"
        f"print(json.dumps({{name: getattr(s, name) for name in {names!r}}}, default=str))"
    )
    kept = {name: value for name, value in os.environ.items() if name in {"PATH", "SYSTEMROOT", "HOME"}}
    ran = subprocess.run(
        [sys.executable, "-c", program],
        cwd=ROOT,
        env=kept | {"DJANGO_SETTINGS_MODULE": "thunee_tournaments.settings", "THUNEE_VAR": str(folder)} | environment,
        capture_output=True,
        text=True,
    )
    if ran.returncode != 0:
        raise RuntimeError(ran.stderr.strip().splitlines()[-1])
    return dict(json.loads(ran.stdout))


def test_without_any_setting_everything_is_kept_in_one_folder(tmp_path: Path) -> None:
    names = ["DATABASES", "CELERY_BROKER_URL", "CELERY_BROKER_TRANSPORT_OPTIONS", "STATIC_ROOT", "DEBUG", "SECRET_KEY"]
    found = settings_with(names, tmp_path)
    database = found["DATABASES"]["default"]
    assert database["ENGINE"] == "thunee_tournaments.sqlite"
    assert database["NAME"] == str(tmp_path / "site.sqlite3")
    assert database["OPTIONS"]["transaction_mode"] == "IMMEDIATE"
    assert database["ATOMIC_REQUESTS"] is False
    assert found["CELERY_BROKER_URL"].startswith("filesystem:")
    assert found["CELERY_BROKER_TRANSPORT_OPTIONS"]["data_folder_in"].startswith(str(tmp_path))
    assert found["STATIC_ROOT"].startswith(str(tmp_path))
    assert found["DEBUG"] is False
    assert found["SECRET_KEY"] == (tmp_path / "secret.key").read_text()


def test_a_generated_key_is_kept_and_nobody_else_can_read_it(tmp_path: Path) -> None:
    path = tmp_path / "new" / "secret.key"
    key = kept_key(path)
    assert len(key) >= 50
    assert kept_key(path) == key
    assert os.name == "nt" or stat.S_IMODE(path.stat().st_mode) == 0o600
    assert list(path.parent.iterdir()) == [path]


@pytest.mark.skipif(os.name == "nt", reason="hard links")
def test_a_generated_key_is_on_the_disk_before_it_has_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[str] = []
    for name in ("fsync", "link"):
        real = getattr(os, name)
        monkeypatch.setattr(os, name, lambda *said, name=name, real=real: (done.append(name), real(*said)))
    kept_key(tmp_path / "secret.key")
    assert done == ["fsync", "link"]


def test_a_server_does_not_start_without_a_key_and_says_how_to_make_one(tmp_path: Path) -> None:
    with pytest.raises(RuntimeError, match="SECRET_KEY is not set") as refused:
        settings_with(["SECRET_KEY"], tmp_path, DATABASE_URL=SERVER["DATABASE_URL"])
    assert "secrets.token_urlsafe" in str(refused.value)


def test_a_server_behind_https_is_strict(tmp_path: Path) -> None:
    names = ["SESSION_COOKIE_SECURE", "CSRF_COOKIE_SECURE", "SECURE_HSTS_SECONDS", "SECURE_SSL_REDIRECT"]
    names += ["ALLOWED_HOSTS", "CSRF_TRUSTED_ORIGINS", "SECURE_PROXY_SSL_HEADER", "DATABASES", "CELERY_BROKER_URL"]
    found = settings_with(
        names,
        tmp_path,
        **SERVER,
        PUBLIC_URL="https://thunee.example/",
        TRUSTED_PROXIES="1",
        CELERY_BROKER_URL="redis://queue:6379/0",
        DATABASE_POOL="5",
    )
    assert found["SESSION_COOKIE_SECURE"] is found["CSRF_COOKIE_SECURE"] is found["SECURE_SSL_REDIRECT"] is True
    assert found["SECURE_HSTS_SECONDS"] >= 30 * 24 * 3600
    assert found["ALLOWED_HOSTS"] == ["thunee.example", "localhost", "127.0.0.1", "[::1]"]
    assert found["CSRF_TRUSTED_ORIGINS"] == ["https://thunee.example"]
    assert found["SECURE_PROXY_SSL_HEADER"] == ["HTTP_X_FORWARDED_PROTO", "https"]
    assert found["DATABASES"]["default"]["ENGINE"] == "django.db.backends.postgresql"
    assert found["DATABASES"]["default"]["OPTIONS"]["pool"]["max_size"] == 5
    assert found["CELERY_BROKER_URL"] == "redis://queue:6379/0"


COOKIES = ["SESSION_COOKIE_NAME", "CSRF_COOKIE_NAME", "LANGUAGE_COOKIE_NAME", "HOST_COOKIE", "PATH_COOKIE"]


def test_behind_https_no_other_host_can_set_our_cookies(tmp_path: Path) -> None:
    found = settings_with(COOKIES, tmp_path, **SERVER, PUBLIC_URL="https://thunee.example/")
    assert found.pop("PATH_COOKIE") == "__Secure-"
    assert all(name.startswith("__Host-") for name in found.values())


def test_over_http_cookies_keep_their_names(tmp_path: Path) -> None:
    found = settings_with(COOKIES, tmp_path, PUBLIC_URL="http://192.168.1.20:8000")
    assert list(found.values()) == ["thunee_session", "thunee_csrf", "django_language", "", ""]


@pytest.mark.slow
def test_every_cookie_behind_https_is_what_its_name_promises(tmp_path: Path) -> None:
    """Browsers refuse a `__Host-` cookie that is not secure, has a domain or another path than /."""
    program = (
        "import django; django.setup()\n"
        "from django.http import HttpResponse; from django.test import RequestFactory\n"
        "from django.conf import settings as s; from thunee_tournaments.public import preferences\n"
        "from thunee_tournaments.scoring import session\n"
        "said = {'theme': 'dark', 'language': 'ja'}\n"
        "asked = RequestFactory(SERVER_NAME='localhost').post('/preferences', said, secure=True)\n"
        "answer = preferences.set_preferences(asked)\n"
        "session.name_phone(asked, answer, 'phone-x')\n"
        "for m in answer.cookies.values(): print(m.key, bool(m['secure']), repr(m['domain']), m['path'])\n"
        "for m in ('SESSION', 'CSRF'):\n"
        "    name, secure, domain, path = (\n"
        "        getattr(s, f'{m}_COOKIE_{x}') for x in ('NAME', 'SECURE', 'DOMAIN', 'PATH'))\n"
        "    print(name, secure, repr(domain or ''), path)\n"
    )
    environment = {"DJANGO_SETTINGS_MODULE": "thunee_tournaments.settings", "THUNEE_VAR": str(tmp_path)}
    kept = {name: value for name, value in os.environ.items() if name in {"PATH", "SYSTEMROOT", "HOME"}}
    ran = subprocess.run(
        [sys.executable, "-c", program],
        cwd=ROOT, env=kept | environment | {"PUBLIC_URL": "https://thunee.example"}, capture_output=True, text=True,
    )  # fmt: skip
    cookies = [line.split() for line in ran.stdout.splitlines()]
    assert len(cookies) == 5, ran.stderr
    for name, secure, domain, path in cookies:
        assert (secure, domain) == ("True", "''"), name
        assert name.startswith("__Host-") == (path == "/"), name


def test_a_laptop_answers_to_any_address_and_keeps_cookies_that_http_can_carry(tmp_path: Path) -> None:
    names = ["ALLOWED_HOSTS", "SESSION_COOKIE_SECURE", "SECURE_SSL_REDIRECT", "SECURE_HSTS_SECONDS"]
    found = settings_with(names, tmp_path, PUBLIC_URL="http://192.168.1.20:8000")
    assert found == {
        "ALLOWED_HOSTS": ["*"],
        "SESSION_COOKIE_SECURE": False,
        "SECURE_SSL_REDIRECT": False,
        "SECURE_HSTS_SECONDS": 0,
    }


@pytest.mark.parametrize(
    ("proxies", "forwarded", "expected"),
    [
        (0, "6.6.6.6", "10.0.0.1"),
        (1, "6.6.6.6, 41.1.2.3", "41.1.2.3"),
        (2, "6.6.6.6, 41.1.2.3, 10.0.0.9", "41.1.2.3"),
        (1, "", "10.0.0.1"),
        (2, "41.1.2.3", "10.0.0.1"),
    ],
)
def test_a_visitor_cannot_choose_the_address_that_is_locked_out(
    proxies: int, forwarded: str, expected: str, settings: Any
) -> None:
    settings.TRUSTED_PROXIES = proxies
    request = RequestFactory(REMOTE_ADDR="10.0.0.1").get("/", headers={"x-forwarded-for": forwarded})
    assert client_address(request) == expected


@pytest.mark.parametrize(
    "secret",
    [
        "/t/",
        "/desk/invitation/",
        "/desk/organisations/invitation/",
        "/diwali-shield/register/",
        "/cup/receipt/",
        "/cup/pledges/",
        "/accounts/new/",
        "/accounts/address/",
        "/accounts/password/new/",
    ],
)
def test_a_log_never_holds_a_link_that_lets_in(secret: str) -> None:
    event = {"event": f"Not Found: {secret}dGhpcyBpcyBhIHRva2Vu-_x", "status_code": 404, "request": object()}
    assert hide_secret_links(None, "", drop_request(None, "", event)) == {
        "event": f"Not Found: {secret}…",
        "status_code": 404,
    }


MAIL = ["SENDS_MAIL", "EMAIL_BACKEND", "EMAIL_HOST", "EMAIL_PORT", "EMAIL_HOST_USER", "EMAIL_HOST_PASSWORD",
        "EMAIL_USE_TLS", "EMAIL_TIMEOUT", "DEFAULT_FROM_EMAIL"]  # fmt: skip


def test_e_mail_is_sent_by_the_server_that_is_named(tmp_path: Path) -> None:
    server = "smtp+tls://hall:p%40ss@mail.example.org:587"
    found = settings_with(MAIL, tmp_path, EMAIL_URL=server, PUBLIC_URL="https://thunee.example.org")
    assert found == {
        "SENDS_MAIL": True, "EMAIL_BACKEND": "django.core.mail.backends.smtp.EmailBackend",
        "EMAIL_HOST": "mail.example.org", "EMAIL_PORT": 587, "EMAIL_HOST_USER": "hall",
        "EMAIL_HOST_PASSWORD": "p@ss", "EMAIL_USE_TLS": True, "EMAIL_TIMEOUT": 10,
        "DEFAULT_FROM_EMAIL": "thunee@thunee.example.org",
    }  # fmt: skip


def test_e_mail_for_a_look_goes_into_the_folder_that_is_named(tmp_path: Path) -> None:
    found = settings_with(["EMAIL_FILE_PATH"], tmp_path, EMAIL_URL="filemail:///tmp/letters")
    assert found == {"EMAIL_FILE_PATH": "/tmp/letters"}


@pytest.mark.parametrize("environment", [{}, {"EMAIL_URL": "smtp://localhost"}, {"PUBLIC_URL": "https://t.example"}])
def test_no_e_mail_is_sent_without_a_server_or_an_address_to_tell(tmp_path: Path, environment: dict[str, str]) -> None:
    assert settings_with(MAIL, tmp_path, **environment)["SENDS_MAIL"] is False


def test_who_makes_events_is_one_of_three_words(tmp_path: Path) -> None:
    assert settings_with(["EVENTS_BY"], tmp_path) == {"EVENTS_BY": "everybody"}
    with pytest.raises(RuntimeError, match="EVENTS_BY is 'everyone': it is everybody, organisations or operator"):
        settings_with(["EVENTS_BY"], tmp_path, EVENTS_BY="everyone")


def test_a_second_step_is_offered_or_required(tmp_path: Path) -> None:
    assert settings_with(["SECOND_STEP"], tmp_path) == {"SECOND_STEP": "offered"}
    assert settings_with(["SECOND_STEP"], tmp_path, SECOND_STEP="required") == {"SECOND_STEP": "required"}
    with pytest.raises(RuntimeError, match="SECOND_STEP is 'yes': it is offered or required"):
        settings_with(["SECOND_STEP"], tmp_path, SECOND_STEP="yes")
