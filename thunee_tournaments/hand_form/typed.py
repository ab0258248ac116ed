"""What was typed, by the names of a form's fields ("" or None: not said), and the body of a record that it makes."""

from typing import Any

from adjudication.shapes import Body

__all__ = ["Body", "Typed", "some"]
Typed = dict[str, Any]


def some(**typed: Any) -> Body:
    """Those that were said."""
    return {key: value for key, value in typed.items() if value not in (None, "")}
