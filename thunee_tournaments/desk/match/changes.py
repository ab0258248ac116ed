"""What a change on a scoresheet does: listed before it is saved, and shown afterwards as it was and as it is."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from adjudication import bell_rules
from adjudication.hands import Hand, all_hands
from adjudication.models import Entry, Scoresheet
from adjudication.shapes import Ruling
from thunee_tournaments.desk.access import ANYBODY, DeskRequest, page_for
from thunee_tournaments.desk.match.hands import writer_text
from thunee_tournaments.desk.match.page import match_href, trail_of
from thunee_tournaments.desk.pages import Context, desk_page
from thunee_tournaments.desk.selectors import game_for
from thunee_tournaments.presentation import points, rulings
from thunee_tournaments.presentation.rulings import Voices
from thunee_tournaments.presentation.seats import voices_of
from thunee_tournaments.services.acts import Preview
from thunee_tournaments.tournaments.models import Tournament


def change_of(preview: Preview, voices: Voices, own: int | None = None) -> Context:
    """What a preview says (`officiating.previews`), for the page: score, later hands, deal, signatures, what follows.

    `own`: the seq of the hand that is changed itself, which the page shows by itself.
    """
    before, after = preview["before"], preview["after"]
    assert after is not None  # what is refused is shown as the form again
    was, then = ({hand.seq: hand for hand in steps if not hand.voided} for steps in preview["steps"])
    others = [seq for seq in then if seq in was and seq != own and was[seq].ruling != then[seq].ruling]
    turned = [seq for seq in others if _worth(was[seq].ruling) != _worth(then[seq].ruling)]
    return {
        "before": before,
        "after": after,
        "hands": [
            {
                "number": then[seq].number,
                "was": rulings.headline(was[seq].ruling, voices),
                "now": rulings.headline(then[seq].ruling, voices),
            }
            for seq in turned
        ],
        "same": len(others) - len(turned),
        "dealers": [
            {"number": then[seq].number, "was": _dealer(was[seq], voices), "now": _dealer(then[seq], voices)}
            for seq in then
            if seq in was and seq != own and was[seq].dealer != then[seq].dealer
        ],
        "game_turns": before["game_winner"] != after["game_winner"],
        "match_turns": before["match_winner"] != after["match_winner"],
        "game_winner": voices.side(after["game_winner"]) if after["game_winner"] else "",
        "match_winner": voices.side(after["match_winner"]) if after["match_winner"] else "",
        "voided": [voices.side(side) for side in preview["voided"]],
        "behind": [] if preview["beyond"] else preview["behind"],
        "beyond": preview["beyond"],
    }


def _worth(ruling: Ruling) -> tuple[Any, ...]:
    """What a hand comes to, whatever the score it is played from."""
    return tuple(ruling.get(key) for key in ("status", "kind", "winner", "balls", "scores"))


def _dealer(hand: Hand, voices: Voices) -> str:
    return voices.seat(hand.dealer) if hand.dealer is not None else "–"


@dataclass(frozen=True)
class HandLine:
    """A hand in one of two columns: its number, what it came to, the score after it, who dealt."""

    number: int | None
    headline: str
    score: str
    dealer: str
    voided: bool


@dataclass(frozen=True)
class Row:
    """A hand as it was (None: it was not there) and as it is."""

    was: HandLine | None
    now: HandLine

    @property
    def changed(self) -> bool:
        return self.was != self.now


def rows_of(was: Iterable[Hand], now: Iterable[Hand], voices: Voices) -> list[Row]:
    """The hands of a sheet in order, before and after a change."""
    before = {hand.seq: _line_of(hand, voices) for hand in was}
    return [Row(before.get(hand.seq), _line_of(hand, voices)) for hand in now]


def _line_of(hand: Hand, voices: Voices) -> HandLine:
    after = hand.ruling.get("after")
    score = points.brief(after) if after and not hand.voided else ""
    return HandLine(hand.number, rulings.headline(hand.ruling, voices), score,
                _dealer(hand, voices) if not hand.voided else "–", hand.voided)  # fmt: skip


def kind_text(entry: Entry) -> str:
    """What was done with an entry, as a title."""
    if entry.kind == Entry.Kind.VOID:
        of_bell = entry.supersedes is not None and entry.supersedes.body.get("decision") == bell_rules.KIND
        return _("The bell was taken back") if of_bell else _("A hand was struck out")
    if entry.kind == Entry.Kind.DECISION:
        return _("The bell ended the game") if entry.body.get("decision") == bell_rules.KIND else _("A referee decided")
    return _("A hand was corrected") if entry.supersedes_id else _("A missed hand was written in")


@require_safe
@page_for(ANYBODY)
def change(request: DeskRequest, tournament: Tournament, match_id: str, number: int, seq: int) -> HttpResponse:
    """For everybody with a role: a sheet before and after one of its changes: who, when, why, and both side by side."""
    match, game = game_for(tournament, match_id, number)
    sheet = game.sheet
    entries = _entries_to(sheet, seq)
    entry = entries[-1]
    voices = voices_of(match)
    was, now = all_hands(sheet, entries[:-1]), all_hands(sheet, entries)
    later = sheet.entries.filter(seq__gt=seq).exclude(kind=Entry.Kind.HAND).order_by("seq").first()
    context = {
        "match": match,
        "game": game,
        "entry": entry,
        "title": kind_text(entry),
        "by": writer_text(entry.actor),
        "rows": rows_of(was, now, voices),
        "names": voices,
        "voided": sorted({
            voices.side(signature.side) for signature in sheet.sign_offs.all() if signature.entries_seq == seq - 1
        }),
        "later": later,
        "back": f"{match_href(tournament, match)}#hand-{number}-{_hand_of(now, entry)}",
    }  # fmt: skip
    trail = trail_of(tournament, match, kind_text(entry))
    return desk_page(request, tournament, "desk/changed.html", context, tab="bracket", trail=trail)


def _entries_to(sheet: Scoresheet, seq: int) -> Sequence[Entry]:
    """The entries of a sheet up to a change. Raises Http404: an ordinary hand changed nothing before it."""
    entries = list(sheet.entries.filter(seq__lte=seq).order_by("seq"))
    if not entries or entries[-1].seq != seq or entries[-1].kind == Entry.Kind.HAND:
        raise Http404("no such change")
    return entries


def _hand_of(hands: Iterable[Hand], entry: Entry) -> int:
    return next((hand.seq for hand in hands if any(written.pk == entry.pk for written in hand.entries)), entry.seq)
