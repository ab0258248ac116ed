"""Making a draw again from what is stored about it: lot and inputs in, seeds, bracket and dealers out, compared."""

from collections.abc import Iterator

from adjudication.replay import Difference
from thunee_tournaments.brackets.black_jack import draw_first_dealer, label_of
from thunee_tournaments.brackets.building import fixtures_of
from thunee_tournaments.brackets.formats import knockout
from thunee_tournaments.brackets.models import Match, MatchGame
from thunee_tournaments.running.drawing import final_order
from thunee_tournaments.tournaments.lots import shuffled
from thunee_tournaments.tournaments.models import Stage, Tournament


def check(tournament: Tournament) -> list[Difference]:
    """Every point in which the stored draw is not the one its lot and inputs give; an empty list if all is well."""
    found: list[Difference] = []
    for stage in tournament.stages.order_by("order"):
        matches = list(stage.matches.select_related("round", "team_a", "team_b").order_by("number"))
        found += [*_seeds(stage), *_bracket(stage, matches), *_dealers(stage)]
    return found


def _seeds(stage: Stage) -> Iterator[Difference]:
    inputs, seeding = stage.inputs, stage.inputs["seeding"]
    if seeding.get("by") == "lot":
        drawn = shuffled(seeding["teams"], seeding["lot"], seeding["label"])
        if drawn != inputs["seeded"]:
            yield Difference("seeds drawn by lot", inputs["seeded"], drawn)
    order = final_order(inputs["teams"], inputs["seeded"], stage.lot)
    if order != inputs["order"]:
        yield Difference("order of seeds", inputs["order"], order)
    held = dict(stage.tournament.teams.values_list("public_id", "seed"))
    for seed, public_id in enumerate(order, start=1):
        if held.get(public_id) != seed:
            yield Difference(f"seed of team {public_id}", held.get(public_id), seed)


def _bracket(stage: Stage, matches: list[Match]) -> Iterator[Difference]:
    order = stage.inputs["order"]
    bracket = knockout.draw(len(order))
    if fixtures_of(matches) != list(bracket.fixtures):
        yield Difference("bracket", fixtures_of(matches), list(bracket.fixtures))
        return
    names = tuple(stage.rounds.order_by("number").values_list("name", flat=True))
    if names != bracket.rounds:
        yield Difference("rounds", names, bracket.rounds)
    for played, fixture in zip(matches, bracket.fixtures, strict=True):
        for (side, slot), team in zip(fixture.slots, (played.team_a, played.team_b), strict=True):
            stands = team.public_id if team else None
            match slot:
                case ("seed", int(seed)) if stands != order[seed - 1]:
                    yield Difference(f"match {played.number}, side {side}", stands, order[seed - 1])
        if (fixture.bye is not None) != (played.state == Match.State.BYE):
            yield Difference(f"match {played.number}: bye", played.state, fixture.bye)


def _dealers(stage: Stage) -> Iterator[Difference]:
    """The dealers drawn by the black jack. The pack is shuffled by the stage's lot, or by one drawn for it afresh."""
    games = MatchGame.objects.filter(match__stage=stage).select_related("match", "sheet")
    for game in games.order_by("match__number", "number"):
        where = f"match {game.match.number} game {game.number}: first dealer"
        stored = game.dealer_draw
        if stored.get("by") == "black-jack":
            label = label_of(game.match.number, game.number)
            again = draw_first_dealer(stored["lot"], label, stored["shuffler"])
            if stored != again:
                yield Difference(where, stored, again)
        if game.sheet.first_dealer != stored.get("dealer"):
            yield Difference(where, game.sheet.first_dealer, stored.get("dealer"))
