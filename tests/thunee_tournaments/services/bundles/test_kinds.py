"""Nothing of an event is left behind by accident: every table either travels, or it is said why it stays."""

import hashlib

import pytest
from django.apps import apps
from django.db.models import ForeignKey, Model

from thunee_tournaments.fundraising.models import Party
from thunee_tournaments.services.bundles.kinds import BY_MODEL, KINDS, STAY

OURS = ("adjudication", "thunee_tournaments")


def tables() -> set[str]:
    return {
        model._meta.label_lower for model in apps.get_models() if model.__module__.split(".")[0] in OURS
    }  # fmt: skip


def test_every_table_travels_or_stays() -> None:
    assert {kind.name for kind in KINDS} | STAY == tables()
    assert not {kind.name for kind in KINDS} & STAY


def test_each_kind_comes_after_those_it_refers_to() -> None:
    seen: set[type[Model]] = set()
    for kind in KINDS:
        seen.add(kind.model)
        assert {target.model for target in kind.references.values()} <= seen


def test_no_row_refers_to_one_that_stays() -> None:
    for kind in KINDS:
        for column in kind.columns:
            if isinstance(column, ForeignKey):
                assert column.related_model in BY_MODEL


def test_what_stands_instead_is_of_a_column_that_is_there() -> None:
    for kind in KINDS:
        assert set(kind.private) | kind.stays <= {column.name for column in kind.model._meta.concrete_fields}


# Columns in which a person's own things stand, by what their names say; a new one has to be looked at.
PERSONAL = ("contact", "phone", "email", "note", "token_hash", "secret", "code_word", "seller", "answers", "pin")
SHOWN = {
    ("teams.announcement", "contact"),  # the organiser's, for everybody to read
    ("tables.tablelink", "pins_given"),  # how many
}  # fmt: skip


def test_what_is_personal_is_private() -> None:
    for kind in KINDS:
        for column in kind.columns:
            if any(word in column.name for word in PERSONAL) and (kind.name, column.name) not in SHOWN:
                assert kind.sealed or column.name in kind.private, f"{kind.name}.{column.name}"


@pytest.mark.parametrize(("named", "shown"), [(True, "Aunty Devi"), (False, "")])
def test_who_gave_is_named_only_if_they_may_be(named: bool, shown: str) -> None:
    private = BY_MODEL[Party].private
    assert private["name"]({"name": "Aunty Devi", "named": named}) == shown


def test_the_link_of_a_pledge_opens_nothing_elsewhere() -> None:
    from thunee_tournaments.fundraising.models import Pledge

    instead = BY_MODEL[Pledge].private["token_hash"]({"public_id": "abc", "token_hash": "x"})
    assert instead == hashlib.sha256(b"no link: abc").hexdigest()
