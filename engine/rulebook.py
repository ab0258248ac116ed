"""The catalogue: every rule the engine applies, with its id, its sources and the lines it may write in an explanation.

A *rule* says what the law is and where it is written. A *line* is one sentence a rule may contribute to an
explanation; a *step* is such a line with the figures of one hand, written by the computation itself. A rule without an
id, a title or a source does not load, and no two lines of a rule may take the same values: a page finds the line of a
stored step again by the rule and the names of its values, to say it in the reader's language.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from . import shapes

SOURCES = {
    "000": "Thunee, encyclopaedia article (earlier edition)",
    "001": "トゥニー, encyclopaedia article (edition of 2025, in Japanese)",
    "002": "Tarneeb, 400 and Forty-One, CatsAtCards 2015",
    "003": "Tunge, devised by Francis and Andy B.",
    "004": "サニー(Thunee), a club's rules, 10 December 2017",
    "trad": "Wide-spread tradition, outside the written sources",
    "assumed": "Left open by every source; assumed here",
}
_ID = re.compile(r"[A-Z0-9]+(-[A-Z]+)?-[0-9]+")
_FIELD = re.compile(r"{(\w+)}")


class Source(NamedTuple):
    """Where a rule is written: a number of SOURCES, and a note where that source says something of its own."""

    number: str
    note: str = ""

    @property
    def title(self) -> str:
        return SOURCES[self.number]


def source(*numbers: str, note: str = "") -> tuple[Source, ...]:
    """Sources by number. Raises ValueError for a number that is none."""
    for number in numbers:
        if number not in SOURCES:
            raise ValueError(f"no source is called {number!r}")
    return tuple(Source(number, note) for number in numbers)


class Rule:
    """One rule: `id`, `title`, `text` (the law in a sentence or two), `sources`, names of `parameters`, `stem`.

    Raises ValueError when the id, the title, the text or every source is missing, or when the id is taken.
    """

    __slots__ = ("id", "lines", "parameters", "sources", "stem", "text", "title")

    def __init__(
        self,
        id: str,
        title: str,
        text: str,
        *sources: tuple[Source, ...],
        stem: str,
        parameters: Iterable[str] = (),
    ) -> None:
        if not _ID.fullmatch(id or ""):
            raise ValueError(f"a rule needs an id such as TH-KHAN-2, not {id!r}")
        if not title or not text:
            raise ValueError(f"{id} needs a title and a text")
        flat = tuple(source for group in sources for source in group)
        if not flat:
            raise ValueError(f"{id} needs a source")
        if id in _RULES:
            raise ValueError(f"{id} is there twice")
        self.id, self.title, self.text, self.sources, self.stem = id, title, text, flat, stem
        self.parameters = tuple(parameters)
        self.lines: dict[frozenset[str], str] = {}
        _RULES[id] = self

    def line(self, template: str) -> "Line":
        """Declare a sentence of this rule; `{names}` are filled with a step's values (and `{side}`, `{points}`)."""
        names = frozenset(_FIELD.findall(template)) - {"side", "points"}
        if names in self.lines:
            raise ValueError(f"{self.id} has two lines with the values {sorted(names)}")
        self.lines[names] = template
        return Line(self, template)

    def __repr__(self) -> str:
        return f"<Rule {self.id}>"


def laws(stem: str) -> Callable[..., Rule]:
    """A function that declares rules of one stem: id, title, text, sources…, and the names of their parameters.

    A module begins with `law = laws("khanuck")`, then `law("TH-KHAN-2", …)`.
    """

    def law(id: str, title: str, text: str, *sources: tuple[Source, ...], parameters: str = "") -> Rule:
        return Rule(id, title, text, *sources, stem=stem, parameters=parameters.split())

    return law


class Line(NamedTuple):
    """A sentence a rule may write: the rule and its template."""

    rule: Rule
    template: str


class Step(NamedTuple):
    """One line of an explanation: rule, the side it speaks of (0, 1 or None), points (count or balls), values."""

    rule: Rule
    side: int | None
    points: int | None
    values: Mapping[str, object]
    template: str

    @property
    def text(self) -> str:
        return fill(self.template, "AB"[self.side] if self.side is not None else None, self.points, self.values)

    def to_dict(self) -> shapes.Step:
        side = None if self.side is None else "AB"[self.side]
        return {
            "rule": self.rule.id,
            "side": side,
            "points": self.points,
            "values": dict(self.values),
            "text": self.text,
        }


def fill(template: str, side: str | None, points: int | None, values: Mapping[str, object]) -> str:
    """A template with its figures put in."""
    return template.format(**{**values, "side": side, "points": points})


class Trace:
    """Records nothing: the rules run with it when only the verdict is asked for."""

    __slots__ = ()
    on = False

    def note(self, line: Line, side: int | None = None, points: int | None = None, **values: Any) -> None:
        """Write a step."""

    def place(self) -> int:
        """Where the next step goes."""
        return 0

    def put(self, place: int, start: int) -> None:
        """Put the steps from `start` on where a step stood when `place` was the next: what is known at the end only is
        told where it happened."""


class Recorder(Trace):
    """Keeps every step: the same rules run with it when somebody asks why."""

    __slots__ = ("kept",)
    on = True

    def __init__(self) -> None:
        self.kept: list[Step] = []

    def note(self, line: Line, side: int | None = None, points: int | None = None, **values: Any) -> None:
        self.kept.append(Step(line.rule, side, points, values, line.template))

    def place(self) -> int:
        return len(self.kept)

    def put(self, place: int, start: int) -> None:
        moved = self.kept[start:]
        del self.kept[start:]
        self.kept[place:place] = moved


SILENT = Trace()
_RULES: dict[str, Rule] = {}


def catalogue() -> tuple[Rule, ...]:
    """Every rule as one would read them: game by game, its stems in its own order (`GameInfo.STEMS`), families
    (TH-THUN, TH-ROYAL) as they are declared there, ids by their numbers."""
    from . import games

    _load()
    stems = {stem: place for place, stem in enumerate(games.stems())}
    families = {family: place for place, family in enumerate(dict.fromkeys(_family(id) for id in _RULES))}

    def place_of(rule: Rule) -> tuple[int, int, int]:
        return stems.get(rule.stem, len(stems)), families[_family(rule.id)], int(rule.id.rpartition("-")[2])

    return tuple(sorted(_RULES.values(), key=place_of))


def _family(id: str) -> str:
    return id.rpartition("-")[0]


def get(id: str) -> Rule:
    """The rule of that id. Raises KeyError."""
    _load()
    return _RULES[id]


def stems() -> dict[str, tuple[Rule, ...]]:
    """The rules by stem (`khanuck`, `jodhi`, …), in order."""
    grouped: dict[str, list[Rule]] = {}
    for rule in catalogue():
        grouped.setdefault(rule.stem, []).append(rule)
    return {stem: tuple(rules) for stem, rules in grouped.items()}


def template_of(step: Mapping[str, object]) -> str | None:
    """The template that a step in JSON was written from, found by its rule and the names of its values."""
    _load()
    rule = _RULES.get(str(step.get("rule")))
    values = step.get("values")
    return rule.lines.get(frozenset(values)) if rule and isinstance(values, Mapping) else None


# The sentences of an explanation that say what a hand comes to.
RESULTS = ("opens {points}", "hand is void", "{points} points", "{lost}", "{once_lost}", "wins the game at once")


def is_result(step: Mapping[str, object]) -> bool:
    """Whether this line of an explanation says what the hand comes to."""
    template = template_of(step)
    return bool(template and any(words in template for words in RESULTS))


def _load() -> None:
    from . import games

    games.load_all()
