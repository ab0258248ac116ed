"""Teams that sign themselves up, and what the organiser makes of it.

Whoever signs a team up has no account: the private link is what changes it or takes it back, until the draw.
"""

import hmac
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypedDict

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from adjudication.keys import require_text
from adjudication.shapes import Fault
from thunee_tournaments.brackets.formats.fixtures import MOST_TEAMS
from thunee_tournaments.services.core.access import require_kept_here, require_role
from thunee_tournaments.services.core.errors import Refused
from thunee_tournaments.services.core.letters import promise_about
from thunee_tournaments.services.core.pseudonyms import note_names
from thunee_tournaments.services.core.publishing import publish
from thunee_tournaments.services.models import Letter
from thunee_tournaments.services.setup import teams
from thunee_tournaments.services.setup.tournaments import lock_draft, lock_for_entry
from thunee_tournaments.teams import paste
from thunee_tournaments.teams.models import Announcement, SignUp, Team
from thunee_tournaments.teams.names import name_key, tidy
from thunee_tournaments.teams.sign_ups import MAX_EMAIL, MAX_LINE, MAX_PHONE, announcement_of
from thunee_tournaments.tournaments import tokens
from thunee_tournaments.tournaments.data_version import lock_tournament
from thunee_tournaments.tournaments.models import Tournament

SALT = "thunee_tournaments.services.setup.sign_ups"
MIN_KEY = 16
MOST_WAITING = 2 * MOST_TEAMS
MIN_DIGITS = 7
State = SignUp.State


@dataclass(frozen=True)
class Typed:
    """What a captain types. `answers`: to the questions of the announcement, in their order."""

    name: str
    players: Sequence[str] = ()
    club: str = ""
    phone: str = ""
    email: str = ""
    answers: Sequence[str] = field(default_factory=tuple)


class Checked(TypedDict):
    """The same, tidied and right."""

    name: str
    club: str
    players: list[str]
    phone: str
    email: str
    answers: list[str]


@dataclass(frozen=True)
class SignedUp:
    """A sign-up and the token of its private link. `repeated`: it was there already, from the same request."""

    sign_up: SignUp
    token: str
    repeated: bool = False


@transaction.atomic
def sign_up(*, tournament: Tournament, key: str, typed: Typed, code_word: str = "", language: str = "") -> SignedUp:
    """Sign a team up. Anybody may who can read the announcement. `key` is a one-time key of the request: asked again
    with it, the same sign-up is answered. `language`: in which the captain is written to, with an address.

    Refused: bad_key, sign_up_over, wrong_code_word, bad_sign_up (`errors` by field), too_many.
    """
    tournament = lock_tournament(tournament.pk)
    announcement = announcement_of(tournament)
    if len(key) < MIN_KEY:
        raise Refused("bad_key", _("This page is not complete. Reload it and ask again."))
    token = tokens.derived(SALT, f"{key}/{tournament.pk}")
    earlier = SignUp.objects.filter(token_hash=tokens.token_hash(token)).first()
    if earlier is not None:
        return SignedUp(earlier, token, repeated=True)
    if not announcement.takes_teams:
        raise Refused("sign_up_over", _("No team can sign up here any more. Ask the organiser."))
    if not _same_word(announcement.code_word, code_word):
        message = _("This is not the code word. It is on the poster, or ask the organiser.")
        raise Refused("wrong_code_word", message, [{"path": "code_word", "message": message}])
    values = _checked(typed, announcement)
    if tournament.sign_ups.filter(state=State.WAITING).count() >= MOST_WAITING:
        raise Refused("too_many", _("So many teams have signed up that no more are taken. Ask the organiser."))
    made = SignUp.objects.create(
        tournament=tournament,
        number=_last_number(tournament) + 1,
        token_hash=tokens.token_hash(token),
        created_at=timezone.now(),
        language=language,
        **values,
    )
    promise_about(made, Letter.Kind.SIGNED_UP, token)
    move_up(tournament)
    publish(tournament)
    made.refresh_from_db()
    return SignedUp(made, token)


@transaction.atomic
def change_sign_up(*, signed_up: SignUp, typed: Typed) -> SignUp:
    """Change what was typed, by whoever has the private link; the team too, once it was taken in.

    Refused: drawn_already, sign_up_ended (not taken, or withdrawn), bad_sign_up, bad_team, name_taken,
    players_fixed.
    """
    tournament, signed_up = _lock(signed_up)
    values = _checked(typed, announcement_of(tournament))
    for name, value in values.items():
        setattr(signed_up, name, value)
    signed_up.save()
    if signed_up.team is not None:
        teams.rewrite(tournament, signed_up.team, values["name"], values["players"], values["club"])
    move_up(tournament)
    publish(tournament)
    return signed_up


@transaction.atomic
def withdraw_sign_up(*, signed_up: SignUp) -> SignUp:
    """Take a sign-up back, by whoever has the private link; whoever waits first moves up. Asked again it is the same.
    Refused: drawn_already, sign_up_ended (it was not taken)."""
    tournament, signed_up = _lock(signed_up, ended=State.WITHDRAWN)
    if signed_up.state != State.WITHDRAWN:
        _leave(tournament, signed_up, State.WITHDRAWN, "")
    return signed_up


@transaction.atomic
def want_calls(*, signed_up: SignUp, wants: bool) -> SignUp:
    """Whoever has the private link wants an e-mail when the team is called, or none any more. Refused: not_in (it has
    no place), no_email."""
    signed_up = SignUp.objects.select_for_update(of=("self",)).select_related("tournament").get(pk=signed_up.pk)
    require_kept_here(signed_up.tournament)
    if signed_up.state != State.IN:
        raise Refused("not_in", _("Your team has no place yet. Come to the desk."))
    if not signed_up.email:
        raise Refused("no_email", _("The desk has no e-mail address of yours."))
    signed_up.wants_calls = wants
    signed_up.save(update_fields=["wants_calls"])
    return signed_up


@transaction.atomic
def accept_sign_up(*, actor: User, signed_up: SignUp) -> Team:
    """Enter a team that signed up, also beyond the places; after the draw it waits for a place in it. Asked again it
    is the same team.

    Refused: not_allowed, drawn_already, sign_up_ended, bad_team, name_taken, tournament_full.
    """
    require_role(actor, signed_up.tournament)
    tournament, signed_up = _lock(signed_up, ended=State.ABSENT, late=True)
    if signed_up.team is None:
        _enter(tournament, signed_up)
        if tournament.status == Tournament.Status.RUNNING:
            note_names(tournament)
        publish(tournament)
    team = signed_up.team
    assert team is not None
    return team


@transaction.atomic
def decline_sign_up(*, actor: User, signed_up: SignUp, why: str = "") -> SignUp:
    """Do not take a team, or take it out again; the captain reads `why`. Whoever waits first moves up.

    Refused: not_allowed, drawn_already, sign_up_ended, substituted.
    """
    require_role(actor, signed_up.tournament)
    why = tidy(require_text(why, MAX_LINE))
    tournament, signed_up = _lock(signed_up, ended=State.DECLINED)
    if signed_up.state != State.DECLINED:
        _leave(tournament, signed_up, State.DECLINED, why)
    return signed_up


@transaction.atomic
def join_sign_ups(*, actor: User, signed_up: SignUp, into: SignUp) -> SignUp:
    """Make one of two sign-ups of the same team. `into` gets what it lacks (players, club, how to reach the team) and
    the place of the other, if that was entered and it was not; both private links open it from then on.

    Asked again it is the same. Refused: not_allowed, drawn_already, sign_up_ended, not_two, substituted.
    """
    require_role(actor, signed_up.tournament)
    tournament, signed_up = _lock(signed_up, ended=State.JOINED)
    if signed_up.joined_to_id == into.pk:
        return SignUp.objects.get(pk=into.pk)
    if signed_up.state == State.JOINED or into.pk == signed_up.pk or into.tournament_id != tournament.pk:
        raise Refused("not_two", _("Choose another sign-up of the same team."))
    _tournament, into = _lock(into)
    into.players, into.club = into.players or signed_up.players, into.club or signed_up.club
    into.phone, into.email = _both(into.phone, signed_up.phone), into.email or signed_up.email
    place = None if into.team else signed_up.team
    if place is not None:
        SignUp.objects.filter(pk=signed_up.pk).update(team=None)
        signed_up.team, into.team, into.state = None, place, State.IN
    into.save()
    if into.team is not None:
        teams.rewrite(tournament, into.team, into.name, into.players, into.club)
    signed_up.joined.update(joined_to=into)
    signed_up.joined_to = into
    _leave(tournament, signed_up, State.JOINED, "")
    return into


def _both(phone: str, other: str) -> str:
    """Two numbers in one line, if they are two and there is room."""
    both = " / ".join(filter(None, (phone, other)))
    return phone or other if name_key(phone) == name_key(other) or len(both) > MAX_PHONE else both


def keep_numbers(tournament: Tournament, reached: Sequence[tuple[Team, Sequence[str]]]) -> None:
    """Keep for the desk how to reach teams that were entered from a list. Part of acts: the tournament is locked."""
    for team, numbers in reached:
        sign_up_of(tournament, team, phone=" / ".join(map(tidy, numbers))[:MAX_PHONE])


def sign_up_of(tournament: Tournament, team: Team, phone: str = "") -> SignUp:
    """The sign-up of a team that was entered at the desk, made as if it had signed up; nobody has a link to it. Part
    of acts: the tournament is locked."""
    return SignUp.objects.create(
        tournament=tournament, number=_last_number(tournament) + 1, token_hash=tokens.token_hash(tokens.fresh()),
        state=State.IN, team=team, name=team.name, club=team.club, phone=phone, created_at=timezone.now(),
        players=[player.name for player in team.players.all()],
    )  # fmt: skip


def _last_number(tournament: Tournament) -> int:
    return tournament.sign_ups.aggregate(number=Max("number"))["number"] or 0


def move_up(tournament: Tournament) -> None:
    """Enter whoever waits, first come first, as long as there are places: where the organiser does not review. Part of
    acts: the tournament is locked. A team whose name is taken waits for the organiser."""
    announcement = announcement_of(tournament)
    if announcement.review or tournament.status != Tournament.Status.DRAFT:
        return
    for waiting in tournament.sign_ups.filter(state=State.WAITING).order_by("number"):
        left = announcement.left
        if left == 0 or tournament.teams.count() >= MOST_TEAMS:
            return
        if not tournament.teams.filter(name_key=name_key(waiting.name)).exists():
            _enter(tournament, waiting)


def _lock(signed_up: SignUp, ended: State | None = None, *, late: bool = False) -> tuple[Tournament, SignUp]:
    """The tournament before its draw (`late`: or after it), locked, and the sign-up as it is now; `ended`: what it may
    have been asked for before. Refused: drawn_already, sign_up_ended."""
    tournament = (lock_for_entry if late else lock_draft)(signed_up.tournament)
    signed_up = SignUp.objects.select_related("team", "tournament").get(pk=signed_up.pk)
    if signed_up.state not in (State.WAITING, State.IN, ended):
        raise Refused("sign_up_ended", _("This team is not signed up any more."))
    return tournament, signed_up


def _enter(tournament: Tournament, signed_up: SignUp) -> None:
    name, players, club = teams.checked(signed_up.name, signed_up.players, signed_up.club)
    teams.require_free_name(tournament, name)
    teams.require_room(tournament, 1)
    signed_up.team, signed_up.state = teams.create(tournament, name, players, club), State.IN
    signed_up.save(update_fields=["team", "state"])
    promise_about(signed_up, Letter.Kind.TAKEN_IN)


def _leave(tournament: Tournament, signed_up: SignUp, state: State, why: str) -> None:
    team = signed_up.team
    signed_up.team, signed_up.state, signed_up.why = None, state, why
    signed_up.save(update_fields=["team", "state", "why", "joined_to"])
    if state == State.DECLINED:
        promise_about(signed_up, Letter.Kind.NOT_TAKEN)
    if team is not None:
        teams.take_out(tournament, team)
    move_up(tournament)
    publish(tournament)


def _same_word(wanted: str, typed: str) -> bool:
    """Whether it is the code word of the poster, however it is written; with none, anything is."""
    return not wanted or hmac.compare_digest(name_key(wanted).encode(), name_key(typed).encode())


def _checked(typed: Typed, announcement: Announcement) -> Checked:
    """The fields of a sign-up, tidied. Refused: bad_sign_up, with every fault by its field."""
    name, club = tidy(typed.name), tidy(typed.club)
    players = [player for player in map(tidy, typed.players) if player]
    phone, email = tidy(typed.phone), tidy(typed.email)
    answers = [tidy(answer) for answer in typed.answers][: len(announcement.questions)]
    errors: list[Fault] = [
        {"path": code, "message": message} for code, message in paste.team_problems(name, players, club)
    ]
    if not phone and not email:
        reach = _("How can we reach you? A phone number or an e-mail address is enough.")
        errors.append({"path": "phone", "message": reach})
    if phone and (len(phone) > MAX_PHONE or sum(sign.isdecimal() for sign in phone) < MIN_DIGITS):
        errors.append({"path": "phone", "message": _("This is no phone number.")})
    if email and (len(email) > MAX_EMAIL or not _is_email(email)):
        errors.append({"path": "email", "message": _("This is no e-mail address.")})
    if any(len(answer) > MAX_LINE for answer in answers):
        errors.append({"path": "answers", "message": _("Longer than %(most)s characters.") % {"most": MAX_LINE}})
    if errors:
        raise Refused("bad_sign_up", _("Not sent yet. Correct the marked fields."), errors)
    return {"name": name, "club": club, "players": players, "phone": phone, "email": email, "answers": answers}


def _is_email(text: str) -> bool:
    try:
        validate_email(text)
    except ValidationError:
        return False
    return True
