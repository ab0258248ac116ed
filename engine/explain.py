"""A ruling as a person would argue it: what happened, rule by rule, ending in the result. English text."""

from collections.abc import Iterator, Sequence
from typing import Any

from .ruling import Ruling
from .shapes import Points, State

KINDS = {
    "count": "the count",
    "call_and_loss": "call and loss",
    "thunee": "thunee",
    "royals": "royals",
    "blind_thunee": "blind thunee",
    "blind_royals": "blind royals",
    "trip": "trip",
    "monnie": "monnie",
    "double": "double",
    "backside_double": "backside double",
    "khanuck": "khanuck",
    "backside_khanuck": "backside khanuck",
    "four_ball": "four-ball",
    "false_accusation": "a wrong accusation",
    "cornerhouse_double": "a double on cornerhouse",
    "trumpless": "trumpless",
    "low_hand": "a low hand",
    "exposed_card": "an exposed card",
    "six_of_suit": "six of one suit",
    "other": "another reason",
    "made": "made",
    "failed": "failed",
    "instant_win": "the game is won at once",
    "scored": "scored",
    "void": "void",
}
DETAILS = {
    "made": "made",
    "failed": "failed",
    "caught": "caught",
    "partner_catch": "partner catch",
    "upheld": "upheld",
    "rejected": "rejected",
}

# The differences that are about a seat: the number is nobody's too many or too few.
_SEATS = (
    "tally.trumper", "tally.declarer", "tally.last_trick", "tally.double", "tally.khanuck", "tally.declared.seat",
    "tally.declared.lost_to", "tally.four_ball.against", "tally.false_accusation.seat",
)  # fmt: skip


def explain(ruling: Ruling) -> list[str]:
    """The lines of an explanation; the last one is the result."""
    return [*_body(ruling), result(ruling)]


def result(ruling: Ruling) -> str:
    """The result of a ruling in one sentence."""
    if ruling.status == "invalid":
        return "Result: none. The record cannot have happened as it is written."
    if ruling.status == "undecidable":
        return "Result: undecidable, until what is missing is known."
    kind = KINDS.get(ruling.kind or "", str(ruling.kind))
    if "scores" in ruling.after:
        return f"{_scored(ruling, kind)} {_total(ruling.after)}"
    if ruling.status == "void":
        return f"Result: void ({kind}). No balls; the hand is dealt again."
    detail = f", {DETAILS[ruling.detail]}" if ruling.detail else ""
    balls = ruling.verdict.balls
    word = "ball" if balls == 1 else "balls"
    return f"Result: side {ruling.winner} opens {balls} {word} ({kind}{detail}). {_score(ruling.after)}"


def _score(after: State) -> str:
    score = f"The score is A {after['balls']['A']}, B {after['balls']['B']}, playing to {after['target']}"
    if after["game_over"]:
        return f"{score}: side {after['game_winner']} wins the game."
    corners = " and ".join(f"side {side}" for side in after["cornerhouse"])
    return f"{score}{f'; on cornerhouse: {corners}' if corners else ''}."


def _scored(ruling: Ruling, kind: str) -> str:
    """The result of a hand played for points."""
    if ruling.status == "void":
        return "Result: void. No points; the hand is dealt again."
    whose = {"A": "B", "B": "A"}.get(ruling.winner or "") if ruling.kind == "failed" else ruling.winner
    side = f"side {whose}: " if whose else ""
    return f"Result: {side}{kind}. {_points(ruling.verdict.scores, ruling.facts.by_side, signed=True)}."


def _total(after: State) -> str:
    scores = after["scores"]
    by_side = isinstance(scores, dict)
    total = f"The score is {_points(list(scores.values()) if by_side else scores, by_side)}"
    if after["target"] is not None:
        total += f", playing to {after['target']}"
    if not after["game_over"]:
        return f"{total}."
    winner = after["game_winner"]
    if isinstance(winner, str):
        return f"{total}: side {winner} wins the game."
    return f"{total}: the game is over, and {' and '.join(f'seat {seat}' for seat in winner or ())} has the least."


def _points(scores: Sequence[int], by_side: bool, signed: bool = False) -> str:
    numbers = [f"{points:+}" if signed else str(points) for points in scores]
    return ", ".join(f"{'AB'[place] if by_side else f'seat {place}'} {points}" for place, points in enumerate(numbers))


def _body(ruling: Ruling) -> Iterator[str]:
    profile = ruling.record.profile
    changes = ", ".join(f"{key} = {'none' if value is None else value}" for key, value in profile.changed.items())
    yield f"Played under {profile.preset}{f' with {changes}' if changes else ''}."
    if ruling.status == "invalid":
        for error in ruling.errors:
            yield f"{error['path']}: {error['message']}."
        return
    for step in ruling.steps:
        yield f"{step.text}. [{step.rule.id}]"
    yield from _unpunished(ruling)
    if ruling.status == "undecidable":
        yield from _open(ruling)
    for path in ruling.trusted:
        yield f"Taken on trust: {path}."
    yield from _differences(ruling)


def _unpunished(ruling: Ruling) -> Iterator[str]:
    for infraction in ruling.infractions:
        if not infraction["enforced"] and infraction["card"]:
            name = infraction["offence"].replace("_", " ")
            yield (
                f"The cards show an offence nobody was penalised for: {name} by seat {infraction['seat']} "
                f"({infraction['card']}, trick {infraction['trick']}). [{infraction['rule']}]"
            )


def _open(ruling: Ruling) -> Iterator[str]:
    for reason in ruling.reasons:
        yield f"Missing: {reason['path']}: {reason['message']}."
    for possible in ruling.possible:
        kind = KINDS.get(possible["kind"], possible["kind"])
        if "scores" in possible:
            yield f"Possible: {kind}, {_any_points(possible['scores'])}."
        elif possible["winner"] is None:
            yield f"Possible: void ({kind})."
        else:
            balls = possible["balls"][possible["winner"]]
            yield f"Possible: side {possible['winner']} opens {balls} ({kind})."
    if not ruling.exact:
        yield "Too much is missing to tell which of these can still be: there may be fewer."


def _any_points(scores: Points | None) -> str:
    if scores is None:
        return "any points"
    by_side = isinstance(scores, dict)
    return _points(list(scores.values()) if isinstance(scores, dict) else scores, by_side, signed=True)


def _differences(ruling: Ruling) -> Iterator[str]:
    for row in ruling.discrepancies:
        field, claimed, found = row["field"], row["claimed"], row["found"]
        seats = field in _SEATS
        by = ""
        if isinstance(claimed, int) and isinstance(found, int) and not isinstance(claimed, bool) and not seats:
            by = f", {abs(claimed - found)} too {'many' if claimed > found else 'few'}"
        written, truth = _value(claimed, seats), _value(found, seats)
        yield f"The table wrote {field} = {written}, the engine finds {truth}{by}. [{row['rule']}]"


def _value(value: Any, is_seat: bool) -> str:
    if value is None:
        return "nobody" if is_seat else "nothing"
    return f"seat {value}" if is_seat else str(value)
