"""Nothing that a person or a program writes becomes markup, script, a property of a calendar or a formula."""

from unittest import mock

import pytest

from tests.attack import payloads, reading, texts
from tests.attack.world import World
from tests.pages.addresses import patterns

pytestmark = pytest.mark.django_db
# Texts that no page of this evening shows, and why.
NOT_ON_A_PAGE = {
    "adjudication.Decision.deposit": "of an appeal; none waits here",
    "adjudication.Entry.body": "a note stands in files of hands and in the export",
    "adjudication.Scoresheet.label": "stands in the export",
    "brackets.Match.reason": "of a walkover; none was given here",
    "brackets.StreakEntry.taken_back_why": "of a qualifier; its entries are on no page of a knock-out",
    "teams.Team.withdrawn_why": "nobody has gone home here",
    "tournaments.Invitation.club": "of an invitation; the role that comes of it shows it",
    "tournaments.OutboxTask.last_error": "for whoever looks into the database",
    "tournaments.Tournament.close_reason": "the event is not closed",
}


def test_every_column_with_letters_is_a_text_or_says_why_it_is_none() -> None:
    assert {name for name, _model, _one in texts.columns()} ^ set(texts.table()) == set()


@pytest.mark.slow
@pytest.mark.parametrize("payload", payloads.SHORT, ids=range(len(payloads.SHORT)))
def test_no_text_becomes_markup_script_or_formula(payload: str, world: World) -> None:
    read = texts.Read()
    texts.attack(world, payload, read, typed=payloads.SHORT.index(payload) % 3 == 0)
    assert read.faults == []
    assert read.empty == set(), "the world of the attack has no row for these"


@pytest.mark.slow
def test_a_text_in_every_column_reaches_the_pages(world: World) -> None:
    read = texts.Read()
    texts.attack(world, "<zqx>", read, typed=False)
    assert read.faults == []
    assert read.empty == set()
    texts_there = {name for name, said in texts.table().items() if said == "text"}
    unseen, short = texts_there - read.seen, texts.too_short("<zqx>")
    assert unseen - short == set(NOT_ON_A_PAGE) - short, f"on no page: {sorted(unseen)}"
    assert len(read.pages) > 0.6 * len(list(patterns()))


def test_there_are_two_hundred_payloads_each_with_its_mark() -> None:
    everything = payloads.everything()
    assert len(set(everything)) == 200
    assert all(payloads.MARK in one for one in everything)


IN_PLACES = (
    "<p>{}</p>", '<p title="{}">x</p>', "<p title='{}'>x</p>", "<a href=\"{}\">x</a>", "<script>let x = '{}'</script>",
    "<title>{}</title>", "<textarea>{}</textarea>", "<!-- {} -->", "<style>{}</style>", "<p title={}>x</p>",
    '<script type="application/json">{{"x": "{}"}}</script>',
)  # fmt: skip


@pytest.mark.parametrize("payload", payloads.SHORT)
def test_control_a_payload_written_as_it_is_is_noticed_somewhere(payload: str) -> None:
    page = [fault for place in IN_PLACES for fault in reading.Page(place.format(payload)).faults]
    calendar = reading.calendar_faults(f"SUMMARY:{payload}")
    assert page or calendar or reading.csv_faults(f'1,"{payload}"')


@pytest.mark.slow
def test_control_a_page_that_does_not_escape_is_noticed(world: World) -> None:
    read = texts.Read()
    with mock.patch("django.template.base.conditional_escape", lambda text: text):
        texts.attack(world, "<zqx>", read, typed=False)
    assert len(read.faults) > 20
