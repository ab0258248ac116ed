"""What an event decides for itself about its running: set at the desk, partly fixed once play has begun."""

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from adjudication.models import Entry
from adjudication.shapes import Fault
from thunee_tournaments.brackets.models import Match, MatchGame
from thunee_tournaments.services.core import notices
from thunee_tournaments.services.core.access import require_role
from thunee_tournaments.services.core.errors import Refused
from thunee_tournaments.services.core.locking import lock_all
from thunee_tournaments.services.core.publishing import publish
from thunee_tournaments.teams.names import tidy
from thunee_tournaments.tournaments import policies as choices
from thunee_tournaments.tournaments.data_version import lock_tournament
from thunee_tournaments.tournaments.models import Tournament
from thunee_tournaments.tournaments.policies import EventPolicies

# What decides results is the same for every match: it is fixed with the first hand.
FIXED_IN_PLAY = ("late_scorecard", "late_correction", "bell_finish", "bell_level")
_WORDS = {
    "scoring": choices.Scoring.values,
    "sign_with": choices.SignWith.values,
    "late_correction": choices.LateCorrection.values,
    "bell_finish": choices.BellFinish.values,
    "bell_level": choices.BellLevel.values,
    "substitute_when": choices.SubstituteWhen.values,
    "substitute_from": choices.SubstituteFrom.values,
}
MAX_MINUTES = 24 * 60
MAX_DEPOSIT = 120
MAX_COUNTS = {"substitutions": 20, "substitute_stage": 20, "substitute_round": 99}  # the most of each


@transaction.atomic
def set_policies(*, actor: User, tournament: Tournament, policies: EventPolicies) -> Tournament:
    """Say how the event is run. What is not fixed may change while it is played, and counts from then on; whether games
    are signed, for the matches that have not begun, and the record tells it.

    Refused: not_allowed, tournament_closed, bad_policies (`errors` by name), policies_fixed (a hand is written).
    """
    require_role(actor, tournament)
    if choices.read(tournament.policies).signing != policies.signing:
        lock_all(tournament)
    tournament = lock_tournament(tournament.pk)
    if tournament.status == Tournament.Status.CLOSED:
        raise Refused("tournament_closed", _("The tournament is closed. Open it again to change how it is run."))
    policies = _checked(policies)
    now, began = choices.read(tournament.policies), play_began(tournament)
    if began and any(getattr(now, name) != getattr(policies, name) for name in FIXED_IN_PLAY):
        raise Refused(
            "policies_fixed",
            _("Hands are written already. Late scorecards, late corrections and the bell stay as they are, so that "
              "every match is decided in the same way."),
        )  # fmt: skip
    if began and now.signing != policies.signing:
        begun = MatchGame.also_struck.filter(match__stage__tournament=tournament, sheet__seq__gt=0)
        Match.objects.filter(pk__in=begun.values("match"), signing=None).update(signing=now.signing)
        notices.post_signing(tournament, signing=policies.signing, actor=actor)
    tournament.policies = choices.write(policies)
    tournament.save(update_fields=["policies"])
    return publish(tournament)


def play_began(tournament: Tournament) -> bool:
    """Whether anything was ever written on a scoresheet of the event."""
    return Entry.objects.filter(sheet__book=tournament.public_id).exists()


def _checked(policies: EventPolicies) -> EventPolicies:
    """The choices, tidied. Refused: bad_policies."""
    errors: list[Fault] = []
    for name in ("correction_minutes", "appeal_minutes", "overdue_minutes", "no_show_minutes"):
        if not 0 <= getattr(policies, name) <= MAX_MINUTES:
            errors.append({"path": name, "message": _("Give 0 to %(most)s minutes.") % {"most": MAX_MINUTES}})
    for name, most in MAX_COUNTS.items():
        if not 0 <= getattr(policies, name) <= most:
            errors.append({"path": name, "message": _("Give a whole number from 0 to %(most)s.") % {"most": most}})
    for name, allowed in _WORDS.items():
        if getattr(policies, name) not in allowed:
            errors.append({"path": name, "message": _("Choose one of these.")})
    deposit = tidy(policies.deposit)
    if len(deposit) > MAX_DEPOSIT:
        errors.append({"path": "deposit", "message": _("Longer than %(most)s characters.") % {"most": MAX_DEPOSIT}})
    if errors:
        raise Refused("bad_policies", _("Something is missing or too long. Correct the marked fields."), errors)
    return EventPolicies(**{**vars(policies), "deposit": deposit})
