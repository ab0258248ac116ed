"""A plain hand on a phone: five taps from the table to saved, all on one screen, what is wrong at its field."""

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from adjudication.models import Entry
from tests.support.browser import PHONE
from tests.support.pages.offline import at_table, tournament  # noqa: F401
from tests.support.quick import first
from thunee_tournaments.teams.models import Player

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
SMALL = (360, 640)


@pytest.fixture
def form(browse: Any, at_table: Any) -> Any:  # noqa: F811
    for player, name in zip(Player.objects.order_by("pk"), ("Mina", "Gus", "Wes", "Yas"), strict=True):
        Player.objects.filter(pk=player.pk).update(name=name)
    return open_form(at_table(browse(SMALL)))


def open_form(page: Any) -> Any:
    page.get_by_role("link", name="Enter hand").click()
    expect(page.get_by_role("heading", name="Enter hand")).to_be_attached()
    expect(page.locator("html[data-ready=yes]")).to_have_count(1)
    return page


def digits(page: Any, number: str) -> None:
    for digit in number:
        page.locator(f"[data-digit='{digit}']").click()


def last_trick(page: Any) -> Any:
    return page.locator("[data-field=last_trick] label").nth(1)


def test_five_taps_lead_from_the_table_to_a_saved_hand(browse, at_table):  # noqa: F811
    page = at_table(browse(PHONE))
    open_form(page)  # 1
    digits(page, "62")  # 2, 3
    last_trick(page).click()  # 4
    save = page.locator("[data-save]")
    expect(save).to_contain_text("opens 1 ball")
    page.wait_for_timeout(500)  # a button that has just come is not meant
    save.click()  # 5
    expect(page).to_have_url(re.compile("/table$"))
    expect(page.get_by_role("status").first).to_contain_text("Saved.")
    assert [*Entry.objects.get().body["tally"]["card_points"].values()] == [62]


def test_all_of_a_plain_hand_is_on_one_screen_of_a_small_phone(form):
    bar = form.locator(".hand-actions").bounding_box()
    for part in (
        "[data-field=happened]",
        "[data-field=trumper]",
        "[data-field=call]",
        "[data-pad]",
        "[data-field=last_trick]",
    ):
        box = form.locator(part).bounding_box()
        assert box["y"] + box["height"] <= bar["y"] + 2, f"{part} is below the fold"
    assert bar["y"] + bar["height"] <= SMALL[1]


@pytest.mark.looks
def test_a_tap_that_was_meant_for_another_button_saves_nothing(form):
    form.evaluate("""() => {
        new MutationObserver(() => {
            const save = document.querySelector("[data-save]");
            if (!save.hidden) save.click();
        }).observe(document.querySelector("[data-save]"), { attributes: true });
    }""")
    digits(form, "62")
    last_trick(form).click()
    expect(form.locator("[data-save]")).to_be_visible()
    form.wait_for_timeout(300)
    assert form.url.endswith("/hand")
    assert Entry.objects.count() == 0


@pytest.mark.looks
def test_what_changes_takes_the_button_away_until_it_is_judged_again(form):
    digits(form, "62")
    last_trick(form).click()
    expect(form.locator("[data-save]")).to_be_visible()
    form.locator("[data-digit=back]").click()
    form.locator("[data-digit=back]").click()
    expect(form.locator("[data-save]")).to_be_hidden()


@pytest.mark.looks
@pytest.mark.parametrize(
    ("happened", "asked"),
    first(
        [
            pytest.param("Count", "Enter the card points"),
            pytest.param("Double", "Tap who called double."),
            pytest.param("Khanuck", "Tap who called khanuck."),
            pytest.param("Thunee", "Tap who declared."),
            pytest.param("Caught", "Tap who was caught."),
            pytest.param("Dealt again", "Tap why it was dealt again."),
        ],
        2,
    ),
)
def test_what_is_missing_is_asked_for_at_its_field_without_asking_the_server(form, happened, asked):
    form.get_by_role("group", name="What happened?").locator("label", has_text=happened).click()
    sent = []
    form.on("request", lambda request: sent.append(request.url) if request.method == "POST" else None)
    form.get_by_role("button", name="Check").click()
    fault = form.get_by_text(asked).first
    expect(fault).to_be_in_viewport()
    assert not sent


@pytest.mark.slow
@pytest.mark.looks
def test_a_fault_goes_when_its_question_is_answered(form):
    form.get_by_role("group", name="What happened?").locator("label", has_text="Thunee").click()
    form.get_by_role("button", name="Check").click()
    expect(form.get_by_text("Tap who declared.")).to_be_visible()
    form.locator("[data-field=declared_seat] label").first.click()
    expect(form.get_by_text("Tap who declared.")).to_have_count(0)
    expect(form.get_by_text("Tap who caught it, or nobody.")).to_be_visible()


@pytest.mark.slow
@pytest.mark.looks
def test_a_draft_says_that_it_is_one_and_goes_with_a_tap(form):
    digits(form, "62")
    form.reload()
    expect(form.locator("[data-draft]")).to_be_visible()
    expect(form.locator("[name=points]")).to_have_value("62")
    form.get_by_role("button", name="Clear", exact=True).click()
    expect(form.locator("[data-draft]")).to_be_hidden()
    expect(form.locator("[name=points]")).to_have_value("")


@pytest.mark.slow
@pytest.mark.looks
def test_what_belongs_to_another_answer_is_not_sent(form):
    digits(form, "62")
    form.get_by_role("group", name="What happened?").locator("label", has_text="Caught").click()
    form.locator("[name=four_ball][value='1']").check(force=True)
    sent = form.evaluate("Object.fromEntries(new FormData(document.getElementById('hand')))")
    assert {"happened", "four_ball"} <= set(sent)
    assert not {"points", "trumper", "declared", "redeal"} & set(sent)


FACES = """() => Object.fromEntries([...document.querySelectorAll("[name=happened]")].map((input) =>
    [input.value, getComputedStyle(input.nextElementSibling).backgroundColor]))"""


@pytest.mark.looks
def test_what_is_chosen_is_seen_in_forced_colours(browse, at_table):  # noqa: F811
    page = open_form(at_table(browse(PHONE, forced_colors="active")))
    faces = page.evaluate(FACES)
    assert faces["count"] != faces["double"] == faces["redeal"]


@pytest.mark.slow
@pytest.mark.looks
def test_at_twice_the_size_no_word_runs_over_its_button(browse, at_table):  # noqa: F811
    page = open_form(at_table(browse((180, 370))))
    wider = """() => [...document.querySelectorAll("#hand .choice-face")]
        .filter((face) => face.checkVisibility() && face.scrollWidth > face.clientWidth + 1)
        .map((face) => face.textContent)"""
    assert page.evaluate(wider) == []


def test_whoever_checks_a_hand_does_not_save_it_by_a_second_tap_on_the_way(browse, at_table):  # noqa: F811
    form = open_form(at_table(browse(PHONE)))
    digits(form, "62")
    last_trick(form).click()
    expect(form.locator("[data-save]")).to_be_visible()
    form.wait_for_timeout(500)  # a button that has just come is not meant
    form.evaluate(
        """() => {
            document.querySelector("[value=check]").click();
            document.querySelector("[data-save]").click();
        }"""
    )
    expect(form.get_by_role("heading", name="Why")).to_be_visible()
    assert Entry.objects.count() == 0
