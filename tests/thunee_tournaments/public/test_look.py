"""The look: light enough for a cheap phone, colours far enough apart in both themes, nothing from elsewhere."""

import gzip
import re
from pathlib import Path

import pytest
from django.test import Client

from thunee_tournaments.static_files import minified

ROOT = Path(__file__).resolve().parents[3]
STATIC = ROOT / "thunee_tournaments" / "static"
CSS = {path.name: path.read_text() for path in sorted((STATIC / "css").glob("*.css"))}
READABLE, VISIBLE = 4.5, 3.0

TEXT_ON = [
    ("ink", "paper"), ("ink", "raised"), ("ink", "sunk"), ("soft", "paper"), ("soft", "raised"), ("soft", "sunk"),
    ("link", "paper"), ("link", "raised"), ("link", "sunk"), ("on-act", "act"), ("on-act", "act-hover"),
    ("gold", "paper"), ("gold", "gold-wash"), ("ink", "gold-wash"), ("bad", "paper"), ("bad", "raised"),
    ("bad", "bad-wash"), ("ink", "bad-wash"), ("on-bad", "bad"), ("good", "good-wash"), ("ink", "good-wash"),
    ("ink", "note-wash"), ("on-felt", "felt"), ("on-felt-soft", "felt"), ("on-felt-soft", "felt-deep"),
    ("gold-bright", "felt"), ("card-red", "card"), ("card-black", "card"), ("good", "raised"),
]  # fmt: skip
SHAPE_ON = [("edge", "paper"), ("edge", "raised"), ("focus", "paper"), ("focus", "raised"), ("act", "raised")]


def blocks() -> dict[str, dict[str, str]]:
    """The colours of both themes: {"light": {"ink": "#…"}, "dark": …}."""
    base = CSS["base.css"]
    light = dict(re.findall(r"--([\w-]+): (#[0-9a-f]{3,6})", base[: base.index("@media")]))
    dark = base[base.index(':root[data-theme="dark"] {') :]
    return {"light": light, "dark": light | dict(re.findall(r"--([\w-]+): (#[0-9a-f]{3,6})", dark[: dark.index("}")]))}


def luminance(colour: str) -> float:
    digits = colour[1:] if len(colour) == 7 else "".join(2 * digit for digit in colour[1:])
    parts = [int(digits[index : index + 2], 16) / 255 for index in (0, 2, 4)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    bright, dim = sorted((luminance(one), luminance(other)), reverse=True)
    return (bright + 0.05) / (dim + 0.05)


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize(("upper", "lower"), TEXT_ON)
def test_text_can_be_read_on_its_ground(theme: str, upper: str, lower: str) -> None:
    colours = blocks()[theme]
    assert contrast(colours[upper], colours[lower]) >= READABLE


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize(("upper", "lower"), SHAPE_ON)
def test_edges_and_focus_can_be_seen_on_their_ground(theme: str, upper: str, lower: str) -> None:
    colours = blocks()[theme]
    assert contrast(colours[upper], colours[lower]) >= VISIBLE


def test_the_four_suits_differ_in_colour_and_stand_out_on_a_card() -> None:
    suits = dict(re.findall(r"\.suit-([shdc]) { --suit: (#[0-9a-f]{6})", CSS["game.css"]))
    assert len(set(suits.values())) == 4
    for colour in suits.values():
        assert contrast(colour, blocks()["light"]["card"]) >= READABLE


def test_dark_is_the_same_whether_the_device_or_the_reader_wants_it() -> None:
    base = CSS["base.css"]
    by_device = re.search(r':root:not\(\[data-theme="light"\]\) {(.*?)}', base, re.S)
    by_choice = re.search(r'\n:root\[data-theme="dark"\] {(.*?)}', base, re.S)
    assert by_device
    assert by_choice
    assert by_device[1].split() == by_choice[1].split()


@pytest.mark.parametrize(("names", "most"), [(["phone.css"], 9), (["site.css", "public.css", "print.css"], 13)])
def test_the_styles_of_a_page_on_a_phone_are_light_on_the_wire(names: list[str], most: int) -> None:
    assert sum(len(gzip.compress(minified(f"css/{name}", CSS[name]).encode())) for name in names) < most * 1024


def test_the_scripts_of_public_pages_weigh_less_than_3_kilobytes_on_the_wire() -> None:
    scripts = [STATIC / "js" / name for name in ("site.js", "live.js")]
    assert sum(len(gzip.compress(path.read_bytes())) for path in scripts) < 3 * 1024


@pytest.mark.parametrize("name", CSS)
def test_styles_know_no_left_and_right_and_no_other_host(name: str) -> None:
    assert not re.findall(r"(?:margin|padding|border)-(?:left|right)|(?:text-align|float): (?:left|right)", CSS[name])
    assert "http" not in CSS[name]
    assert len(re.findall(r'@import "[a-z]+\.css"', CSS[name])) == CSS[name].count("@import")


COMPONENTS = [
    "btn-primary",
    "btn-quiet",
    "btn-danger",
    "btn-big",
    "choice-option",
    "pad",
    "stepper",
    "panel",
    "felt",
    "chip-live",
    "notice-warning",
    "is-danger",
    "empty",
    "tabs",
    "steps",
    "table-cards",
    "rows",
    "board",
    "card-small",
    "bracket-svg",
    "ties",
    "has-errors",
    "facts-row",
    "crumbs",
    "finder",
    "next-up",
    "is-fresh",
    "slip",
    "dispute",
    "whatif-side",
]


@pytest.mark.django_db
def test_the_style_guide_shows_every_component_class(client: Client) -> None:
    html = client.get("/styleguide").content.decode()
    for shown in COMPONENTS:
        assert f'"{shown}' in html or f" {shown}" in html, shown


@pytest.mark.django_db
@pytest.mark.parametrize("asked", ["?teams=2", "?teams=128", "?teams=9999", "?teams=x", "?teams=-5"])
def test_the_style_guide_draws_a_bracket_of_any_size(client: Client, asked: str) -> None:
    assert client.get(f"/styleguide{asked}").status_code == 200


def test_no_template_holds_a_style_or_a_script_of_its_own() -> None:
    for path in (ROOT / "templates").rglob("*.html"):
        text = path.read_text()
        assert not re.search(r'\sstyle="|<style|\son\w+="|<script(?![^>]*\ssrc=)', text), path
        assert not re.search(r'(?:src|href)="(?:https?:)?//', text), path


def test_a_rank_is_a_stroke_wherever_its_card_is_drawn() -> None:
    """A `use` element, as the viewer's hands have, sees no ancestors: no rule for ranks may ask for one."""
    rules = re.sub(r"/\*.*?\*/", "", CSS["game.css"], flags=re.S)
    selectors = [selector.strip() for selector in re.findall(r"([^{}]*\.card-rank[^{}]*){", rules)]
    assert selectors
    assert not [selector for selector in selectors if " " in selector]
