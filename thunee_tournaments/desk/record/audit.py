"""The record at the desk: its head, the export to take away with its checker, sheets drawn to compare with paper."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any, TypedDict

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST, require_safe

from adjudication import scores, verify
from adjudication.hands import Hand
from adjudication.models import AuditExport, SampleDraw
from engine.shapes import State
from thunee_tournaments.brackets.models import Match, MatchGame, sides_of
from thunee_tournaments.brackets.names import title_of
from thunee_tournaments.desk.access import ANYBODY, CHIEFS, ORGANISERS, REFEREES, DeskRequest, page_for, secret
from thunee_tournaments.desk.match.hands import rows_of
from thunee_tournaments.desk.match.page import trail_of
from thunee_tournaments.desk.pages import Context, desk_page, posted, refused_beside, saying_why_not
from thunee_tournaments.desk.selectors import match_with_sheets
from thunee_tournaments.presentation.seats import seats_of, voices_of
from thunee_tournaments.presentation.signatures import signatures_of
from thunee_tournaments.services.acts import draw_sample, take_export, take_names
from thunee_tournaments.services.queries import book_of
from thunee_tournaments.tournaments.models import Tournament

LAST = 5
LINES = "application/jsonl; charset=utf-8"


class SampleForm(forms.Form):
    """How sure one wants to be."""

    confidence = forms.IntegerField(
        label=gettext_lazy("Confidence in per cent"), min_value=1, max_value=99, initial=95,
        help_text=gettext_lazy("How sure you want to be, if all sheets drawn agree with paper."),
    )  # fmt: skip
    margin = forms.IntegerField(
        label=gettext_lazy("Sheets that may still be wrong"), min_value=0, max_value=9999,
        help_text=gettext_lazy("None takes the most work: 0 means nearly every sheet is drawn."),
    )  # fmt: skip
    lot = forms.CharField(
        label=gettext_lazy("Lot of an earlier draw"), required=False, max_length=64,
        help_text=gettext_lazy("Only to draw the same sheets again. Left empty, a new lot is drawn."),
    )  # fmt: skip


@page_for(CHIEFS, looking=REFEREES)
def audit(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """For chief referees, and to look at for referees: where the record stands; sending the form draws a sample."""
    book = book_of(tournament)
    written = book.sheets().filter(seq__gt=0).count()
    form = SampleForm(posted(request), initial={"margin": written // 20})
    if form.is_valid():
        with refused_beside(form):
            sample, _sheets = draw_sample(actor=request.user, tournament=tournament, **form.cleaned_data)
            messages.success(request, _("Drawn by the lot %(lot)s.") % {"lot": sample.lot})
            return redirect("desk:audit", slug=tournament.slug)
    context = {
        "head": book.head(),
        "written": written,
        "form": form,
        "takes": bool(request.roles & CHIEFS),
        "exports": AuditExport.objects.filter(book=tournament.public_id).order_by("-created_at", "-pk")[:LAST],
        "samples": [_sample(tournament, sample) for sample in _samples(tournament)],
    }
    trail = ((_("Record"), ""),)
    return desk_page(request, tournament, "desk/audit.html", context, tab="audit", trail=trail)


def _samples(tournament: Tournament) -> Any:
    return SampleDraw.objects.filter(book=tournament.public_id).order_by("-created_at", "-pk")[:LAST]


class SampledGame(TypedDict):
    game: MatchGame
    round: str


class Sample(TypedDict):
    """A sample as a list of games, each with the way to its sheet."""

    sample: SampleDraw
    games: list[SampledGame]


def _sample(tournament: Tournament, sample: SampleDraw) -> Sample:
    games = MatchGame.objects.filter(sheet__public_id__in=sample.sheets, match__stage__tournament=tournament)
    drawn = games.select_related("match__round", "match__stage", "sheet").prefetch_related(sides_of("match__"))
    rows = sorted(drawn, key=lambda game: (game.match.number, game.number))
    return {"sample": sample, "games": [{"game": game, "round": title_of(game.match)} for game in rows]}


@require_POST
@page_for(CHIEFS)
def export(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """For chief referees: the record as a file."""
    taken = take_export(actor=request.user, tournament=tournament)
    return _file(taken.content, f"{tournament.slug}-{taken.made.head[:8]}.jsonl", LINES)


@require_POST
@page_for(ORGANISERS)
def names(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """For organisers: the names behind the record's commitments as a file: personal data."""
    content = b""
    with saying_why_not(request):
        content = take_names(actor=request.user, tournament=tournament)
    return secret(_file(content, f"{tournament.slug}-names.jsonl", LINES))


@require_safe
@page_for(REFEREES)
def checker(_request: DeskRequest, _tournament: Tournament) -> HttpResponse:
    """For referees: the program that checks an export, with nothing but Python."""
    return _file(Path(verify.__file__).read_bytes(), "verify.py", "text/x-python; charset=utf-8")


def _file(content: bytes, name: str, kind: str) -> HttpResponse:
    return HttpResponse(content, content_type=kind, headers={"Content-Disposition": f'attachment; filename="{name}"'})


@require_safe
@page_for(ORGANISERS, looking=ANYBODY)
def sheet(request: DeskRequest, tournament: Tournament, match_id: str) -> HttpResponse:
    """For everybody with a role: every game of a match as a scoresheet to print: who sat where, the hands, the
    signatures, the code."""
    match, sheets = match_with_sheets(tournament, match_id)
    games = [_game(match, sheet.game, sheet.hands) for sheet in sheets]
    context = {"match": match, "round": title_of(match), "games": games, "names": voices_of(match)}
    trail = trail_of(tournament, match, _("Scoresheet"))
    return desk_page(request, tournament, "desk/sheet.html", context, tab="bracket", trail=trail)


def _columns(after: State | None, match: Match) -> list[int]:
    """The score after a hand, a figure for each side or, where each plays alone, for each player."""
    if not after:
        return []
    return scores.by_seat(after) if match.alone else list(scores.by_side(after).values())


def _game(match: Match, game: MatchGame, hands: Iterable[Hand]) -> Context:
    """A game, its hands from the first to the last, each with the score after it."""
    rows = [
        {"row": row, "score": _columns(row.ruling.get("after"), match)} for row in reversed(rows_of(hands, match, game))
    ]
    return {
        "game": game,
        "heads": [seat.name for seat in seats_of(match)] if match.alone else ["A", "B"],
        "after": game.sheet.ledger["after"],
        "rows": rows,
        "seats": seats_of(match),
        "signatures": signatures_of(match, game),
    }
