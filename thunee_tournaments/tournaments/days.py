"""The days an event can be on: a slip of the finger in the year is asked back, wherever a day is written."""

from datetime import date

from django.utils.translation import gettext_lazy as _

FIRST, LAST = date(2000, 1, 1), date(2100, 12, 31)
OUTSIDE = _("Look at the year: a day between 2000 and 2100, please.")


def possible(day: date | None) -> bool:
    """Whether an event can be on this day; it need not have one."""
    return day is None or FIRST <= day <= LAST
