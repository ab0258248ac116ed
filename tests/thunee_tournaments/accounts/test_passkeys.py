"""Passkeys: what is none is refused like a wrong one, whatever it is. A real one: tests/pages/test_passkeys.py."""

import json
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.cache import cache
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

from thunee_tournaments.accounts.passkeys import AddPasskey, SignInByPasskey

pytestmark = pytest.mark.django_db
LOCAL = {"host": "localhost"}
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8) | st.sampled_from(["public-key", "AA", "e30"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)
NAMES = ("clientDataJSON", "attestationObject", "authenticatorData", "signature", "userHandle")
CREDENTIALS = st.fixed_dictionaries(
    {},
    optional={
        **dict.fromkeys(("id", "rawId", "type", "clientExtensionResults"), VALUES),
        "response": st.fixed_dictionaries({}, optional=dict.fromkeys(NAMES, VALUES)) | VALUES,
    },
)


@given(CREDENTIALS | VALUES)
def test_whatever_is_sent_for_a_passkey_is_refused_in_words(sent: Any) -> None:
    cache.clear()  # who asks too often is not the question here
    answer = Client(headers=LOCAL).post("/accounts/login/passkey", {"credential": json.dumps(sent)})
    assert (answer.status_code, answer["Location"]) == (302, "/accounts/login")


@pytest.mark.parametrize("sent", ["", "x", "[" * 30_000, "[" * 9_000, "{}", "null", "1e999"])
def test_what_is_no_json_is_refused_in_words(desk: Client, sent: str) -> None:
    for path in ("/accounts/login/passkey", "/accounts/passkeys/new"):
        client = Client(headers=LOCAL) if "login" in path else desk
        answer = client.post(path, {"credential": sent, "name": "phone"}, headers=LOCAL)
        assert answer.status_code in (200, 302)
    assert not User.objects.get().authenticator_set.exists()


def test_the_question_is_new_each_time() -> None:
    client = Client(headers={**LOCAL, "accept": "application/json"})
    asked = [client.get("/accounts/login/passkey").json()["request_options"]["publicKey"] for _ in range(2)]
    assert asked[0]["challenge"] != asked[1]["challenge"]
    assert asked[0]["rpId"] == "localhost"


def test_passkeys_are_offered_where_browsers_allow_them(desk: Client) -> None:
    plain = desk.get("/accounts/").content.decode()
    local = Client(headers=LOCAL).get("/accounts/login").content.decode()
    assert "/accounts/passkeys/new" not in plain
    assert "data-passkey" in local
    assert desk.get("/accounts/passkeys/new").status_code == 404


def test_both_forms_are_those_of_the_site() -> None:
    from allauth.mfa import app_settings
    from django.utils.module_loading import import_string

    forms = {name: import_string(path) for name, path in app_settings.FORMS.items()}
    assert (forms["add_webauthn"], forms["login_webauthn"]) == (AddPasskey, SignInByPasskey)
