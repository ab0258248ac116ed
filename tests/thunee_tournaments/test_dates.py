"""Moments: what outlives its day says its day and month; paper and records their year, too."""

import re
from datetime import UTC, datetime
from pathlib import Path

import pytest
from django.template import Context, Template
from django.utils import translation

TEMPLATES = Path(__file__).resolve().parents[2] / "templates"
# Only of now, or beside the date: a clock, a missing team, when a match may begin, "as of".
OF_NOW = {
    "components/clock.html", "components/missing.html", "components/window.html", "desk/_no_show.html",
    "desk/_substitutions.html", "desk/_waiting_rows.html",
    "desk/_table_row.html", "desk/bracket.html", "desk/close.html", "desk/overview.html", "public/schedule.html",
    "public/_next_words.html", "public/announced.html", "public/team.html",
}  # fmt: skip
MOMENT = datetime(2026, 11, 23, 5, 54, tzinfo=UTC)  # a Monday


@pytest.mark.parametrize(("language", "name", "said"), [
    ("en", "MOMENT_FORMAT", "23 November 2026, 07:54"),
    ("en", "SHORT_MOMENT_FORMAT", "23 November, 07:54"),
    ("ja", "MOMENT_FORMAT", "2026年11月23日 07:54"),
    ("ja", "SHORT_MOMENT_FORMAT", "11月23日 07:54"),
])  # fmt: skip
def test_a_moment_has_its_day_and_its_month(language: str, name: str, said: str) -> None:
    with translation.override(language):
        assert Template('{{ at|date:"' + name + '" }}').render(Context({"at": MOMENT})) == said


def test_no_page_tells_a_time_alone_of_what_is_read_on_another_day() -> None:
    alone = re.compile(r'\|(?:date|time):"(?:H:i|TIME_FORMAT|l|D|l H:i|D H:i)"')
    found = {
        str(path.relative_to(TEMPLATES)) for path in TEMPLATES.rglob("*.html") if alone.search(path.read_text("utf-8"))
    }
    assert found <= OF_NOW
