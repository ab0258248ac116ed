"""The record in Django's admin, to look at: nobody adds, changes or deletes there what is written only once."""

from typing import Any

from django.apps import apps
from django.contrib import admin
from django.db import models
from django.http import HttpRequest

from adjudication.models import (
    Acceptance,
    AuditExport,
    Commitment,
    Decision,
    Dispute,
    Entry,
    Leave,
    Notice,
    SampleDraw,
    Scoresheet,
    SignOff,
)


class ReadOnly(admin.ModelAdmin):
    """Shows everything and offers nothing to press."""

    actions = None
    show_full_result_count = False

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> list[str]:
        return [field.name for field in self.model._meta.fields]


LISTED: dict[type[models.Model], tuple[str, ...]] = {
    Scoresheet: ("public_id", "book", "label", "state", "winner", "seq"),
    Entry: ("sheet", "seq", "kind", "actor", "reason", "created_at"),
    Acceptance: ("entry", "side", "actor", "created_at"),
    SignOff: ("sheet", "seq", "side", "how", "actor", "created_at"),
    Dispute: ("public_id", "book", "subject", "about", "reason", "actor", "created_at"),
    Decision: ("dispute", "seq", "act", "outcome", "actor", "created_at"),
    Leave: ("book", "subject", "referee", "actor", "created_at"),
    Notice: ("book", "subject", "seq", "kind", "actor", "created_at"),
    Commitment: ("book", "subject", "digest", "created_at"),
    AuditExport: ("book", "head", "lines", "actor", "created_at"),
    SampleDraw: ("book", "lot", "confidence", "margin", "created_at"),
}


def register(site: admin.AdminSite) -> None:
    """Show the record on an admin site."""
    for model, columns in LISTED.items():
        site.register(model, type(f"{model.__name__}Admin", (ReadOnly,), {"list_display": columns}))


if apps.is_installed("django.contrib.admin"):
    register(admin.site)
