"""What was typed, by the names of a form's fields ("" or None: not said), and the body of a record that it makes."""

from collections.abc import Mapping
from typing import Any

from adjudication.shapes import Body
from engine.profiles import Value

__all__ = ["Body", "Typed", "Values", "some"]
Typed = dict[str, Any]  # as cleaned_data of a form: what a field makes of it, its class knows
Values = Mapping[str, Value]  # of the rules in force


def some(**typed: Any) -> Body:
    """Those that were said."""
    return {key: value for key, value in typed.items() if value not in (None, "")}
