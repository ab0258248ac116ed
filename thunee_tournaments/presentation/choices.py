"""A question as big buttons: a bound field with radio buttons becomes a fieldset that thumbs hit.

The form of a hand has twenty-odd questions with nearly two hundred buttons, and a hall opens it all evening. Button by
button through the template engine that was most of the page's work, so the buttons are written here, in one go.
"""

from collections.abc import Iterator
from typing import Any

from django.forms import BoundField
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString, mark_safe

from thunee_tournaments.presentation import suits, words

LIST, SEATS = "choice-list", "cols-seats"
LONGEST = 6  # letters of a word that stand side by side with another on the narrowest phones
NO_ANSWERS = ("", "won")  # "nobody", "not said", "nobody: every trick was won": quieter than the others


def question(field: BoundField, cols: str = "", kind: str = "") -> SafeString:
    """The field as a fieldset. `cols`: how the buttons stand (cols-2 … cols-6, cols-call, cols-seats as they sit
    around the table, choice-list); `kind` "suit" draws suits."""
    errors, name = field.errors, _escaped(field.html_name)
    faults = f"{_escaped(field.auto_id)}_error"
    marked = f' aria-describedby="{faults}"' if errors else ""
    fault_box = f'\n  <div id="{faults}">{_escaped(errors)}</div>' if errors else ""
    row = cols if cols == LIST else f"choice-row {cols}"
    row += " has-long" if cols == SEATS and _long_names(field) else ""
    return mark_safe(
        f'<fieldset class="choice{" has-errors" if errors else ""}" data-field="{_escaped(field.name)}"{marked}>\n'
        f"  <legend>{_escaped(field.label)}</legend>{fault_box}\n"
        f'  <div class="{_escaped(row)}">{"".join(_buttons(field, name, kind))}\n'
        "  </div>\n</fieldset>"
    )


def _buttons(field: BoundField, name: str, kind: str) -> Iterator[str]:
    widget: Any = field.field.widget
    chosen = widget.format_value(field.value())
    for value, label in widget.choices:
        written = str(value)
        side = getattr(label, "side", "")
        css = f" side-{side.lower()} at-{label.place}" if side else ""
        if written in NO_ANSWERS:
            css += " is-none"
        checked = " checked" if written in chosen else ""
        yield (
            f'\n    <label class="choice-option{css}"><input type="radio" name="{name}" '
            f'value="{_escaped(written)}"{checked}>'
            f'<span class="choice-face">{_face(written, label, side, kind)}</span></label>'
        )


def _long_names(field: BoundField) -> bool:
    """Whether a name has a word too long for half of a column."""
    choices: Any = field.field.widget
    names = (getattr(label, "name", "") for _value, label in choices.choices)
    return any(len(word) > LONGEST for name in names for word in name.split())


def _face(value: str, label: Any, side: str, kind: str) -> str:
    """What stands on a button: a suit, who sits on a seat and for which team, or words."""
    if kind == "suit" and value in suits.OUTLINES:
        return suits.symbol(value, _escaped(words.suit_name(value)))
    if side:
        team = "" if label.name.startswith(label.team) else f"<small>{_escaped(label.team)}</small>"
        return f"<span>{_escaped(label.name)}</span>{team}"
    return f"<span>{_escaped(label)}</span>"


def _escaped(text: Any) -> str:
    return str(conditional_escape(text))
