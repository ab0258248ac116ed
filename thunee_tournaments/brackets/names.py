"""The names of rounds in words."""

from django.utils.translation import gettext as _


def round_title(key: str) -> str:
    """ "final" → "Final", "round-of-16" → "Round of 16"; in the reader's language."""
    if key == "final":
        return _("Final")
    if key == "semi-final":
        return _("Semi-finals")
    if key == "quarter-final":
        return _("Quarter-finals")
    return _("Round of %(teams)s") % {"teams": key.removeprefix("round-of-")}
