"""One tournament for everybody: overview, bracket, standings, teams, rules."""

from collections.abc import Callable, Sequence
from functools import wraps
from itertools import islice
from typing import Any, TypedDict

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from engine.games import traits
from engine.shapes import State
from thunee_tournaments.brackets.formats.catalogue import format_of
from thunee_tournaments.brackets.models import Match, MatchGame
from thunee_tournaments.brackets.names import round_title, title_of
from thunee_tournaments.brackets.order import current_of
from thunee_tournaments.brackets.selectors import stages_of
from thunee_tournaments.presentation import brackets, stages
from thunee_tournaments.presentation.rulings import Voices, headline
from thunee_tournaments.presentation.seats import team_voices
from thunee_tournaments.public import champions, law, ties
from thunee_tournaments.public.announced import announced_page
from thunee_tournaments.public.caching import etag, fragment, page
from thunee_tournaments.public.giving import giving
from thunee_tournaments.public.glance import called, glance, latest_first, waits
from thunee_tournaments.public.stage_views import stage_views
from thunee_tournaments.standings import metrics, prizing, snapshots
from thunee_tournaments.standings.players import own_scores
from thunee_tournaments.standings.shapes import Row, StandingsData
from thunee_tournaments.tables import timers
from thunee_tournaments.tables.no_shows import Missing, missing_at
from thunee_tournaments.tables.selectors import table_of
from thunee_tournaments.tables.timers import clocks_of
from thunee_tournaments.teams.models import Team
from thunee_tournaments.tournaments.games import profile_of, side_size
from thunee_tournaments.tournaments.models import Tournament
from thunee_tournaments.tournaments.selectors import require_reader, tournament_of

LATEST = 6
EXTRACT = 8


class Tab(TypedDict):
    """A page of a tournament among the others."""

    label: str
    href: str
    current: bool


class Frame(TypedDict):
    """What every page of a tournament has; `live`: the page keeps itself fresh."""

    tournament: Tournament
    tabs: list[Tab]
    live: bool


class MissingAt(TypedDict):
    """A team that is missing, and at which table."""

    clock: Missing
    at: str


class PlayingMatch(TypedDict):
    """A match under way. `number` of its table ("" without one); `game`: which it is in, where several decide; `after`:
    the score, `clear` whether it is won only by two; `hands`: how many are written; `last`: what the last came to."""

    match: Match
    href: str
    round: str
    table: str
    number: int | str
    game: int | None
    after: State | None
    names: Voices
    clear: bool
    hands: int
    last: str


EventView = Callable[..., HttpResponse]


def of_event(view: EventView) -> Callable[..., HttpResponse]:
    """A page of one tournament: fetched by its slug, tagged with its data version. The view gets the tournament.

    Its readers are everybody once it has been drawn, and before that whoever has a role in it.
    """
    return of_part(lambda tournament, **_part: tournament.version)(view)


def with_clocks(view: EventView) -> Callable[..., HttpResponse]:
    """The same for a page that shows clocks: it is another one, too, when one of them has run out."""
    return of_part(lambda tournament, **_part: tournament.version, clocks=True)(view)


def or_announced(view: EventView) -> Callable[..., HttpResponse]:
    """The same for the overview: before the draw everybody reads in its place what is announced, if anything is."""
    return of_part(lambda tournament, **_part: tournament.version, clocks=True, before_draw=announced_page)(view)


def of_part(
    state: Callable[..., object],
    *,
    clocks: bool = False,
    before_draw: Callable[[HttpRequest, Tournament], HttpResponse | None] | None = None,
) -> Callable[[EventView], Callable[..., HttpResponse]]:
    """The same for a page that shows a part of the tournament only: its fragment is made again when `state` (of the
    tournament, and what the view gets) is another. The page around it names the version and goes by that."""

    def decorate(view: EventView) -> Callable[..., HttpResponse]:
        @require_safe
        @wraps(view)
        def tagged(request: HttpRequest, slug: str, *args: Any, **kwargs: Any) -> HttpResponse:
            tournament = timers.with_clocks(slug) if clocks else tournament_of(slug)
            counted = [getattr(tournament, name) for name in timers.RUN_OUT] if clocks else []
            if before_draw is not None and tournament.status == Tournament.Status.DRAFT:
                announced = before_draw(request, tournament)
                if announced is not None:
                    return announced
            require_reader(request.user, tournament)
            part = "fragment" in request.GET
            seen = state(tournament, *args, **kwargs) if part else tournament.version
            give = fragment if part else page
            # Its word changes with the day alone: what is coming runs from midnight on.
            tag = etag(request, tournament.public_id, seen, tournament.state, *counted)
            return give(request, tag, lambda: view(request, tournament, *args, **kwargs))

        return tagged

    return decorate


def frame(tournament: Tournament, current: str) -> Frame:
    """What every page of a tournament has: the tournament, its tabs, whether the page keeps itself fresh."""
    pages = [
        ("tournament", _("Overview")),
        ("bracket", _("Bracket")),
        ("standings", _("Standings")),
        ("teams", _("Players") if side_size(tournament.game, tournament.players) == 1 else _("Teams")),
        ("schedule", _("Schedule")),
        ("event_rules", _("Rules")),
    ]
    tabs: list[Tab] = [
        {"label": label, "href": reverse(f"public:{page}", args=[tournament.slug]), "current": page == current}
        for page, label in pages
    ]
    live = tournament.status == Tournament.Status.RUNNING
    return {"tournament": tournament, "tabs": tabs, "live": live}


@or_announced
def overview(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """For readers of the event: what it is, who plays now, what fell last, and who leads."""
    standings = snapshots.read(tournament).data
    seen = glance(tournament, LATEST, next((row["team"] for row in standings["rows"] if row["champion"]), ""))
    matches, done = seen.matches, latest_first(seen.matches)
    context = {
        **frame(tournament, "tournament"),
        "preset": law.preset_title(tournament.preset),
        "changed": len(profile_of(tournament).changed),
        "counts": {
            "teams": len(standings["rows"]),
            "played": seen.played,
            "matches": seen.total,
        },
        "champion": champions.celebrated(standings, done, tournament.slug),
        "clocks": clocks_of(tournament),
        "missing": missing(tournament, matches),
        "prizes": prizing.list_of(tournament),
        **giving(tournament),
        "playing": now_playing(tournament, matches),
        "next": [ties.tie(match, tournament.slug) for match in islice(filter(called, matches), LATEST)],
        "waiting": [_latest(match, tournament.slug) for match in islice(filter(waits, matches), LATEST)],
        "latest": [_latest(match, tournament.slug) for match in done[:LATEST]],
        "drawn": seen.drawn,
        "table": standings_table(standings, tournament.game, EXTRACT),
        "more": len(standings["rows"]) > EXTRACT,
    }
    return render(request, "public/tournament.html", context)


def champion_of(standings: StandingsData) -> str:
    """The name of whoever has won the tournament, "" while nobody has."""
    return next((row["name"] for row in standings["rows"] if row["champion"]), "")


def missing(tournament: Tournament, matches: Sequence[Match]) -> list[MissingAt]:
    """The teams that are missing at their tables, with where that is. Matches come with their tables."""
    clocks = missing_at(tournament)
    return [
        {"clock": clock, "at": ties.table_words(table_of(match))}
        for match in matches
        for clock in clocks.get(match.pk, [])
    ]


def _latest(match: Match, slug: str) -> brackets.Match:
    return ties.tie(match, slug, label=title_of(match))


def now_playing(tournament: Tournament, matches: Sequence[Match]) -> list[PlayingMatch]:
    """The matches under way, with the score of the game each is in."""
    playing = [match for match in matches if match.state == Match.State.PLAYING]
    games: dict[int, list[MatchGame]] = {match.pk: [] for match in playing}
    for game_row in MatchGame.objects.filter(match__in=playing).select_related("sheet").order_by("number"):
        games[game_row.match_id].append(game_row)
    shown: list[PlayingMatch] = []
    for match in playing:
        game = current_of(match, games[match.pk])
        after = game.sheet.ledger["after"] if game else None
        hands = game.sheet.ledger["hands"] if game else []
        names = team_voices(match)
        shown.append(
            {
                "match": match,
                "href": reverse("public:match", args=[tournament.slug, match.public_id]),
                "round": title_of(match),
                "table": ties.table_words(table_of(match)),
                "number": getattr(table_of(match), "number", ""),
                "game": game.number if game and match.best_of > 1 else None,
                "after": after,
                "names": names,
                "clear": after is not None and game is not None and ties.two_clear(game.sheet, after),
                "hands": len(hands),
                "last": headline(hands[-1], names) if hands else "",
            }
        )
    return shown


@of_event
def standings(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """For readers of the event: every team with what it has done."""
    data = snapshots.read(tournament).data
    several = stages_of(tournament) if data.get("stages") else []
    tables = [stage for stage in several if not format_of(stage).bracket]
    context = {
        **frame(tournament, "standings"),
        "table": standings_table(data, tournament.game),
        "scored": traits(tournament.game),
        "players": own_scores(tournament),
        "stages": stage_views(tournament, tables, []),
        "double": _is_double(tournament, data["rounds"]),
        "plays_out": any((row["values"].get("beside") or 0) < 0 for row in data["rows"]),  # for the places below
    }
    return render(request, "public/standings.html", context)


def _is_double(tournament: Tournament, rounds: Sequence[str]) -> bool:
    """Whether the title is played for in a double elimination: by the keys of its rounds, or by the plan before it is
    drawn."""
    if rounds:
        return "winners-final" in rounds
    planned = stages_of(tournament)
    return bool(planned) and all(format_of(stage).losses == 2 for stage in planned)


# What the table of standings shows: a column of games and one of balls join what was won and what was given away.
COLUMNS = ("matches_played", "matches_won", "games", "balls", "ball_difference")


ALONE = ("matches_played", "matches_won", "points")


class ShownRow(Row):
    """A team with its figures as they are written; `reached`: how far it has come, in words."""

    cells: list[stages.Cell]
    reached: str


class ShownStandings(TypedDict):
    """The standings for a template; `reached`: whether any row says how far its team has come."""

    heads: list[stages.Head]
    rows: list[ShownRow]
    reached: bool


def standings_table(data: StandingsData, game: str, most: int | None = None) -> ShownStandings:
    """The standings for a template: heads with their meaning, rows with their cells. In points where the game has no
    balls; the points alone where each plays alone."""
    scored = traits(game)
    columns = COLUMNS if scored.sides else ALONE
    named = {key: metrics.words(key, scored.balls)[::-1] for key in metrics.BY_KEY}
    named["games"] = (_("Games"), _("Games won and lost"))
    named["balls"] = stages.score_head(scored.balls)
    rows: list[ShownRow] = [
        {
            **row,
            "cells": [{"key": key, "text": stages.cell(row["values"], key), "name": named[key][1]} for key in columns],
            "reached": _reached(row),
        }
        for row in data["rows"][:most]
    ]
    heads: list[stages.Head] = [{"key": key, "short": named[key][0], "name": named[key][1]} for key in columns]
    return {"heads": heads, "rows": rows, "reached": any(row["reached"] for row in rows)}


LAST = ("final", "grand-final", "grand-final-again")


def _reached(row: Row) -> str:
    """Where a team stands in a knock-out or a qualifier, in words, or that it has won a plate or a B final."""
    if row["champion"]:
        return _("Champion")
    if letter := row.get("won_final", ""):
        return _("Won the %(letter)s final") % {"letter": letter}
    if row["won_plate"]:
        return _("Won the plate")
    if not row["round"]:
        return ""
    if row["out"] and row["round"] in LAST:
        return _("Runner-up")
    title = round_title(row["round"])
    return _("Out: %(round)s") % {"round": title} if row["out"] else title


@of_event
def teams(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """For readers of the event: every team with its players; `?q=` finds those in whose names, or whose
    players' names, it stands."""
    entered = list(tournament.teams.prefetch_related("players").order_by("name_key"))
    wanted = request.GET.get("q", "").strip()[:60]
    listed = [team for team in entered if _matches(team, wanted)] if wanted else entered
    drawn = tournament.status == Tournament.Status.RUNNING
    context = {**frame(tournament, "teams"), "teams": listed, "all": len(entered), "wanted": wanted, "drawn": drawn}
    return render(request, "public/teams.html", context)


def _matches(team: Team, wanted: str) -> bool:
    names = [team.name, team.club, *(player.name for player in team.roster)]
    return all(any(word in name.casefold() for name in names) for word in wanted.casefold().split())
