"""The door of the live server: between two tests nobody is inside.

A page that is closed may have asked for something a moment before. Answering that while the tables are emptied, or
after the next test has filled them, would break a test by chance.
"""

import threading
from collections.abc import Callable, Iterable, Iterator
from typing import Any

Application = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]
LONGEST = 60.0  # seconds for the answers that are under way; a test that leaves one hanging fails


class Door:
    """A WSGI application around the site's; while it is closed, it answers 503 and nothing is asked of the site."""

    def __init__(self, site: Application) -> None:
        self.site = site
        self.inside: list[str] = []  # what is asked, of everybody who is inside
        self.is_open = True
        self.changed = threading.Condition()

    def __call__(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterator[bytes]:
        asked = f"{environ.get('REQUEST_METHOD')} {environ.get('PATH_INFO')}"
        with self.changed:
            if let_in := self.is_open:
                self.inside.append(asked)
        if not let_in:
            start_response("503 Service Unavailable", [("Content-Type", "text/plain")])
            yield b"The test is over."
            return
        try:
            answer = self.site(environ, start_response)
            try:
                yield from answer
            finally:
                if hasattr(answer, "close"):
                    answer.close()
        finally:  # a server closes what it was given however the answer ended
            with self.changed:
                self.inside.remove(asked)
                self.changed.notify_all()

    def open(self) -> None:
        with self.changed:
            self.is_open = True

    def close(self) -> None:
        """Lets nobody in any more, and waits until all who are inside have been answered; fails when that is long."""
        with self.changed:
            self.is_open = False
            answered = self.changed.wait_for(lambda: not self.inside, LONGEST)
            assert answered, f"the live server is still answering {', '.join(self.inside)}"
