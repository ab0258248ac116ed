"""Swiss rounds: the first at the draw, each further one when the round before is over."""

from collections.abc import Iterable, Sequence

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from thunee_tournaments.brackets import building
from thunee_tournaments.brackets.formats import accelerating, by_hand, swiss
from thunee_tournaments.brackets.formats.by_hand import ByHand
from thunee_tournaments.brackets.formats.catalogue import format_of, keys_of
from thunee_tournaments.brackets.formats.editions import edition_of
from thunee_tournaments.brackets.formats.fixtures import BYE, MIN_TEAMS, PLAY_OFF, Bracket, Builder
from thunee_tournaments.brackets.models import Match, MatchGame, Round
from thunee_tournaments.brackets.selectors import half_points, locked_stage_of, rounds_paired
from thunee_tournaments.brackets.shapes import ByHandRow, EntrantRow, RoundInputs
from thunee_tournaments.services.core import notices
from thunee_tournaments.services.core.access import require_role
from thunee_tournaments.services.core.errors import Refused, given_reason
from thunee_tournaments.services.core.locking import lock_concerned, lock_running
from thunee_tournaments.services.core.publishing import publish
from thunee_tournaments.services.match.games import open_games, remove_games
from thunee_tournaments.tables import assigning
from thunee_tournaments.teams.models import Team
from thunee_tournaments.tournaments.models import Stage, Tournament

NOTHING = ByHand()
RELAXED = {
    swiss.REMATCHES: _("let teams meet again"),
    swiss.SECOND_BYES: _("let a team sit out a second time"),
}


def first_round(stage: Stage, teams: list[Team]) -> list[Match]:
    """Pair and make the first round. Part of the draw."""
    return _make_round(stage, teams, (), NOTHING)


@transaction.atomic
def pair_round(
    *,
    actor: User,
    tournament: Tournament,
    relaxed: Sequence[str] = (),
    wish: ByHand = NOTHING,
    reason: str = "",
) -> list[Match]:
    """Pair the next Swiss round and call its matches. `relaxed`: what may be done if there is no pairing otherwise
    ("rematches", "second_byes"). `wish`: what is set by hand, by the seeds of the stage; the record tells it with the
    reason.

    Refused: not_allowed, not_running, no_swiss, round_open, under_review, rounds_over, too_few_teams, no_pairing
    (`errors`: what can be relaxed), reason_missing and bad_wish of what is set by hand.
    """
    require_role(actor, tournament)
    reason = given_reason(reason) if wish else ""
    stage, tournament = swiss_stage(tournament)
    rounds = rounds_paired(stage)
    require_over(stage, rounds)
    teams = {team.public_id: team for team in tournament.teams.prefetch_related("players")}
    matches = _make_round(stage, [teams[public_id] for public_id in stage.inputs["order"]], relaxed, wish)
    open_games(matches)
    assigning.call_ready(tournament)
    notices.post_round(stage, rounds + 1, stage.rounds.get(pk=matches[0].round_id), actor=actor, reason=reason)
    publish(tournament)
    return matches


def require_over(stage: Stage, rounds: int) -> None:
    """Refuse to pair while the round before is not decided. Refused: round_open, under_review, rounds_over."""
    if stage.matches.exclude(state__in=[Match.State.DONE, Match.State.BYE]).exists():
        raise Refused("round_open", _("Round %(round)s is not over: the next one is paired by its results.")
                      % {"round": rounds})  # fmt: skip
    if stage.matches.exclude(conflict="").exists():
        message = _("A match of this stage is under review: the next round is paired when the referee has decided.")
        raise Refused("under_review", message)
    if rounds >= stage.parameters["rounds"]:
        raise Refused("rounds_over", _("All %(rounds)s rounds are played.") % {"rounds": rounds})


@transaction.atomic
def undo_round(*, actor: User, tournament: Tournament) -> None:
    """Take the last Swiss round back, as long as nothing was written in it. Refused: not_allowed, not_running,
    no_swiss, first_round, begun."""
    require_role(actor, tournament)
    paired_last = Round.objects.filter(stage__tournament=tournament, stage__format__in=keys_of("round_by_round"))
    last = paired_last.exclude(name=PLAY_OFF).order_by("-pk").first()
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
    tournament = lock_running(tournament)
    if stage is None:
        raise Refused("no_swiss", _("No Swiss stage is being played."))
    return stage, tournament


def _has_rounds_left(stage: Stage) -> bool:
    return bool(format_of(stage).rounds_to_come(stage.parameters, stage.inputs, rounds_paired(stage)))


def proposed(stage: Stage, teams: Sequence[Team], relaxed: Iterable[str], wish: ByHand) -> tuple[RoundInputs, Bracket]:
    """The next round as it would be, and what it is paired from. Refused: too_few_teams, no_pairing, bad_wish."""
    entrants = entrants_of(stage, teams)
    if len(entrants) < MIN_TEAMS:
        raise Refused("too_few_teams", _("Fewer than two teams go on: there is nothing left to play."))
    number = rounds_paired(stage) + 1
    inputs: RoundInputs = {
        "entrants": [row_of(entrant) for entrant in entrants],
        "apart": bool(stage.parameters.get("apart")),
        "relaxed": sorted(relaxed),
    }
    if half_points(stage):
        inputs["halves"] = True
    if any(ahead := _ahead(stage, number)):
        inputs["ahead"] = list(ahead)
    if wish:
        inputs["by_hand"] = _row_of_wish(wish)
    try:
        return inputs, paired(inputs, number, edition_of(stage))
    except by_hand.BadWish as bad:
        raise _bad_wish(bad, teams) from None
    except swiss.NoPairing as none:
        raise _no_pairing(none, teams) from None


def _ahead(stage: Stage, number: int) -> tuple[int, int]:
    """How many of the first seeds are paired in this round as if they had scored more, and by how many half points."""
    if not stage.parameters.get("accelerated"):
        return 0, 0
    planned = stage.inputs.get("rounds_planned", stage.parameters["rounds"])
    drawn = len(stage.inputs["order"]) - len(stage.inputs.get("late", []))
    return accelerating.ahead_in(number, planned, drawn)


def _make_round(stage: Stage, teams: list[Team], relaxed: Iterable[str], wish: ByHand) -> list[Match]:
    inputs, bracket = proposed(stage, teams, relaxed, wish)
    matches = building.build(stage, teams, bracket, offset=building.last_number(stage))
    Round.objects.filter(pk=matches[0].round_id).update(inputs=inputs)
    return matches


def paired(inputs: RoundInputs, number: int, edition: int) -> Bracket:
    """The round these inputs give: pure, so that a pairing can be made again. Raises NoPairing."""
    entrants = list(map(entrant_of, inputs["entrants"]))
    if "ahead" in inputs:
        seeds, points = inputs["ahead"]
        entrants = accelerating.accelerated(entrants, (seeds, points), halves=inputs.get("halves", False))
    wish = _wish_of(inputs["by_hand"]) if "by_hand" in inputs else NOTHING
    round_ = by_hand.pair(entrants, wish, apart=inputs["apart"], relaxed=inputs["relaxed"], edition=edition)
    built = Builder()
    built.begin_round(f"round-{number}")
    for a, b in round_.pairs:
        built.add(("seed", a), ("seed", b))
    if round_.bye is not None:
        built.add(("seed", round_.bye), BYE)
    return built.build(len(inputs["entrants"]))


def entrants_of(stage: Stage, teams: Sequence[Team]) -> list[swiss.Entrant]:
    """The field before the next round, from the results so far; without teams that have withdrawn. What a place has
    done counts, whichever team holds it now. Scores are in half points where somebody was given one."""
    halves = half_points(stage)
    win = accelerating.WIN if halves else 1
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
            score[winner] += win
            before[winner] += win * (match.round.number < last)
    for number, seeds in halves.items():
        for seed in seeds:
            score[seed] += accelerating.HALF
            before[seed] += accelerating.HALF * (number < last)
    ahead = _ahead(stage, last)
    in_halves = 1 if halves else accelerating.WIN
    paired_by = {seed: accelerating.points(seed, in_halves * was, ahead) for seed, was in before.items()}
    floated = {seed for pair in last_pairs if paired_by[pair[0]] != paired_by[pair[1]] for seed in pair}
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


def _row_of_wish(wish: ByHand) -> ByHandRow:
    row: ByHandRow = {"pairs": [list(both) for both in wish.pairs], "bye": wish.bye or 0, "out": sorted(wish.out)}
    if wish.out and wish.half:
        row["half"] = True
    return row


def _wish_of(row: ByHandRow) -> ByHand:
    pairs = tuple((a, b) for a, b in row["pairs"])
    return ByHand(pairs, row["bye"] or None, frozenset(row["out"]), row.get("half", False))


def _bad_wish(bad: by_hand.BadWish, teams: Sequence[Team]) -> Refused:
    """Why what was set by hand cannot be, with the names."""
    if bad.unknown:
        names = ", ".join(teams[seed - 1].name for seed in bad.unknown if 0 < seed <= len(teams))
        return Refused("bad_wish", _("Not in this round: %(teams)s.") % {"teams": names or "?"})
    if bad.twice:
        names = ", ".join(teams[seed - 1].name for seed in bad.twice)
        return Refused("bad_wish", _("Named more than once: %(teams)s. A team has one place in a round.")
                       % {"teams": names})  # fmt: skip
    if bad.odd:
        message = _("With this bye one team is left without an opponent. Let the rules give the bye, or let another "
                    "team sit out.")  # fmt: skip
        return Refused("bad_wish", message)
    return Refused("bad_wish", _("Nobody would play in this round."))


def _no_pairing(none: swiss.NoPairing, teams: Sequence[Team]) -> Refused:
    names = ", ".join(teams[seed - 1].name for seed in (none.alone or none.left))
    if none.alone:
        message = _("No pairing is left: %(teams)s have met everybody.") % {"teams": names}
    else:
        message = _("No pairing is left: whoever meets whom, somebody is left, such as %(teams)s.") % {"teams": names}
    return Refused("no_pairing", message, [{"path": name, "message": RELAXED[name]} for name in none.relax])
