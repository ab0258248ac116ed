"""Reading the copy of RULES.md beside this file: its tables of rules, of parameters and of presets.

The catalogue in code is held against what is written there. It is a copy, so that the text the engine was written by
stays with it.
"""

import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

TEXT = Path(__file__).with_name("RULES.md").read_text(encoding="utf-8")
_ID = re.compile(r"[A-Z0-9]+(?:-[A-Z]+)?-\d+")
_IN_TEXT = re.compile(r"`(\w+)` (\w+(?: / \w+)+)")
_PARAMETER = re.compile(r"`(\w+)`([^`]*)")


class Row(NamedTuple):
    """A row of a table of rules: id, what it says, its source column, its parameter column."""

    id: str
    rule: str
    source: str
    parameter: str

    @property
    def numbers(self) -> set[str]:
        """The sources named, as the code numbers them; tradition and assumptions too."""
        said = set(re.findall(r"\b00[0-4]\b", self.source))
        return said | {word for word in ("trad", "assumed") if word in self.source}

    @property
    def parameters(self) -> dict[str, list[str]]:
        """The parameters named, each with the values written behind it (none, where the rule's text gives them)."""
        found: dict[str, list[str]] = {}
        waiting: list[str] = []
        for name, rest in _PARAMETER.findall(re.sub(r" \([^)]*\)", "", self.parameter or self.source)):
            values = [word.strip() for word in rest.strip(" ,;").split("/") if word.strip()]
            found[name] = values
            if values and not values[0].isdigit():
                for earlier in waiting:  # "`blind_thunee`, `blind_royals` on / off": the values are of both
                    found[earlier] = values
                waiting = []
            elif not values:
                waiting.append(name)
        return found


@cache
def sections() -> dict[str, tuple[Row, ...]]:
    """The rows of every second-level section that has a table of rules, by its heading."""
    found: dict[str, tuple[Row, ...]] = {}
    for part in re.split(r"^## ", TEXT, flags=re.MULTILINE)[1:]:
        heading, _, body = part.partition("\n")
        rows, columns = [], ["id", "rule"]
        for cells in _cells(body):
            if cells[0] == "id":
                columns = cells
            elif _ID.fullmatch(cells[0]):
                rows.append(_row(heading, dict(zip(columns, cells, strict=False))))
        if rows:
            found[heading.strip()] = tuple(rows)
    return found


def _row(heading: str, cells: dict[str, str]) -> Row:
    """A row by the names of its columns. A section of one source names it in its heading, the rest in the rule."""
    rule, parameter = cells["rule"], cells.get("parameter", "")
    number = re.search(r"\((00\d)\)$", heading)
    if number:
        words = [word for word in ("trad", "assumed") if re.search(rf"\b{word}\b", rule)]
        parameter = parameter or ", ".join(f"`{name}` {values}" for name, values in _IN_TEXT.findall(rule))
        return Row(cells["id"], rule, " ".join([number[1], *words]), parameter)
    return Row(cells["id"], rule, cells.get("source", ""), parameter)


@cache
def presets() -> dict[str, dict[str, str]]:
    """Of the table of presets of Thunee: preset → the words of the first column → the value written."""
    part = TEXT.split("### Presets")[1].split("\n## ")[0]
    header, *rows = [cells for cells in _cells(part) if len(cells) == 5 and not set(cells[0]) <= {"-"}]
    table: dict[str, dict[str, str]] = {}
    for column, preset in enumerate(header[1:], 1):
        table[preset] = {row[0]: row[column] for row in rows}
    for row in table:
        for words, value in table[row].items():
            if value == "same":
                table[row][words] = table["durban-classic"][words]
    for words, value in table["fundraiser"].items():
        if value == "as modern":
            table["fundraiser"][words] = table["durban-modern"][words]
    return table


def preset_values(preset: str, known: set[str]) -> dict[str, str]:
    """The table of presets taken apart: parameter → value as written, for one preset.

    "jodhi_closes / holding" stands for jodhi_closes and jodhi_holding; "a, b, c" for one value of all three.
    """
    values: dict[str, str] = {}
    for words, written in presets()[preset].items():
        if "," in words:
            values |= {name.strip(): written for name in words.split(",")}
            continue
        names = [name.strip() for name in words.split("/")]
        prefix = names[0].split("_")[0] + "_"
        full = [prefix + name if number and prefix + name in known else name for number, name in enumerate(names)]
        values |= dict(zip(full, [value.strip() for value in written.split("/")], strict=True))
    return values


def value(written: str) -> str | int | None:
    """A value as the tables write it."""
    return None if written == "none" else int(written) if written.isdigit() else written


def _cells(text: str) -> list[list[str]]:
    lines = [line.strip() for line in text.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
