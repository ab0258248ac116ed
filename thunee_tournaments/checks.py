"""System checks: what is unsafe about this installation, in plain words, with what to do about it.

`manage.py check` shows them; ids never change their meaning.
"""

from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Tags, Warning, register
from django.db import connection

from thunee_tournaments.settings.database import WAL_SAFE_FROM

OLDEST_SQLITE = (3, 37, 0)


def dotted(version: Sequence[int]) -> str:
    return ".".join(str(part) for part in version)


@register(Tags.database)
def check_sqlite(**_: Any) -> list[CheckMessage]:
    """thunee.W001 to W004 and W012: the version and the options of an embedded database."""
    if connection.vendor != "sqlite":
        return []
    version: tuple[int, ...] = connection.Database.sqlite_version_info  # type: ignore[attr-defined]
    return sqlite_warnings(version, settings.DATABASES["default"].get("OPTIONS", {}))


def sqlite_warnings(version: tuple[int, ...], options: dict[str, Any]) -> list[CheckMessage]:
    messages: list[CheckMessage] = []
    commands = "".join(str(options.get("init_command", "")).upper().split())
    if version < WAL_SAFE_FROM and "JOURNAL_MODE=WAL" in commands:
        messages.append(
            Warning(
                f"SQLite {dotted(version)} can damage the database in write-ahead mode when two processes write.",
                hint=f"Use SQLite {dotted(WAL_SAFE_FROM)} or newer (pip install pysqlite3), or journal_mode=TRUNCATE.",
                id="thunee.W001",
            )
        )
    elif version < WAL_SAFE_FROM:
        messages.append(
            Warning(
                f"SQLite {dotted(version)} is older than {dotted(WAL_SAFE_FROM)}: the site is safe but slower with it, "
                "because readers wait for writers.",
                hint="Install the package pysqlite3, or a newer Python, for an evening with many tables.",
                id="thunee.W002",
            )
        )
    if "SYNCHRONOUS=FULL" not in commands and "SYNCHRONOUS=EXTRA" not in commands:
        messages.append(
            Warning(
                "The database may forget the last hands at a power cut: it is not told to wait for the disk.",
                hint='Put "PRAGMA synchronous=FULL" into the init_command of the database.',
                id="thunee.W003",
            )
        )
    if "SECURE_DELETE=ON" not in commands:
        messages.append(
            Warning(
                "What is deleted stays in the database's file: names that were forgotten can be read there.",
                hint='Put "PRAGMA secure_delete=ON" into the init_command of the database.',
                id="thunee.W012",
            )
        )
    if options.get("transaction_mode") != "IMMEDIATE" or options.get("timeout", 0) < 20:
        messages.append(
            Warning(
                "Two scorekeepers who save at the same moment may see an error: writers do not queue up.",
                hint='Set transaction_mode to "IMMEDIATE" and timeout to 20 in the options of the database.',
                id="thunee.W004",
            )
        )
    return messages


@register(Tags.database)
def check_requests_are_not_transactions(**_: Any) -> list[CheckMessage]:
    """thunee.W005: ATOMIC_REQUESTS holds locks for as long as a page takes, and breaks the order of locks."""
    if not settings.DATABASES["default"].get("ATOMIC_REQUESTS"):
        return []
    return [
        Warning(
            "ATOMIC_REQUESTS is on: every page holds the database's locks while it is made, and tables wait.",
            hint="Set it to False; each service opens its own transaction.",
            id="thunee.W005",
        )
    ]


@register(Tags.security)
def check_server(**_: Any) -> list[CheckMessage]:
    """thunee.W006 to W011, W013 to W015: what a site for the world needs, and a laptop in a hall does not."""
    key = settings.SECRET_KEY
    served = not settings.EMBEDDED  # else a machine of one's own
    https = settings.PUBLIC_URL.startswith("https://")
    wrong = [
        (settings.DEBUG and served, "W006", "DEBUG is on: errors show the inside of the site to everybody.",
         "Take DEBUG out of the environment, or set it to false."),
        (len(key) < 50 or len(set(key)) < 10, "W007",
         "SECRET_KEY is too short or too simple: sessions could be forged.",
         "Make one with  python3 -c 'import secrets; print(secrets.token_urlsafe(50))'"),
        (served and not settings.PUBLIC_URL, "W008",
         "PUBLIC_URL is not set: links and QR codes on paper cannot name the site's address.",
         "Set it to the address people type, such as https://thunee.example.org"),
        (served and not https, "W009", "The site is not behind https: passwords and tables' links travel in the open.",
         "Put a proxy with a certificate in front and start PUBLIC_URL with https://"),
        (https and not settings.TRUSTED_PROXIES, "W010",
         "PUBLIC_URL says https, but TRUSTED_PROXIES is 0: the site cannot tell that a visitor came by https "
         "and will send everybody round in circles, unless this process has the certificate itself.",
         "Set TRUSTED_PROXIES to the number of proxies of yours in front, usually 1."),
        (served and "*" in settings.ALLOWED_HOSTS, "W011", "ALLOWED_HOSTS lets the site answer to any name.",
         "Leave it out (PUBLIC_URL gives the name), or list the site's names."),
        (settings.WEB_PUSH and not https, "W013", "WEB_PUSH is on, and no browser takes messages without https.",
         "Start PUBLIC_URL with https://, or leave WEB_PUSH out."),
        (settings.WEB_PUSH and https and not settings.SENDS_PUSH, "W014", "WEB_PUSH is on, but pywebpush is missing.",
         "Install it beside the site: pip install --require-hashes -r push.lock"),
        (settings.ACCOUNTS_BY == "everybody" and not settings.SENDS_MAIL, "W015",
         "ACCOUNTS_BY is everybody, but the site sends no letters: nobody can make an account.",
         "Set EMAIL_URL and PUBLIC_URL, or leave ACCOUNTS_BY out."),
    ]  # fmt: skip
    return [Warning(text, hint=hint, id=f"thunee.{number}") for is_so, number, text, hint in wrong if is_so]
