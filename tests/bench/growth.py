"""`dev.py bench growth`: what does a larger field cost: the draw, the pages everybody asks for, the end of a match?

Events of each size are drawn inside this process, on a SQLite file. Of each act and page the processor time is told: of
the draw once, of the others the median of several runs and the least and the most, and how many queries one asks.
Pages are made anew each time, as after a hand; a reader mostly gets a kept one. At the end stands how many times as
much the largest event costs as the smallest, in this very run; `--check` fails where that is more than it may be.
With `--played 0.5` half of the matches of a league, a Swiss or a qualifier are over before it is measured.
"""

import argparse
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from tests.bench import events
from tests.bench.half_played import play_on

FORMATS = ("knockout", "swiss", "streak", "league")
MOST_IN_A_LEAGUE = 142  # each meets each: 10,011 matches
# How many times as much as with 64 teams something may cost with 1,024, sixteen times as many.
MAY_GROW = {
    "event page": 3.0,
    "bracket page": 4.0,
    "desk overview": 6.0,
    "end of a match": 3.0,
    "what it would undo": 9.0,
}
Medians = dict[str, float]
PAGES = {"event page": "/{slug}/", "bracket page": "/{slug}/bracket", "desk overview": "/desk/{slug}/"}


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="dev.py bench growth", description=__doc__)
    parser.add_argument("--sizes", type=int, nargs="+", default=[16, 64, 256], help="teams (16 64 256)")
    parser.add_argument("--formats", nargs="+", choices=FORMATS, default=FORMATS, help="which formats (all of them)")
    parser.add_argument("--played", type=float, default=0.0, help="share of the matches that are over (0)")
    parser.add_argument("--runs", type=int, default=5, help="how often each page and match end is measured (5)")
    parser.add_argument("--check", action="store_true", help="fail where the largest costs too much more")
    options = parser.parse_args(arguments)
    grown: dict[str, dict[int, Medians]] = {}
    with tempfile.TemporaryDirectory(prefix="thunee-growth-") as folder:
        (Path(folder) / "static").mkdir()
        events.configure(Path(folder), f"sqlite:///{Path(folder).as_posix()}/site.sqlite3")
        for name in options.formats:
            for teams in options.sizes:
                if name != "league" or teams <= MOST_IN_A_LEAGUE:
                    grown.setdefault(name, {})[teams] = measure(name, teams, options.runs, options.played)
        from django.db import connection

        connection.close()
    too_much = compare(grown)
    return 1 if options.check and too_much else 0


def compare(grown: dict[str, dict[int, Medians]]) -> list[str]:
    """How much more the largest event of each format costs than the smallest; what costs too much more."""
    too_much = []
    for name, by_size in grown.items():
        least, most = min(by_size), max(by_size)
        if least == most:
            continue
        print(f"\n{name}: {most} teams cost so many times as much as {least}")
        for what, limit in MAY_GROW.items():
            times = by_size[most][what] / by_size[least][what]
            bad = times > limit
            print(f"  {what:<20}{times:>7.2f}  (at most {limit:g}){'  TOO MUCH' if bad else ''}")
            too_much += [f"{name}: {what}"] if bad else []
    return too_much


def measure(name: str, teams: int, runs: int, played: float) -> Medians:
    """One event: drawn, looked at, and some of its matches ended."""
    from django.contrib.auth.models import User

    from thunee_tournaments import garbage
    from thunee_tournaments.services import acts
    from thunee_tournaments.simulation import setting_up
    from thunee_tournaments.standings import snapshots
    from thunee_tournaments.tables.selectors import open_seatings

    garbage.look_seldom()  # as where the site is served
    organiser, _new = User.objects.get_or_create(username="organiser", is_staff=True)
    referee, _new = User.objects.get_or_create(username="referee")
    plan = setting_up.plan_of(name, teams)
    tournament = setting_up.entered(plan, teams, Random(name), organiser, referee, "durban-classic")
    began = time.process_time()
    acts.draw_event(actor=organiser, tournament=tournament)
    seconds = time.process_time() - began
    over = play_on(tournament, played, organiser) if name != "knockout" else 0
    tournament.refresh_from_db()
    snapshots.build(tournament)
    medians = {}
    print(f"\n{name}, {teams} teams, {over} matches over")
    print(f"  {'draw':<20}{seconds * 1000:>9,.0f} ms  ({seconds * 1000 / teams:.1f} a team)")
    for page, address in PAGES.items():
        ask = asks_for(address.format(slug=tournament.slug), organiser if "desk" in page else None)
        ask()  # what is made once only (templates, translations) is not counted
        medians[page] = tell(page, [ask] * runs)
    ready = [seating.match for _, seating in sorted(open_seatings(tournament).items())]

    def end(match: Any) -> Callable[[], Any]:
        return lambda: acts.award_walkover(actor=organiser, match=match, side="A", reason="Nobody came.")

    def foresee(match: Any) -> Callable[[], Any]:
        return lambda: acts.preview_without_walkover(actor=organiser, match=match)

    medians["end of a match"] = tell("end of a match", [end(match) for match in ready[:runs]])
    snapshots.build(tournament)  # as the worker does after each change
    medians["what it would undo"] = tell("what it would undo", [foresee(match) for match in ready[:runs]])
    return medians


def asks_for(url: str, user: Any) -> Callable[[], None]:
    """What asks for a page that nobody has asked for yet; whoever has a cookie is given none that is kept."""
    from django.core.cache import cache
    from django.test import Client

    client = Client(headers={"host": "localhost"})
    client.cookies["measured"] = "anew"
    if user is not None:
        client.force_login(user)

    def ask() -> None:
        cache.clear()
        answer = client.get(url)
        assert answer.status_code == 200, f"{url}: {answer.status_code}"
        answer.getvalue()

    return ask


def tell(what: str, asks: list[Callable[[], Any]]) -> float:
    """A line: the median (given back, in ms), the least and the most processor time, and the queries of the last."""
    from django.db import connection

    taken, asked = [], 0

    def count(execute: Any, *args: Any) -> Any:
        nonlocal asked
        asked += 1
        return execute(*args)

    for ask in asks:
        asked = 0
        with connection.execute_wrapper(count):
            began = time.process_time()
            ask()
            taken.append((time.process_time() - began) * 1000)
    print(
        f"  {what:<20}{statistics.median(taken):>9,.0f} ms  ({min(taken):,.0f} to {max(taken):,.0f}), {asked} queries"
    )
    return statistics.median(taken)
