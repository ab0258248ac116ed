"""A site in a process and a database of its own, which takes a bundle in and says what its pages show.

python -m tests.support.services.another_database BUNDLE CODE OUT: into OUT go the pages, as JSON, and beside it
the bundle that this site makes of the event after it has taken it over. The database is that of DATABASE_URL.
"""

import difflib
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[3]
MOST_PAGES = 120
LINK = re.compile(r'(?:href|src)="(/[^"#?]*)')
# Each site has its own: the count of changes, and what a page says of a copy.
OWN = re.compile(
    r'(?s)<p class="soft small">\s*A copy, judged again here.*?</p>|data-version="\d+"|"version": ?\d+|[.]png[?]v=\d+'
)


def pages_of(slug: str) -> dict[str, str]:
    """Every page of an event that a visitor comes to from its first one, by its address."""
    from django.test import Client

    client, begun = Client(headers={"host": "localhost", "accept-language": "en"}), [f"/{slug}/"]
    begun += [f"/api/v1/tournaments/{slug}/{part}" for part in ("", "matches/", "standings/", "teams/", "schedule/")]
    found: dict[str, str] = {}
    while begun and len(found) < MOST_PAGES:
        path = begun.pop(0)
        if path in found:
            continue
        answer = client.get(path)
        if answer.status_code != 200 or not answer["Content-Type"].startswith(("text/html", "application/json")):
            continue
        text = (b"".join(answer.streaming_content) if answer.streaming else answer.content).decode()
        if answer["Content-Type"].startswith("application/json"):
            text = json.dumps(answer.json(), indent=1, sort_keys=True, ensure_ascii=False)
        lines = (line.strip() for line in OWN.sub("", text).splitlines())
        found[path] = "\n".join(line for line in lines if line)
        begun += [link for link in LINK.findall(found[path]) if link.startswith(f"/{slug}/")]
    return found


def differences(before: dict[str, str], now: dict[str, str]) -> list[str]:
    """Where pages show something else, in lines: the address of the page, and what it was and is."""
    found = [f"{path} is on one site only" for path in sorted(before.keys() ^ now.keys())]
    for path in sorted(before.keys() & now.keys()):
        lines = difflib.unified_diff(
            before[path].splitlines(), now[path].splitlines(), "before", "now", n=0, lineterm=""
        )
        found += [f"{path}: {line}" for line in lines]
    return found


def taken_in(bundle: Path, code: str, out: Path, url: str) -> dict[str, Any]:
    """What such a site says, in a process of its own: {"pages": …}, and "bundle", the file it makes."""
    environment = {**os.environ, "DATABASE_URL": url, "DJANGO_SETTINGS_MODULE": "thunee_tournaments.settings.testing"}
    command = [sys.executable, "-m", __name__, str(bundle), code, str(out)]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=240)
    assert done.returncode == 0, done.stderr[-3000:]
    return json.loads(out.read_text()) | {"bundle": out.with_suffix(".zip")}


def main(bundle: str, code: str, out: str) -> None:
    import django

    django.setup()
    from django.conf import settings
    from django.core.management import call_command

    from thunee_tournaments import site_key
    from thunee_tournaments.services import acts

    settings.SITE_KEY = f"the key of {out}"
    call_command("migrate", verbosity=0)
    taken = acts.take_in(actor=None, content=Path(bundle).read_bytes(), code=code)
    said = {"pages": pages_of(taken.tournament.slug), "code": site_key.own().code, "vendor": vendor()}
    Path(out).write_text(json.dumps(said))
    over = acts.take_over(actor=None, tournament=taken.tournament, reason="It moves.")
    Path(out).with_suffix(".zip").write_bytes(acts.take_bundle(actor=None, tournament=over))


def vendor() -> str:
    from django.db import connection

    return connection.vendor


if __name__ == "__main__":
    main(*sys.argv[1:])
