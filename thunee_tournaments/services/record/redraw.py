"""Making a draw again from what is stored about it: lot and inputs in, seeds, bracket and dealers out, compared."""

from collections.abc import Iterator

from adjudication import notices as record
from adjudication.replay import Difference
from thunee_tournaments.brackets.building import best_of, fixtures_of
from thunee_tournaments.brackets.formats import tables
from thunee_tournaments.brackets.formats.catalogue import format_of
from thunee_tournaments.brackets.formats.editions import FIRST, edition_of
from thunee_tournaments.brackets.formats.fixtures import PLAY_OFF, shifted, stands_for, with_swaps
from thunee_tournaments.brackets.formats.seeding_anew import with_rounds
from thunee_tournaments.brackets.formats.swiss import NoPairing, run_on
from thunee_tournaments.brackets.models import Match, MatchGame, sides_of
from thunee_tournaments.brackets.shapes import Queue, WaitingRow
from thunee_tournaments.fundraising import auction, raffle
from thunee_tournaments.services.core import notices
from thunee_tournaments.services.match import pairing, qualifier_queue, stages
from thunee_tournaments.services.match.draws import final_order
from thunee_tournaments.services.match.games import draw_dealer
from thunee_tournaments.services.match.late_teams import order_with_late
from thunee_tournaments.services.match.progression import can_be_drawn
from thunee_tournaments.tournaments import earlier
from thunee_tournaments.tournaments.lots import shuffled
from thunee_tournaments.tournaments.models import Stage, Tournament
from thunee_tournaments.tournaments.shapes import Seeding


def check(tournament: Tournament) -> list[Difference]:
    """Every point in which a stored draw or pairing is not the one its lot and inputs give; an empty list if all is
    well. A stage that takes its teams from another must have those that go on by the results as they stand."""
    differences: list[Difference] = []
    for stage in tournament.stages.filter(drawn_at__isnull=False).order_by("order"):
        try:
            for difference in _of_stage(stage):
                differences.append(difference)
        except (LookupError, TypeError, ValueError, NoPairing) as fault:
            differences.append(
                Difference(f"stage {stage.order}: nothing can be drawn of what is stored", repr(fault), None)
            )
    differences += [Difference(*fault) for fault in record.faults(tournament.public_id)]
    differences += [Difference(*fault) for fault in raffle.differences(tournament)]
    differences += [Difference(*fault) for fault in auction.differences(tournament)]
    differences += [
        Difference(f"{notice}, and what the record tells", *both) for notice, *both in notices.not_posted(tournament)
    ]
    return differences


def _of_stage(stage: Stage) -> Iterator[Difference]:
    matches = list(stage.matches.select_related("round").defer("round__inputs").order_by("number"))
    yield from _seeds(stage) if stage.order == 1 else _going_on(stage)
    format_ = format_of(stage)
    part = _rounds if format_.round_by_round else _queue if format_.sold else _tables if format_.alone else _bracket
    yield from part(stage, [match for match in matches if match.round.name != PLAY_OFF])
    for match in matches:
        if match.round.name == PLAY_OFF:
            yield from _sides(match, stage.inputs["order"])
    yield from _lengths(stage, matches)
    yield from _dealers(stage)


def _seeds(stage: Stage) -> Iterator[Difference]:
    inputs, seeding = stage.inputs, stage.inputs["seeding"]
    if seeding.get("by") == "lot":
        drawn = shuffled(seeding["teams"], seeding["lot"], seeding["label"])
        if drawn != inputs["seeded"]:
            yield Difference("seeds drawn by lot", inputs["seeded"], drawn)
    yield from _seeds_by_earlier(seeding, inputs["seeded"])
    drawn = final_order(inputs["teams"], inputs["seeded"], stage.lot)
    order = order_with_late(drawn, inputs.get("late", []), inputs.get("swaps", []))
    if order != inputs["order"]:
        yield Difference("order of seeds", inputs["order"], order)
    held = dict(stage.tournament.teams.values_list("public_id", "seed"))
    for seed, public_id in enumerate(order, start=1):
        if held.get(public_id) != seed:
            yield Difference(f"seed of team {public_id}", held.get(public_id), seed)


def _seeds_by_earlier(seeding: Seeding, seeded: list[str]) -> Iterator[Difference]:
    """Seeds by an earlier event, made again from its standings as they were then; a change by hand follows them."""
    source = earlier.source_of(seeding)
    if source is None:
        return
    order = earlier.order_of(source)
    if order != source["order"]:
        yield Difference("seeds by an earlier event", source["order"], order)
    if source is seeding and order != seeded:
        yield Difference("seeds by an earlier event", seeded, order)


def _going_on(stage: Stage) -> Iterator[Difference]:
    if not can_be_drawn(stage):
        return  # the one before is open again, or a referee has to decide there: it stays as it was drawn meanwhile
    order = stages.due_order(stage)
    if order != stage.inputs["order"]:
        yield Difference(f"teams of stage {stage.order}", stage.inputs["order"], order)


def _bracket(stage: Stage, matches: list[Match]) -> Iterator[Difference]:
    order, late = stage.inputs["order"], stage.inputs.get("late", [])
    clubs = stage.inputs.get("clubs", [""] * (len(order) - len(late)))
    bracket, groups = format_of(stage).draw(
        stage.parameters, clubs, lambda items, label: shuffled(items, stage.lot, label), edition_of(stage)
    )
    swaps = stage.inputs.get("swaps", []) if stage.order > 1 else []
    groups = [[stands_for(seed, swaps) for seed in group] for group in groups]
    if groups != stage.inputs.get("groups", []):
        yield Difference("groups", stage.inputs.get("groups", []), groups)
    filled = bracket.with_seeds({number: len(clubs) + place for place, (_team, number) in enumerate(late, start=1)})
    laid = {round_.number: round_.inputs["laid"] for round_ in stage.rounds.all() if round_.inputs.get("laid")}
    placed = with_swaps(shifted(filled.fixtures, stage.inputs.get("offset", 0)), swaps)
    expected = with_rounds(placed, laid)
    if fixtures_of(matches) != expected:
        yield Difference("bracket", fixtures_of(matches), expected)
        return
    names = tuple(stage.rounds.exclude(name=PLAY_OFF).order_by("number").values_list("name", flat=True))
    if names != bracket.rounds:
        yield Difference("rounds", names, bracket.rounds)
    for played, fixture in zip(matches, expected, strict=True):
        yield from _sides(played, order)
        if fixture.bye is not None and played.state != Match.State.BYE:
            yield Difference(f"match {played.number}: bye", played.state, fixture.bye)
        if fixture.bye is None and played.state == Match.State.BYE and fixture.sources[1][0] != "again":
            yield Difference(f"match {played.number}: bye", played.state, fixture.bye)


def _sides(played: Match, order: list[str]) -> Iterator[Difference]:
    """Whether the teams that come by seed stand where they should; where they do not, it must be marked."""
    for side, seed in zip(played.sides, played.seeds, strict=True):
        if side.in_conflict:
            continue
        stands = side.team.public_id if side.team else None
        if seed is not None and stands != order[seed - 1]:
            yield Difference(f"match {played.number}, side {side.side}", stands, order[seed - 1])


def _rounds(stage: Stage, matches: list[Match]) -> Iterator[Difference]:
    """Each Swiss round, paired again from what was known when it was paired. Scores may have changed since; who had met
    whom, on which side, and who had sat out has not."""
    known: dict[int, tuple[set[int], bool, int, int]] = {}
    edition = edition_of(stage)
    for number, round_ in enumerate(stage.rounds.exclude(name=PLAY_OFF).order_by("number"), start=1):
        for entrant in map(pairing.entrant_of, round_.inputs["entrants"]):
            before = known.get(entrant.seed, (set(), False, 0, 0))
            noted = (set(entrant.met), entrant.had_bye, entrant.sides, before[3] if edition == FIRST else entrant.run)
            if noted != before:
                yield Difference(f"round {number}, seed {entrant.seed}: met, sat out, sides, run", noted, before)
        own = [tuple(side.source for side in match.sides) for match in matches if match.round_id == round_.pk]
        again = pairing.paired(round_.inputs, number, edition)
        made = [tuple(map(list, fixture.sources)) for fixture in again.fixtures]
        if own != made or (round_.name,) != again.rounds:
            yield Difference(f"round {number}", (round_.name, own), (*again.rounds, made))
        for a, b in own:
            _note_meeting(known, a, b)
    for played in matches:
        yield from _sides(played, stage.inputs["order"])


def _note_meeting(known: dict[int, tuple[set[int], bool, int, int]], a: WaitingRow, b: WaitingRow) -> None:
    """After a match between these: whom each seed has met, whether it sat out, how much oftener it was side A, and for
    how many matches running on one side."""
    for own, other, step in ((a, b, 1), (b, a, -1)):
        if own[0] == "seed":
            met, sat_out, sides, run = known.get(own[1], (set(), False, 0, 0))
            if other[0] == "bye":
                known[own[1]] = (met, True, sides, run)
            else:
                known[own[1]] = (met | {other[1]}, sat_out, sides + step, run_on(run, step))


def _queue(stage: Stage, matches: list[Match]) -> Iterator[Difference]:
    """Each match of a qualifier, called again out of the queue as it was."""
    order = list(stage.entries.order_by("number").values_list("team__public_id", flat=True))
    kept = dict(stage.matches.values_list("number", "queue"))
    left: dict[int, Queue] = {}  # what the last match left of its queue
    for played in matches:
        if played.state != Match.State.BYE:
            queue = kept[played.number]
            if "after" in queue and queue["after"] not in left:
                yield Difference(f"match {played.number}: called after match", queue["after"], next(iter(left), None))
                continue
            waiting = left[queue["after"]] if "after" in queue else queue
            again = qualifier_queue.paired(waiting)
            stored = tuple(played.seeds)
            if again != stored:
                yield Difference(f"match {played.number}: entries", stored, again)
            left = {played.number: qualifier_queue.without(waiting, again or (0, 0))}
        yield from _sides(played, order)


def _lengths(stage: Stage, matches: list[Match]) -> Iterator[Difference]:
    """How many games decide each match, as its round was drawn."""
    for match in matches:
        most = best_of(stage, match.round.name)
        if match.best_of != most and match.state != Match.State.BYE and not match.alone:
            yield Difference(f"match {match.number}: best of", match.best_of, most)


def _tables(stage: Stage, matches: list[Match]) -> Iterator[Difference]:
    """The tables of single players of all rounds, seated again by the lot."""
    order = stage.inputs["order"]
    again = tables.draw(len(order), stage.parameters["rounds"], lambda items, label: shuffled(items, stage.lot, label))
    if stage.inputs["tables"] != again:
        yield Difference("tables", stage.inputs["tables"], again)
    made = [(number, [["seed", seed] for seed in table]) for number, round_ in enumerate(again, 1) for table in round_]
    stored = [(match.round.number, [side.source for side in match.sides]) for match in matches]
    if len(stored) != len(made):
        yield Difference("number of tables", len(stored), len(made))
    for match, here, there in zip(matches, stored, made, strict=False):
        if here != there:
            yield Difference(f"match {match.number}: round and places", here, there)
        yield from _sides(match, order)


def _dealers(stage: Stage) -> Iterator[Difference]:
    """The dealers drawn by the black jack. The pack is shuffled by the stage's lot, or by one drawn for it afresh."""
    games = MatchGame.objects.filter(match__stage=stage).select_related("sheet", "match__stage__tournament")
    games = games.prefetch_related(sides_of("match__"))
    for game in games.order_by("match__number", "number"):
        where = f"match {game.match.number} game {game.number}: first dealer"
        stored = game.dealer_draw
        if stored.get("by") == "black-jack":
            again = draw_dealer(game.match, game.number, stored["lot"], stored["shuffler"])
            if stored != again:
                yield Difference(where, stored, again)
        if game.sheet.first_dealer != stored.get("dealer"):
            yield Difference(where, game.sheet.first_dealer, stored.get("dealer"))
