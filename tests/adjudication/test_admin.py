"""The record in the admin is for looking only."""

import pytest
from django.contrib import admin
from django.contrib.auth.models import User
from django.test import RequestFactory

from adjudication.admin import LISTED, register
from adjudication.models import Opening, WrittenOnce

SITE = admin.AdminSite()
register(SITE)


def test_everything_that_is_written_once_is_there_and_what_can_be_erased_is_not() -> None:
    assert {model for model in LISTED if issubclass(model, WrittenOnce)} == {
        model for model in WrittenOnce.__subclasses__() if model._meta.app_label == "adjudication"
    }
    assert not SITE.is_registered(Opening)


@pytest.mark.parametrize("model", LISTED, ids=lambda model: model.__name__)
def test_not_even_a_superuser_may_change_anything_there(model: type) -> None:
    request = RequestFactory().get("/")
    request.user = User(is_superuser=True, is_staff=True, is_active=True)
    shown = SITE._registry[model]
    assert not shown.has_add_permission(request)
    assert not shown.has_change_permission(request)
    assert not shown.has_delete_permission(request)
    assert shown.has_view_permission(request)
    assert shown.get_actions(request) == {}
    assert set(shown.get_readonly_fields(request)) == {field.name for field in model._meta.fields}
    assert set(shown.list_display) <= {field.name for field in model._meta.fields}
