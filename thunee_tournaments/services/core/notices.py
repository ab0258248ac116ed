"""Draws and walkovers are told in the record, with what was taken back: `adjudication.notices`, for a tournament.

What stands is held against what was told last, so that no act can forget to tell. An act by a person tells it itself
first, to say who did it; whatever is left when a change is published has followed by itself.
"""

import hashlib
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from typing import Any

from django.contrib.auth.models import User
from django.db.models import F, QuerySet
from django.db.models.fields.json import KT

from adjudication import chain, notices
from adjudication.models import Notice
from adjudication.notices import SITE, Kind
from adjudication.prepared import PreparedRows, number, text
from thunee_tournaments.brackets.models import Match, MatchSide, Round
from thunee_tournaments.brackets.shapes import Plan
from thunee_tournaments.json_path import json_at
from thunee_tournaments.services.core.notice_bodies import (
    ComingStage,
    DrawBackBody,
    DrawBody,
    LateBody,
    MeetingBody,
    MovedBody,
    PlanBody,
    PutOffBody,
    RoundBody,
    RoundsBody,
    SeedsBody,
    SigningBody,
    SwapBody,
    WalkoverBody,
)
from thunee_tournaments.tournaments.labels import label_of
from thunee_tournaments.tournaments.models import Stage, Tournament

DRAWS = "draws"
SIGNING = "signing"
MATCH = "match:"  # before the id of the match that a notice is about
Drawn = tuple[str, str]  # a lot, and when it was drawn
NAMED = ("stage", "lot", "drawn_at", "winner", "rounds", "team", "match", "round")
# Asked with every match that ends.
POSTED = PreparedRows(
    lambda: (
        Notice.objects.filter(book=text("book"))
        .order_by("subject", "seq")
        .values_list(
            "subject",
            "kind",
            json_at("body", "teams"),
            json_at("body", "seeds"),
            *(KT(f"body__{key}") for key in NAMED),
        )
    )
)
DRAWN = PreparedRows(
    lambda: Stage.objects.filter(tournament=number("tournament"), drawn_at__isnull=False).values_list(
        "order", "lot", "drawn_at"
    )
)


def _given_away() -> QuerySet[MatchSide, Any]:
    walkovers = Match.objects.filter(stage__tournament=number("tournament"), outcome=Match.Outcome.WALKOVER)
    winners = MatchSide.objects.filter(match__in=walkovers, side=F("match__won_by"))
    rows = winners.order_by("match__stage__order", "match__number")
    return rows.values_list("match__public_id", "team__public_id")


GIVEN_AWAY = PreparedRows(_given_away)


@dataclass(frozen=True)
class Noticed:
    """What the record says of a tournament now: the draw of each stage by its order, the teams (in a later one the
    seeds) that changed places in it since, those that came in late, the number of its rounds where that was changed,
    and the winner of each match that was given away by the match's id."""

    draws: dict[int, Drawn] = field(default_factory=dict)
    swaps: dict[int, list[list[str | int]]] = field(default_factory=dict)
    late: dict[int, list[list[str | int]]] = field(default_factory=dict)
    rounds: dict[int, int] = field(default_factory=dict)
    walkovers: dict[str, str] = field(default_factory=dict)


def about_match(public_id: str) -> str:
    """The subject of a match's notices."""
    return f"{MATCH}{public_id}"


def post(tournament: Tournament, *, actor: str = SITE) -> None:
    """Post what stands and was not posted, and what was posted but stands no more. The tournament is locked."""
    noticed = noticed_of(tournament)
    _post_draws(tournament, noticed, actor)
    _post_walkovers(tournament, noticed, actor)


def noticed_of(tournament: Tournament) -> Noticed:
    """What the notices of a tournament come to; one query."""
    noticed = Noticed()
    posted = POSTED.all(book=tournament.public_id)
    for subject, kind, teams, seeds, stage, lot, drawn_at, winner, rounds, team, match, round_ in posted:
        if kind == Kind.DRAW:
            noticed.draws[int(stage)] = (lot, drawn_at)
        elif kind == Kind.DRAW_BACK:
            noticed.draws.pop(int(stage), None)
            noticed.rounds.pop(int(stage), None)
            noticed.swaps.pop(int(stage), None)
            noticed.late.pop(int(stage), None)
        elif kind == Kind.SWAP:
            noticed.swaps.setdefault(int(stage), []).append(seeds or teams)
        elif kind == Kind.LATE:
            noticed.late.setdefault(int(stage), []).append([team, int(match or round_)])
        elif kind == Kind.ROUNDS:
            noticed.rounds[int(stage)] = int(rounds)
        elif kind == Kind.WALKOVER:
            noticed.walkovers[subject] = winner
        elif kind == Kind.WALKOVER_BACK:
            noticed.walkovers.pop(subject, None)
    return noticed


def not_posted(tournament: Tournament) -> Iterator[tuple[str, Drawn | str | None, Drawn | str | None]]:
    """Where the record does not say what stands: what, what stands, what was posted last."""
    noticed = noticed_of(tournament)
    for order in sorted({*noticed.draws, *(stands := standing_draws(tournament))}):
        if noticed.draws.get(order) != stands.get(order):
            yield f"draw of stage {order}", stands.get(order), noticed.draws.get(order)
    swaps = standing_swaps(tournament)
    for order in sorted({*noticed.swaps, *swaps}):
        if noticed.swaps.get(order) != swaps.get(order):
            yield f"places changed in stage {order}", str(swaps.get(order)), str(noticed.swaps.get(order))
    late = standing_late(tournament)
    for order in sorted({*noticed.late, *late}):
        if noticed.late.get(order) != late.get(order):
            yield f"late teams of stage {order}", str(late.get(order)), str(noticed.late.get(order))
    changed = standing_rounds(tournament)
    for order in sorted({*noticed.rounds, *changed}):
        if noticed.rounds.get(order) != changed.get(order):
            yield f"rounds of stage {order}", str(changed.get(order)), str(noticed.rounds.get(order))
    walkovers = standing_walkovers(tournament)
    for subject in sorted({*noticed.walkovers, *walkovers}):
        if noticed.walkovers.get(subject) != walkovers.get(subject):
            yield f"walkover of {subject}", walkovers.get(subject), noticed.walkovers.get(subject)


def standing_draws(tournament: Tournament) -> dict[int, Drawn]:
    """The draws that stand now, by the order of their stage."""
    stages = DRAWN.all(tournament=tournament.pk)
    return {order: (lot, chain.written_at(drawn_at)) for order, lot, drawn_at in stages}


def standing_swaps(tournament: Tournament) -> dict[int, list[list[str | int]]]:
    """The pairs of teams, or of seeds, that changed places since the draw of a stage, by its order."""
    stages = Stage.objects.filter(tournament=tournament, inputs__has_key="swaps")
    return {stage.order: stage.inputs["swaps"] for stage in stages}


def standing_late(tournament: Tournament) -> dict[int, list[list[str | int]]]:
    """The teams that came in since the draw of a stage, each with the match of its bye, by the order of the stage."""
    stages = Stage.objects.filter(tournament=tournament, inputs__has_key="late")
    return {stage.order: stage.inputs["late"] for stage in stages}


def standing_rounds(tournament: Tournament) -> dict[int, int]:
    """How many rounds a stage has now, by its order, where that was changed since the draw."""
    stages = Stage.objects.filter(tournament=tournament, inputs__has_key="rounds_planned")
    return {stage.order: stage.parameters["rounds"] for stage in stages}


def standing_walkovers(tournament: Tournament) -> dict[str, str]:
    """The matches that are won without play now, as notices name them, each with its winner; from a few columns, for
    this is asked at every change."""
    return {about_match(match): team for match, team in GIVEN_AWAY.all(tournament=tournament.pk)}


def post_seeds(tournament: Tournament, lot: str, teams: list[str], *, actor: User) -> None:
    """All seeds were drawn by lot. The tournament is locked."""
    body: SeedsBody = {"lot": lot, "label": tournament.seeding["label"], "teams": teams}
    notices.post(tournament.public_id, DRAWS, Kind.SEEDS, body, actor=label_of(actor.pk, tournament))


def post_round(stage: Stage, number: int, made: Round | None, *, actor: User, reason: str = "") -> None:
    """A Swiss round was paired (`made`), or taken back; why, if something in it was set by hand. The tournament is
    locked."""
    body: RoundBody = {"stage": stage.order, "round": number}
    if made is not None:
        body["inputs"] = hashlib.sha256(chain.canonical(made.inputs)).hexdigest()
        if "by_hand" in made.inputs:
            order, by_hand = stage.inputs["order"], made.inputs["by_hand"]
            body["pairs"] = [[order[seed - 1] for seed in both] for both in by_hand["pairs"]]
            body["out"] = [order[seed - 1] for seed in by_hand["out"]]
            if by_hand.get("half"):
                body["half"] = True
            if by_hand["bye"]:
                body["bye"] = order[by_hand["bye"] - 1]
    kind = Kind.ROUND if made is not None else Kind.ROUND_BACK
    by = label_of(actor.pk, stage.tournament)
    notices.post(stage.tournament.public_id, DRAWS, kind, body, actor=by, reason=reason)


def post_swap(stage: Stage, *, actor: User, reason: str) -> None:
    """The two teams, or seeds, named last among a stage's swaps changed places. The tournament is locked."""
    pair = stage.inputs["swaps"][-1]
    body: SwapBody = {"stage": stage.order, "teams": pair}
    if stage.order > 1:
        body = {"stage": stage.order, "teams": [stage.inputs["order"][seed - 1] for seed in pair], "seeds": pair}
    notices.post(
        stage.tournament.public_id, DRAWS, Kind.SWAP, body, actor=label_of(actor.pk, stage.tournament), reason=reason
    )


def post_signing(tournament: Tournament, *, signing: bool, actor: User) -> None:
    """From now on games are signed, or are not. The tournament is locked."""
    body: SigningBody = {"signing": signing}
    notices.post(tournament.public_id, SIGNING, Kind.SIGNING, body, actor=label_of(actor.pk, tournament))


def post_late(stage: Stage, *, actor: User, reason: str, round_by_round: bool = False) -> None:
    """The team named last among a stage's late ones has come in. The tournament is locked."""
    team, number = stage.inputs["late"][-1]
    body: LateBody = {"stage": stage.order, "team": team}
    body["round" if round_by_round else "match"] = number
    notices.post(
        stage.tournament.public_id, DRAWS, Kind.LATE, body, actor=label_of(actor.pk, stage.tournament), reason=reason
    )


def post_rounds(stage: Stage, was: int, paired: int, *, actor: User, reason: str) -> None:
    """The number of rounds of a stage was changed. The tournament is locked."""
    body: RoundsBody = {"stage": stage.order, "was": was, "rounds": stage.parameters["rounds"], "paired": paired}
    notices.post(
        stage.tournament.public_id, DRAWS, Kind.ROUNDS, body, actor=label_of(actor.pk, stage.tournament), reason=reason
    )


def post_meeting(match: Match, *, actor: User, reason: str) -> None:
    """Two entries of a qualifier were let meet. The tournament is locked."""
    teams = [team.public_id for team in match.teams if team is not None]
    body: MeetingBody = {"stage": match.stage.order, "match": match.number, "teams": teams}
    tournament = match.stage.tournament
    by = label_of(actor.pk, tournament)
    notices.post(tournament.public_id, DRAWS, Kind.MEETING, body, actor=by, reason=reason)


def post_play_off(match: Match, *, actor: User, reason: str, back: bool = False) -> None:
    """Two that are level in a table are to play one match more, or are not any more. The tournament is locked."""
    teams = [team.public_id for team in match.teams if team is not None]
    body: MeetingBody = {"stage": match.stage.order, "match": match.number, "teams": teams}
    tournament, kind = match.stage.tournament, Kind.PLAY_OFF_BACK if back else Kind.PLAY_OFF
    notices.post(tournament.public_id, DRAWS, kind, body, actor=label_of(actor.pk, tournament), reason=reason)


def post_plan(
    tournament: Tournament, drawn: Collection[int], was: Plan, plan: Plan, *, actor: User, reason: str
) -> None:
    """What is played after the `drawn` stages was changed. The tournament is locked."""
    before, after = (
        [
            ComingStage(stage=order, format=stage["format"], parameters=stage["parameters"])
            for order, stage in enumerate(stages, start=1)
            if order not in drawn
        ]
        for stages in (was, plan)
    )
    body: PlanBody = {"was": before, "coming": after}
    notices.post(tournament.public_id, DRAWS, Kind.PLAN, body, actor=label_of(actor.pk, tournament), reason=reason)


def post_put_off(match: Match, *, actor: User, reason: str = "") -> None:
    """A match was put off, or let be played. The tournament is locked."""
    tournament = match.stage.tournament
    body: PutOffBody = {"stage": match.stage.order, "match": match.number}
    kind = Kind.PUT_OFF_BACK
    if match.postponed_to is not None:
        kind, body["day"] = Kind.PUT_OFF, match.postponed_to.isoformat()
    notices.post(tournament.public_id, DRAWS, kind, body, actor=label_of(actor.pk, tournament), reason=reason)


def post_moved(match: Match, table: int, was: int | None, room: list[int], *, actor: User, reason: str) -> None:
    """A match was moved to a table (number) from another, or others made `room` for it. The tournament is locked."""
    tournament = match.stage.tournament
    body: MovedBody = {"stage": match.stage.order, "match": match.number, "table": table}
    if was is not None:
        body["was"] = was
    if room:
        body["room"] = room
    notices.post(tournament.public_id, DRAWS, Kind.MOVED, body, actor=label_of(actor.pk, tournament), reason=reason)


def post_walkover(match: Match, *, actor: User, reason: str) -> None:
    """A match was given away, or a walkover taken back, by a person. The match is locked."""
    tournament = match.stage.tournament
    last = notices.last_of(tournament.public_id, about_match(match.public_id))
    winner = last.body["winner"] if last is not None and last.kind == Kind.WALKOVER else None
    _post_walkover(match, winner, label_of(actor.pk, tournament), reason)


def _post_draws(tournament: Tournament, noticed: Noticed, actor: str) -> None:
    stands = standing_draws(tournament)
    changed = {order for order in {*noticed.draws, *stands} if noticed.draws.get(order) != stands.get(order)}
    for order in sorted(changed & set(noticed.draws)):
        lot, _at = noticed.draws[order]
        body: DrawBackBody = {"stage": order, "lot": lot}
        notices.post(tournament.public_id, DRAWS, Kind.DRAW_BACK, body, actor=actor)
    new = Stage.objects.filter(tournament=tournament, order__in=changed & set(stands)).order_by("order")
    for stage in new if changed else ():
        notices.post(tournament.public_id, DRAWS, Kind.DRAW, _draw_body(stage), actor=actor)


def _draw_body(stage: Stage) -> DrawBody:
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


def _post_walkovers(tournament: Tournament, noticed: Noticed, actor: str) -> None:
    walkovers = standing_walkovers(tournament)
    new = [subject for subject, winner in walkovers.items() if noticed.walkovers.get(subject) != winner]
    matches = Match.objects.filter(public_id__in=[subject.removeprefix(MATCH) for subject in new])
    at_hand = {about_match(match.public_id): match for match in matches.select_related("stage")} if new else {}
    for subject in new:
        _post_walkover(at_hand[subject], noticed.walkovers.get(subject), actor, at_hand[subject].reason)
    for subject in sorted(noticed.walkovers.keys() - walkovers.keys()):
        notices.post(tournament.public_id, subject, Kind.WALKOVER_BACK, {}, actor=actor)


def _post_walkover(match: Match, posted: str | None, actor: str, reason: str) -> None:
    winner = _winner(match) if match.outcome == Match.Outcome.WALKOVER else None
    if winner == posted:
        return
    kind = Kind.WALKOVER if winner is not None else Kind.WALKOVER_BACK
    body: WalkoverBody = {"stage": match.stage.order, "match": match.number}
    if winner is not None:
        body["winner"] = winner
    book, subject = match.stage.tournament.public_id, about_match(match.public_id)
    notices.post(book, subject, kind, body, actor=actor, reason=reason)


def _winner(match: Match) -> str:
    assert match.winner is not None
    return match.winner.public_id
