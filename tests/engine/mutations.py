"""Spoiling records: a valid one with a few things dropped, doubled, swapped, retyped, cut short, or made rubbish."""

import copy
from collections.abc import Callable
from random import Random
from typing import Any

RUBBISH: tuple[Any, ...] = (
    *(None, True, False, 0, 1, -1, 3, 4, 7, 24, 104, 304, 999, 2**31, 2**63, -(2**63), 10**30, 10**5000),
    *(0.5, 4.0, -0.0, 1e308, float("nan"), float("inf"), "", " ", "0", "٣", "A", "B", "s", "h", "♠", "♥\ufe0f"),
    *("Jh", "10♥", "jH", "9s", "Zz", "Jh 9h", "\ud800", "J\udfff", "\x00", "é" * 500, "x" * 20_000, "null"),
    *("durban-modern", "thunee", "play", "khanuck", "trumpless", [], {}, [[]], [None], [1] * 500),
    *({"A": 1}, {"A": 1, "B": 2}, {"": ""}, {"\ud800": 1}, {"type": "play"}, {"type": None}),
)
# What JSON cannot say but a caller in Python can.
NO_JSON: tuple[Any, ...] = (
    (),
    (1, 2),
    b"Jh",
    {1, 2},
    {None: 1},
    {1: 2},
    {(1,): 2},
    {10**5000: 1},
    object,
    1j,
    range(3),
)
KEYS = (
    *("format", "game", "rules", "players", "dealer", "before", "deal", "events", "tally", "claimed", "note", "id"),
    *("type", "seat", "card", "suit", "amount", "blind", "both", "kind", "jack", "value", "against", "offence"),
    *("upheld", "late", "reason", "preset", "balls", "khanuck_called", "trumper", "call", "trump", "card_points"),
    *("tricks", "last_trick", "jodhi", "double", "khanuck", "declared", "four_ball", "false_accusation"),
    *("trumpless", "lost_to", "dealr", "Seat", "\udc80", ""),
)
CARDS = tuple(rank + suit for suit in "shdc" for rank in "J9ATKQ")


def mutated(rng: Random, record: Any, json_only: bool = False) -> Any:
    """A copy of a record with one to six mutations; rarely with something of another record's in it."""
    holder = [copy.deepcopy(record)]
    chosen = rng.choices(MUTATIONS, k=rng.choice((1, 1, 1, 2, 3, 6)))
    for mutation in sorted(chosen, key=lambda one: one is _deepen):  # what is very deep cannot be copied any more
        places = _places(holder)
        container, key = rng.choice(places) if rng.random() < 0.9 else places[0]
        mutation(rng, container, key, json_only)
        if not holder:
            holder.append(None)
    return holder[0]


def rearranged(rng: Random, record: Any) -> Any:
    """A copy of a hand in which things happen at other times, by others, or besides: every event is well formed."""
    events = [dict(event) for event in record.get("events") or ()]
    for _ in range(rng.choice((1, 1, 2, 4))):
        wheel = rng.random()
        if wheel < 0.4 or not events:
            events.insert(rng.randint(0, len(events)), _event(rng))
        elif wheel < 0.6:
            events.insert(rng.randrange(len(events)), events.pop(rng.randrange(len(events))))
        elif wheel < 0.7:
            events.pop(rng.randrange(len(events)))
        else:
            event = rng.choice(events)
            other = _event(rng) | {"card": rng.choice(CARDS), "suit": rng.choice("shdc")}
            field = rng.choice([key for key in event if key not in ("type", "offence")] or ["seat"])
            if field in other:
                event[field] = other[field]
    changed = {**record, "events": events}
    if rng.random() < 0.2:
        changed.pop("deal", None)
    return changed


def _event(rng: Random) -> dict[str, Any]:
    seat = rng.randrange(4)
    offence = rng.choice(("revoke", "undercut", "false_jodhi", "six_of_suit", "out_of_turn", "blind_look", "signal"))
    upheld = {"upheld": rng.random() < 0.5} if offence == "signal" else {}
    late = {"late": True} if rng.random() < 0.3 else {}
    against = (seat + rng.choice((1, 3))) % 4
    kind = rng.choice(("thunee", "royals", "blind_thunee", "blind_royals"))
    value = rng.choice((20, 30, 40, 50))
    return rng.choice(
        (
            {"type": "call", "seat": seat, "amount": rng.choice((10, 20, 30, 100))},
            {"type": "call", "seat": seat, "amount": 20, rng.choice(("blind", "both")): True},
            {"type": "pass", "seat": seat},
            {"type": "trump", "seat": seat, "suit": rng.choice("shdc")},
            {"type": "declare", "seat": seat, "kind": kind},
            {"type": "play", "seat": seat, "card": rng.choice(CARDS)},
            {"type": "jodhi", "seat": seat, "suit": rng.choice("shdc"), "jack": value in (30, 50), "value": value},
            {"type": "murrials", "seat": seat},
            {"type": "double", "seat": seat},
            {"type": "khanuck", "seat": seat},
            {"type": "accuse", "seat": seat, "against": against, "offence": offence, **upheld, **late},
            {"type": "redeal", "reason": rng.choice(("trumpless", "low_hand", "other"))},
        )
    )


def _places(holder: list[Any]) -> list[tuple[Any, Any]]:
    """Every place in a value: its container and its key or index. The first is the value itself."""
    found: list[tuple[Any, Any]] = []
    waiting: list[tuple[Any, Any]] = [(holder, 0)]
    while waiting and len(found) < 2000:
        container, key = waiting.pop()
        found.append((container, key))
        value = container[key]
        if isinstance(value, dict):
            waiting.extend((value, inner) for inner in value)
        elif isinstance(value, list):
            waiting.extend((value, index) for index in range(len(value)))
    return found


def _drop(rng: Random, container: Any, key: Any, json_only: bool) -> None:
    del container[key]


def _double(rng: Random, container: Any, key: Any, json_only: bool) -> None:
    value = copy.deepcopy(container[key])
    if isinstance(container, list):
        container.insert(key, value)
    else:
        container[rng.choice(KEYS)] = value


def _swap(rng: Random, container: Any, key: Any, json_only: bool) -> None:
    other = rng.choice(list(container)) if isinstance(container, dict) else rng.randrange(len(container))
    container[key], container[other] = container[other], container[key]


def _retype(rng: Random, container: Any, key: Any, json_only: bool) -> None:
    rubbish = RUBBISH if json_only or rng.random() < 0.9 else NO_JSON
    container[key] = copy.deepcopy(rng.choice(rubbish))


def _nudge(rng: Random, container: Any, key: Any, json_only: bool) -> None:
    value = container[key]
    if isinstance(value, bool):
        container[key] = not value
    elif isinstance(value, (int, float)):
        container[key] = value + rng.choice((-1, 1, 2, 10, -10))
    elif isinstance(value, str):
        container[key] = value[::-1]


def _cut(rng: Random, container: Any, key: Any, json_only: bool) -> None:
    value = container[key]
    if isinstance(value, (list, str)) and value:
        container[key] = value[: rng.randrange(len(value))]


def _unicode(rng: Random, container: Any, key: Any, json_only: bool) -> None:
    value = container[key]
    if isinstance(value, str):
        place = rng.randrange(len(value) + 1)
        odd = rng.choice(("\ud83c", "\udca1", "\u202e", "\x00", "♠", "\ufe0f", "🂡", "İ", "ß", "\n", "１"))
        container[key] = value[:place] + odd + value[place:]


def _stranger(rng: Random, container: Any, key: Any, json_only: bool) -> None:
    if isinstance(container, dict):
        container[rng.choice(KEYS)] = copy.deepcopy(rng.choice(RUBBISH))
    else:
        container.insert(key, copy.deepcopy(rng.choice(RUBBISH)))


def _deepen(rng: Random, container: Any, key: Any, json_only: bool) -> None:
    depth = rng.choice((1, 2, 30, 500) if json_only else (1, 2, 30, 500, 5000))
    value = container[key]
    for _ in range(depth):
        value = [value] if rng.random() < 0.5 else {rng.choice(KEYS): value}
    container[key] = value


def _swell(rng: Random, container: Any, key: Any, json_only: bool) -> None:
    value = container[key]
    if isinstance(value, list) and len(value) < 100:
        container[key] = value * rng.choice((2, 30))
    elif isinstance(value, str) and len(value) < 100:
        container[key] = value * rng.choice((2, 3000))
    elif isinstance(value, int):
        container[key] = value * 10 ** rng.choice((1, 20, 4400))


MUTATIONS: tuple[Callable[[Random, Any, Any, bool], None], ...] = (
    _drop, _drop, _double, _swap, _swap, _retype, _retype, _nudge, _nudge, _cut, _unicode, _stranger, _deepen, _swell,
)  # fmt: skip
