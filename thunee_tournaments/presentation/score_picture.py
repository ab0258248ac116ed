"""A score as a picture of 1200 by 630: what messengers show beside a link. The same two sixes as on every page.

Drawn with Pillow from plain data, twice as large as needed and then made smaller, which smooths every edge. Letters
come from a font of the system; without one (or for a name no font there can write) from the one Pillow brings along.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from io import BytesIO

from PIL import Image, ImageDraw, ImageFont

from thunee_tournaments.presentation import balls, suits
from thunee_tournaments.presentation.points import written

WIDTH, HEIGHT, SMOOTH = 1200, 630, 2
FELT, DEEP, LINE, GOLD, PAPER, SOFT = "#0e4a37", "#093527", "#2b6a55", "#e9b949", "#fbf4e4", "#c9d9cb"
CARD, EDGE, BACK, LATTICE = "#fffdf6", "#06231a", "#7a1712", "#e9d9a8"
INK = {"h": "#c01515", "d": "#c2430a", "s": "#14181f", "c": "#0d4a3a"}
MARGIN = 64
FONTS = ("DejaVuSans-Bold.ttf", "NotoSans-Bold.ttf", "LiberationSans-Bold.ttf", "Arial Bold.ttf", "arialbd.ttf")
WIDER_FONTS = ("NotoSansCJK-Bold.ttc", "NotoSansCJK-Regular.ttc", "YuGothB.ttc", "ヒラギノ角ゴシック W6.ttc")
_TOKEN = re.compile(r"[a-z]|-?\d*\.?\d+")
_STEPS = 8  # pieces of a curve

Font = ImageFont.FreeTypeFont | ImageFont.ImageFont
Point = tuple[float, float]


@dataclass(frozen=True)
class Score:
    """What the picture says. `note_a` and `note_b` stand below a side's sixes, `foot` at the bottom."""

    head: str
    name_a: str
    name_b: str
    balls_a: int = 0
    balls_b: int = 0
    note_a: str = ""
    note_b: str = ""
    foot: str = ""
    points: bool = False  # a game of points: no balls are drawn


@dataclass(frozen=True)
class Title:
    """The picture of something without a score: its name, a line above and a line below."""

    head: str
    name: str
    foot: str = ""


@lru_cache(maxsize=64)
def score_png(score: Score) -> bytes:
    """The score as a PNG file."""
    image, pen = _felt(score.head, score.foot)
    middle = WIDTH // 2
    pen.line([_at(middle, 150), _at(middle, 530)], fill=LINE, width=2 * SMOOTH)
    for side, name, count, note in (
        ("A", score.name_a, score.balls_a, score.note_a),
        ("B", score.name_b, score.balls_b, score.note_b),
    ):
        left = MARGIN if side == "A" else middle + 40
        room = middle - MARGIN - 40
        _write(pen, name, (left, 138), room, 46, PAPER, lines=2)
        number = written(count)
        font = _font(150 * SMOOTH, number)
        if score.points:
            pen.text(_at(left, 300), number, font=font, fill=PAPER)
            _write(pen, note, (left, 520), room, 32, GOLD)
            continue
        cards = _sixes(count, side, 250)
        wide = cards.width / SMOOTH
        image.paste(cards, _at(left, 262), cards)
        pen.text(_at(max(left + wide + 24, left + 210), 300), number, font=font, fill=PAPER)
        _write(pen, note, (left, 520), room, 32, GOLD)
    return _saved(image)


@lru_cache(maxsize=16)
def title_png(title: Title) -> bytes:
    """A name with the emblem, as a PNG file."""
    image, pen = _felt(title.head, title.foot)
    _write(pen, title.name, (MARGIN, 170), 590, 68, PAPER, lines=4)
    for side, count, left in (("A", 7, 680), ("B", 11, 908)):
        cards = _sixes(count, side, 230)
        image.paste(cards, _at(left, 220), cards)
    return _saved(image)


def _at(x: float, y: float) -> tuple[int, int]:
    return round(x * SMOOTH), round(y * SMOOTH)


def _felt(head: str, foot: str) -> tuple[Image.Image, ImageDraw.ImageDraw]:
    """The ground with what stands above and below."""
    image = Image.new("RGB", _at(WIDTH, HEIGHT), FELT)
    pen = ImageDraw.Draw(image)
    pen.rectangle([_at(0, 0), _at(WIDTH, 96)], fill=DEEP)
    pen.rectangle([_at(0, 96), _at(WIDTH, 101)], fill=GOLD)
    _write(pen, head, (MARGIN, 28), WIDTH - 2 * MARGIN, 36, GOLD)
    _write(pen, foot, (MARGIN, 572), WIDTH - 2 * MARGIN, 28, SOFT)
    return image, pen


def _saved(image: Image.Image) -> bytes:
    file = BytesIO()
    small = image.resize((WIDTH, HEIGHT), Image.Resampling.LANCZOS)
    small.quantize(96, dither=Image.Dither.NONE).save(file, "PNG", optimize=True)  # a quarter of the weight
    return file.getvalue()


# --- letters


@lru_cache(maxsize=64)
def _named(name: str, size: int) -> Font | None:
    try:
        return ImageFont.truetype(name, size)
    except OSError:
        return None


def _font(size: int, text: str) -> Font:
    """The first font that can write the text, else the first there is."""
    fonts = [font for name in (*FONTS, *WIDER_FONTS) if (font := _named(name, size)) is not None]
    fonts.append(ImageFont.load_default(size))
    return next((font for font in fonts if _writes(font, text)), fonts[0])


def _writes(font: Font, text: str) -> bool:
    """Whether the font has all of the text's letters: what it has not, it draws as one and the same box."""
    unknown = bytes(font.getmask("\U0010fffe"))
    return not any(bytes(font.getmask(letter)) == unknown for letter in set(text) if not letter.isspace())


def _write(
    pen: ImageDraw.ImageDraw, text: str, place: Point, room: float, size: int, colour: str, lines: int = 1
) -> None:
    """The text in at most so many lines, smaller if it must be, cut with an ellipsis at the worst."""
    text = " ".join(text.split())  # the library that lays text out fails at a line end
    x, y = place
    for smaller in (1.0, 0.85, 0.7):
        font = _font(round(size * smaller * SMOOTH), text)
        broken = _break(font, text, room * SMOOTH)
        if len(broken) <= lines:
            break
    else:
        broken = broken[:lines]
        while broken[-1] and font.getlength(broken[-1] + "…") > room * SMOOTH:
            broken[-1] = broken[-1][:-1]
        broken[-1] = broken[-1].rstrip() + "…"
    for number, line in enumerate(broken):
        pen.text(_at(x, y + number * size * smaller * 1.18), line, font=font, fill=colour)


def _break(font: Font, text: str, room: float) -> list[str]:
    """The text in lines no longer than `room`, broken between words, or within one that is too long."""
    lines = [""]
    for word in re.findall(r"\S+\s*", text):
        if lines[-1] and font.getlength((lines[-1] + word).rstrip()) > room:
            lines.append("")
        for letter in word:
            if not letter.isspace() and font.getlength(lines[-1] + letter) > room:
                lines.append("")
            lines[-1] += letter
    return [line.rstrip() for line in lines]


# --- cards


@lru_cache(maxsize=64)
def _sixes(count: int, side: str, height: int) -> Image.Image:
    """One side's two sixes, as `balls.ball_cards` lays them, on nothing."""
    lower, upper = balls.SIXES[side]
    cover, up, beyond = balls.place(count)
    scale = height * SMOOTH / 119
    left, right = balls.extent(cover)
    image = Image.new("RGBA", (round((right - left) * scale), height * SMOOTH))

    def lay(card: Image.Image, x: float, y: float) -> None:
        corner = round((x - left) * scale - card.width / 2), round((y + 2) * scale - card.height / 2)
        image.alpha_composite(card, (max(0, corner[0]), max(0, corner[1])))

    lay(_card(lower, cover.open, scale), balls.WIDTH / 2, balls.HEIGHT / 2)
    top = _card(upper, tuple(range(6)), scale) if up else _back(scale)
    lay(top.rotate(-cover.turn, expand=True, resample=Image.Resampling.BICUBIC), cover.x, cover.y)
    if beyond:
        pen = ImageDraw.Draw(image)
        x, y, radius = (62 - left) * scale, 98 * scale, 19 * scale
        pen.ellipse([x - radius, y - radius, x + radius, y + radius], fill=GOLD, outline=EDGE, width=SMOOTH)
        text = f"+{beyond}"
        pen.text((x, y), text, font=_font(round(20 * scale), text), fill="#1d1600", anchor="mm")
    return image


def _blank(scale: float, colour: str) -> tuple[Image.Image, ImageDraw.ImageDraw]:
    image = Image.new("RGBA", (round(balls.WIDTH * scale) + 2, round(balls.HEIGHT * scale) + 2))
    pen = ImageDraw.Draw(image)
    box = (0, 0, balls.WIDTH * scale, balls.HEIGHT * scale)
    pen.rounded_rectangle(box, 6 * scale, fill=colour, outline=EDGE, width=round(1.5 * scale))
    return image, pen


def _card(suit: str, open_pips: tuple[int, ...], scale: float) -> Image.Image:
    image, pen = _blank(scale, CARD)
    for index in open_pips:
        x, y = balls.PIPS[index]
        outline = [((x + balls.PIP * dx) * scale, (y + balls.PIP * dy) * scale) for dx, dy in _outline(suit)]
        pen.polygon(outline, fill=INK[suit])
    return image


def _back(scale: float) -> Image.Image:
    image, pen = _blank(scale, BACK)
    width = max(1, round(scale))
    for inset in (7, 12):
        box = (inset * scale, inset * scale, (balls.WIDTH - inset) * scale, (balls.HEIGHT - inset) * scale)
        pen.rectangle(box, outline=LATTICE, width=width)
    for start in range(12, 73, 12):
        for end in (start - 36, start + 36):
            line = _within((12, start), (48, end))
            if line:
                pen.line([(x * scale, y * scale) for x, y in line], fill=LATTICE, width=width)
    return image


def _within(start: Point, end: Point) -> list[Point]:
    """The part of a slanting line that lies on the back's inner field."""
    (x1, y1), (x2, y2) = start, end
    slope = (y2 - y1) / (x2 - x1)
    points = []
    for x in range(int(x1), int(x2) + 1):
        y = y1 + slope * (x - x1)
        if 12 <= y <= 72:
            points.append((float(x), y))
    return [points[0], points[-1]] if len(points) > 1 else []


@lru_cache(maxsize=4)
def _outline(suit: str) -> tuple[Point, ...]:
    """A suit's outline (see `suits.OUTLINES`) as a polygon."""
    return tuple(_points(suits.OUTLINES[suit]))


def _points(path: str) -> Iterator[Point]:
    """The points of a path of relative moves, lines and curves."""
    tokens = _TOKEN.findall(path)
    x = y = 0.0
    bend = (0.0, 0.0)  # how a curve left the last point: a smooth one goes on like that
    command, at = "", 0
    while at < len(tokens):
        if tokens[at].isalpha():
            command, at = tokens[at], at + 1
            continue
        if command == "h":
            x, at = x + float(tokens[at]), at + 1
            yield x, y
        elif command in "cs":
            count = 6 if command == "c" else 4
            control = [*([] if command == "c" else bend), *map(float, tokens[at : at + count])]
            yield from _curve((x, y), control)
            bend = control[4] - control[2], control[5] - control[3]
            x, y, at = x + control[4], y + control[5], at + count
        else:
            x, y, at = x + float(tokens[at]), y + float(tokens[at + 1]), at + 2
            yield x, y


def _curve(start: Point, control: list[float]) -> Iterator[Point]:
    x, y = start
    for step in range(1, _STEPS + 1):
        t = step / _STEPS
        first, second, third = 3 * t * (1 - t) ** 2, 3 * t**2 * (1 - t), t**3
        yield (
            x + first * control[0] + second * control[2] + third * control[4],
            y + first * control[1] + second * control[3] + third * control[5],
        )
