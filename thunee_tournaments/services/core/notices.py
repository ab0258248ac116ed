"""Draws and walkovers are told in the record, with what was taken back: `adjudication.notices`, for a tournament.

What stands is held against what was told last, so that no act can forget to tell. An act by a person tells it itself
first, to say who did it; whatever is left when a change is published has followed by itself.
"""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from django.contrib.auth.models import User
from django.db.models.fields.json import KT

from adjudication import chain, notices
from adjudication.notices import SITE, Kind
from thunee_tournaments.brackets.models import Match, Round
from thunee_tournaments.tournaments.models import Stage, Tournament

DRAWS = "draws"
Drawn = tuple[str, str]  # a lot, and when it was drawn


@dataclass(frozen=True)
class Noticed:
    """What the record says of a tournament now: the draw of each stage by its order, and the winner of each match that
    was given away by the match's id."""

    draws: dict[int, Drawn] = field(default_factory=dict)
    walkovers: dict[str, str] = field(default_factory=dict)


def label(actor: User) -> str:
    """A person as the record knows one."""
    return f"user:{actor.pk}"


def about_match(public_id: str) -> str:
    """The subject of a match's notices."""
    return f"match:{public_id}"


def tell(tournament: Tournament, *, actor: str = SITE) -> None:
    """Post what stands and is not told, and that what was told does not stand any more. The tournament is locked."""
    told = told_of(tournament)
    _tell_draws(tournament, told, actor)
    _tell_walkovers(tournament, told, actor)


def told_of(tournament: Tournament) -> Noticed:
    """What the notices of a tournament come to; one query."""
    told = Noticed()
    said = [KT(f"body__{key}") for key in ("stage", "lot", "drawn_at", "winner")]
    posted = notices.of(tournament.public_id).order_by("subject", "seq").values_list("subject", "kind", *said)
    for subject, kind, stage, lot, drawn_at, winner in posted:
        if kind == Kind.DRAW:
            told.draws[int(stage)] = (lot, drawn_at)
        elif kind == Kind.DRAW_BACK:
            told.draws.pop(int(stage), None)
        elif kind == Kind.WALKOVER:
            told.walkovers[subject] = winner
        elif kind == Kind.WALKOVER_BACK:
            told.walkovers.pop(subject, None)
    return told


def untold(tournament: Tournament) -> Iterator[tuple[str, Any, Any]]:
    """Where the record does not say what stands: what, what stands, what was told."""
    told = told_of(tournament)
    for order in sorted({*told.draws, *(stands := standing_draws(tournament))}):
        if told.draws.get(order) != stands.get(order):
            yield f"draw of stage {order}", stands.get(order), told.draws.get(order)
    given = {about_match(one.public_id): one for one in standing_walkovers(tournament)}
    for subject in sorted({*told.walkovers, *given}):
        winner = _winner(given[subject]) if subject in given else None
        if told.walkovers.get(subject) != winner:
            yield f"walkover of {subject}", winner, told.walkovers.get(subject)


def standing_draws(tournament: Tournament) -> dict[int, Drawn]:
    """The draws that stand now, by the order of their stage."""
    stages = Stage.objects.filter(tournament=tournament).values_list("order", "lot", "drawn_at")
    return {order: (lot, chain.written_at(at)) for order, lot, at in stages if at is not None}


def standing_walkovers(tournament: Tournament) -> list[Match]:
    """The matches that are won without play now."""
    given = Match.objects.filter(stage__tournament=tournament, outcome=Match.Outcome.WALKOVER)
    return list(given.select_related("stage").order_by("stage__order", "number"))


def tell_seeds(tournament: Tournament, lot: str, teams: list[str], *, actor: User) -> None:
    """All seeds were drawn by lot. The tournament is locked."""
    body = {"lot": lot, "label": tournament.seeding["label"], "teams": teams}
    notices.post(tournament.public_id, DRAWS, Kind.SEEDS, body, actor=label(actor))


def tell_round(stage: Stage, number: int, made: Round | None, *, actor: User) -> None:
    """A Swiss round was paired (`made`), or taken back. The tournament is locked."""
    body: dict[str, Any] = {"stage": stage.order, "round": number}
    if made is not None:
        body["inputs"] = hashlib.sha256(chain.canonical(made.inputs)).hexdigest()
    kind = Kind.ROUND if made is not None else Kind.ROUND_BACK
    notices.post(stage.tournament.public_id, DRAWS, kind, body, actor=label(actor))


def tell_walkover(match: Match, *, actor: User, reason: str) -> None:
    """A match was given away, or a walkover taken back, by a person. The match is locked."""
    tournament = match.stage.tournament
    last = notices.last_of(tournament.public_id, about_match(match.public_id))
    told = last.body["winner"] if last is not None and last.kind == Kind.WALKOVER else None
    _tell_walkover(match, told, label(actor), reason)


def _tell_draws(tournament: Tournament, told: Noticed, actor: str) -> None:
    stands = standing_draws(tournament)
    changed = {order for order in {*told.draws, *stands} if told.draws.get(order) != stands.get(order)}
    for order in sorted(changed & set(told.draws)):
        lot, _at = told.draws[order]
        body = {"stage": order, "lot": lot}
        notices.post(tournament.public_id, DRAWS, Kind.DRAW_BACK, body, actor=actor)
    for stage in Stage.objects.filter(tournament=tournament, order__in=changed & set(stands)).order_by("order"):
        notices.post(tournament.public_id, DRAWS, Kind.DRAW, drawn_of(stage), actor=actor)


def drawn_of(stage: Stage) -> dict[str, Any]:
    """What it takes to make the draw of a stage again: its lot, and the teams in opaque ids."""
    assert stage.drawn_at is not None
    return {
        "stage": stage.order,
        "format": stage.format,
        "lot": stage.lot,
        "drawn_at": chain.written_at(stage.drawn_at),
        "teams": stage.inputs["teams"],
        "seeded": stage.inputs["seeded"],
        "order": stage.inputs.get("drawn") or stage.inputs["order"],
    }


def _tell_walkovers(tournament: Tournament, told: Noticed, actor: str) -> None:
    given = {about_match(one.public_id): one for one in standing_walkovers(tournament)}
    for subject, match in given.items():
        _tell_walkover(match, told.walkovers.get(subject), actor, match.reason)
    for subject in sorted(told.walkovers.keys() - given.keys()):
        notices.post(tournament.public_id, subject, Kind.WALKOVER_BACK, {}, actor=actor)


def _tell_walkover(match: Match, told: str | None, actor: str, reason: str) -> None:
    winner = _winner(match) if match.outcome == Match.Outcome.WALKOVER else None
    if winner == told:
        return
    kind = Kind.WALKOVER if winner is not None else Kind.WALKOVER_BACK
    body: dict[str, Any] = {"stage": match.stage.order, "match": match.number}
    if winner is not None:
        body["winner"] = winner
    book, subject = match.stage.tournament.public_id, about_match(match.public_id)
    notices.post(book, subject, kind, body, actor=actor, reason=reason)


def _winner(match: Match) -> str:
    assert match.winner is not None
    return match.winner.public_id
