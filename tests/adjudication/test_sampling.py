"""A sample to hold against paper: large enough, drawn by a lot, the same for whoever draws it again."""

from itertools import combinations

import pytest
from django.core.management import CommandError, call_command

from adjudication import sampling
from adjudication.models import SampleDraw, Scoresheet
from tests.adjudication.conftest import BOOK
from tests.adjudication.evening import play_an_evening


@pytest.mark.parametrize(("sheets", "margin"), [(1, 0), (8, 0), (8, 2), (10, 1), (12, 4), (5, 5), (0, 0)])
def test_the_sample_is_the_smallest_that_gives_the_confidence(sheets: int, margin: int) -> None:
    """Held against every sample there is: in how many would one of the wrong sheets be?"""
    wrong = set(range(margin + 1))

    def confidence(size: int) -> float:
        samples = list(combinations(range(sheets), size))
        return 100 * sum(bool(wrong & set(sample)) for sample in samples) / len(samples)

    size = sampling.sample_size(sheets, 95, margin)
    if margin + 1 > sheets:
        assert size == 0
    else:
        assert confidence(size) >= 95
        assert size == 1 or confidence(size - 1) < 95


def test_more_confidence_and_less_margin_take_more_sheets() -> None:
    assert sampling.sample_size(200, 95, 9) == 51
    assert sampling.sample_size(200, 99, 9) > 51
    assert sampling.sample_size(200, 95, 1) > 51
    assert sampling.sample_size(200, 95, 199) == sampling.sample_size(200, 95, 199)


def test_what_is_drawn_follows_from_the_lot_alone() -> None:
    ids = [f"sheet-{n}" for n in range(50)]
    one = sampling.drawn(ids, "lot", 7)
    assert one == sampling.drawn(reversed(ids), "lot", 7)
    assert one != sampling.drawn(ids, "another", 7)
    assert sampling.drawn(ids, "lot", 9)[:7] == one


@pytest.mark.django_db
def test_the_command_lists_the_sheets_and_keeps_the_draw(capsys: pytest.CaptureFixture[str]) -> None:
    play_an_evening()
    call_command("sample_check", BOOK, "--margin", "0")
    first = capsys.readouterr().out
    draw = SampleDraw.objects.get()
    with pytest.raises(CommandError, match="only 2 sheets"):
        call_command("sample_check", BOOK, "--margin", "2")
    assert "Compare 2 of 2 sheets with paper" in first  # the third has nothing on it
    assert draw.lot in first
    assert "Game 0: 14-0 after 8 entries" in first
    call_command("sample_check", BOOK, "--margin", "0", "--lot", draw.lot)
    assert capsys.readouterr().out == first
    assert SampleDraw.objects.count() == 1


@pytest.mark.django_db
def test_figures_that_make_no_sense_are_refused(sheet: Scoresheet) -> None:
    for wrong in (["--confidence", "100"], ["--confidence", "0"], ["--margin", "-1"]):
        with pytest.raises(CommandError):
            call_command("sample_check", BOOK, *wrong)
    with pytest.raises(CommandError):
        call_command("sample_check", "nothing")
