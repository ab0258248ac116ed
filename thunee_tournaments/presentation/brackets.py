"""A knock-out bracket as one SVG: plain data in, lines and boxes out.

Give a `Bracket` of rounds, the first one first; match *i* of a round is fed by matches 2*i* and 2*i* + 1 of the round
before it, unless it says otherwise. A round may hold fewer or more matches than that (a third-place match): what has
no feeders stands below.
Texts arrive in the reader's language; everything is escaped here.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from html import escape
from itertools import takewhile
from unicodedata import east_asian_width

from thunee_tournaments.presentation.points import written

BOX, GAP, ROW, PITCH, HEAD = 212, 28, 26, 72, 36
NAME_WIDTH, SCORE_WIDTH = 168, 24  # what a box has beside the seed; a score takes some of it
WAITING, READY, PLAYING, DONE, BYE = "waiting", "ready", "playing", "done", "bye"


@dataclass(frozen=True)
class Side:
    """One line of a match. `name` is the team's, or says where the team will come from (`known` False). `gone` says, in
    the reader's words, that it has withdrawn or was disqualified."""

    name: str
    seed: int | None = None
    score: int | str | None = None
    known: bool = True
    won: bool = False
    gone: str = ""

    @property
    def called(self) -> str:
        """The name for those who listen."""
        return f"{self.name} ({self.gone})" if self.gone else self.name

    @property
    def shown(self) -> str:
        """The score as it is written: with a true minus."""
        return written(self.score) if isinstance(self.score, int) else self.score or ""


@dataclass(frozen=True)
class Match:
    """A box. `state` is waiting, ready, playing, done or bye; `label` is the match's number, `note` e.g. its table.
    `feeders` are the places in the round before it that feed it, where these are not the usual two."""

    top: Side
    bottom: Side
    label: str = ""
    href: str = ""
    state: str = WAITING
    note: str = ""
    spoken: str = ""
    feeders: tuple[int, ...] | None = None
    others: tuple[Side, ...] = ()  # where each plays alone, the third and fourth at the table


@dataclass(frozen=True)
class Round:
    """A column with its title. A round of a long stage that is not shown has no matches; `number` says which it is,
    `lists` from which match to which those go that a long round is cut into, `first` the match that those shown begin
    at."""

    title: str
    matches: list[Match] = field(default_factory=list)
    number: int = 0
    lists: list[tuple[int, int]] = field(default_factory=list)
    first: int = 1

    @property
    def state(self) -> str:
        """How the round stands: done, playing, or waiting."""
        states = {match.state for match in self.matches}
        if states <= {DONE, BYE}:
            return DONE
        return PLAYING if states & {PLAYING, DONE} else WAITING


@dataclass(frozen=True)
class Bracket:
    """A whole knock-out; `title` says whose. `lines`: from each match to the one its winner goes to."""

    title: str
    rounds: list[Round] = field(default_factory=list)
    lines: bool = True


def fit(text: str, width: float = NAME_WIDTH, size: float = 14.5) -> str:
    """The text, cut with an ellipsis where a usual sans-serif would overrun `width` pixels."""
    room = width / size
    used = 0.0
    for index, letter in enumerate(text):
        wide = east_asian_width(letter) in "WF"
        used += 1.0 if wide else 0.3 if letter in "iljftI.,'|! " else 0.85 if letter in "mwMWQO@" else 0.55
        if used > room:
            return text[: max(1, index - 1)].rstrip() + "…"
    return text


def middles(bracket: Bracket) -> list[list[float]]:
    """The middle of every match, top to bottom in units, round by round."""
    placed: list[list[float]] = []
    for number, column in enumerate(bracket.rounds):
        before = placed[-1] if number else []
        here: list[float] = []
        for index, match in enumerate(column.matches):
            feeders = [before[place] for place in fed_by(match, index, len(before))]
            free = here[-1] + PITCH if here else HEAD + PITCH / 2
            here.append(max(free, sum(feeders) / len(feeders)) if feeders else free)
        placed.append(here)
    return placed


def fed_by(match: Match, index: int, before: int) -> list[int]:
    """The places in the round before that feed a match, as far as that round has them."""
    usual = (2 * index, 2 * index + 1) if match.feeders is None else match.feeders
    return [place for place in usual if place < before]


def current_round(bracket: Bracket) -> int:
    """The number of the round that is being played, from 1: the first that is not over, else the last; 0 if none."""
    for number, column in enumerate(bracket.rounds, start=1):
        if any(match.state not in (DONE, BYE) for match in column.matches):
            return number
    return len(bracket.rounds)


def folded(bracket: Bracket) -> tuple[Bracket, int]:
    """The bracket from the round before the one that is played, and how many decided rounds are left out: where it is
    long enough for that to help, and not over yet."""
    current = current_round(bracket)
    out = current - 2
    over = all(match.state in (DONE, BYE) for match in bracket.rounds[-1].matches) if bracket.rounds else True
    if over or out < 1 or len(bracket.rounds) < 4:
        return bracket, 0
    return replace(bracket, rounds=bracket.rounds[out:]), out


def parts(bracket: Bracket, most: int = 16) -> list[Bracket]:
    """The bracket on sheets of paper, at most so many matches one below the other: the early rounds piece by piece,
    then what the winners of the pieces play. One that fits a sheet, or does not halve evenly, stays whole."""
    rounds = bracket.rounds
    first = len(rounds[0].matches) if rounds else 0
    count = -(-first // most)
    early = list(takewhile(lambda column: len(column.matches) >= count, rounds))
    if count < 2 or any(len(column.matches) % count for column in early):
        return [bracket]
    pieces = []
    for index in range(count):
        columns = []
        for column in early:
            share = len(column.matches) // count
            columns.append(Round(column.title, column.matches[index * share : (index + 1) * share]))
        pieces.append(Bracket(f"{bracket.title} ({index + 1} / {count + 1})", columns))
    late = rounds[len(early) :]
    return [*pieces, Bracket(f"{bracket.title} ({count + 1} / {count + 1})", late)] if late else pieces


def _side(side: Side, y: float, *, lost: bool = False) -> Iterator[str]:
    css = " is-won" if side.won else " is-lost" if lost else "" if side.known else " is-open"
    css += " is-gone" if side.gone else ""
    name = fit(side.name, NAME_WIDTH - SCORE_WIDTH * (side.score is not None) - 4 * side.won)
    if side.won:
        yield f'<path class="tie-mark" d="M0 {y - ROW / 2:g}h4v{ROW}h-4z"/>'
    if side.seed is not None:
        yield f'<text class="tie-seed" x="27" y="{y + 4.5:g}" text-anchor="end">{side.seed}</text>'
    title = f"<title>{escape(side.called)}</title>" if side.gone else ""
    yield f'<text class="tie-name{css}" x="35" y="{y + 4.5:g}">{title}{escape(name)}</text>'
    if side.score is not None:
        score = escape(side.shown)
        yield f'<text class="tie-score{css}" x="{BOX - 10}" y="{y + 4.5:g}" text-anchor="end">{score}</text>'


def _match(match: Match, x: float, y: float) -> str:
    parts = [f'<rect class="tie-box" y="{-ROW}" width="{BOX}" height="{2 * ROW}" rx="6"/>']
    if match.state == BYE:
        parts = [f'<rect class="tie-box" y="{-ROW / 2 - 3}" width="{BOX}" height="{ROW + 6}" rx="6"/>']
        parts += _side(match.top, 0)
        parts.append(f'<text class="tie-seed" x="{BOX - 10}" y="4.5" text-anchor="end">{escape(match.note)}</text>')
    else:
        parts.append(f'<path class="tie-rule" d="M0 0h{BOX}"/>')
        parts += _side(match.top, -ROW / 2, lost=match.bottom.won)
        parts += _side(match.bottom, ROW / 2, lost=match.top.won)
        if match.note:
            parts.append(
                f'<text class="tie-note" x="{BOX}" y="{-ROW - 4}" text-anchor="end">{escape(match.note)}</text>'
            )
        if match.label:
            parts.append(f'<text class="tie-note" x="0" y="{-ROW - 4}">{escape(match.label)}</text>')
    spoken = escape(match.spoken or f"{match.top.name} – {match.bottom.name}", quote=True)
    shared = f'class="tie-svg is-{match.state}" aria-label="{spoken}" transform="translate({x:g} {y:g})"'
    inside = "".join(parts)
    if match.href:
        return f'<a {shared} href="{escape(match.href, quote=True)}">{inside}</a>'
    return f'<g {shared} role="img">{inside}</g>'


def _lines(bracket: Bracket, placed: list[list[float]]) -> str:
    """The lines from each match to the one its winner goes to, as one path."""
    if not bracket.lines:
        return ""
    path = []
    for number, column in enumerate(placed[1:], start=1):
        start = (number - 1) * (BOX + GAP) + BOX
        for index, y in enumerate(column):
            before = placed[number - 1]
            path += [
                f"M{start} {before[place]:g}h{GAP / 2:g}V{y:g}h{GAP / 2:g}"
                for place in fed_by(bracket.rounds[number].matches[index], index, len(before))
            ]
    return f'<path class="tie-line" d="{"".join(path)}"/>' if path else ""


def draw(bracket: Bracket, *, heads: bool = True) -> str:
    """The bracket as an SVG of its natural size (a unit is a CSS pixel); `heads`: with the names of the rounds."""
    placed = middles(bracket)
    width = max(1, len(bracket.rounds)) * (BOX + GAP) - GAP
    height = max((y for column in placed for y in column), default=HEAD) + PITCH / 2 + 4
    parts = []
    for number, (column, ys) in enumerate(zip(bracket.rounds, placed, strict=True)):
        x = number * (BOX + GAP)
        if heads:
            parts.append(f'<text class="tie-round" x="{x}" y="16">{escape(fit(column.title, BOX, 14))}</text>')
        parts += [_match(match, x, y) for match, y in zip(column.matches, ys, strict=True)]
    above = 0 if heads else HEAD - 16  # what a match has above it
    size = f'viewBox="-1 {above} {width + 2} {height - above:g}" width="{width + 2}" height="{height - above:g}"'
    inside = _lines(bracket, placed) + "".join(parts)
    return (
        f'<svg class="bracket-svg" role="group" aria-label="{escape(bracket.title, quote=True)}" {size}>{inside}</svg>'
    )
