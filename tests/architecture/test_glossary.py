"""The glossary (docs/glossary.md) is the judge of names: what it names is there, what it crosses out is gone."""

import re
from pathlib import Path
from typing import NamedTuple

import dev

ROOT = Path(__file__).resolve().parent.parent.parent
PAGE = ROOT / "docs/glossary.md"
NAMES_OF_NOTHING = {"Told", "Found", "Said", "Given", "Listed", "Asked", "Thing"}
PRODUCT = ("engine", "adjudication", "thunee_tournaments")


class Word(NamedTuple):
    """One row: the word, where it is in the code, and what else it was called."""

    word: str
    place: str
    crossed_out: list[str]


def words(page: str) -> list[Word]:
    rows = [
        [cell.strip() for cell in line.strip("|").split("|")] for line in page.splitlines() if line.startswith("| ")
    ]
    return [
        Word(word, place.strip("`"), [one.strip() for one in crossed.split(",") if one.strip()])
        for word, _means, place, crossed in rows
        if place.startswith("`")
    ]


def modules() -> list[Path]:
    return [path for path in dev.project_files() if path.relative_to(ROOT).parts[0] in PRODUCT]


def named_by_what_is_crossed_out(rows: list[Word], files: list[Path]) -> list[str]:
    crossed = {name.replace(" ", "_").replace("-", "_"): row.word for row in rows for name in row.crossed_out}
    return [
        f"{path}: the glossary says {crossed[path.stem]}"
        for path in files
        if path.suffix in {".py", ".js"} and path.stem in crossed
    ]


def test_every_word_has_its_place_and_stands_once() -> None:
    rows = words(PAGE.read_text(encoding="utf-8"))
    assert len(rows) > 50
    assert not [row for row in rows if not (ROOT / row.place).exists()]
    assert len({row.word for row in rows}) == len(rows)


def test_no_module_is_called_by_what_the_glossary_crosses_out() -> None:
    rows = words(PAGE.read_text(encoding="utf-8"))
    assert named_by_what_is_crossed_out(rows, [path.relative_to(ROOT) for path in modules()]) == []


def test_a_module_with_a_crossed_out_name_is_found() -> None:
    rows = words("| withdrawal | a team goes home | `withdrawals.py` | going_home |")
    assert named_by_what_is_crossed_out(rows, [Path("services/going_home.py"), Path("services/withdrawals.py")]) == [
        "services/going_home.py: the glossary says withdrawal"
    ]


def classes_crossed_out(rows: list[Word], text: str) -> list[str]:
    crossed = {name.replace("_", " ").title().replace(" ", "") for row in rows for name in row.crossed_out}
    return [name for name in re.findall(r"^class (\w+)", text, re.MULTILINE) if name in crossed]


def test_no_class_is_called_by_what_the_glossary_crosses_out() -> None:
    rows = words(PAGE.read_text(encoding="utf-8"))
    found = {
        str(path.relative_to(ROOT)): names
        for path in modules()
        if path.suffix == ".py" and (names := classes_crossed_out(rows, path.read_text(encoding="utf-8")))
    }
    assert not found


def test_a_class_with_a_crossed_out_name_is_found() -> None:
    rows = words("| draw | making matches | `draws.py` | drawing_up |")
    assert classes_crossed_out(rows, "class DrawingUp:\n    pass\n\n\nclass Draw:\n    pass") == ["DrawingUp"]


def test_no_class_has_the_name_of_nothing() -> None:
    found = [
        f"{path.relative_to(ROOT)}: {name}"
        for path in modules()
        if path.suffix == ".py"
        for name in re.findall(r"^class (\w+)", path.read_text(encoding="utf-8"), re.MULTILINE)
        if name in NAMES_OF_NOTHING
    ]
    assert not found
