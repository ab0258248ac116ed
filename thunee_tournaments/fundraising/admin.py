"""Money in Django's admin, to look at: nobody adds, changes or deletes there what `setup.money` writes. Who gave is
not shown: it can be erased, and is for the desk alone."""

from django.apps import apps
from django.contrib import admin

from adjudication.admin import ReadOnly
from thunee_tournaments.fundraising.models import Fund, Receipt, Reversal

LISTED = {
    Fund: ("tournament", "currency", "goal", "public"),
    Receipt: ("tournament", "number", "amount", "kind", "method", "actor", "created_at"),
    Reversal: ("receipt", "reason", "actor", "created_at"),
}


def register(site: admin.AdminSite) -> None:
    """Show the money on an admin site."""
    for model, columns in LISTED.items():
        site.register(model, type(f"{model.__name__}Admin", (ReadOnly,), {"list_display": columns}))


if apps.is_installed("django.contrib.admin"):
    register(admin.site)
