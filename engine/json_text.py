"""JSON read strictly: each key once, numbers that can be held, and of everything else what is wrong with it."""

import json
import math
from typing import Any

from .faults import RecordError, fault, shown
from .shapes import Raw

LONGEST_LINE = 2_000_000


class _Refused(ValueError):
    """A line that is no JSON this reader takes."""


def load(line: str | bytes) -> Any:
    """The JSON of a line. Raises RecordError: not JSON, too long, nested too deep, a key twice, no finite number."""
    if len(line) > LONGEST_LINE:
        raise RecordError([fault("", f"a line may have at most {LONGEST_LINE} characters, this one has {len(line)}")])
    try:
        text = line.decode("utf-8-sig") if isinstance(line, bytes) else line.removeprefix("\ufeff")
        value = _QUICK.decode(text)
        return value if _keys_in(value) == text.count('":') + text.count('" :') else _STRICT.decode(text)
    except UnicodeDecodeError as wrong:
        raise RecordError([fault("", f"is not UTF-8 text, at byte {wrong.start}")]) from None
    except json.JSONDecodeError as wrong:
        raise RecordError([fault("", f"is not JSON: {wrong.msg}, at column {wrong.pos + 1}")]) from None
    except _Refused as wrong:
        raise RecordError([fault("", str(wrong))]) from None
    except RecursionError:
        raise RecordError([fault("", "is nested too deep")]) from None
    except ValueError:
        raise RecordError([fault("", "has a number of too many digits")]) from None


def _keys_in(value: Any) -> int:
    """How many keys its objects have, as far as a record usually goes down: never more than stand in the text, and
    fewer if one was there twice."""
    if type(value) is not dict:
        return 0
    keys = len(value)
    for item in value.values():
        if type(item) is list and {*map(type, item)} == {dict}:
            keys += sum(map(len, item))
        elif type(item) is dict:
            keys += len(item) + sum([len(part) for part in item.values() if type(part) is dict])
    return keys


def _once(pairs: list[tuple[str, Any]]) -> Raw:
    entries = dict(pairs)
    if len(entries) < len(pairs):
        seen: set[str] = set()
        twice = next(key for key, _ in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]
        raise _Refused(f"the key {shown(twice)} is there twice in one object")
    return entries


def _no_constant(word: str) -> Any:
    raise _Refused(f"{word} is no number")


def _finite(written: str) -> float:
    value = float(written)
    if value in (math.inf, -math.inf):
        raise _Refused(f"{shown(written)} is a number too large to be read")
    return value


_QUICK = json.JSONDecoder(parse_constant=_no_constant, parse_float=_finite)
_STRICT = json.JSONDecoder(object_pairs_hook=_once, parse_constant=_no_constant, parse_float=_finite)
