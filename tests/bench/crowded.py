"""`dev.py bench crowded`: what does an evening cost on a database that holds many others?

One event is played to its end; a second one is in play. What a hand, a match's end, the pages and the standings of the
second cost is measured; then the first is put into the database again and again, until there are so many hands, and it
is measured once more. Processor time of this process and, with --postgresql, of the server's process that answers it.
`--check` fails where something costs more than --most times as much as before. The list of the site's events has more
to show among them, up to what a page shows: it may cost four times as much.
"""

import argparse
import contextlib
import os
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

from tests.bench import events
from tests.bench.growth import asks_for
from tests.bench.multiplied import multiply
from tests.bench.races import database_beside
from tests.support import postgres

TEAMS, BEST_OF = 11, 5  # a league: 55 matches of some eighty hands
HANDS = 5  # that are measured: no game ends by so few
LIST, MOST_OF_A_LIST = "events of the site", 4.0
PAGES = {
    "event page": "/{slug}/",
    "bracket page": "/{slug}/bracket",
    "desk overview": "/desk/{slug}/",
    "the desk's events": "/desk/",
    LIST: "/",
}
Medians = dict[str, float]


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="dev.py bench crowded", description=__doc__)
    parser.add_argument("--hands", type=int, default=100_000, help="how many hands the others hold (100,000)")
    parser.add_argument("--runs", type=int, default=15, help="how often each is measured (15)")
    parser.add_argument("--postgresql", action="store_true", help="on a PostgreSQL of its own, not on a SQLite file")
    parser.add_argument("--most", type=float, default=1.5, help="how many times as much something may cost (1.5)")
    parser.add_argument("--check", action="store_true", help="fail where something costs more than that")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="thunee-crowded-") as folder, a_database(options, Path(folder)) as url:
        (Path(folder) / "static").mkdir()
        events.configure(Path(folder), url)
        times = measure(options)
        from django.db import connection

        connection.close()
    return 1 if options.check and any(times[what] > allowed(what, options) for what in times) else 0


def allowed(what: str, options: argparse.Namespace) -> float:
    """How many times as much it may cost."""
    return float(max(options.most, MOST_OF_A_LIST) if what == LIST else options.most)


@contextlib.contextmanager
def a_database(options: argparse.Namespace, folder: Path) -> Iterator[str]:
    if not options.postgresql:
        yield f"sqlite:///{folder.as_posix()}/site.sqlite3"
        return
    with postgres.server() as server, database_beside(server) as url:
        yield url


def measure(options: argparse.Namespace) -> Medians:
    """How many times as much each thing costs among the others."""
    from adjudication.models import Entry
    from thunee_tournaments import garbage
    from thunee_tournaments.brackets.models import Match
    from thunee_tournaments.tournaments.models import Tournament

    garbage.look_seldom()  # as where the site is served
    began = time.monotonic()
    over = an_evening(0)
    for _matches in over.play():
        pass
    hands = Entry.objects.count()
    print(f"one event: {over.done['matches']} matches, {hands} hands, played in {time.monotonic() - began:.0f} s")
    others = -(-options.hands // hands)
    template = over.tournament
    evening = an_evening(1)
    costs(evening, 1)  # what is made once only (templates, translations, prepared questions) is not counted
    before = costs(evening, options.runs)
    began = time.monotonic()
    multiply(template, others)
    print(
        f"{Tournament.objects.count()} events, {Match.objects.count():,} matches, {Entry.objects.count():,} hands"
        f" after {time.monotonic() - began:.0f} s\n"
    )
    if Entry.objects.count() < options.hands:
        raise RuntimeError(f"the database holds fewer than {options.hands} hands: nothing is measured among them")
    after = costs(evening, options.runs)
    times = {}
    for what, was in before.items():
        times[what] = after[what] / was
        bad = "  TOO MUCH" if times[what] > allowed(what, options) else ""
        print(f"  {what:<22}{was:>8.1f} ms alone{after[what]:>8.1f} ms among them{times[what]:>7.2f} times{bad}")
    return times


def an_evening(number: int) -> Any:
    """An event that is drawn, and who plays it."""
    from django.contrib.auth.models import User

    from thunee_tournaments.simulation import setting_up
    from thunee_tournaments.simulation.evening import Evening

    organiser, _new = User.objects.get_or_create(username="organiser", is_staff=True)
    referee, _new = User.objects.get_or_create(username="referee")
    rng = Random(f"crowded-{number}")
    plan = setting_up.plan_of("league", TEAMS)
    tournament = setting_up.entered(plan, TEAMS, rng, organiser, referee, "durban-classic", best_of=BEST_OF)
    return Evening(setting_up.draw(tournament, organiser, rng), organiser, referee, rng)


def costs(evening: Any, runs: int) -> Medians:
    """The medians, in milliseconds of processor time."""
    from thunee_tournaments.brackets.selectors import current_game
    from thunee_tournaments.services import acts
    from thunee_tournaments.standings import snapshots
    from thunee_tournaments.tables.selectors import open_seatings

    tournament, organiser = evening.tournament, evening.organiser
    tournament.refresh_from_db()
    games = [current_game(seating.match) for _, seating in sorted(open_seatings(tournament).items())]
    playing = min(games, key=lambda game: game.sheet.seq)

    def a_hand() -> None:
        playing.sheet.refresh_from_db()
        body = evening.dealt(playing.sheet.ledger["after"]["next_dealer"])
        acts.record_hand(actor=organiser, game=playing, body=body, key=evening.at(playing))
        playing.sheet.refresh_from_db()

    def an_end() -> None:
        match = next(iter(sorted(open_seatings(tournament).items(), reverse=True)))[1].match
        acts.award_walkover(actor=organiser, match=match, side="A", reason="Nobody came.")

    medians = {"a hand": median_of([a_hand] * min(runs, HANDS)), "end of a match": median_of([an_end] * 5)}
    medians["standings"] = median_of([lambda: snapshots.read(tournament)] * runs)
    for page, address in PAGES.items():
        ask = asks_for(address.format(slug=tournament.slug), organiser if "/desk/" in address else None)
        medians[page] = median_of([ask] * runs)
    return medians


def median_of(asks: list[Callable[[], Any]]) -> float:
    taken = []
    for ask in asks:
        began = spent()
        ask()
        taken.append((spent() - began) * 1000)
    return statistics.median(taken)


def spent() -> float:
    """Seconds of processor time so far, those of PostgreSQL's process for this connection among them."""
    from django.db import connection

    seconds = time.process_time()
    if connection.vendor != "postgresql":
        return seconds
    connection.ensure_connection()
    fields = Path(f"/proc/{connection.connection.info.backend_pid}/stat").read_text().rpartition(")")[2].split()
    return seconds + (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
