"""Every text a person reads is in the catalogues, and everything in the catalogues is said in Japanese.

When one of these fails after a text was changed: `python manage.py collect_words` lists what is to be translated;
docs/translating.md says how.
"""

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import polib
import pytest
from django.test import Client
from django.urls import reverse

import engine
from engine import rulebook
from tests.engine import cases
from tests.factories import UserFactory
from tests.support.untranslated import desk_addresses, leftovers, names_in, public_addresses
from thunee_tournaments.services import demo
from thunee_tournaments.translations import catalogue, engine_words, sources

pytestmark = pytest.mark.anywhere  # words do not depend on the database

LANGUAGES = catalogue.languages()
HINT = "python manage.py collect_words, then translate: docs/translating.md"
# A text that may stay as it is: a name, a sign, the name of a site or of a format.
SAME_EVERYWHERE = {"Thunee Tournaments", "Tunge", "%(side)s %(balls)s", "B−", "BH", "BH1", "PIN", "SB"}
PYTHON_PLACEHOLDER = re.compile(r"%(?:%|\(\w+\)[sd]|[sd])")
BRACE_PLACEHOLDER = re.compile(r"{\w*}")


@pytest.fixture(scope="module")
def collected() -> list[Any]:
    return [*sources.messages(), *engine_words.messages()]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_catalogue_is_what_the_source_and_the_engine_say_today(language: str, collected: list[Any]) -> None:
    before = catalogue.load(language)
    known = {(entry.msgctxt or "", entry.msgid, entry.msgid_plural) for entry in before}
    wanted = catalogue.merged(before, collected, language)
    there = {(entry.msgctxt or "", entry.msgid, entry.msgid_plural) for entry in wanted}
    assert not there - known, f"not in the catalogue yet: {sorted(there - known)}. {HINT}"
    assert not known - there, f"said nowhere any more: {sorted(known - there)}. {HINT}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_is_translated(language: str) -> None:
    entries = catalogue.load(language)
    assert not [entry.msgid for entry in entries if not entry.translated()], HINT
    assert not [entry.msgid for entry in entries if entry.fuzzy], "translations somebody was not sure of"
    copied = {entry.msgid for entry in entries if entry.msgid in said(entry)}
    assert not {text for text in copied if re.search("[A-Za-z]", text)} - SAME_EVERYWHERE


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_translation_holds_the_same_placeholders_as_the_text(language: str) -> None:
    for entry in catalogue.load(language):
        for pattern in (PYTHON_PLACEHOLDER, BRACE_PLACEHOLDER):
            # A plural may leave its number out in the singular: "Enter this team", "Enter these 3 teams".
            wanted = Counter(pattern.findall(entry.msgid_plural or entry.msgid))
            for text in said(entry):
                assert Counter(pattern.findall(text)) == wanted, entry.msgid


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_text_that_counts_has_all_plural_forms_of_its_language(language: str) -> None:
    entries = catalogue.load(language)
    forms = int(re.search(r"nplurals=(\d)", entries.metadata["Plural-Forms"])[1])  # type: ignore[index]
    for entry in entries:
        if entry.msgid_plural:
            assert sorted(map(int, entry.msgstr_plural)) == list(range(forms)), entry.msgid


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_the_site_reads_is_what_people_wrote(language: str) -> None:
    compiled = catalogue.mo_path(language).read_bytes()
    assert compiled == catalogue.compiled(catalogue.load(language)), HINT


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_catalogue_names_no_person_no_machine_and_no_moment(language: str) -> None:
    entries = catalogue.load(language)
    assert set(entries.metadata) == {
        "Language",
        "MIME-Version",
        "Content-Type",
        "Content-Transfer-Encoding",
        "Plural-Forms",
    }
    places = {place for entry in entries for place, line in entry.occurrences if line or place.startswith("/")}
    assert not places


# The words of the game in Japanese: each text that says the one must say the other (docs/translating.md).
GLOSSARY = {
    r"[Tt]hunee\b(?! Tournaments)": "トゥニー|Thunee",
    r"[Kk]hanuck": "カヌック",
    r"[Jj]odhi": "ジョディ",
    r"[Mm]urrials": "ムリアル",
    r"[Rr]oyals": "ロイヤル",
    r"\b[Dd]oubles?\b": "ダブル|倍",  # in Tarneeb scores are doubled, too
    r"[Bb]ackside": "バックサイド",
    r"[Cc]ornerhouse": "コーナーハウス",
    r"[Ff]our-ball": "フォーボール",
    r"[Pp]artner catch": "パートナーキャッチ",
    r"\b[Bb]alls?\b": "ボール",
    r"\b[Tt]ricks?\b": "トリック",
    r"\btrump\b": "切り札",
    r"\b[Dd]ealers?\b": "ディーラー",
    r"\b[Bb]rackets?\b": "対戦表|かっこ",
    r"[Bb]yes?\b": "不戦通過",
    r"[Ww]alkover": "不戦勝",
    r"[Ss]coresheet": "スコアシート",
    r"[Cc]ounting team": "計算チーム",
    r"[Tt]rumping team": "切り札チーム",
}


def test_the_japanese_words_of_the_game_are_always_the_same() -> None:
    strayed = [
        f"{entry.msgid!r} is {text!r}, without {japanese}"
        for entry in catalogue.load("ja")
        for text in said(entry)
        for english, japanese in GLOSSARY.items()
        if re.search(english, PYTHON_PLACEHOLDER.sub("", entry.msgid)) and not re.search(japanese, text)
    ]
    assert not strayed


def test_every_word_a_step_may_hold_is_in_the_catalogue() -> None:
    known = {entry.msgid for entry in catalogue.load("ja")}
    strange = {
        value
        for _name, record, _expected in cases.load()
        for step in engine.adjudicate(record).to_dict()["steps"]
        if rulebook.template_of(step)
        for value in step["values"].values()
        if is_word(value) and value not in known
    }
    assert not strange, "add them to thunee_tournaments/translations/engine_words.py"


def is_word(value: Any) -> bool:
    """Whether a step's value is a word to translate: no number, side, seat, card, or row of cards or ranks."""
    no_word = r"A|B|seat \d|[2-9AKQJT][shdc]?( [2-9AKQJT][shdc]?)*"
    return isinstance(value, str) and not re.fullmatch(no_word, value)


def said(entry: Any) -> list[str]:
    """A translation in all its plural forms."""
    return list(entry.msgstr_plural.values()) if entry.msgid_plural else [entry.msgstr]


# --- pages, read in Japanese


@pytest.fixture
def loaded(db: None) -> demo.Loaded:
    return demo.load(demo.read_fixture("fundraiser"), UserFactory(username="organiser"))


def all_leftovers(client: Client, addresses: Iterator[str], names: list[str]) -> dict[str, set[str]]:
    found = {}
    for address in addresses:
        response = client.get(address, follow=True, headers={"accept-language": "ja"})
        assert response.status_code == 200, address
        assert '<html lang="ja"' in response.content.decode(), address
        if left := leftovers(response.content.decode(), names):
            found[address] = left
    return found


@pytest.mark.slow
@pytest.mark.pages
@pytest.mark.django_db
def test_public_pages_speak_japanese_throughout(client: Client, loaded: demo.Loaded) -> None:
    assert not all_leftovers(client, public_addresses(loaded), names_in(loaded))


@pytest.mark.slow
@pytest.mark.pages
@pytest.mark.django_db
def test_the_desk_speaks_japanese_throughout(client: Client, loaded: demo.Loaded, django_user_model: Any) -> None:
    client.force_login(django_user_model.objects.get(username="organiser"))
    assert not all_leftovers(client, desk_addresses(loaded), names_in(loaded))


@pytest.mark.slow
@pytest.mark.pages
@pytest.mark.django_db
def test_a_table_speaks_japanese_throughout(client: Client, loaded: demo.Loaded) -> None:
    japanese = {"headers": {"accept-language": "ja"}}
    number, token = next(
        (number, token) for number, token in loaded.tokens.items() if demo.tables_in_play(loaded.tournament).get(number)
    )
    names = names_in(loaded)
    link = reverse("scoring:link", args=[token])
    pages = [client.get(link, **japanese), client.post(link, follow=True, **japanese)]
    sheet = re.search(r"/table/([^/]+)/hand", pages[-1].content.decode())
    assert sheet, number
    form = client.get(sheet[0], **japanese)
    typed = {
        "trumper": 1,
        "call": 20,
        "trump": "s",
        "points": 90,
        "points_of": "counting",
        "last_trick": 1,
        "claimed_winner": "A",
        "claimed_balls": 1,
        "head": form.context["form"]["head"].value(),
        "action": "check",
    }
    pages += [
        form,
        client.post(sheet[0], typed, **japanese),
        client.post(sheet[0], {**typed, "points": "", "last_trick": ""}, **japanese),
    ]
    for page in pages:
        assert page.status_code in (200, 422)
        assert not leftovers(page.content.decode(), names)


# --- finding texts


def test_texts_are_found_in_templates_with_their_plurals_and_in_attributes() -> None:
    template = """<p title="{% translate "A title" %}">
    {% blocktranslate count n=n %}One of {{ a }}{% plural %}{{ n }} of {{ a }}{% endblocktranslate %}
    {{ _("Short")|upper }}{% translate "Play" context "a match" %}{% translate "It's 100%" %}"""
    found = {(one.id, one.plural, one.context) for one in sources.in_template(template, "x.html")}
    assert found == {
        ("A title", "", ""),
        ("One of %(a)s", "%(n)s of %(a)s", ""),
        ("Short", "", ""),
        ("Play", "", "a match"),
        ("It's 100%%", "", ""),
    }


def test_texts_are_found_in_python_under_whatever_name_gettext_has() -> None:
    code = """
from django.utils.translation import gettext as _, ngettext_lazy, pgettext_lazy as said
_("Long " "text")
_(variable)
# Translators: who won
said("a match", "won")
ngettext_lazy("%(n)s ball", "%(n)s balls", n)
other("not this one")
"""
    found = [(one.id, one.plural, one.context, one.format, one.comment) for one in sources.in_python(code, "x.py")]
    assert found == [
        ("Long text", "", "", "", ""),
        ("won", "", "a match", "", "Translators: who won"),
        ("%(n)s ball", "%(n)s balls", "", "python-format", ""),
    ]


def test_a_text_that_began_to_count_keeps_its_translation() -> None:
    before = polib.POFile()
    before.append(polib.POEntry(msgid="%(n)s ball", msgstr="%(n)sボール"))
    message = sources.in_python(
        'from django.utils.translation import ngettext\nngettext("%(n)s ball", "%(n)s balls", n)', "x.py"
    )
    (entry,) = catalogue.merged(before, message, "ja")
    assert said(entry) == ["%(n)sボール"]


# --- one English word, two meanings

ONE_MEANING = Path(__file__).with_name("one_meaning.txt")


def test_a_short_text_of_two_places_means_one_thing_or_has_a_context(collected: list[Any]) -> None:
    places: dict[str, set[str]] = {}
    for message in collected:
        if not message.context and not message.plural and (" " not in message.id or len(message.id) <= 8):
            places.setdefault(message.id, set()).add(message.place)
    shared = {text: sorted(where) for text, where in places.items() if len(where) > 1}
    reviewed = {line for line in ONE_MEANING.read_text(encoding="utf-8").splitlines() if line[:1] not in ("#", "")}
    new = {text: where for text, where in shared.items() if text not in reviewed}
    assert not new, f"read them in each of their places, then add them to {ONE_MEANING.name}, or give one a context"
    assert not reviewed - set(shared), f"not in two places any more: take them out of {ONE_MEANING.name}"
