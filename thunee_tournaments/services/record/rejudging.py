"""What if other rules had been in force: every hand, game and match of a tournament that would have come out otherwise.

Nothing of the record is touched. The work is cut into parts of some matches each; a part that is done stays done, so a
run that was broken off, or is done by workers, is taken up where it stands.
"""

import copy
from collections.abc import Iterator
from typing import Any, Literal, NotRequired, TypedDict

from django.db import transaction
from django.utils import timezone

from adjudication import judging, scores
from adjudication.bell_rules import ended_by_bell
from adjudication.errors import Refused
from adjudication.hands import all_steps
from engine import RecordError
from engine.faults import fault
from engine.profiles import build
from engine.shapes import BySide, Points, Result
from thunee_tournaments.brackets import results
from thunee_tournaments.brackets.models import Match, MatchGame
from thunee_tournaments.services.models import RejudgedPart, Rejudging
from thunee_tournaments.tournaments import outbox
from thunee_tournaments.tournaments.models import OutboxTask, Tournament
from thunee_tournaments.tournaments.shapes import Changes

KIND = "rejudge"
MATCHES_A_PART = 10
EMPTY = "write what is to be changed, such as balls_to_win=13"


class BriefResult(TypedDict, total=False):
    """A result in short. One that says no more than its status is of a hand that would not be played, or not be one."""

    status: str | None
    kind: str | None
    detail: str | None
    winner: str | None
    balls: BySide | None
    scores: Points | None


class ChangedHand(TypedDict):
    """A hand, numbered as people know it (None: the whole game cannot be judged), as it was and as it would be."""

    hand: int | None
    was: BriefResult | None
    would: BriefResult


class HandDifference(ChangedHand):
    """The same as it is kept: with where it was played, by the numbers people know."""

    what: Literal["hand"]
    stage: int
    match: int
    game: int


class WinnerDifference(TypedDict):
    """A game or a match that another side would have won ("": nobody)."""

    what: Literal["game", "match"]
    stage: int
    match: int
    game: NotRequired[int]
    was: str
    would: str


Difference = HandDifference | WinnerDifference


class PartTask(TypedDict):
    """What a worker is told of its part: the key."""

    part: int


def rules_from(text: str, tournament: Tournament) -> Any:
    """The rules a text asks for: a preset's name, or changes to the stored rules such as `balls_to_win=13,royals=off`.

    Raises RecordError for a preset, parameter or value nobody knows, and for a change without a name or a value.
    """
    if "=" not in text:
        rules: Any = text.strip()
    else:
        rules = {**tournament.rules, **_changes(text)}
    build(rules, tournament.game)
    return rules


def _changes(text: str) -> Changes:
    """The parameters of a text with their values; what is left empty is named."""
    changes: Changes = {}
    faults = []
    for change in filter(None, map(str.strip, text.split(","))):
        name, _, value = (part.strip() for part in change.partition("="))
        if not name and not value:
            faults.append(fault("rules", EMPTY))
        elif not name:
            faults.append(fault("rules", f"{change!r} names no rule option: {EMPTY}"))
        elif not value:
            faults.append(fault("rules", f"{name} is given no value: write {name}=…"))
        else:
            changes[name] = _value(value)
    if faults:
        raise RecordError(faults)
    return changes


def _value(text: str) -> str | int | None:
    return None if text in ("null", "none") else int(text) if text.lstrip("-").isdigit() else text


@transaction.atomic
def begin(tournament: Tournament, rules: Any, background: bool = False) -> Rejudging:
    """Cut a rejudging into parts (`rules` None: the stored ones); with `background` the workers do them."""
    run = Rejudging.objects.create(tournament=tournament, rules=rules)
    matches = list(
        Match.objects.filter(stage__tournament=tournament, games__isnull=False)
        .order_by("stage__order", "number")
        .distinct()
        .values_list("pk", flat=True)
    )
    cut = range(0, len(matches), MATCHES_A_PART)
    parts = RejudgedPart.objects.bulk_create(
        RejudgedPart(rejudging=run, number=number, matches=matches[first : first + MATCHES_A_PART])
        for number, first in enumerate(cut, 1)
    )
    if background:
        for part in parts:
            payload: PartTask = {"part": part.pk}
            outbox.promise(KIND, f"{run.public_id}:{part.number}", payload)
    return run


def open_parts(run: Rejudging) -> Iterator[RejudgedPart]:
    """The parts that are still to be done."""
    yield from run.parts.filter(done_at__isnull=True)


@outbox.handles(KIND)
def do_promised(payload: PartTask) -> None:
    """A worker's share. A part that is done already, or was forgotten, is left alone."""
    part = RejudgedPart.objects.filter(pk=payload["part"]).first()
    if part is not None:
        judge_part(part)


def judge_part(part: RejudgedPart) -> None:
    """Judge the matches of a part and keep the differences that were found."""
    if part.done_at is not None:
        return
    matches = Match.objects.filter(pk__in=part.matches).select_related("stage")
    part.found, part.hands = [], 0
    for match in matches.order_by("stage__order", "number"):
        differences, hands = _differences(match, part.rejudging.rules)
        part.found += differences
        part.hands += hands
    part.done_at = timezone.now()
    part.save(update_fields=["found", "hands", "done_at"])


def differences(run: Rejudging) -> list[Difference]:
    """All that was found, in the order of the matches."""
    return [difference for part in run.parts.all() for difference in part.found]


def forget(run: Rejudging) -> None:
    """Throw a run away, with whatever was promised for it."""
    OutboxTask.objects.filter(kind=KIND, key__startswith=f"{run.public_id}:", done_at__isnull=True).delete()
    run.delete()


def _differences(match: Match, rules: Any) -> tuple[list[Difference], int]:
    """What of one match would be different, and how many hands it has."""
    stage, number = match.stage.order, match.number
    differences: list[Difference] = []
    hands = 0
    judged: list[judging.Judged | None] = []
    for game in MatchGame.objects.filter(match=match).select_related("sheet").order_by("number"):
        rows, would_be, count = _game(game, rules)
        for row in rows:
            differences.append({"what": "hand", "stage": stage, "match": number, "game": game.number, **row})
        hands += count
        judged.append(would_be)
        winner = would_be.winner if would_be is not None else ""
        if winner != game.sheet.winner:
            differences.append({"what": "game", "stage": stage, "match": number, "game": game.number,
                                "was": game.sheet.winner, "would": winner})  # fmt: skip
    would = _winning_side(match, judged)
    if match.outcome == Match.Outcome.PLAYED and would != match.winning_side:
        differences.append({"what": "match", "stage": stage, "match": number,
                            "was": match.winning_side, "would": would})  # fmt: skip
    return differences, hands


def _winning_side(match: Match, judged: list[judging.Judged | None]) -> str:
    """Who would have won a match, by its games (None: one that cannot be judged); "" for nobody."""
    if match.alone:
        after = judged[0].after if judged and judged[0] is not None else None
        winner = results.at_table(scores.by_seat(after), over=bool(after and after["game_over"])).winner
        return "" if winner == results.SHARED else winner
    games = [
        results.GameScore({"A": 0, "B": 0}, game.winner, bell=ended_by_bell(game.after))
        for game in judged
        if game is not None
    ]
    return results.score(match.best_of, [score for score in games if score.winner]).winner


def _game(game: MatchGame, rules: Any) -> tuple[list[ChangedHand], judging.Judged | None, int]:
    """The hands of a game that would be different, the game as it would be judged (None: not at all), and its hands."""
    sheet = game.sheet
    steps = [step for step in all_steps(sheet) if not step.voided]
    asked = judging.steps_anew(steps)
    other = copy.copy(sheet)
    if rules is not None:
        other.rules = rules
    try:
        judged = judging.judge(other, asked)
    except (Refused, RecordError) as refused:
        row: ChangedHand = {"hand": None, "was": None, "would": {"status": "invalid", "kind": str(refused)}}
        return [row], None, len(asked)
    rows: list[ChangedHand] = []
    number = 0
    for place, (step, ruling) in enumerate(zip(steps, judged.rulings, strict=True)):
        if step.is_decision:
            continue
        number += 1
        was = _brief(step.ruling)
        would: BriefResult = {"status": "not_played"} if place in judged.too_late else _brief(ruling)
        if was != would:
            rows.append({"hand": number, "was": was, "would": would})
    return rows, judged, number


def _brief(ruling: Result) -> BriefResult:
    return {
        "status": ruling.get("status"),
        "kind": ruling.get("kind"),
        "detail": ruling.get("detail"),
        "winner": ruling.get("winner"),
        "balls": ruling.get("balls"),
        "scores": ruling.get("scores"),
    }


def short(result: BriefResult | Result | None) -> str:
    """A result in a few words, for a terminal."""
    if result is None:
        return "?"
    if result["status"] == "not_played":
        return "not played, the game was over"
    if result["status"] != "decided":
        return " ".join(filter(None, (result["status"], result.get("kind"))))
    return f"{result['kind']}{' ' + result['detail'] if result['detail'] else ''}, {_worth(result)}"


def _worth(result: BriefResult | Result) -> str:
    """ "4 to A"; in a game of points "A -13, B 5", or the points by seat."""
    balls, winner = result.get("balls"), result["winner"]
    if balls is not None and winner:
        return f"{balls.get(winner)} to {winner}"
    points = balls or result.get("scores") or {}
    if isinstance(points, dict):
        return ", ".join(f"{side} {number}" for side, number in points.items())
    return f"{', '.join(map(str, points))} by seat"
