"""A table's page as what changed since the one the phone keeps: after a hand hardly a thirtieth of the page.

The phone's worker (static/js/table/worker.js) names the page it keeps by its digest. The server remembers for a while
what it sent, and answers with the lines that page has, by number, and the others as text. A page it does not remember
is sent whole.
"""

import hashlib
import json
import re

from django.core.cache import caches
from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers

KEPT = "X-Kept"  # header of a worker: the digest of the page that is kept, or "none"
KIND = "application/vnd.thunee.changes+json"
AN_EVENING = 6 * 3600  # seconds
DIGEST = 64
Changes = list[int | str]
BETWEEN_TAGS = re.compile(r">\s*\n\s*<")  # a template's indents: some thirtieth of what a page weighs


def changes(old: str, new: str) -> Changes:
    """The lines of `new`: the number and the count of lines that stand one after the other in `old`, or a line as text:
    [0, 12, "…", 13, 40]. `static/js/table/worker.js` puts them together again."""
    lines = old.split("\n")
    where = {line: number for number, line in reversed([*enumerate(lines)])}
    pieces: Changes = []
    begun = after = 0  # the run at the end of `pieces`: lines `begun` to `after` of `old`
    for line in new.split("\n"):
        if begun < after < len(lines) and lines[after] == line:
            after += 1
            pieces[-1] = after - begun
        elif line in where:
            begun, after = where[line], where[line] + 1
            pieces += [begun, 1]
        else:
            begun = after = 0
            pieces.append(line)
    return pieces


def send_changes(request: HttpRequest, response: HttpResponse) -> None:
    """Where the phone named the page it keeps, and that is remembered: what changed since, instead of the page."""
    html = response.headers.get("Content-Type", "").startswith("text/html")
    if request.method != "GET" or not html or response.status_code != 200:
        return
    patch_vary_headers(response, [KEPT])  # or a browser takes the changes for the page when somebody goes back
    page = BETWEEN_TAGS.sub(">\n<", response.content.decode())
    response.content = page.encode()
    kept = request.headers.get(KEPT)
    if kept is None:  # a browser without a worker: it keeps nothing that could be built on
        return
    sent = caches["sent_pages"]
    old = sent.get(kept) if len(kept) == DIGEST and kept.isalnum() else None
    sent.set(hashlib.sha256(response.content).hexdigest(), page, AN_EVENING)
    if old is not None:
        pieces = changes(old, page)
        response.content = json.dumps(pieces, ensure_ascii=False, separators=(",", ":")).encode()
        response["Content-Type"] = KIND
