"""How many rounds a Swiss stage has, changed while it is played: ended early, or with a round more."""

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from thunee_tournaments.brackets.formats.fixtures import PLAY_OFF
from thunee_tournaments.brackets.formats.settings import ROUNDS
from thunee_tournaments.brackets.selectors import locked_stage_of, rounds_paired
from thunee_tournaments.json_path import json_at
from thunee_tournaments.services.core import notices
from thunee_tournaments.services.core.access import require_role
from thunee_tournaments.services.core.errors import Refused, given_reason
from thunee_tournaments.services.core.locking import lock_running
from thunee_tournaments.services.core.publishing import publish
from thunee_tournaments.tournaments.models import Stage, Tournament


@transaction.atomic
def change_rounds(*, actor: User, tournament: Tournament, rounds: int, was: int, reason: str) -> Stage:
    """Play so many rounds of the Swiss stage, where `was` were to be played; told in the record with the reason.

    It can be changed again until a later stage is drawn from this one. Refused: not_allowed, reason_missing, no_swiss,
    not_running, done_already (`was` is no more so), later_stage_drawn, play_off (one is set), bad_rounds (fewer than
    are paired, more than there can be, or as many as before).
    """
    require_role(actor, tournament)
    reason = given_reason(reason)
    stage = locked_stage_of(tournament, "round_by_round", lambda _stage: False)  # the last that is drawn
    tournament = lock_running(tournament)
    if stage is None:
        raise Refused("no_swiss", _("No Swiss stage is being played."))
    if stage.parameters["rounds"] != was:
        message = _("The number of rounds has been changed meanwhile: it is %(rounds)s now.")
        raise Refused("done_already", message % {"rounds": stage.parameters["rounds"]})
    if has_followers(stage):
        message = _("A later stage is drawn from this one. Take its draw back first, while nothing is written in it.")
        raise Refused("later_stage_drawn", message)
    if stage.rounds.filter(name=PLAY_OFF).exists():
        message = _("A play-off of this stage is set. Take it back first, while nothing is written in it.")
        raise Refused("play_off", message)
    paired = rounds_paired(stage)
    if not paired <= rounds <= ROUNDS.most or rounds == was:
        message = _("Round %(least)s is paired. Choose a number from %(least)s to %(most)s, and another than %(was)s.")
        raise Refused("bad_rounds", message % {"least": paired, "most": ROUNDS.most, "was": was})
    stage.inputs.setdefault("rounds_planned", was)
    stage.parameters["rounds"] = rounds
    stage.save(update_fields=["inputs", "parameters"])
    notices.post_rounds(stage, was, paired, actor=actor, reason=reason)
    publish(tournament)
    return stage


def has_followers(stage: Stage) -> bool:
    """Whether a later stage is drawn that takes its teams from this one."""
    later = Stage.objects.filter(tournament=stage.tournament_id, order__gt=stage.order, drawn_at__isnull=False)
    return any(
        feed.get("stage") == stage.order for feed in later.values_list(json_at("parameters", "feed"), flat=True) if feed
    )
