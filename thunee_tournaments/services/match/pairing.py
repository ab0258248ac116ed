"""Swiss rounds: the first at the draw, each further one when the round before is over."""

from collections.abc import Iterable, Sequence

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from thunee_tournaments.brackets import building
from thunee_tournaments.brackets.formats import swiss
from thunee_tournaments.brackets.formats.catalogue import format_of, keys_of
from thunee_tournaments.brackets.formats.editions import edition_of
from thunee_tournaments.brackets.formats.fixtures import BYE, MIN_TEAMS, Bracket, Builder
from thunee_tournaments.brackets.models import Match, MatchGame, Round
from thunee_tournaments.brackets.selectors import locked_stage_of
from thunee_tournaments.brackets.shapes import EntrantRow, RoundInputs
from thunee_tournaments.services.core import notices
from thunee_tournaments.services.core.access import require_role
from thunee_tournaments.services.core.errors import Refused
from thunee_tournaments.services.core.locking import lock_concerned
from thunee_tournaments.services.core.publishing import publish
from thunee_tournaments.services.match.games import open_next_game, remove_games
from thunee_tournaments.tables import assigning
from thunee_tournaments.teams.models import Team
from thunee_tournaments.tournaments.data_version import lock_tournament
from thunee_tournaments.tournaments.models import Stage, Tournament

RELAXED = {
    swiss.REMATCHES: _("let teams meet again"),
    swiss.SECOND_BYES: _("let a team sit out a second time"),
}


def first_round(stage: Stage, teams: list[Team]) -> list[Match]:
    """Pair and make the first round. Part of the draw."""
    return _make_round(stage, teams, ())


@transaction.atomic
def pair_round(*, actor: User, tournament: Tournament, relaxed: Sequence[str] = ()) -> list[Match]:
    """Pair the next Swiss round and call its matches. `relaxed`: what may be done if there is no pairing otherwise
    ("rematches", "second_byes").

    Refused: not_allowed, not_running, no_swiss, round_open, under_review, rounds_over, too_few_teams, no_pairing
    (`errors`: what can be relaxed).
    """
    require_role(actor, tournament)
    stage, tournament = swiss_stage(tournament)
    rounds = stage.rounds.count()
    if stage.matches.exclude(state__in=[Match.State.DONE, Match.State.BYE]).exists():
        raise Refused("round_open", _("Round %(round)s is not over: the next one is paired by its results.")
                      % {"round": rounds})  # fmt: skip
    if stage.matches.exclude(conflict="").exists():
        message = _("A match of this stage is under review: the next round is paired when the referee has decided.")
        raise Refused("under_review", message)
    if rounds >= stage.parameters["rounds"]:
        raise Refused("rounds_over", _("All %(rounds)s rounds are played.") % {"rounds": rounds})
    teams = {team.public_id: team for team in tournament.teams.prefetch_related("players")}
    matches = _make_round(stage, [teams[public_id] for public_id in stage.inputs["order"]], relaxed)
    for match in matches:
        if match.state == Match.State.READY:
            open_next_game(match)
    assigning.call_ready(tournament)
    notices.post_round(stage, rounds + 1, stage.rounds.get(pk=matches[0].round_id), actor=actor)
    publish(tournament)
    return matches


@transaction.atomic
def undo_round(*, actor: User, tournament: Tournament) -> None:
    """Take the last Swiss round back, as long as nothing was written in it. Refused: not_allowed, not_running,
    no_swiss, first_round, begun."""
    require_role(actor, tournament)
    paired_last = Round.objects.filter(stage__tournament=tournament, stage__format__in=keys_of("round_by_round"))
    last = paired_last.order_by("-pk").first()
    matches = list(last.matches.all()) if last else []
    lock_concerned(*matches)
    stage, tournament = swiss_stage(tournament)
    if last is None or last.number == 1:
        raise Refused("first_round", _("The first round is taken back by undoing the draw."))
    struck = MatchGame.also_struck.filter(match__in=matches, struck_at__isnull=False)
    if any(match.state == Match.State.DONE for match in matches) or struck.exists():
        raise Refused("begun", _("Play has begun: a hand is written or a match decided. The round stands now."))
    for match in matches:
        remove_games(list(match.games.select_related("sheet")))
        assigning.uncall(match)
        match.delete()
    last.delete()
    notices.post_round(stage, last.number, None, actor=actor)
    publish(tournament)


def swiss_stage(tournament: Tournament) -> tuple[Stage, Tournament]:
    """The Swiss stage being played, and the tournament, locked. Refused: not_running, no_swiss."""
    stage = locked_stage_of(tournament, "round_by_round", _has_rounds_left)
    tournament = lock_tournament(tournament.pk)
    if tournament.status != Tournament.Status.RUNNING:
        raise Refused("not_running", _("The tournament is not running."))
    if stage is None:
        raise Refused("no_swiss", _("No Swiss stage is being played."))
    return stage, tournament


def _has_rounds_left(stage: Stage) -> bool:
    return bool(format_of(stage).rounds_to_come(stage.parameters, stage.inputs, stage.rounds.count()))


def _make_round(stage: Stage, teams: list[Team], relaxed: Iterable[str]) -> list[Match]:
    entrants = entrants_of(stage, teams)
    if len(entrants) < MIN_TEAMS:
        raise Refused("too_few_teams", _("Fewer than two teams go on: there is nothing left to play."))
    inputs: RoundInputs = {
        "entrants": [row_of(entrant) for entrant in entrants],
        "apart": bool(stage.parameters.get("apart")),
        "relaxed": sorted(relaxed),
    }
    try:
        bracket = paired(inputs, stage.rounds.count() + 1, edition_of(stage))
    except swiss.NoPairing as none:
        raise _no_pairing(none, teams) from None
    matches = building.build(stage, teams, bracket, offset=building.last_number(stage))
    Round.objects.filter(pk=matches[0].round_id).update(inputs=inputs)
    return matches


def paired(inputs: RoundInputs, number: int, edition: int) -> Bracket:
    """The round these inputs give: pure, so that a pairing can be made again. Raises NoPairing."""
    entrants = map(entrant_of, inputs["entrants"])
    round_ = swiss.pair(entrants, apart=inputs["apart"], relaxed=inputs["relaxed"], edition=edition)
    built = Builder()
    built.begin_round(f"round-{number}")
    for a, b in round_.pairs:
        built.add(("seed", a), ("seed", b))
    if round_.bye is not None:
        built.add(("seed", round_.bye), BYE)
    return built.build(len(inputs["entrants"]))


def entrants_of(stage: Stage, teams: Sequence[Team]) -> list[swiss.Entrant]:
    """The field before the next round, from the results so far; without teams that have withdrawn. What a place has
    done counts, whichever team holds it now."""
    matches = list(stage.matches.select_related("round").defer("round__inputs").order_by("number"))
    last = max((match.round.number for match in matches), default=0)
    score = dict.fromkeys(range(1, len(teams) + 1), 0)
    before, sides, run = dict(score), dict(score), dict(score)
    met: dict[int, set[int]] = {seed: set() for seed in score}
    byes: set[int] = set()
    last_pairs: list[tuple[int, int]] = []
    for match in matches:
        a, b = match.seeds
        assert a is not None  # the bye is always side B
        if b is None:
            byes.add(a)
        else:
            met[a].add(b)
            met[b].add(a)
            for seed, side in ((a, 1), (b, -1)):
                sides[seed] += side
                run[seed] = swiss.run_on(run[seed], side)
            last_pairs += [(a, b)] if match.round.number == last else []
        if match.winner_id is not None:
            winner = b if b is not None and match.winning_side == "B" else a
            score[winner] += 1
            before[winner] += match.round.number < last
    floated = {seed for pair in last_pairs if before[pair[0]] != before[pair[1]] for seed in pair}
    return [
        swiss.Entrant(
            seed, score[seed], frozenset(met[seed]), seed in byes, seed in floated, team.club, sides[seed], run[seed]
        )
        for seed, team in enumerate(teams, start=1)
        if team.withdrawn_at is None
    ]


def row_of(entrant: swiss.Entrant) -> EntrantRow:
    """An entrant as it is kept with its round."""
    return [entrant.seed, entrant.score, sorted(entrant.met), entrant.had_bye, entrant.floated, entrant.club,
            entrant.sides, entrant.run]  # fmt: skip


def entrant_of(row: EntrantRow) -> swiss.Entrant:
    """An entrant as it was kept; the first edition kept no `run`."""
    seed, score, met, *more = row
    return swiss.Entrant(seed, score, frozenset(met), *more)


def _no_pairing(none: swiss.NoPairing, teams: Sequence[Team]) -> Refused:
    names = ", ".join(teams[seed - 1].name for seed in (none.alone or none.left))
    if none.alone:
        message = _("No pairing is left: %(teams)s have met everybody.") % {"teams": names}
    else:
        message = _("No pairing is left: whoever meets whom, somebody is left, such as %(teams)s.") % {"teams": names}
    return Refused("no_pairing", message, [{"path": name, "message": RELAXED[name]} for name in none.relax])
