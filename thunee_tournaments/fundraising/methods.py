"""How money is paid: the ways that are known, and those an event names itself."""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

CASH = "cash"
KNOWN = {
    CASH: _("cash"),
    "eft": _("EFT"),
    "card": pgettext_lazy("money", "card"),
    "snapscan": "SnapScan",
    "payshap": "PayShap",
}
HELD = "deposits"  # money that was there already (`accounts.DEPOSITS`)
EVERYWHERE = (CASH, "eft")  # what an event begins with


def method_label(method: str) -> str:
    """What a way to pay is called; one of an event's own is called as it was written."""
    return str({**KNOWN, HELD: _("deposits that were kept")}.get(method, method))
