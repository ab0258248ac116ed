"""What the desk reads: where a tournament stands, what happens at which table, where tables and rules disagree."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from typing import TypedDict

from django.db.models import Count, Prefetch, Q, QuerySet, prefetch_related_objects
from django.http import Http404

from adjudication.hands import Hand, all_hands
from adjudication.models import Entry, Scoresheet
from engine.shapes import Claimed
from thunee_tournaments.brackets.formats.catalogue import keys_of
from thunee_tournaments.brackets.models import Match, MatchGame, MatchSide, sides_of
from thunee_tournaments.brackets.order import current_of
from thunee_tournaments.brackets.selectors import match_for, matches_of, with_teams
from thunee_tournaments.services.queries import outlook
from thunee_tournaments.tables.assigning import teams_in
from thunee_tournaments.tables.models import Table, TableLink
from thunee_tournaments.tables.selectors import live_links, tables_of, with_tables
from thunee_tournaments.teams.models import Team
from thunee_tournaments.tournaments.games import side_size
from thunee_tournaments.tournaments.models import Tournament

State = Match.State
PAIR = 2  # players at least, for a team to take its seats by name


def to_be_named(tournament: Tournament) -> int:
    """How many players of a team are to be named at least; none where it is one player, whose seat bears its name."""
    return 0 if side_size(tournament.game, tournament.players) == 1 else PAIR


@dataclass(frozen=True)
class Facts:
    """Where a tournament stands, in numbers. `states`: matches by state; `links`: tables with a link that works;
    `seeded`: teams that had a seed before the lot of the draw."""

    teams: int
    short: int  # teams with fewer players named than have to be
    seeded: int
    tables: int
    links: int
    states: Counter[str]
    more_to_come: bool = False  # rounds or stages that are not drawn yet

    @property
    def to_play(self) -> int:
        """Matches somebody has to play: byes are none."""
        return sum(self.states.values()) - self.states[State.BYE]

    @property
    def over(self) -> int:
        return self.states[State.DONE]

    @property
    def finished(self) -> bool:
        """Whether the last match is decided."""
        return self.to_play > 0 and self.over == self.to_play and not self.more_to_come


def facts_of(tournament: Tournament) -> Facts:
    """In four queries, one more where nobody was seeded before the draw."""
    named = Count("players", filter=Q(players__left_at=None))
    teams = list(tournament.teams.annotate(named=named).values_list("seed", "named"))
    states = Match.objects.filter(stage__tournament=tournament).order_by().values_list("state").annotate(Count("pk"))
    counted = Counter(dict(states))
    all_over = counted.total() > 0 and counted.total() == counted[State.DONE] + counted[State.BYE]
    return Facts(
        teams=len(teams),
        short=sum(named < to_be_named(tournament) for _seed, named in teams),
        seeded=_seeded(tournament, [seed for seed, _named in teams]),
        tables=tables_of(tournament).count(),
        links=live_links(tournament)
        .filter(table__in=tables_of(tournament))
        .order_by()
        .values("table")
        .distinct()
        .count(),
        states=counted,
        more_to_come=all_over and not outlook(tournament).decided,
    )


def _seeded(tournament: Tournament, seeds: list[int | None]) -> int:
    """How many teams were seeded; after the draw those that its lot has placed have a seed too."""
    drawn = tournament.status != Tournament.Status.DRAFT
    first = tournament.stages.filter(order=1).first() if drawn and not tournament.seeding else None
    return len(seeds) - seeds.count(None) if first is None else len(first.inputs.get("seeded", []))


@dataclass(frozen=True)
class Place:
    """A table: what is played there since it was called, and the links its phones came by (two, where each side has
    one). `put_away`: nothing more is called there."""

    table: Table
    match: Match | None = None
    links: list[TableLink] = field(default_factory=list)
    called_at: datetime | None = None
    put_away: bool = False

    @property
    def link(self) -> TableLink | None:
        return self.links[0] if self.links else None

    @property
    def game(self) -> MatchGame | None:
        return game_of(self.match)


def game_of(match: Match | None) -> MatchGame | None:
    """The game a match is in, or was decided by. Its games must be at hand."""
    games = sorted(match.games.all(), key=lambda game: game.number) if match else []
    return current_of(match, games) if match else None


def in_play(tournament: Tournament) -> list[Match]:
    """The matches that are at a table, are played, or wait for one, in order; with their games those at a table. Of
    those that wait, hundreds where there are many more matches than tables, no more than who meets (`in_full`)."""
    at_a_table = Q(seating__isnull=False, seating__ended_at=None)
    live = matches_of(tournament).filter(at_a_table | Q(state=State.PLAYING))
    matches = list(live.select_related("seating"))
    games = Prefetch("games", queryset=MatchGame.objects.select_related("sheet"))
    prefetch_related_objects([match for match in matches if _sits(match)], games)
    matches += _waiting(tournament, matches)
    return sorted(matches, key=lambda match: (match.stage.order, match.number))


def _waiting(tournament: Tournament, others: Iterable[Match]) -> list[Match]:
    """The matches that are ready besides these others, each with the keys of its teams."""
    stages = {match.stage_id: match.stage for match in others}
    left_out = {match.pk for match in others}
    ready = Match.objects.prefetch_related(None).filter(stage__tournament=tournament, state=State.READY)
    ready = ready.only("number", "state", "conflict", "postponed_to", "stage").order_by()
    waiting = {match.pk: match for match in ready if match.pk not in left_out}
    if not waiting:
        return []
    if any(match.stage_id not in stages for match in waiting.values()):
        stages |= {stage.pk: stage for stage in tournament.stages.defer("inputs")}
    for match in waiting.values():
        match.stage, match.sides = stages[match.stage_id], []
        Match.seating.related.set_cached_value(match, None)
    sides = MatchSide.objects.filter(match__in=ready.values("pk")).order_by("side")
    for match_id, side, team_id in sides.values_list("match_id", "side", "team_id"):
        if match_id in waiting:
            waiting[match_id].sides.append(MatchSide(match=waiting[match_id], side=side, team_id=team_id))
    return list(waiting.values())


def in_full(matches: Iterable[Match]) -> list[Match]:
    """Some of these matches with all that is shown of them, in their order."""
    keys = [match.pk for match in matches]
    named = {match.pk: match for match in with_teams(Match.objects.filter(pk__in=keys))} if keys else {}
    return [named[key] for key in keys if key in named]


def put_off(tournament: Tournament) -> list[Match]:
    """The matches that wait until they are let be played, in order."""
    waiting = matches_of(tournament).filter(state__in=[State.READY, State.WAITING])
    return list(waiting.filter(postponed_to__isnull=False))


def hall(tournament: Tournament, playing: Iterable[Match]) -> list[Place]:
    """Every table in order, with what of the matches in play is there, in two queries whatever their number; last those
    put away that still have a match or a link."""
    links: dict[int, list[TableLink]] = {}
    for link in live_links(tournament).select_related("match", "round").annotate(phone_count=Count("phones")):
        links.setdefault(link.table_id, []).append(link)
    at = {match.seating.table_id: match for match in playing if _sits(match)}
    places = [
        Place(
            table,
            at.get(table.pk),
            links.get(table.pk, []),
            at[table.pk].seating.created_at if table.pk in at else None,
            put_away=tournament.table_count is not None and table.number > tournament.table_count,
        )
        for table in tournament.tables.order_by("number")
    ]
    return [place for place in places if not place.put_away or place.match is not None or place.links]


def without_table(playing: Iterable[Match]) -> list[Match]:
    """Of the matches in play those that could be played if there were a table for them: no team of theirs plays another
    match, or waits for a referee in one."""
    return [match for match, other in unseated(playing) if other is None]


def unseated(playing: Iterable[Match]) -> list[tuple[Match, Match | None]]:
    """Of the matches in play those that have their teams and no table, each with another one that keeps a team of
    theirs, if any: it is being played, or is under review. Those under review themselves, and those put off, wait for
    no table."""
    open_ = [(match, _sits(match)) for match in playing if match.state in (State.READY, State.PLAYING)]
    kept = {team: match for match, sits in open_ if sits or match.conflict for team in teams_in(match)}
    waiting = []
    for match, sits in open_:
        if not sits and not match.conflict and match.postponed_to is None:
            others = [kept[team] for team in teams_in(match) if team in kept and kept[team].pk != match.pk]
            waiting.append((match, others[0] if others else None))
    return waiting


def _sits(match: Match) -> bool:
    seating = getattr(match, "seating", None)
    return seating is not None and seating.ended_at is None


def bracket_matches(tournament: Tournament) -> QuerySet[Match]:
    """Every match with its table, for the bracket."""
    return with_tables(matches_of(tournament))


class HowFar(TypedDict):
    """Whether a match has begun, and whether some that wait for it still hold teams by their seed, who may change
    places (not in a qualifier: nobody has one there; nor in a Swiss or at tables behind another stage)."""

    begun: bool
    can_swap: bool


def how_far(tournament: Tournament) -> HowFar:
    """How far the play of a draw has come."""
    waits = Q(state__in=(Match.State.READY, Match.State.WAITING), side__source__0="seed")
    waits &= Q(stage__format__in=keys_of("seated"))
    waits &= Q(stage__order=1) | ~Q(stage__format__in=[*keys_of("round_by_round"), *keys_of("alone")])
    counts = Match.objects.filter(stage__tournament=tournament).aggregate(
        begun=Count("pk", filter=Q(state__in=(Match.State.PLAYING, Match.State.DONE))),
        waiting=Count("pk", filter=waits),
    )
    running = tournament.status == Tournament.Status.RUNNING
    return {"begun": counts["begun"] > 0, "can_swap": running and counts["waiting"] > 0}


def teams_with_players(tournament: Tournament) -> list[Team]:
    """The teams in the order they were entered, with their players at hand."""
    return list(tournament.teams.order_by("pk").prefetch_related("players"))


def team_for(tournament: Tournament, public_id: str) -> Team:
    """A team of this tournament. Raises Http404."""
    team = tournament.teams.select_related("tournament").filter(public_id=public_id).first()
    if team is None:
        raise Http404("no such team")
    return team


def game_for(tournament: Tournament, match_id: str, number: int) -> tuple[Match, MatchGame]:
    """A match and its game of this number. Raises Http404."""
    match = match_for(tournament, match_id)
    game = next((game for game in match.games.all() if game.number == number), None)
    if game is None:
        raise Http404("no such game")
    return match, game


@dataclass(frozen=True)
class GameSheet:
    """A game of a match, its scoresheet, and every hand written on it, the struck out ones too."""

    game: MatchGame
    hands: list[Hand] = field(default_factory=list)

    @property
    def sheet(self) -> Scoresheet:
        return self.game.sheet


def match_with_sheets(tournament: Tournament, public_id: str) -> tuple[Match, list[GameSheet]]:
    """A match and its games with their hands. Raises Http404."""
    match = match_for(tournament, public_id)
    games = list(match.games.all())
    entries = entries_by_sheet([game.sheet_id for game in games])
    return match, [GameSheet(game, all_hands(game.sheet, entries.get(game.sheet_id, []))) for game in games]


def entries_by_sheet(sheets: list[int] | QuerySet[Entry, int]) -> dict[int, list[Entry]]:
    """The entries of several sheets (their keys, or a query for them), each list in order: one query."""
    entries: dict[int, list[Entry]] = {}
    for entry in Entry.objects.filter(sheet__in=sheets).order_by("sheet_id", "seq"):
        entries.setdefault(entry.sheet_id, []).append(entry)
    return entries


@dataclass(frozen=True)
class Difference:
    """A hand of which the table says one thing and the rules another."""

    match: Match
    game: MatchGame
    hand: Hand

    @property
    def claimed(self) -> Claimed:
        return self.hand.claimed or {}


def differences(tournament: Tournament) -> list[Difference]:
    """The hands, as they count now, whose table wrote another result than the rules give. Three queries at most."""
    claims = Entry.objects.filter(sheet__book=tournament.public_id, body__has_key="claimed")
    entries = entries_by_sheet(claims.values_list("sheet", flat=True))
    if not entries:
        return []
    games = MatchGame.objects.filter(sheet__in=entries).select_related("sheet", "match__round")
    games = games.prefetch_related(sides_of("match__"))
    return [
        Difference(game.match, game, hand)
        for game in games.order_by("match__number", "number")
        for hand in all_hands(game.sheet, entries.get(game.sheet_id, []))
        if not hand.voided and hand.ruling.get("discrepancies")
    ]
