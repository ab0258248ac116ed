"""Start the demo as a newcomer would, follow the links on its pages, stop it; standard library only.

Exit code 0 when it was open within two minutes, no page of it failed, and it stopped cleanly.
"""

import re
import signal
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections import deque
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.support.ports import free_port  # noqa: E402

OPEN_WITHIN = 120.0
PAGES = 80
LINK = re.compile(r'(?:href|src)="(/[^"#?]*)"')


class Stay(urllib.request.HTTPRedirectHandler):
    """A redirection is an answer; where it leads is another page's business."""

    def redirect_request(self, *_: object) -> None:
        return None


OPENER = urllib.request.build_opener(Stay, urllib.request.ProxyHandler({}))


def get(address: str) -> tuple[int, str]:
    """Status and text of a page; 0 when nothing answers."""
    try:
        with OPENER.open(address, timeout=20) as answer:
            return answer.status, answer.read().decode(errors="replace")
    except urllib.error.HTTPError as error:
        return error.code, ""
    except OSError:
        return 0, ""


def wait_until_open(demo: "subprocess.Popen[str]", said: list[str]) -> float:
    started = time.monotonic()
    while not any("Stop with Ctrl-C" in line for line in said):
        if demo.poll() is not None or time.monotonic() - started > OPEN_WITHIN:
            raise SystemExit(f"the demo was not open after {time.monotonic() - started:.0f} s")
        time.sleep(0.2)
    return time.monotonic() - started


def crawl(base: str, first: list[str]) -> tuple[int, list[str]]:
    """Follow links from `first`, breadth first; how many pages answered, and what failed."""
    queue, seen, failed, answered = deque(first), set(first), [], 0
    while queue and answered + len(failed) < PAGES:
        path = queue.popleft()
        status, text = get(base + path)
        if not 200 <= status < 400:
            failed.append(f"{status} {path}")
            continue
        answered += 1
        for link in LINK.findall(text):
            if link not in seen and not link.startswith("//"):
                seen.add(link)
                queue.append(link)
    return answered, failed


def main() -> int:
    port = free_port()
    base = f"http://127.0.0.1:{port}"
    demo = subprocess.Popen(
        [sys.executable, "dev.py", "demo", "--port", str(port)],
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
    )
    said: list[str] = []

    def listen() -> None:
        assert demo.stdout is not None
        for line in demo.stdout:
            print("   ", line, end="", flush=True)
            said.append(line)

    listener = threading.Thread(target=listen)
    listener.start()
    try:
        print(f"open after {wait_until_open(demo, said):.1f} s")
        shown = re.findall(rf"http://localhost:{port}(/[^\s,]*)", "".join(said))
        answered, failed = crawl(base, list(dict.fromkeys(["/", "/healthz", *shown])))
    finally:
        demo.send_signal(signal.SIGTERM)
        code = demo.wait(60)
        listener.join(10)
    print(f"{answered} addresses answered, {len(failed)} failed, the demo ended with exit code {code}")
    for fault in failed:
        print("   ", fault)
    return 0 if not failed and answered > 10 and code == 0 else 1


if __name__ == "__main__":
    sys.exit(main())
