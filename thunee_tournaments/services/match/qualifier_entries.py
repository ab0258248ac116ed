"""Entries of a win-streak qualifier: bought by a team that is out, or that comes in late, and taken back unplayed."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from uuid import uuid4

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from adjudication.keys import require_text
from adjudication.models import Dispute
from thunee_tournaments.brackets.formats import streak
from thunee_tournaments.brackets.formats.catalogue import keys_of
from thunee_tournaments.brackets.models import Match, StreakEntry
from thunee_tournaments.fundraising.models import MAX_TEXT, Movement
from thunee_tournaments.fundraising.owed import to_give_back
from thunee_tournaments.services.core.access import require_role
from thunee_tournaments.services.core.errors import Refused
from thunee_tournaments.services.core.locking import lock_concerned, lock_running
from thunee_tournaments.services.core.publishing import publish
from thunee_tournaments.services.match.qualifier_queue import (
    PLACES_TAKEN,
    after_change,
    call_off,
    is_due,
    is_full,
    qualifier,
    qualifier_standings,
)
from thunee_tournaments.services.match.qualifier_results import meetings_in
from thunee_tournaments.services.till.taking import write_reversal
from thunee_tournaments.teams.models import Team
from thunee_tournaments.tournaments.labels import label_of
from thunee_tournaments.tournaments.models import Stage, Tournament

IN_PLAY = (streak.WAITING, streak.PLAYING)


@transaction.atomic
def buy_entry(*, actor: User, tournament: Tournament, team: Team) -> StreakEntry:
    """Let a team enter the qualifier again: it waits for somebody on no wins, and is called to a table with them.

    Refused: not_allowed, not_running, no_qualifier, entries_closed, places_taken, unknown_team, withdrawn, still_in,
    through, no_more_entries.
    """
    require_role(actor, tournament)
    stage, tournament = qualifier(tournament)
    if team.tournament_id != tournament.pk:
        raise Refused("unknown_team", _("This team is not entered in this tournament."))
    if stage.inputs.get("closed") or is_due(stage):
        raise _closed(stage)
    meetings = meetings_in(stage)
    if refused := why_no_entry(stage, team, qualifier_standings(stage, meetings)):
        raise refused
    entry = next_entry(stage, team)
    after_change(stage, tournament, meetings)
    publish(tournament)
    return entry


def why_no_entry(stage: Stage, team: Team, everybody: Sequence[streak.Standing[int]]) -> Refused | None:
    """Why a team cannot buy in, if it cannot: it has gone home, is in or through, or has used its entries."""
    if team.withdrawn_at is not None:
        return Refused("withdrawn", _("%(team)s has withdrawn.") % {"team": team.name})
    held = [standing.state for standing in everybody if standing.entry.team == team.pk]
    if any(state in IN_PLAY for state in held):
        return Refused("still_in", _("%(team)s is still in: it can enter again after a loss.") % {"team": team.name})
    if streak.QUALIFIED in held:
        return Refused("through", _("%(team)s is through already, and holds one place.") % {"team": team.name})
    most = stage.parameters["entries"]
    if len(held) >= most:
        message = _("%(team)s has used all of its %(most)s entries.") % {"team": team.name, "most": most}
        return Refused("no_more_entries", message)
    return None


def next_entry(stage: Stage, team: Team) -> StreakEntry:
    """The next entry of a qualifier, for this team. Part of acts; the stage is locked."""
    number = stage.entries.count() + 1  # one that is taken back keeps its number
    again = stage.entries.filter(team=team, taken_back_at__isnull=True).exists()
    price = streak.price_of(stage.parameters, again=again)
    return StreakEntry.objects.create(stage=stage, number=number, team=team, price=price)


def _closed(stage: Stage) -> Refused:
    """Why nobody can buy in where entries are closed."""
    if is_full(stage):
        return Refused("places_taken", PLACES_TAKEN)
    return Refused("entries_closed", _("Entries are closed: nobody can buy in any more."))


@transaction.atomic
def call_off_unbegun(*, actor: User, tournament: Tournament) -> int:
    """Every place of the qualifier is taken: what was called and has not begun is called off, and need not be played.
    Gives how many matches. Refused: not_allowed, not_running, no_qualifier, places_free."""
    require_role(actor, tournament)
    unbegun = unbegun_matches(tournament)
    if unbegun:
        lock_concerned(*unbegun)
    stage, tournament = qualifier(tournament)
    if not is_full(stage):
        raise Refused("places_free", _("Places are free yet: every match counts."))
    locked = {match.pk for match in unbegun}
    called_off = [match for match in unbegun_matches(tournament) if match.pk in locked]
    for match in reversed(called_off):
        call_off(match)
    publish(tournament)
    return len(called_off)


def unbegun_matches(tournament: Tournament) -> list[Match]:
    """The matches of a qualifier that are called, and in which nothing was written."""
    ready = Match.objects.filter(
        stage__tournament=tournament, stage__format__in=keys_of("sold"), state=Match.State.READY
    )  # fmt: skip
    return [match for match in ready.select_related("stage").order_by("number") if not _begun(match)]


@dataclass(frozen=True)
class TakenBack:
    """An entry that was taken back, with the receipts that were reversed for it."""

    entry: StreakEntry
    reversed: list[Movement] = field(default_factory=list)


@transaction.atomic
def take_back_entry(*, actor: User, tournament: Tournament, entry: StreakEntry, reason: str) -> TakenBack:
    """Take back an entry that was bought after the draw and has not been played. It stays to be read, counts no more
    and is owed no more; who was called against it waits again. What the team has paid above what it owes then is
    reversed, as far as whole receipts go into the price.

    Refused: not_allowed, not_running, unknown_entry, reason_missing, invalid (the reason), taken_back, of_the_draw,
    entry_played, called_meanwhile.
    """
    require_role(actor, tournament)
    reason = require_text(reason, MAX_TEXT)
    if entry.stage.tournament_id != tournament.pk:
        raise Refused("unknown_entry", _("This tournament has no such entry."))
    if not reason:
        raise Refused("reason_missing", _("Say why this entry is taken back. The reason stays beside it."))
    called = _called(entry)
    if called is not None:
        lock_concerned(called)
    stage = Stage.objects.select_for_update(of=("self",)).select_related("tournament").get(pk=entry.stage_id)
    tournament = lock_running(tournament)
    entry = StreakEntry.objects.select_related("team").get(pk=entry.pk)
    if refused := why_entry_stands(stage, entry):
        raise refused
    if _called(entry) != called:
        raise Refused("called_meanwhile", _("The entry was called to a match just now. Look again."))
    if called is not None:
        call_off(called)
    entry.ended, entry.taken_back_at, entry.taken_back_why = True, timezone.now(), reason
    entry.taken_back_by = label_of(actor.pk, tournament)
    entry.save(update_fields=["ended", "taken_back_at", "taken_back_why", "taken_back_by"])
    given_back = to_give_back(tournament, entry)
    for receipt in given_back:
        write_reversal(receipt, reason, actor, (f"entry-{entry.pk}", uuid4()))
    after_change(stage, tournament)
    publish(tournament)
    return TakenBack(entry, given_back)


def why_entry_stands(stage: Stage, entry: StreakEntry) -> Refused | None:
    """Why an entry cannot be taken back, if it cannot."""
    if entry.taken_back_at is not None:
        return Refused("taken_back", _("This entry was taken back already."))
    if entry.number <= len(stage.inputs.get("order", [])):
        message = _("This entry came with the draw. If %(team)s does not play, let the team go home.")
        return Refused("of_the_draw", message % {"team": entry.team.name})
    if any(_begun(match) for match in matches_of_entry(entry)):
        return Refused("entry_played", _("This entry has been played. It stands now."))
    return None


def unplayed_entries(stage: Stage) -> list[StreakEntry]:
    """The entries bought after the draw that are in no match that has begun: they can be taken back."""
    bought = stage.entries.filter(taken_back_at__isnull=True, number__gt=len(stage.inputs.get("order", [])))
    begun: set[int] = set()
    for match in stage.matches.prefetch_related("games__sheet"):
        if match.state != Match.State.READY or any(game.sheet.seq for game in match.games.all()):
            begun |= {seed for seed in match.seeds if seed is not None}
    return [entry for entry in bought.select_related("team") if entry.number not in begun]


def matches_of_entry(entry: StreakEntry) -> list[Match]:
    """The matches of an entry, in order."""
    return [match for match in entry.stage.matches.order_by("number") if entry.number in match.seeds]


def _called(entry: StreakEntry) -> Match | None:
    """The match an entry was called to and is not begun, if there is one."""
    return next((match for match in matches_of_entry(entry) if not _begun(match)), None)


def _begun(match: Match) -> bool:
    """Whether anything was written in a match, struck out or not, or ruled about it."""
    written = match.games(manager="also_struck").filter(sheet__seq__gt=0).exists()
    return match.state != Match.State.READY or written or Dispute.objects.filter(subject=match.public_id).exists()
