"""Putting a drawn bracket into the database: rounds, matches, who stands where, and the byes as completed matches."""

from collections.abc import Sequence

from django.utils import timezone

from thunee_tournaments.brackets.formats.fixtures import Bracket, Fixture, Pairing, shifted, source_from, standing
from thunee_tournaments.brackets.models import Match, MatchSide, Round
from thunee_tournaments.teams.models import Team
from thunee_tournaments.tournaments.models import Stage


def build(stage: Stage, seeds: Sequence[Team], bracket: Bracket, *, offset: int = 0) -> list[Match]:
    """The matches of a stage of these teams (in order of seed), stored, in order of number.

    `offset` is what match numbers and rounds go on from: the matches of the stages before, and of the rounds of this
    one that are there already. How long a match is stands in the stage's parameters, for single rounds by their key.
    """
    before = stage.rounds.count()
    rounds = Round.objects.bulk_create(
        Round(stage=stage, number=before + number, name=name) for number, name in enumerate(bracket.rounds, start=1)
    )
    fixtures = shifted(bracket.fixtures, offset)
    standing_ = standing(fixtures, seeds, {})
    matches = [_match(stage, rounds[fixture.round - 1], fixture, standing_[fixture.number]) for fixture in fixtures]
    return store(matches)


def store(matches: Sequence[Match]) -> list[Match]:
    """New matches (`Match.between`) stored with their sides."""
    stored = Match.objects.bulk_create(matches)
    MatchSide.objects.bulk_create(side for match in stored for side in match.sides)
    return stored


def build_tables(
    stage: Stage, seeds: Sequence[Team], drawn: Sequence[Sequence[Sequence[int]]], *, offset: int = 0
) -> list[Match]:
    """The tables of single players of all rounds, stored: those of the first round are ready, the others wait.

    `drawn`: by round and table, the seeds in the order of their seats.
    """
    rounds = Round.objects.bulk_create(
        Round(stage=stage, number=number, name=f"round-{number}") for number in range(1, len(drawn) + 1)
    )
    matches: list[Match] = []
    for round_, tables in zip(rounds, drawn, strict=True):
        for table in tables:
            match = Match.between(
                [["seed", seed] for seed in table], [seeds[seed - 1] for seed in table],
                stage=stage, round=round_, number=offset + len(matches) + 1, best_of=1,
                state=Match.State.READY if round_.number == 1 else Match.State.WAITING,
            )  # fmt: skip
            matches.append(match)
    return store(matches)


def best_of(stage: Stage, round_name: str) -> int:
    """How many games decide a match of a round, at most."""
    of_round: dict[str, int] = stage.parameters.get("best_of_rounds", {})
    return int(of_round.get(round_name, stage.inputs.get("best_of", 1)))


def _match(stage: Stage, round_: Round, fixture: Fixture, pairing: Pairing[Team]) -> Match:
    match = Match.between(
        fixture.sources, (pairing.a, pairing.b), stage=stage, round=round_, number=fixture.number, group=fixture.group,
        best_of=best_of(stage, round_.name),
    )  # fmt: skip
    if fixture.bye:
        match.state, match.outcome = Match.State.BYE, Match.Outcome.BYE
        match.won_by, match.done_at = fixture.bye, timezone.now()
    elif pairing.a and pairing.b:
        match.state = Match.State.READY
    return match


def last_number(stage: Stage) -> int:
    """The highest number of a match so far, in all stages: two can be played beside each other."""
    numbers = Match.objects.filter(stage__tournament=stage.tournament_id)
    return max(numbers.values_list("number", flat=True), default=0)


def fixtures_of(matches: Sequence[Match]) -> list[Fixture]:
    """The stored matches as the pure functions know them, in order of number."""
    ordered = sorted(matches, key=lambda match: match.number)
    places: dict[int, int] = {}
    fixtures = []
    for match in ordered:
        places[match.round_id] = places.get(match.round_id, 0) + 1
        a, b = (source_from(side.source) for side in match.sides)
        fixtures.append(Fixture(match.number, match.round.number, places[match.round_id], (a, b), match.group))
    return fixtures
