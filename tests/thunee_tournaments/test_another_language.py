"""Adding a language is adding files: one nobody speaks is added here, and every page is read in it."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from tests.factories import UserFactory
from tests.support import pseudo
from tests.support.untranslated import desk_addresses, leftovers, names_in, public_addresses
from thunee_tournaments.services import demo
from thunee_tournaments.translations import catalogue, languages
from thunee_tournaments.translations.message import Message


@pytest.fixture
def spoken(settings: Any, tmp_path: Path) -> Iterator[None]:
    pseudo.speak(settings, tmp_path)
    yield
    pseudo.fall_silent(tmp_path)


@pytest.mark.slow
@pytest.mark.anywhere
@pytest.mark.django_db
def test_every_page_is_said_in_a_language_that_was_only_added_as_files(client: Client, spoken: None) -> None:
    loaded = demo.load(demo.read_fixture("fundraiser"), UserFactory(username="organiser"))
    client.force_login(loaded.tournament.roles.get(role="organiser").user)
    names = names_in(loaded)
    left = {}
    for address in [*public_addresses(loaded), *desk_addresses(loaded)]:
        response = client.get(address, follow=True, headers={"accept-language": pseudo.CODE})
        page = response.content.decode()
        assert response.status_code == 200, address
        assert f'<html lang="{pseudo.CODE}" dir="rtl"' in page, address
        if found := leftovers(page, names):
            left[address] = found
    assert not left


@pytest.mark.django_db
def test_its_name_stands_in_the_switch_and_a_tap_chooses_it(client: Client, spoken: None) -> None:
    page = client.get(reverse("public:home")).content.decode()
    assert f'<button name="language" value="{pseudo.CODE}"' in page
    client.post(reverse("public:preferences"), {"language": pseudo.CODE})
    assert f'lang="{pseudo.CODE}"' in client.get(reverse("public:home")).content.decode()


def test_dates_are_written_as_in_english_until_somebody_says_how(spoken: None) -> None:
    from datetime import datetime

    from django.template import engines
    from django.utils import translation

    shown = engines["django"].from_string("{{ moment|date:'MOMENT_FORMAT' }}")
    with translation.override(pseudo.CODE):
        assert "2026, 19:05" in shown.render({"moment": datetime(2026, 3, 7, 19, 5)})


@pytest.mark.parametrize(("code", "forms"), [("te", 2), ("ta", 2), ("zu", 2), ("af", 2)])
def test_a_new_catalogue_holds_every_text_in_the_forms_of_its_language(code: str, forms: int) -> None:
    assert code in languages.LANG_INFO
    messages = [Message("a text"), Message("%(n)s ball", "%(n)s balls")]
    begun = catalogue.merged(catalogue.load(code), messages, code)
    assert len(begun) == len(messages)
    assert {len(entry.msgstr_plural) for entry in begun if entry.msgid_plural} == {forms}


def test_a_language_without_a_name_is_refused() -> None:
    with pytest.raises(CommandError, match="qq is no language"):
        call_command("collect_words", add="qq")


def test_a_folder_without_a_catalogue_or_with_a_code_nobody_knows_is_no_language(tmp_path: Path) -> None:
    for code in ("ta", "qq"):
        (tmp_path / code / "LC_MESSAGES").mkdir(parents=True)
    (tmp_path / "qq" / "LC_MESSAGES" / "django.mo").touch()
    assert languages.spoken(tmp_path) == [("en", "English")]
    (tmp_path / "ta" / "LC_MESSAGES" / "django.mo").touch()
    assert languages.spoken(tmp_path) == [("en", "English"), ("ta", "Tamil")]
