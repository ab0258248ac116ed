"""The hall screen: for a projector, legible from ten metres, and nobody has to touch it.

Scenes take turns: the tables, who waits for one, the latest results, the bracket from the round that is played, the
best of the standings, what was raised so far if that is public, what was pledged, what has gone in the auction, the
sponsors; the last match, the champion, a number that has won in the raffle and what is being bid for come back after
every other. What everybody waits for, who is called to
which table, stands at the side while somebody is called, in turns where it is more than fits, and fills the screen when
it is new (js/hall.js). Each scene holds no more than fits a screen, and its rows grow to fill it. `?theme=dark` and
`?theme=light` suit a projector whatever its laptop prefers.
"""

from collections.abc import Iterator, Sequence
from typing import Any, NotRequired, TypedDict

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from engine.games import traits
from thunee_tournaments.brackets.formats.catalogue import format_of
from thunee_tournaments.brackets.models import Match
from thunee_tournaments.brackets.names import title_of
from thunee_tournaments.build import build
from thunee_tournaments.fundraising.amounts import shown
from thunee_tournaments.fundraising.models import Raffle
from thunee_tournaments.fundraising.pledges import pledged
from thunee_tournaments.fundraising.raffle import known, record_of
from thunee_tournaments.fundraising.raised import fund_of, raised_in_public
from thunee_tournaments.fundraising.sponsors import sponsors_of
from thunee_tournaments.presentation import brackets, qr
from thunee_tournaments.presentation.auction import item_rows
from thunee_tournaments.presentation.pledges import part_rows
from thunee_tournaments.public import ties
from thunee_tournaments.public.events import (
    frame,
    missing,
    now_playing,
    standings_table,
    with_clocks,
)
from thunee_tournaments.public.glance import called, latest_first, waits
from thunee_tournaments.standings import snapshots
from thunee_tournaments.standings.shapes import StandingsData
from thunee_tournaments.tables.selectors import all_with_tables, table_of
from thunee_tournaments.tables.timers import clocks_of
from thunee_tournaments.tournaments.models import Tournament

TABLES, TIES, TREE, BEST = 5, 6, 4, 8
CALLED, MISSING, PLEDGED, SPONSORS, GONE = 5, 2, 3, 6, 6


class Call(TypedDict):
    """Who is called to which table; `spoken`: the table, for those who listen; `key`: another one is a new call."""

    table: int | str
    place: str
    spoken: str
    names: list[str]
    key: str


class Scene(TypedDict):
    """What fills the screen for a while. `kind` says how it is drawn and what its items are, `id` stays the same from
    one version to the next, `page`: "2 / 3" of several; `often`: it comes back after each other one."""

    kind: str
    id: str
    title: str
    page: str
    items: Any
    often: NotRequired[bool]


class Champion(TypedDict):
    """Whoever has won, with the players where it is several."""

    name: str
    players: list[str]


@with_clocks
def hall(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """For readers of the event: the screen of the hall: who is called, who is missing, what is played
    and how it stands."""
    matches = all_with_tables(tournament)
    data = snapshots.read(tournament, matches).data
    champion = _champion(tournament, data)
    wanted = request.GET.get("theme")
    clocks, gone = clocks_of(tournament), missing(tournament, matches)[:MISSING]
    beside = max(2, CALLED - len(clocks) - 2 * len(gone))  # clocks take the room of calls, which then take more turns
    calls = [_call(match) for match in matches if called(match) and not champion]
    context = {
        **frame(tournament, ""),
        **({"theme": wanted} if wanted in ("light", "dark") else {}),
        "build": build(),
        "scored": traits(tournament.game),
        "zone": settings.TIME_ZONE,
        "code": qr.picture(request.build_absolute_uri(reverse("public:tournament", args=[tournament.slug]))),
        "champion": champion,
        "clocks": clocks,
        "missing": gone,
        "called": _in_turn(calls, beside),
        "scenes": list(_scenes(tournament, matches, data, champion)),
    }
    return render(request, "public/hall.html", context)


def _call(match: Match) -> Call:
    table = table_of(match)
    return {
        "key": f"{match.public_id} {table.number if table else ''}",
        "table": table.number if table else "",
        "place": table.place if table else "",
        "spoken": ties.table_words(table),
        "names": [str(team) for team in match.teams if team is not None],
    }


def _in_turn(calls: list[Call], most: int) -> list[list[Call]]:
    """The calls in as many lists as it takes, so that nobody who is called is left out; they take turns."""
    return [calls[at : at + most] for at in range(0, len(calls), most)]


def _champion(tournament: Tournament, data: StandingsData) -> Champion | None:
    """Whoever has won the tournament, None while nobody has."""
    won = next((row for row in data["rows"] if row["champion"]), None)
    team = tournament.teams.prefetch_related("players").filter(public_id=won["team"]).first() if won else None
    if team is None:
        return None
    players = [player.name for player in team.roster]
    return {"name": team.name, "players": players if len(players) > 1 else []}


def _scenes(
    tournament: Tournament, matches: Sequence[Match], data: StandingsData, champion: Champion | None
) -> Iterator[Scene]:
    """What takes turns, in order."""
    for scene in _pages("champion", _("Champion"), [champion] if champion else [], 1):
        yield {**scene, "often": True}
    yield from _playing(tournament, matches)
    waiting = [match for match in matches if waits(match) and all(match.teams)][:TIES]
    upcoming = [ties.tie(match, tournament.slug, label=title_of(match)) for match in waiting]
    yield from _pages("ties", _("Next up"), upcoming, TIES, name="next")
    done = [ties.tie(match, tournament.slug, label=title_of(match)) for match in latest_first(matches)[:TIES]]
    yield from _pages("results", _("Latest results"), done, TIES)
    yield from _bracket(tournament, matches)
    if matches:
        table = standings_table(data, tournament.game, BEST)["rows"]
        best = _("Top %(number)s") % {"number": BEST} if len(data["rows"]) > BEST else ""
        for scene in _pages("standings", _("Standings"), table, BEST):
            yield {**scene, "page": best}
    yield from _money(tournament)


def _money(tournament: Tournament) -> Iterator[Scene]:
    """What was raised so far and pledged, the raffle, and who supports the event."""
    fund = fund_of(tournament)
    if raised := raised_in_public(fund):
        yield {"kind": "raised", "id": "raised", "title": raised.title, "page": "", "items": raised}
    if (together := pledged(fund, most=PLEDGED)) and together.pledges:
        parts = part_rows(tournament, [part for _standing, part in together.latest], together.currency)
        items: Any = {"together": together, "parts": parts}
        yield {"kind": "pledged", "id": "pledged", "title": _("Pledged so far"), "page": "", "items": items}
    yield from _raffle(tournament)
    yield from _auction(tournament, fund.currency)
    yield from _pages("sponsors", _("Our sponsors"), list(sponsors_of(tournament)), SPONSORS)


def _raffle(tournament: Tournament) -> Iterator[Scene]:
    """The winning number that was shown last, which comes back after every other scene until the next is."""
    kept = Raffle.objects.filter(tournament=tournament).exclude(revealed=0).first()
    if kept is not None and (drawn := known(kept, record_of(tournament))):
        title = _("Raffle: prize %(place)s") % {"place": drawn[0].place}
        yield {
            "kind": "raffle", "id": f"raffle-{drawn[0].place}", "title": title, "page": "", "items": drawn[0],
            "often": True,
        }  # fmt: skip


def _auction(tournament: Tournament, currency: str) -> Iterator[Scene]:
    """What is being bid for, which comes back after every other scene until the hammer falls; and what has gone."""
    if not tournament.auction_items.exists():
        return
    rows = item_rows(tournament)
    under_bids = [row for row in rows if row.bids and not row.fallen]
    if under_bids:
        row = max(under_bids, key=lambda row: row.bids[0].pk)  # the latest bid
        items: Any = {"row": row, "shown": shown(row.stands_at, currency)}
        title = _("Paddle raise") if row.is_raise else _("Auction")
        yield {
            "kind": "bids",
            "id": f"bids-{row.item.number}",
            "title": title,
            "page": "",
            "items": items,
            "often": True,
        }
    gone: Any = [{"row": row, "shown": shown(row.stands_at, currency)} for row in rows if row.fallen]
    yield from _pages("gone", _("Auction"), gone, GONE)


def _playing(tournament: Tournament, matches: Sequence[Match]) -> Iterator[Scene]:
    """The tables; one that plays alone by the name of its round, and the last match of the event ever again."""
    playing = sorted(now_playing(tournament, matches), key=lambda sitting: sitting["number"] or 0)
    last = sum(match.state not in (Match.State.DONE, Match.State.BYE) for match in matches) == 1
    for scene in _pages("tables", _("Now playing"), playing, TABLES):
        alone: Any = {"title": playing[0]["round"], "page": playing[0]["table"], "often": last}
        yield {**scene, **alone} if len(playing) == 1 else scene


def _pages(kind: str, title: str, items: Sequence[Any], most: int, *, name: str = "") -> Iterator[Scene]:
    """The items in as many scenes as it takes."""
    count = -(-len(items) // most)
    for page in range(count):
        numbered = f"{page + 1} / {count}" if count > 1 else ""
        yield {
            "kind": kind,
            "id": f"{name or kind}-{page + 1}",
            "title": title,
            "page": numbered,
            "items": items[page * most : (page + 1) * most],
        }


def _bracket(tournament: Tournament, matches: Sequence[Match]) -> Iterator[Scene]:
    """The round that is played and those after it as a tree; while it has too many matches for one, as a list.

    Only of a knock-out, and of the last where there are several stages: groups have their tables.
    """
    last = [match for match in matches if match.stage_id == matches[-1].stage_id]
    knockout = bool(last) and format_of(last[0].stage).losses == 1
    drawing = ties.bracket(tournament, last) if knockout else None
    current = brackets.current_round(drawing) if drawing else 0
    if not drawing or not current:
        return
    rounds = drawing.rounds[current - 1 :]
    if len(rounds) == 1 and {match.state for match in rounds[0].matches} <= {Match.State.PLAYING, Match.State.DONE}:
        return  # it stands among the tables, then among the results
    if len(rounds[0].matches) > TREE:
        playable = [match for match in rounds[0].matches if match.state != brackets.BYE]
        yield from _pages("ties", rounds[0].title, playable, TIES)
    else:
        yield {"kind": "tree", "id": "tree", "title": _("Bracket"), "page": "", "items": rounds}
