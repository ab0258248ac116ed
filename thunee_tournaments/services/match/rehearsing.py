"""An event as it is rehearsed: its stages as they are planned, and those that are drawn as far as they have been
played. Reads only: what is rehearsed is never written anywhere."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from random import Random

from django.db.models import Q
from django.utils import timezone

from engine.games import traits
from thunee_tournaments.brackets import ready_plans
from thunee_tournaments.brackets.building import fixtures_of
from thunee_tournaments.brackets.formats import streak
from thunee_tournaments.brackets.formats.catalogue import format_of
from thunee_tournaments.brackets.formats.fixtures import FROM_FIXTURES, PLAY_OFF, Side
from thunee_tournaments.brackets.models import Match
from thunee_tournaments.brackets.rehearsing.from_match_to_match import FromMatchToMatch
from thunee_tournaments.brackets.rehearsing.in_turn import InTurn
from thunee_tournaments.brackets.rehearsing.plays import Chance, Play
from thunee_tournaments.brackets.rehearsing.programme import Begun, Part, Resume
from thunee_tournaments.brackets.rehearsing.swiss_rounds import SwissRounds
from thunee_tournaments.brackets.rehearsing.waiting_lines import Queue, WaitingLines, terms_of
from thunee_tournaments.brackets.selectors import rounds_paired, stages_of
from thunee_tournaments.services.match.qualifier_queue import qualifier_standings
from thunee_tournaments.tables.expected import seating_of
from thunee_tournaments.tables.selectors import with_tables
from thunee_tournaments.tournaments.models import Stage, Tournament

Numbers = Mapping[int, int]  # of teams, by their keys


@dataclass(frozen=True)
class Programme:
    """What is played, by how many teams, and the places of the stages that are over."""

    parts: list[Part]
    teams: int
    over: frozenset[int]


def programme(tournament: Tournament, now: datetime) -> Programme:
    """The stages of an event from this moment on; before the draw, with all teams that are entered."""
    stages = stages_of(tournament) or _usual(tournament)
    teams = tournament.teams.order_by("seed", "name_key")
    if not any(stage.drawn_at for stage in stages):
        teams = teams.filter(withdrawn_at=None)
    numbers = {key: number for number, key in enumerate(teams.values_list("pk", flat=True))}
    parts = [_part(stage, numbers, now) for stage in stages]
    begun = {place: part.resume(Chance(Random(0))) for place, part in enumerate(parts) if part.resume is not None}
    over = (place for place, each in begun.items() if each.play.over and parts[place].whole)
    return Programme(parts, len(numbers), frozenset(over))


def _usual(tournament: Tournament) -> list[Stage]:
    """What is usual for the game of an event that has no plan yet."""
    plan = ready_plans.usual_for(traits(tournament.game).sides)
    return [Stage(tournament=tournament, format=stage["format"], parameters=stage["parameters"]) for stage in plan]


def _part(stage: Stage, numbers: Numbers, now: datetime) -> Part:
    hosted, best_of = format_of(stage).hosted, stage.tournament.best_of
    if stage.drawn_at is None:
        return Part(stage.format, stage.parameters, best_of, whole=not hosted)
    counted = stage.matches.select_related("round").defer("round__inputs").exclude(round__name=PLAY_OFF)
    today, over = timezone.localdate(now), Q(state__in=(Match.State.DONE, Match.State.BYE))
    later = (Q(postponed_to__gt=today) | Q(postponed_to=None, round__date__gt=today)) & ~over
    put_off = set(counted.filter(later).values_list("number", flat=True))
    matches = list(with_tables(counted.exclude(later)).order_by("number"))
    if put_off and format_of(stage).bracket:
        matches = _before(matches, put_off)
    resume = _resume(stage, matches, numbers, now, whole=not put_off)
    return Part(stage.format, stage.parameters, best_of, resume, whole=not put_off)


def _before(matches: Sequence[Match], put_off: set[int]) -> list[Match]:
    """The matches of a bracket that wait for none of those put off, directly or not."""
    waiting = set(put_off)
    for match in matches:
        sources = [side.source for side in match.sides]
        if any(source[0] == "left" or (source[0] in FROM_FIXTURES and source[1] in waiting) for source in sources):
            waiting.add(match.number)
    return [match for match in matches if match.number not in waiting]


def _resume(stage: Stage, matches: Sequence[Match], numbers: Numbers, now: datetime, *, whole: bool) -> Resume:
    """How a stage goes on from here; `whole`: none of its matches is played on another day."""
    format_ = format_of(stage)
    if format_.sold:
        making = _qualifier(stage, matches, numbers, now)
    elif format_.round_by_round:
        making = _swiss(stage, matches, numbers, whole=whole)
    elif format_.one_place:
        making = _in_turn(matches, numbers)
    else:
        making = _bracket(stage, matches, numbers)
    at_tables = [
        (place, (now - seating.created_at).total_seconds() / 60)
        for place, match in making.open.items()
        if (seating := seating_of(match)) is not None and seating.ended_at is None and not stage.tournament.coming
    ]

    def resume(chance: Chance) -> Begun:
        play = making.make(chance)
        # What is played although the match before it is open again waits for that: a referee decides about it anyway.
        return Begun(play, [(play.take(place), minutes) for place, minutes in at_tables if play.offers(place)])

    return resume


@dataclass(frozen=True)
class _Making:
    """How a stage is made as it stands, and its matches that are not over, by the numbers they have there."""

    make: Callable[[Chance], Play]
    open: dict[int, Match]


def _bracket(stage: Stage, matches: Sequence[Match], numbers: Numbers) -> _Making:
    keys = {match.round.number: match.round.name for match in matches}
    lengths = {match.round.number: match.best_of for match in matches}
    won = {match.number: _side(match) for match in matches if match.over}
    fixtures = fixtures_of(matches)
    by_public_id = dict(stage.tournament.teams.values_list("public_id", "pk"))
    order = [numbers[by_public_id[public_id]] for public_id in stage.inputs["order"]]

    def make(_chance: Chance) -> Play:
        return FromMatchToMatch(fixtures, order, keys, lengths, won)

    return _Making(make, {match.number: match for match in matches if not match.over and match.known})


def _side(match: Match) -> Side:
    """Who goes on from a match that is over."""
    return "B" if match.through_side == "B" else "A"


def _in_turn(matches: Sequence[Match], numbers: Numbers) -> _Making:
    """Groups, a league, rounds at tables: what was to be played by today."""
    meet = [_teams(match, numbers) for match in matches]
    won = {place: _winner(match, numbers) for place, match in enumerate(matches) if match.over}
    groups: dict[int, list[int]] = {}
    for match, teams in zip(matches, meet, strict=True):
        group = groups.setdefault(match.group, [])
        group += [team for team in teams if team not in group]
    best_of = max((match.best_of for match in matches), default=1)

    def make(_chance: Chance) -> Play:
        return InTurn(meet, [groups[number] for number in sorted(groups)], best_of, won)

    return _Making(make, {place: match for place, match in enumerate(matches) if not match.over})


def _swiss(stage: Stage, matches: Sequence[Match], numbers: Numbers, *, whole: bool) -> _Making:
    """The round that is on, and those that are still to be paired; none of these while one of its matches is put
    off."""
    open_ = [match for match in matches if not match.over]
    meet = [_pair(match, numbers) for match in open_]
    wins = Counter(_winner(match, numbers) for match in matches if match.over)
    withdrawn = set(stage.tournament.teams.exclude(withdrawn_at=None).values_list("pk", flat=True))
    keys = dict.fromkeys(key for match in matches for key in match.team_ids if key is not None)
    teams = [numbers[key] for key in keys if key not in withdrawn]
    to_come = format_of(stage).rounds_to_come(stage.parameters, stage.inputs, rounds_paired(stage))
    rounds = to_come if whole else 0
    best_of = max((match.best_of for match in matches), default=1)

    def make(chance: Chance) -> Play:
        return SwissRounds(teams, rounds, chance, best_of, meet, wins)

    return _Making(make, dict(enumerate(open_)))


def _qualifier(stage: Stage, matches: Sequence[Match], numbers: Numbers, now: datetime) -> _Making:
    """The queue as it is, and what is being played."""
    everybody = qualifier_standings(stage)
    streaks = {standing.entry.number: (numbers[standing.entry.team], standing.streak) for standing in everybody}
    waiting: dict[int, list[tuple[float, int]]] = {}
    for standing in sorted(everybody, key=lambda each: (each.since, each.entry.number)):
        if standing.state == streak.WAITING:
            since = (standing.since - now).total_seconds() / 60
            waiting.setdefault(standing.streak, []).append((since, numbers[standing.entry.team]))
    open_ = [match for match in matches if not match.over]
    queue = Queue(
        waiting,
        [numbers[team] for team in streak.qualified(everybody)],
        Counter(numbers[standing.entry.team] for standing in everybody),
        [dict(streaks[seed] for seed in match.seeds if seed is not None) for match in open_],
    )
    moment = streak.closes_at(stage.inputs)
    closes = 0.0 if stage.inputs.get("closed") else None if moment is None else (moment - now).total_seconds() / 60
    terms = terms_of(stage.parameters, stage.inputs.get("best_of", 1), closes)

    def make(chance: Chance) -> Play:
        return WaitingLines(terms, queue, chance)

    return _Making(make, dict(enumerate(open_)))


def _teams(match: Match, numbers: Numbers) -> tuple[int, ...]:
    return tuple(numbers[key] for key in match.team_ids if key is not None)


def _pair(match: Match, numbers: Numbers) -> tuple[int, int]:
    first, other = _teams(match, numbers)
    return first, other


def _winner(match: Match, numbers: Numbers) -> int:
    """Who has won a match that is over; where the lowest total is shared, one of them."""
    return numbers[match.winner_id] if match.winner_id is not None else _teams(match, numbers)[0]
