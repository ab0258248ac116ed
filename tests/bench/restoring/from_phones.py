"""What the phones at the tables keep of their event, and how an empty site begins again from it."""

import threading
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from tests.bench.restoring.laptops import manage
from tests.support import fresh

ORGANISER = "organiser-of-the-bench"
Place = tuple[str, int]  # an event, and the number of a table


@dataclass(frozen=True)
class KeptEvent:
    """A bundle that a phone has, with the code of the site that made it, and up to when it has everything."""

    code: str
    until: str
    content: bytes


@dataclass
class Keeping:
    """The newest bundle of each event that any phone has; which table each link's token is for, and the PIN that the
    desk reads out to a phone which comes to it as a further one."""

    lock: threading.Lock = field(default_factory=threading.Lock)
    events: dict[str, KeptEvent] = field(default_factory=dict)
    places: dict[str, Place] = field(default_factory=dict)
    pins: dict[str, str] = field(default_factory=dict)

    def keep(self, token: str, kept: KeptEvent) -> None:
        with self.lock:
            event = self.places[token][0]
            before = self.events.get(event)
            if before is None or before.until < kept.until:
                self.events[event] = kept

    def note(self, tokens: Iterable[str]) -> None:
        """Which tables these links lead to; asks the database."""
        from thunee_tournaments.tables.admitting import pin_of
        from thunee_tournaments.tables.links import find

        for link, token in ((find(token), token) for token in list(tokens)):
            if link is not None:
                self.places[token] = (link.tournament.public_id, link.table.number)
                self.pins[token] = pin_of(link)


def begin_again(keeping: Keeping, folder: Path, port: int, books: Iterable[str]) -> dict[str, str]:
    """Bring every event in at an empty site in `folder`, by the commands that people give, keep it there and make new
    links for its tables; which new token stands for each old one. Raises DidNotStart where a command fails."""
    fresh.database(folder / "site.sqlite3")
    manage(folder, port, "bundle", "key")  # the keys of this site are its own
    from django.conf import settings
    from django.contrib.auth.models import User

    settings.SECRET_KEY = (folder / "secret.key").read_text().strip()
    User.objects.create_user(ORGANISER)
    for book in books:
        kept = keeping.events[book]
        file = folder / f"{book}.zip"
        file.write_bytes(kept.content)
        manage(folder, port, "bundle", "import", str(file), "--code", kept.code, "--organiser", ORGANISER)
        manage(folder, port, "bundle", "take-over", slug_of(book), "--reason", "The laptop is lost.")
    return new_links(keeping)


def slug_of(book: str) -> str:
    from thunee_tournaments.tournaments.models import Tournament

    return str(Tournament.objects.values_list("slug", flat=True).get(public_id=book))


def new_links(keeping: Keeping) -> dict[str, str]:
    """A new link for each table that old ones led to; a table that was opened after the bundle was made has none."""
    from django.contrib.auth.models import User

    from thunee_tournaments.services import acts
    from thunee_tournaments.tables.models import Table

    organiser, made, found = User.objects.get(username=ORGANISER), dict[Place, str](), dict[str, str]()
    for old, place in keeping.places.items():
        if place not in made:
            table = Table.objects.filter(tournament__public_id=place[0], number=place[1]).first()
            if table is None:
                continue
            made[place] = acts.issue_table_link(actor=organiser, table=table).token
        found[old] = made[place]
    keeping.places = {token: place for place, token in made.items()}
    return found
