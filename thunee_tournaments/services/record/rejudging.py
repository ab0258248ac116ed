"""What if other rules had been in force: every hand, game and match of a tournament that would have come out otherwise.

Nothing of the record is touched. The work is cut into parts of some matches each; a part that is done stays done, so a
run that was broken off, or is done by workers, is taken up where it stands.
"""

import copy
from collections.abc import Iterator, Mapping
from typing import Any

from django.db import transaction
from django.utils import timezone

from adjudication import judging, scores
from adjudication.bell_rules import ended_by_bell
from adjudication.errors import Refused
from adjudication.hands import all_steps
from engine import RecordError
from engine.faults import fault
from engine.profiles import build
from thunee_tournaments.brackets import results
from thunee_tournaments.brackets.models import Match, MatchGame
from thunee_tournaments.services.models import RejudgedPart, Rejudging
from thunee_tournaments.tournaments import outbox
from thunee_tournaments.tournaments.models import OutboxTask, Tournament

KIND = "rejudge"
MATCHES_A_PART = 10
SAID = ("status", "kind", "detail", "winner", "balls", "scores")
EMPTY = "write what is to be changed, such as balls_to_win=13"


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


def _changes(text: str) -> dict[str, Any]:
    """The parameters of a text with their values; what is left empty is named."""
    changes, faults = {}, []
    for one in filter(None, map(str.strip, text.split(","))):
        name, _, value = (part.strip() for part in one.partition("="))
        if not name and not value:
            faults.append(fault("rules", EMPTY))
        elif not name:
            faults.append(fault("rules", f"{one!r} names no rule option: {EMPTY}"))
        elif not value:
            faults.append(fault("rules", f"{name} is given no value: write {name}=…"))
        else:
            changes[name] = _value(value)
    if faults:
        raise RecordError(faults)
    return changes


def _value(text: str) -> Any:
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
            outbox.promise(KIND, f"{run.public_id}:{part.number}", {"part": part.pk})
    return run


def open_parts(run: Rejudging) -> Iterator[RejudgedPart]:
    """The parts that are still to be done."""
    yield from run.parts.filter(done_at__isnull=True)


@outbox.handles(KIND)
def do_promised(payload: dict[str, Any]) -> None:
    """A worker's share. A part that is done already, or was forgotten, is left alone."""
    part = RejudgedPart.objects.filter(pk=payload["part"]).first()
    if part is not None:
        judge_part(part)


def judge_part(part: RejudgedPart) -> None:
    """Judge the matches of a part and keep what was found: a list of differences.

    A difference is {"what": "hand" | "game" | "match", "stage", "match", "game", "hand", "was", "would"}: numbers as
    people know them (`game` and `hand` where they apply), `was` and `would` the result in short.
    """
    if part.done_at is not None:
        return
    matches = Match.objects.filter(pk__in=part.matches).select_related("stage")
    part.found, part.hands = [], 0
    for match in matches.order_by("stage__order", "number"):
        found, hands = _differences(match, part.rejudging.rules)
        part.found += found
        part.hands += hands
    part.done_at = timezone.now()
    part.save(update_fields=["found", "hands", "done_at"])


def differences(run: Rejudging) -> list[dict[str, Any]]:
    """All that was found, in the order of the matches."""
    return [one for part in run.parts.all() for one in part.found]


def forget(run: Rejudging) -> None:
    """Throw a run away, with whatever was promised for it."""
    OutboxTask.objects.filter(kind=KIND, key__startswith=f"{run.public_id}:", done_at__isnull=True).delete()
    run.delete()


def _differences(match: Match, rules: Any) -> tuple[list[dict[str, Any]], int]:
    """What of one match would be different, and how many hands it has."""
    where = {"stage": match.stage.order, "match": match.number}
    found: list[dict[str, Any]] = []
    hands = 0
    judged: list[judging.Judged | None] = []
    for game in MatchGame.objects.filter(match=match).select_related("sheet").order_by("number"):
        place = {**where, "game": game.number}
        rows, would_be, count = _game(game, rules)
        found += [{"what": "hand", **place, **row} for row in rows]
        hands += count
        judged.append(would_be)
        winner = would_be.winner if would_be is not None else ""
        if winner != game.sheet.winner:
            found.append({"what": "game", **place, "was": game.sheet.winner, "would": winner})
    would = _winning_side(match, judged)
    if match.outcome == Match.Outcome.PLAYED and would != match.winning_side:
        found.append({"what": "match", **where, "was": match.winning_side, "would": would})
    return found, hands


def _winning_side(match: Match, judged: list[judging.Judged | None]) -> str:
    """Who would have won a match, by its games (None: one that cannot be judged); "" for nobody."""
    if match.alone:
        after = judged[0].after if judged and judged[0] is not None else None
        winner = results.at_table(scores.by_seat(after), over=bool(after and after["game_over"])).winner
        return "" if winner == results.SHARED else winner
    games = [
        results.GameScore({"A": 0, "B": 0}, one.winner, bell=ended_by_bell(one.after))
        for one in judged
        if one is not None
    ]
    return results.score(match.best_of, [game for game in games if game.winner]).winner


def _game(game: MatchGame, rules: Any) -> tuple[list[dict[str, Any]], judging.Judged | None, int]:
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
        row = {"hand": None, "was": None, "would": {"status": "invalid", "kind": str(refused)}}
        return [row], None, len(asked)
    rows = []
    number = 0
    for place, (step, ruling) in enumerate(zip(steps, judged.rulings, strict=True)):
        if step.is_decision:
            continue
        number += 1
        was = _short(step.ruling)
        would = {"status": "not_played"} if place in judged.too_late else _short(ruling)
        if was != would:
            rows.append({"hand": number, "was": was, "would": would})
    return rows, judged, number


def _short(ruling: Mapping[str, Any]) -> dict[str, Any]:
    return {key: ruling.get(key) for key in SAID}


def short(result: Mapping[str, Any] | None) -> str:
    """A result in a few words, for a terminal."""
    if result is None:
        return "?"
    if result["status"] == "not_played":
        return "not played, the game was over"
    if result["status"] != "decided":
        return " ".join(filter(None, (result["status"], result.get("kind"))))
    return f"{result['kind']}{' ' + result['detail'] if result['detail'] else ''}, {_worth(result)}"


def _worth(result: Mapping[str, Any]) -> str:
    """ "4 to A"; in a game of points "A -13, B 5", or the points by seat."""
    if result.get("balls") is not None and result["winner"]:
        return f"{result['balls'].get(result['winner'])} to {result['winner']}"
    points = result.get("balls") or result.get("scores") or {}
    if isinstance(points, dict):
        return ", ".join(f"{side} {number}" for side, number in points.items())
    return f"{', '.join(map(str, points))} by seat"
