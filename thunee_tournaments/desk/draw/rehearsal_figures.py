"""What a rehearsed evening shows: its end, its stages, its tables, and the same evening with one thing otherwise."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from thunee_tournaments.brackets.formats import streak
from thunee_tournaments.brackets.formats.catalogue import FORMATS
from thunee_tournaments.brackets.names import stage_title
from thunee_tournaments.brackets.rehearsing.evening import Hall
from thunee_tournaments.brackets.rehearsing.figures import FEW, SLICE, Figures, Span, rehearse
from thunee_tournaments.brackets.rehearsing.programme import Part
from thunee_tournaments.desk.pages import Context
from thunee_tournaments.fundraising import amounts
from thunee_tournaments.services.queries import MAX_TABLES, Programme

LEAST_MINUTES, STEP = 5, 5
# Which share of those who lose buys in again, in hundredths.
SHARES = (
    (0, gettext_lazy("Nobody")),
    (50, gettext_lazy("Half of those who lose")),
    (100, gettext_lazy("Everybody, as often as they may")),
)
CHART_WIDTH, CHART_HEIGHT = 600, 120


@dataclass(frozen=True)
class Question:
    """What is rehearsed: the stages, how many teams, the hall, and the moment it begins, if that is known."""

    parts: list[Part]
    teams: int
    hall: Hall
    starts: datetime | None

    def likely(self, **changes: int | float) -> Figures:
        """The figures for a hall that differs in this."""
        return rehearse(self.parts, self.teams, replace(self.hall, **changes), FEW)  # type: ignore[arg-type]


@dataclass(frozen=True)
class Row:
    """One "what if", in words."""

    title: str
    ends: str
    matches: str
    idle: str


def may_buy_in(programme: Programme) -> bool:
    """Whether a qualifier is still to be played in which a team may have more than one entry."""
    return any(
        FORMATS[part.format].sold and part.parameters.get("entries", 1) > 1 and place not in programme.over
        for place, part in enumerate(programme.parts)
    )


def shown(question: Question, programme: Programme, currency: str) -> Context:
    """What the page shows of the answer. Raises ValueError where so many teams cannot play the first stage."""
    if question.teams > (most := FORMATS[question.parts[0].format].most_teams):
        raise ValueError(f"at most {most} teams can play the first stage, not {question.teams}")
    likely = rehearse(question.parts, question.teams, question.hall)
    sold = next((part for part in question.parts if FORMATS[part.format].sold), None)
    price = streak.price_of(sold.parameters, again=True) if sold is not None else 0
    return {
        "ends": _between(likely.minutes, _moment(question)),
        "takes": _between(likely.minutes, _time),
        "matches": _between(likely.matches, _count),
        "wait": _time(likely.wait.middle),
        "through": _between(likely.through, _count) if sold is not None else "",
        "rebuys": _between(likely.rebuys, _count) if question.hall.again else "",
        "brings": _between(likely.rebuys, lambda n: amounts.shown(round(n) * price, currency)) if price else "",
        "idle": _share(likely.idle),
        "stages": _stages(question, likely, programme),
        "chart": _chart(likely, question),
        "marks": [_moment(question)(len(likely.in_use) * SLICE * part / 3) for part in range(4)],
        "tables": question.hall.tables,
        "clock": question.starts is not None,
        "rows": _what_if(question, may_buy_in(programme)),
        "short": _too_many_places(sold, likely),
        "other_day": any(not part.whole for part in question.parts),
    }


def _too_many_places(sold: Part | None, likely: Figures) -> int:
    """The places of a qualifier that are more than are likely to be taken; 0 if they are not."""
    places = sold.parameters.get("places", 0) if sold is not None else 0
    return places if places > likely.through.middle else 0


@dataclass(frozen=True)
class StageLine:
    """When a stage is likely to begin and end, in words, or why it is not played."""

    title: str
    when: str


def _stages(question: Question, likely: Figures, programme: Programme) -> list[StageLine]:
    """The stages that are not over, if there are several."""
    lines = []
    words_for = _moment(question)
    for place, (part, spans) in enumerate(zip(question.parts, likely.stages, strict=True)):
        if place in programme.over:
            continue
        title = stage_title(part.format, part.parameters)
        if spans is None:
            lines.append(
                StageLine(title, _("not on this evening") if _on_another_day(question, part) else _("left out"))
            )
            continue
        begins, ends = spans
        words = {"begins": words_for(begins.middle), "ends": words_for(ends.middle)}
        lines.append(StageLine(title, _("%(begins)s to %(ends)s") % words))
    return lines if len(lines) > 1 else []


def _on_another_day(question: Question, part: Part) -> bool:
    return bool(part.feed) and not question.parts[part.feed["stage"] - 1].whole


@dataclass(frozen=True)
class Bar:
    """How many tables are in use in a quarter of an hour; where it stands in the picture."""

    x: str
    y: str
    width: str
    height: str
    says: str


def _chart(likely: Figures, question: Question) -> list[Bar]:
    wide = CHART_WIDTH / len(likely.in_use)
    words_for = _moment(question)
    bars = []
    for number, tables in enumerate(likely.in_use):
        high = CHART_HEIGHT * min(1, tables / question.hall.tables)
        words = {"when": words_for(number * SLICE), "tables": round(tables)}
        says = _("%(when)s: %(tables)s tables in use") % words
        x, y, width, height = (f"{at:.1f}" for at in (number * wide, CHART_HEIGHT - high, wide * 0.85, high))
        bars.append(Bar(x, y, width, height, says))
    return bars


def _what_if(question: Question, rebuys: bool) -> list[Row]:
    """The same evening with one thing otherwise."""
    tables, teams = question.hall.tables, question.teams
    more, fewer = -(-tables * 5 // 4), tables * 3 // 4
    rows = [_row(question, _tables(number), tables=number) for number in (fewer, more) if 1 <= number <= MAX_TABLES]
    rows += [
        _row(question, _("Each game takes %(n)s minutes") % {"n": minutes}, minutes=minutes)
        for minutes in (question.hall.minutes - STEP, question.hall.minutes + STEP)
        if minutes >= LEAST_MINUTES
    ]
    if rebuys:
        others = [(share, title) for share, title in SHARES if share != round(question.hall.again * 100)]
        rows += [
            _row(question, _("Buys in again: %(who)s") % {"who": title}, again=share / 100) for share, title in others
        ]
    if not any(part.resume for part in question.parts) and teams > 3:
        away = question.hall.absent + max(1, teams // 6)
        words = ngettext("%(n)s team does not come", "%(n)s teams do not come", away) % {"n": away}
        rows.append(_row(question, words, absent=away))
    return rows


def _tables(number: int) -> str:
    return ngettext("%(n)s table", "%(n)s tables", number) % {"n": number}


def _row(question: Question, title: str, **changes: int | float) -> Row:
    likely = question.likely(**changes)
    return Row(title, _moment(question)(likely.minutes.middle), _count(likely.matches.middle), _share(likely.idle))


def _between(span: Span, words: Callable[[float], str]) -> str:
    """ "4 h 20 min to 4 h 45 min", or one of them where both are the same."""
    low, high = words(span.low), words(span.high)
    return low if low == high else _("%(low)s to %(high)s") % {"low": low, "high": high}


def _count(number: float) -> str:
    return str(round(number))


def _share(share: float) -> str:
    return f"{round(share * 100)}\N{NO-BREAK SPACE}%"


def _moment(question: Question) -> Callable[[float], str]:
    """How a moment of the evening is told: by the clock if it is known when it begins, else from the beginning on."""
    starts = question.starts
    if starts is None:
        return _time
    return lambda minutes: _clock(starts + timedelta(minutes=minutes))


def _clock(moment: datetime) -> str:
    """To five minutes: nobody knows better."""
    whole = moment.replace(minute=0, second=0, microsecond=0)
    return (whole + timedelta(minutes=STEP * round((moment - whole).total_seconds() / 60 / STEP))).strftime("%H:%M")


def _time(minutes: float) -> str:
    """To five minutes: nobody knows better."""
    whole = STEP * round(minutes / STEP)
    parts = {"hours": whole // 60, "minutes": whole % 60}
    return _("%(hours)s h %(minutes)s min") % parts if whole >= 60 else _("%(minutes)s min") % parts
