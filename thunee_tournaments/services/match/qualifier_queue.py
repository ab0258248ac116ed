"""The win-streak qualifier: its beginning, the queue of those who wait, and its end."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from thunee_tournaments.brackets import building
from thunee_tournaments.brackets.formats import streak
from thunee_tournaments.brackets.formats.fixtures import BYE
from thunee_tournaments.brackets.models import Match, MatchSide, Round, StreakEntry
from thunee_tournaments.brackets.selectors import locked_stage_of
from thunee_tournaments.brackets.shapes import Queue, WaitingRow
from thunee_tournaments.services.core.access import require_role
from thunee_tournaments.services.core.errors import Refused
from thunee_tournaments.services.core.locking import lock_running
from thunee_tournaments.services.core.publishing import publish
from thunee_tournaments.services.match.games import open_games, remove_games
from thunee_tournaments.services.match.qualifier_results import Meeting, entries_of, meetings_in, results_of
from thunee_tournaments.tables import assigning
from thunee_tournaments.teams.models import Team
from thunee_tournaments.tournaments.models import Stage, Tournament

ROUND = "qualifier"
PLACES_TAKEN = _("All places are taken: nobody else can get through.")


def open_entries(stage: Stage, teams: list[Team]) -> list[Match]:
    """Begin the qualifier: every team has its first entry, in order of seed. Part of the draw."""
    Round.objects.create(stage=stage, number=1, name=ROUND)
    price = streak.price_of(stage.parameters, again=False)
    StreakEntry.objects.bulk_create(
        StreakEntry(stage=stage, number=number, team=team, price=price) for number, team in enumerate(teams, start=1)
    )
    return call_waiting(stage)


@transaction.atomic
def close_entries(*, actor: User, tournament: Tournament) -> Stage:
    """Nobody can enter the qualifier any more; what is being played is finished. Refused: not_allowed, not_running,
    no_qualifier, entries_closed."""
    require_role(actor, tournament)
    stage, tournament = qualifier(tournament)
    if stage.inputs.get("closed"):
        raise Refused("entries_closed", _("Entries are closed already."))
    close(stage, tournament)
    return stage


def is_due(stage: Stage) -> bool:
    """Whether the hour has come to close the entries."""
    moment = streak.closes_at(stage.inputs)
    return moment is not None and moment <= timezone.now()


def close(stage: Stage, tournament: Tournament) -> None:
    """Sell no entry any more. Part of acts; both are locked."""
    stage.inputs["closed"] = True
    stage.save(update_fields=["inputs"])
    after_change(stage, tournament)
    publish(tournament)


@transaction.atomic
def reopen_entries(*, actor: User, tournament: Tournament) -> Stage:
    """Entries were closed too early: teams can buy in and come in again, as long as the qualifier is being played.

    Refused: not_allowed, not_running, no_qualifier, entries_open, places_taken, qualifier_over.
    """
    require_role(actor, tournament)
    stage, tournament = qualifier(tournament)
    if not stage.inputs.get("closed"):
        raise Refused("entries_open", _("Entries are open."))
    if is_full(stage):
        raise Refused("places_taken", PLACES_TAKEN)
    if not in_play(stage):
        message = _("The qualifier is over: its last match is played, and who is through is known.")
        raise Refused("qualifier_over", message)
    del stage.inputs["closed"]
    stage.inputs.pop("closes_at", None)
    stage.save(update_fields=["inputs"])
    publish(tournament)
    return stage


def in_play(stage: Stage) -> bool:
    """Whether a match of the qualifier is still to be finished."""
    return stage.matches.exclude(state__in=[Match.State.DONE, Match.State.BYE]).exists()


def qualifier(tournament: Tournament) -> tuple[Stage, Tournament]:
    """The qualifier being played, and the tournament, locked. Refused: not_running, no_qualifier."""
    stage = locked_stage_of(tournament, "sold", lambda stage: not stage.inputs.get("closed"))
    tournament = lock_running(tournament)
    if stage is None:
        raise Refused("no_qualifier", _("No win-streak qualifier is being played."))
    return stage, tournament


@dataclass(frozen=True)
class Standstill:
    """A qualifier in which entries wait, nothing is played, and nobody can be paired: since when, who waits (team key
    and wins in a row, the longest wait first), and whether two of them could meet across streaks."""

    since: datetime
    waiting: list[tuple[int, int]]

    @property
    def can_meet(self) -> bool:
        return len(self.waiting) > 1


def standstill(stage: Stage, everybody: list[streak.Standing[int]] | None = None) -> Standstill | None:
    """How a qualifier that sells entries stands still, if it does: it waits for another team, or for the organiser.
    `everybody`: its standings, if they were read already."""
    open_ = stage.matches.exclude(state__in=[Match.State.DONE, Match.State.BYE], conflict="")
    if stage.inputs.get("closed") or open_.exists():
        return None
    everybody = qualifier_standings(stage) if everybody is None else everybody
    waiting = streak.queue(everybody, {})
    if not waiting or streak.next_pair(waiting, ()) is not None:
        return None
    return Standstill(max(entry.since for entry in everybody), [(entry.team, entry.streak) for entry in waiting])


def after_change(stage: Stage, tournament: Tournament, meetings: list[Meeting] | None = None) -> None:
    """Somebody waits who did not wait before: pair and call them. The tournament's row is locked. `meetings`: the
    matches of the qualifier, if they were read already."""
    pair_waiting(stage, meetings)
    assigning.call_ready(tournament)


def pair_waiting(stage: Stage, meetings: list[Meeting] | None = None) -> None:
    """Pair whoever can be paired now and open their sheets; tables are called afterwards. `meetings`: the matches of
    the qualifier, if they were read already."""
    open_games(call_waiting(stage, meetings))


def qualifier_standings(stage: Stage, meetings: list[Meeting] | None = None) -> list[streak.Standing[int]]:
    """Every entry of the qualifier that was not taken back, and where it stands; teams by their key. `meetings`: its
    matches, if they were read already."""
    bought = stage.entries.filter(taken_back_at__isnull=True)
    entries = [streak.Entry(*row) for row in bought.values_list("number", "team_id", "entered_at", "ended")]
    results = results_of(meetings_in(stage) if meetings is None else meetings)
    return streak.standings(entries, results, stage.parameters["wins"], places_of(stage))


def places_of(stage: Stage) -> int:
    """How many teams go through; 0: as many as get there, as in every qualifier that was planned before one could
    say so."""
    places: int = stage.parameters.get("places", 0)
    return places


def is_full(stage: Stage, everybody: list[streak.Standing[int]] | None = None) -> bool:
    """Whether every place of a qualifier is taken. `everybody`: its standings, if they were read already."""
    if not places_of(stage):
        return False
    return streak.full(qualifier_standings(stage) if everybody is None else everybody, places_of(stage))


def call_waiting(stage: Stage, meetings: list[Meeting] | None = None) -> list[Match]:
    """Pair whoever can be paired now; the new matches, without their sheets. `meetings`: those there are, if they were
    read already."""
    made: list[Match] = []
    everybody: list[streak.Standing[int]] | None = qualifier_standings(stage, meetings)
    if not stage.inputs.get("closed") and is_full(stage, everybody):
        stage.inputs["closed"] = True
        stage.save(update_fields=["inputs"])
    while True:
        inputs = queue_of(stage, everybody)
        everybody = None  # to be read again, once some are paired or one is out
        ending = bool(stage.inputs.get("closed")) and not in_play(stage)
        pairs = streak.pairs(*_read(inputs))
        if not pairs and (near := _of_neighbours(stage, inputs)):
            made += near  # another may have waited long enough, too
            continue
        if not pairs and ending:
            inputs["across"] = True
            pair = paired(inputs)
            pairs = [pair] if pair else []
        if pairs:
            return made + make_matches(stage, pairs, inputs)
        if not ending or not inputs["waiting"]:
            return made
        made += _last_waiting(stage, inputs["waiting"][0])  # another entry of its team may still wait behind it


def _of_neighbours(stage: Stage, inputs: Queue) -> list[Match]:
    """A match of two on neighbouring streaks, if the event lets them meet and one has waited long enough. `inputs`: the
    queue, in which nobody waits on the same streak as another."""
    patient = waited_enough(stage, inputs)
    pair = paired({**inputs, "patient": patient}) if patient else None
    return make_matches(stage, [pair], {**inputs, "patient": patient}) if pair else []


def waited_enough(stage: Stage, inputs: Queue) -> int:
    """How many of the first in the queue have waited as long as the event lets them wait for their own streak; 0 where
    they wait however long, and before the event has begun."""
    patience = stage.parameters.get("patience", 0)
    if not patience or stage.tournament.coming or not inputs["waiting"]:
        return 0
    since = {standing.entry.number: standing.since for standing in qualifier_standings(stage)}
    latest = timezone.now() - timedelta(minutes=patience)
    return sum(since[row[0]] <= latest for row in inputs["waiting"])


def queue_of(stage: Stage, everybody: list[streak.Standing[int]] | None = None) -> Queue:
    """The queue as it is kept with a match: who waits, longest first, and which of their teams have met. `everybody`:
    the qualifier's standings, if they were read already."""
    clubs, public = {}, {}
    for team, club, public_id in stage.entries.values_list("team_id", "team__club", "team__public_id"):
        clubs[team], public[team] = club, public_id
    waiting = streak.queue(qualifier_standings(stage) if everybody is None else everybody, clubs)
    teams = {entry.team for entry in waiting}
    opponents: dict[int, list[int]] = {}
    for match, team in MatchSide.objects.filter(match__stage=stage, team__in=teams).values_list("match", "team"):
        opponents.setdefault(match, []).append(team)
    met = {tuple(sorted(public[team] for team in pair)) for pair in opponents.values() if len(pair) > 1}
    return {
        "waiting": [[entry.number, public[entry.team], entry.streak, entry.club] for entry in waiting],
        "met": sorted(map(list, met)),
        "across": False,
    }


def call_off(match: Match) -> None:
    """Take a match away that nothing was written in: both entries wait again, and who was called after it out of the
    same queue keeps that queue. Part of acts: match, stage and tournament are locked."""
    after = match.stage.matches.filter(queue__after=match.number).first()
    if after is not None:
        after.queue = without(_queue_before(match), entries_of(match))
        after.save(update_fields=["queue"])
    remove_games(list(match.games.select_related("sheet")))
    assigning.uncall(match)
    match.delete()


def _queue_before(match: Match) -> Queue:
    """The queue a match was called out of."""
    queue: Queue = match.queue
    if "after" not in queue:
        return queue
    before = match.stage.matches.get(number=match.queue["after"])
    return without(_queue_before(before), entries_of(before))


def paired(inputs: Queue) -> tuple[int, int] | None:
    """The pair this queue gives: pure, so that it can be made again."""
    if "by_hand" in inputs:
        return _both_wait(inputs, *inputs["by_hand"])
    if "patient" in inputs:
        return streak.neighbours(*_read(inputs), inputs["patient"])
    return streak.next_pair(*_read(inputs), inputs["across"])


def _both_wait(inputs: Queue, number: int, other: int) -> tuple[int, int] | None:
    """The two an organiser has chosen, if both are in the queue."""
    return (number, other) if {number, other} <= {row[0] for row in inputs["waiting"]} else None


def without(inputs: Queue, pair: tuple[int, int | None]) -> Queue:
    """The queue when these have been called: the next pair of the same moment comes out of it."""
    return {**inputs, "waiting": [row for row in inputs["waiting"] if row[0] not in pair]}


def _read(inputs: Queue) -> tuple[list[streak.Waiting[str]], set[frozenset[str]]]:
    return [streak.Waiting(*row) for row in inputs["waiting"]], {frozenset(pair) for pair in inputs["met"]}


def make_matches(stage: Stage, pairs: list[tuple[int, int]], inputs: Queue) -> list[Match]:
    """Matches of these pairs, called out of one queue in this order, their sheets not opened yet. The first keeps the
    queue, each other the number of the match before it. Teams come with their players, for the seats."""
    called = [number for pair in pairs for number in pair]
    bought = stage.entries.select_related("team").prefetch_related("team__players").filter(number__in=called)
    teams = {entry.number: entry.team for entry in bought}
    first, best_of = building.last_number(stage) + 1, building.best_of(stage, ROUND)
    round_ = stage.rounds.get(name=ROUND)
    return building.store(
        [
            Match.between(
                [["seed", entry] for entry in pair],
                [teams[entry] for entry in pair],
                stage=stage,
                round=round_,
                number=number,
                best_of=best_of,
                queue=inputs if number == first else {"after": number - 1},
                state=Match.State.READY,
            )
            for number, pair in enumerate(pairs, start=first)
        ]
    )


def _last_waiting(stage: Stage, last: WaitingRow) -> list[Match]:
    """Entries are closed, nothing is being played, and one is left: it is out, or goes on if one win is all it lacks
    and the event lets it."""
    number, _team, wins, _club = last
    entry = stage.entries.select_related("team").get(number=number)
    if stage.parameters["last_waiting"] == "goes_on" and wins + 1 >= stage.parameters["wins"]:
        return [_bye(stage, entry)]
    entry.ended = True
    entry.save(update_fields=["ended"])
    return []


def _bye(stage: Stage, entry: StreakEntry) -> Match:
    match = Match.between(
        [["seed", entry.number], BYE],
        [entry.team, None],
        stage=stage,
        round=stage.rounds.get(name=ROUND),
        number=building.last_number(stage) + 1,
        state=Match.State.BYE,
        outcome=Match.Outcome.BYE,
        won_by="A",
        done_at=timezone.now(),
    )
    return building.store([match])[0]
