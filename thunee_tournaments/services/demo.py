"""Loads a fixture of fixtures/*.json: a tournament, its teams, its draw, and the hands played so far.

Nothing is written around the acts: the organiser creates, pastes, seeds, draws and corrects, the tables write their
hands through their own links, as people do.
"""

import json
import secrets
import uuid
from dataclasses import dataclass
from datetime import date, time, timedelta
from pathlib import Path
from typing import Any, NotRequired, TypedDict

from django.conf import settings
from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from adjudication.outcomes import ProposedDecision
from adjudication.shapes import Body
from engine.shapes import Raw
from thunee_tournaments.brackets.models import Match, MatchGame
from thunee_tournaments.brackets.selectors import current_game
from thunee_tournaments.brackets.settling import signs_by_tap
from thunee_tournaments.brackets.shapes import Plan
from thunee_tournaments.services import acts
from thunee_tournaments.services.demo_money import FixtureMoney, collect, key_of_demo, open_fund, thank_sponsors
from thunee_tournaments.services.scoring.signing_pins import pin_of
from thunee_tournaments.standings.prizing import Prize
from thunee_tournaments.tables.models import TableLink
from thunee_tournaments.tables.selectors import match_at, table_of
from thunee_tournaments.tournaments import slugs
from thunee_tournaments.tournaments.models import Role, Tournament
from thunee_tournaments.tournaments.organisations import Part
from thunee_tournaments.tournaments.selectors import organisations_of

FIXTURES = Path(settings.ROOT) / "fixtures"
FORMAT = "demo/1"
HOLDER = acts.Holder("Riverside Jack-Nine Club", "4 School Lane, Riverside", "NPO 000-000")


class FixtureHand(TypedDict):
    """A hand a table writes; or, with `correct`, what the organiser writes in place of the entry of that number."""

    hand: Body
    correct: NotRequired[int]
    reason: NotRequired[str]


class FixtureDispute(TypedDict):
    """A dispute as `raise_dispute` takes it, how it is decided (`ProposedDecision`), and its appeal, if any."""

    about: str
    side: str
    reason: str
    words: str
    hand: NotRequired[int]
    decision: NotRequired[Raw]
    appeal: NotRequired[Raw]


class FixtureMatch(TypedDict):
    """A match by its number: the side that gets it without play, or its hands, and the sides that sign its games."""

    match: int
    walkover: NotRequired[str]
    reason: NotRequired[str]
    hands: NotRequired[list[FixtureHand]]
    signed: NotRequired[str]
    disputes: NotRequired[list[FixtureDispute]]


class Fixture(TypedDict):
    """An event. `tournament`: what `create_tournament` takes, and its slug; without a `plan` it is a knock-out."""

    format: NotRequired[str]
    tournament: Raw
    teams: list[str]
    seeds_lot: str
    draw_lot: str
    plan: NotRequired[Plan]
    play: list[FixtureMatch]
    money: NotRequired[FixtureMoney]
    prizes: NotRequired[list[Raw]]  # of `Prize`


class FixtureAnnounced(TypedDict):
    """An event before its draw: what `announce` takes, but for the time, and the teams that signed up (`Typed`)."""

    tournament: Raw
    in_days: int
    teams: list[str]
    announcement: Raw
    starts_at: str
    sign_ups: list[Raw]


class StepKey(TypedDict):
    """What names a step of a dispute for the record."""

    device: str
    client_uuid: uuid.UUID


@dataclass(frozen=True)
class Loaded:
    """`tokens`: by table number, the token of its fresh link."""

    tournament: Tournament
    tokens: dict[int, str]
    fresh: bool


def read_fixture(name: str) -> Fixture:
    """The fixture of this name. Raises ValueError for another format."""
    fixture: Fixture = _read(name)
    return fixture


def read_events(name: str) -> list[Fixture]:
    """The events of a fixture that holds several (`{"format", "events": […]}`). Raises ValueError as read_fixture."""
    events: list[Fixture] = _read(name)["events"]
    return events


def _read(name: str) -> Any:
    data = json.loads((FIXTURES / f"{name}.json").read_text(encoding="utf-8"))
    if data.get("format") != FORMAT:
        raise ValueError(f"fixtures/{name}.json is no {FORMAT} file")
    return data


def load_each(name: str, organiser: User, again: bool = False) -> list[Loaded]:
    """Every event of a fixture that holds several, as load does it."""
    return [load(event, organiser, again=again) for event in read_events(name)]


def load_announced(name: str, organiser: User, again: bool = False) -> list[Tournament]:
    """Every event of a fixture that is announced and not drawn, so many days from today; one that is there is left."""
    loaded = []
    for event in _read(name)["events"]:
        tournament = None if again else Tournament.objects.filter(slug=event["tournament"]["slug"]).first()
        loaded.append(tournament or _announce(event, organiser))
    return loaded


@transaction.atomic
def _announce(event: FixtureAnnounced, organiser: User) -> Tournament:
    day = timezone.localdate() + timedelta(days=event["in_days"])
    tournament = _create(event["tournament"], organiser, day)
    acts.enter_pasted_teams(actor=organiser, tournament=tournament, text="\n".join(event["teams"]))
    says = acts.Announced(**event["announcement"], starts_at=time.fromisoformat(event["starts_at"]))
    acts.announce(actor=organiser, tournament=tournament, says=says)
    for typed in event["sign_ups"]:
        acts.sign_up(tournament=tournament, key=secrets.token_urlsafe(16), typed=acts.Typed(**typed))
    tournament.refresh_from_db()
    return tournament


def hold_together(events: list[Tournament], organiser: User) -> None:
    """Let an organisation of the organiser hold these events, where none does."""
    club = organisations_of(organiser, Part.ORGANISER).first()
    club = club or acts.begin_organisation(actor=organiser, holder=HOLDER)
    for event in events:
        if event.organisation_id is None:
            acts.give_event(actor=organiser, tournament=event, organisation=club)


def _create(details: Raw, organiser: User, day: date) -> Tournament:
    slug = slugs.propose(details["slug"], lambda word: Tournament.objects.filter(slug=word).exists())
    return acts.create_tournament(actor=organiser, date=day, **{**details, "slug": slug})


def load(
    fixture: Fixture,
    organiser: User,
    again: bool = False,
    referee: User | None = None,
    treasurer: User | None = None,
) -> Loaded:
    """The fixture's tournament, loaded whole or not at all, with fresh links for its tables.

    One that is there already is left as it is, and only gets new links; with `again` another is made beside it.
    `referee` decides what is disputed, so that the organiser can hear an appeal, and `treasurer` takes the money;
    without them the organiser does.
    """
    slug = fixture["tournament"]["slug"]
    with transaction.atomic():
        tournament = None if again else Tournament.objects.filter(slug=slug).first()
        fresh = tournament is None
        if tournament is None:
            tournament = _prepare(fixture, organiser)
        tokens = _links(tournament, organiser)
        if fresh:
            if referee is not None:
                _invite(tournament, organiser, referee, Role.Name.REFEREE)
            if treasurer is not None:
                _invite(tournament, organiser, treasurer, Role.Name.TREASURER)
            open_fund(tournament, treasurer or organiser, fixture.get("money"))
            thank_sponsors(tournament, organiser, fixture.get("money"))
            for part in fixture["play"]:
                _play(tournament, organiser, part)
                for case in part.get("disputes", []):
                    _dispute(tournament, referee or organiser, part["match"], case)
            collect(tournament, treasurer or organiser, organiser, fixture.get("money"))
            if "prizes" in fixture:
                prizes = [Prize(**row) for row in fixture["prizes"]]
                acts.set_prizes(actor=organiser, tournament=tournament, prizes=prizes, currency="R")
        tournament.refresh_from_db()
    return Loaded(tournament, tokens, fresh)


def _prepare(fixture: Fixture, organiser: User) -> Tournament:
    tournament = _create(fixture["tournament"], organiser, timezone.localdate())
    pasted = acts.enter_pasted_teams(actor=organiser, tournament=tournament, text="\n".join(fixture["teams"]))
    if pasted.problems:
        raise ValueError(f"line {pasted.problems[0].line} of the teams: {pasted.problems[0].message}")
    acts.draw_lot_seeds(actor=organiser, tournament=tournament, lot=fixture["seeds_lot"])
    if "plan" in fixture:
        acts.set_plan(actor=organiser, tournament=tournament, stages=fixture["plan"])
        acts.draw_event(actor=organiser, tournament=tournament, lot=fixture["draw_lot"])
    else:
        acts.draw_knockout(actor=organiser, tournament=tournament, lot=fixture["draw_lot"])
    tournament.refresh_from_db()
    return tournament


def _links(tournament: Tournament, organiser: User) -> dict[int, str]:
    return {
        table.number: acts.issue_table_link(actor=organiser, table=table).token
        for table in tournament.tables.order_by("number")
    }


def _play(tournament: Tournament, organiser: User, part: FixtureMatch) -> None:
    """One match of the fixture, from its first hand on."""
    match = Match.objects.select_related("stage__tournament", "seating__table").get(
        stage__tournament=tournament, number=part["match"]
    )
    if side := part.get("walkover"):
        acts.award_walkover(actor=organiser, match=match, side=side, reason=part["reason"])
        return
    table = table_of(match)
    link = TableLink.objects.get(table=table, revoked_at=None)
    for number, item in enumerate(part["hands"], start=1):
        game = current_game(match)
        assert game is not None
        named = key_of_demo(tournament, part["match"], number)
        key = acts.WriteKey(f"demo-table-{link.table_id}", named, game.sheet.head)
        if "correct" in item:
            _correct(organiser, game, item, key)
        else:
            acts.record_hand(actor=link, game=game, body=item["hand"], key=key)
        _sign(link, match, game, part.get("signed", ""))


def _sign(link: TableLink, match: Match, game: MatchGame, sides: str) -> None:
    """A game that is over is signed on the table's phone: by these sides, with their PINs, or by one tap of both."""
    game.sheet.refresh_from_db()
    if sides == "AB" and game.sheet.is_over and signs_by_tap(match):
        named = uuid.uuid5(uuid.NAMESPACE_URL, f"{game.sheet.public_id}/both")
        key = acts.WriteKey(f"demo-table-{link.table_id}", named, game.sheet.head)
        acts.agree_to_game(actor=link, game=game, key=key)
        return
    for side in sides if game.sheet.is_over else "":
        named = uuid.uuid5(uuid.NAMESPACE_URL, f"{game.sheet.public_id}/{side}")
        key = acts.WriteKey(f"demo-table-{link.table_id}", named, game.sheet.head)
        acts.sign_game(actor=link, game=game, side=side, key=key, pin=pin_of(match, side))


def _invite(tournament: Tournament, organiser: User, helper: User, role: str) -> None:
    """Somebody takes a role by an invitation."""
    invited = acts.invite(actor=organiser, tournament=tournament, role=role, key=secrets.token_urlsafe(16))
    acts.take_invitation(actor=helper, token=invited.token)


def _dispute(tournament: Tournament, referee: User, number: int, case: FixtureDispute) -> None:
    """A dispute raised on the table's phone, decided and appealed as far as the fixture says."""
    match = Match.objects.select_related("stage__tournament", "seating__table").get(
        stage__tournament=tournament, number=number
    )
    link = TableLink.objects.get(table=table_of(match), revoked_at=None)
    game = current_game(match)
    assert game is not None

    def key(step: str) -> StepKey:
        device = f"demo-table-{link.table_id}" if step != "decision" else "demo-desk"
        return {"device": device, "client_uuid": uuid.uuid5(uuid.NAMESPACE_URL, f"{game.sheet.public_id}/{step}")}

    dispute = acts.raise_dispute(
        actor=link, match=match, game=game, about=case["about"], reason=case["reason"], words=case["words"],
        side=case["side"], hand=case.get("hand"), **key("dispute"),
    ).dispute  # fmt: skip
    if decision := case.get("decision"):
        proposed = ProposedDecision(**{**decision, "rules": tuple(decision["rules"])}, head=game.sheet.head)
        acts.decide_dispute(actor=referee, match=match, dispute=dispute, proposed=proposed, **key("decision"))
    if appeal := case.get("appeal"):
        acts.appeal_decision(actor=link, match=match, dispute=dispute, **appeal, **key("appeal"))


def _correct(organiser: User, game: MatchGame, item: FixtureHand, key: acts.WriteKey) -> None:
    entry = game.sheet.entries.get(seq=item["correct"])
    acts.correct_hand(actor=organiser, game=game, entry=entry, body=item["hand"], key=key, reason=item["reason"])


def tables_in_play(tournament: Tournament) -> dict[int, str]:
    """What goes on at each table, for people: "Jack Attack – Black Jacks"."""
    playing = {table.number: match_at(table) for table in tournament.tables.order_by("number")}
    return {number: f"{match.title}" if match else "" for number, match in playing.items()}
