"""The word a tournament stands under in addresses."""

import pytest

from thunee_tournaments.tournaments import slugs
from thunee_tournaments.urls import urlpatterns


def free(_slug):
    return False


def test_a_slug_is_made_from_the_name():
    assert slugs.propose("Diwali Thunee Evening 2026!", free) == "diwali-thunee-evening-2026"


def test_a_slug_that_is_taken_gets_a_number():
    assert slugs.propose("Spring Cup", {"spring-cup", "spring-cup-2"}.__contains__) == "spring-cup-3"


@pytest.mark.parametrize("name", ["サニー大会", "!!!", "---"])
def test_a_name_without_latin_letters_still_gets_one(name):
    assert slugs.propose(name, free) == "tournament-2"


def test_a_long_name_is_cut():
    assert slugs.complaint(slugs.propose("long " * 40, free)) is None


@pytest.mark.parametrize("word", ["rules", "desk", "t", "table", "accounts", "static", "healthz", "api", "admin"])
def test_the_sites_own_words_are_refused(word):
    assert slugs.complaint(word) == "reserved"
    assert slugs.propose(word, free) == f"{word}-2"


@pytest.mark.parametrize("slug", ["Cup", "a--b", "-a", "a_b", "ä", "a b", "a/b"])
def test_other_shapes_are_refused(slug):
    assert slugs.complaint(slug) == "shape"


def test_every_first_word_of_the_sites_own_addresses_is_reserved():
    first_words = {str(route.pattern).split("/")[0] for route in urlpatterns}
    own = {word for word in first_words if word and not word.startswith("<")}
    assert own <= slugs.RESERVED
