"""Making a tournament and saying what it is played by."""

import datetime
from dataclasses import replace

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from adjudication.shapes import Fault
from engine import RecordError
from engine.games import game_of
from engine.profiles import Profile, build
from engine.shapes import Raw
from thunee_tournaments.brackets.formats.catalogue import format_of
from thunee_tournaments.services.core.access import require_role
from thunee_tournaments.services.core.errors import Refused
from thunee_tournaments.services.core.pseudonyms import note_names
from thunee_tournaments.services.core.publishing import publish
from thunee_tournaments.teams.names import tidy
from thunee_tournaments.tournaments import days, policies, slugs
from thunee_tournaments.tournaments.data_version import lock_tournament
from thunee_tournaments.tournaments.games import GAMES
from thunee_tournaments.tournaments.models import Role, Tournament
from thunee_tournaments.tournaments.organisations import Organisation
from thunee_tournaments.tournaments.selectors import may_make_events
from thunee_tournaments.tournaments.shapes import Changes

DETAILS = {"name": 120, "cause": 200, "venue": 200}  # field: most characters
SLUG_COMPLAINTS = {
    "empty": _("The address needs at least one letter or digit."),
    "shape": _("The address may hold small letters a to z, digits, and single dashes between them."),
    "too_long": _("The address is longer than 60 characters."),
    "reserved": _("This word is used by the site itself. Choose another, for instance with the year."),
    "taken": _("Another tournament has this address. Choose another, for instance with the year."),
}


def create_tournament(
    *,
    actor: User,
    name: str,
    slug: str = "",
    cause: str = "",
    venue: str = "",
    date: datetime.date | None = None,
    preset: str = "durban-classic",
    changes: Changes | None = None,
    best_of: int = 1,
    players: int = 4,
    organisation: Organisation | None = None,
) -> Tournament:
    """A new tournament in state draft, with `actor` as its organiser, held by an organisation of theirs or by nobody
    else. Who may make one is a choice of whoever runs the site.

    Without `slug` one is made from the name. The preset says which game is played, `players` by how many at a table.
    Refused: not_allowed, bad_details (`errors` by field: name, slug, cause, venue, date), bad_rules (`errors` by
    parameter), bad_players, bad_best_of.
    """
    if not actor.is_authenticated or not actor.is_active:
        raise Refused("not_allowed", _("Log in first: a tournament needs an organiser."))
    require_maker(actor, organisation)
    details = _details(date, name=name, cause=cause, venue=venue)
    profile = checked_rules(preset, changes or {})
    _check_players(profile.game, players)
    _check_best_of(best_of)
    slug = slug.strip().lower() or slugs.propose(details["name"], _slug_taken)
    if complaint := slugs.complaint(slug) or ("taken" if _slug_taken(slug) else None):
        raise _bad_details([{"path": "slug", "message": SLUG_COMPLAINTS[complaint]}])
    try:
        with transaction.atomic():
            tournament = Tournament.objects.create(
                slug=slug, date=date, preset=profile.preset, changes=profile.changed, best_of=best_of, players=players,
                organisation=organisation,
                policies=policies.write(policies.usual_for(profile.preset)), **details,
            )  # fmt: skip
            Role.objects.create(tournament=tournament, user=actor, role=Role.Name.ORGANISER)
            note_names(tournament)
            publish(tournament)
            return tournament
    except IntegrityError:
        # Somebody took the same address between the look and the insert.
        raise _bad_details([{"path": "slug", "message": SLUG_COMPLAINTS["taken"]}]) from None


def require_maker(actor: User, organisation: Organisation | None) -> None:
    """Refuse (not_allowed) whoever may not make an event that is held by this organisation, or by none."""
    if not may_make_events(actor, organisation):
        raise Refused(
            "not_allowed",
            _("You cannot make events like this here: ask an organiser of the organisation, or whoever runs the site."),
        )


@transaction.atomic
def update_details(
    *, actor: User, tournament: Tournament, name: str, cause: str, venue: str, date: datetime.date | None
) -> Tournament:
    """Change what a tournament is called and where and when it is. The slug stays: links have been handed out.

    Refused: not_allowed, bad_details.
    """
    require_role(actor, tournament)
    details = _details(date, name=name, cause=cause, venue=venue)
    tournament = lock_tournament(tournament.pk)
    for field, value in details.items():
        setattr(tournament, field, value)
    if tournament.status == Tournament.Status.RUNNING and not tournament.coming:
        tournament.opened_at = tournament.opened_at or timezone.now()  # what has begun goes on, whatever day it is
    tournament.date = date
    tournament.save(update_fields=[*DETAILS, "date", "opened_at"])
    publish(tournament)
    return tournament


@transaction.atomic
def set_rules(
    *, actor: User, tournament: Tournament, preset: str, changes: Changes, players: int | None = None
) -> Tournament:
    """Choose the rules: a preset and single parameters that differ from it. A change to the preset's own value is
    dropped. `players`: how many sit at a table; None leaves it as it is. Refused: not_allowed, rules_frozen (after the
    draw), bad_rules (`errors` by parameter), bad_players."""
    require_role(actor, tournament)
    profile = checked_rules(preset, changes)
    tournament = lock_tournament(tournament.pk)
    players = tournament.players if players is None else players
    _check_players(profile.game, players)
    if tournament.status != Tournament.Status.DRAFT:
        raise Refused(
            "rules_frozen",
            _("The rules were fixed at the draw, so that every match is played by the same ones. Undo the draw first."),
        )
    tournament.policies = _signing_as_usual(tournament, profile.preset)
    tournament.preset, tournament.changes, tournament.players = profile.preset, profile.changed, players
    tournament.save(update_fields=["preset", "changes", "players", "policies"])
    publish(tournament)
    return tournament


def _signing_as_usual(tournament: Tournament, preset: str) -> Raw:
    """The policies under other rules: who signs as is usual by the old ones, signs as is usual by the new."""
    now = policies.read(tournament.policies)
    if now.sign_with == policies.usual_for(tournament.preset).sign_with:
        now = replace(now, sign_with=policies.usual_for(preset).sign_with)
    return policies.write(now)


@transaction.atomic
def set_match_length(*, actor: User, tournament: Tournament, best_of: int) -> Tournament:
    """Matches are best of 1, 3 or 5 games. Refused: not_allowed, drawn_already, bad_best_of."""
    require_role(actor, tournament)
    _check_best_of(best_of)
    tournament = lock_draft(tournament)
    tournament.best_of = best_of
    tournament.save(update_fields=["best_of"])
    publish(tournament)
    return tournament


def lock_draft(tournament: Tournament) -> Tournament:
    """The tournament, locked, if it has not been drawn. Refused: drawn_already."""
    tournament = lock_tournament(tournament.pk)
    if tournament.status != Tournament.Status.DRAFT:
        raise Refused(
            "drawn_already",
            _("The draw has been made, and this would change it. As long as no hand is written you can undo the draw."),
        )
    return tournament


def lock_for_entry(tournament: Tournament) -> Tournament:
    """The tournament, locked, if a team can be entered: before the draw, and after it to wait for a place, where the
    first stage has places. Refused: drawn_already."""
    tournament = lock_tournament(tournament.pk)
    return tournament if takes_late(tournament) else lock_draft(tournament)


def takes_late(tournament: Tournament) -> bool:
    """Whether a team that comes now waits for a place in the draw."""
    stage = tournament.stages.filter(order=1, drawn_at__isnull=False).first()
    return tournament.status == Tournament.Status.RUNNING and stage is not None and format_of(stage).seated


def checked_rules(preset: str, changes: Changes) -> Profile:
    """The profile of a preset and changes. Refused: bad_rules, with every fault by the parameter's name."""
    try:
        return build({**changes, "preset": preset}, game=game_of(preset) or "thunee")
    except RecordError as error:
        faults: list[Fault] = [{**fault, "path": fault["path"].removeprefix("rules.")} for fault in error.errors]
        raise Refused("bad_rules", _("These rules do not hold. Correct the marked ones."), faults) from None


def _details(day: datetime.date | None, **values: str) -> dict[str, str]:
    """The details, tidied, if the day is a possible one, too. Refused: bad_details."""
    details = {field: tidy(value) for field, value in values.items()}
    errors: list[Fault] = []
    if not details["name"]:
        errors.append({"path": "name", "message": _("The tournament needs a name.")})
    for field, value in details.items():
        most = DETAILS[field]
        if len(value) > most:
            errors.append({"path": field, "message": _("Longer than %(most)s characters.") % {"most": most}})
    if not days.possible(day):
        errors.append({"path": "date", "message": days.OUTSIDE})
    if errors:
        raise _bad_details(errors)
    return details


def _bad_details(errors: list[Fault]) -> Refused:
    return Refused("bad_details", _("Something is missing, too long or impossible. Correct the marked fields."), errors)


def _check_players(game: str, players: int) -> None:
    if players not in GAMES[game].at_a_table:
        raise Refused(
            "bad_players",
            _("Not in this game: %(count)s players at a table are for Thunee alone (two, four or six).")
            % {"count": players},
            [{"path": "players", "message": _("Two or six play Thunee alone; choose four.")}],
        )


def _check_best_of(best_of: int) -> None:
    if best_of not in (1, 3, 5):
        raise Refused("bad_best_of", _("A match is one game, or best of three or five."))


def _slug_taken(slug: str) -> bool:
    return Tournament.objects.filter(slug=slug).exists()
