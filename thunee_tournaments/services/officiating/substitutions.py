"""Another player comes into a team (EV-SUB-1 to 4): who may, when, how often, and taking a mistake back.

A substitution changes who sits in matches to come, and nothing else: results, games, balls and tie-breaks are the
team's. Whoever left keeps the seats, and with them the hands, of what was played before.
"""

from dataclasses import dataclass
from typing import TypedDict

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from adjudication import commitments
from thunee_tournaments.brackets import settling
from thunee_tournaments.brackets.models import Match, MatchGame
from thunee_tournaments.brackets.names import title_of
from thunee_tournaments.brackets.order import current_of
from thunee_tournaments.brackets.selectors import matches_of_team
from thunee_tournaments.services.core.access import require_role
from thunee_tournaments.services.core.errors import Refused
from thunee_tournaments.services.core.locking import lock_concerned
from thunee_tournaments.services.core.pseudonyms import note_names
from thunee_tournaments.services.core.publishing import publish
from thunee_tournaments.services.match.progression import is_over
from thunee_tournaments.services.officiating.withdrawals import open_matches
from thunee_tournaments.services.setup import rosters
from thunee_tournaments.teams import paste, phones
from thunee_tournaments.teams.models import Player, Substitution, Team
from thunee_tournaments.teams.names import MAX_NAME, name_key, tidy
from thunee_tournaments.tournaments import policies
from thunee_tournaments.tournaments.data_version import lock_tournament
from thunee_tournaments.tournaments.labels import label_of
from thunee_tournaments.tournaments.models import Tournament
from thunee_tournaments.tournaments.policies import EventPolicies, SubstituteWhen

MAX_REASON = 300


class SubstitutionRecord(TypedDict):
    """What is committed to: team, players and the match in play by their public ids ("" for none), and the reason."""

    team: str
    leaves: str
    comes: str
    takes_back: str
    by: str
    at: str
    match: str
    game: int
    seq: int
    reason: str


@dataclass(frozen=True)
class StillToPlay:
    """What a team has still to play, the next first, and of that the match in play with its game, if there is one."""

    matches: list[Match]
    playing: Match | None = None
    game: MatchGame | None = None

    @property
    def next(self) -> Match | None:
        return self.matches[0] if self.matches else None


@transaction.atomic
def substitute_player(*, actor: User, team: Team, leaves: str, comes: str, reason: str) -> Substitution:
    """Let the player called `comes` play in place of `leaves` (a public id) from the team's next match on; in a match
    from the next hand on, where the event allows it. A name that left the team before comes back as the same player.

    Refused: not_allowed, not_running, withdrawn, unknown_player, left_already, name_missing, name_too_long,
    phone_number (in the name), reason_missing, reason_too_long, on_team, other_team, none_left, too_late,
    plays_no_more, match_begun.
    """
    require_role(actor, team.tournament)
    tournament, team, to_play = _locked(team)
    out = _leaving(team, leaves)
    name, reason = _checked_name(comes), _checked_reason(reason)
    chosen = policies.read(tournament.policies)
    _require_left(team, chosen)
    _require_in_time(team, to_play, chosen)
    back = rosters.named(team, name)
    if back is not None and back.left_at is None:
        raise Refused(
            "on_team", _("%(name)s plays for %(team)s already. (EV-SUB-2)") % {"name": name, "team": team.name}
        )
    rosters.require_of_no_other_team(team, name, chosen)
    last = max((player.order for player in team.players.all()), default=0)
    into = back or Player.objects.create(team=team, name=name, order=last + 1)
    made = _change(actor, team, to_play, out, into)
    commitments.commit(tournament.public_id, made.subject, _committed(made, reason))
    note_names(tournament)
    publish(tournament)
    return made


@transaction.atomic
def take_substitution_back(*, actor: User, team: Team, number: int, reason: str) -> Substitution:
    """The team's last substitution was a mistake: as it was before, and it counts for nothing. Only until the team has
    played a hand since, so that nobody's hands are taken from them.

    Refused: not_allowed, not_running, withdrawn, taken_back, not_the_last, reason_missing, reason_too_long, played.
    """
    require_role(actor, team.tournament)
    tournament, team, to_play = _locked(team)
    last = rosters.last_substitution(team)
    if last is None or last.number != number:
        gone = team.substitutions.filter(number=number, taken_back_by__isnull=False).exists()
        raise (
            Refused("taken_back", _("This substitution was taken back already."))
            if gone
            else Refused("not_the_last", _("Only the last substitution of a team can be taken back."))
        )
    reason = _checked_reason(reason)
    if _played_since(team, last):
        raise Refused(
            "played",
            _("%(team)s has played a hand with %(name)s since: the substitution stands. Substitute again, if the event "
              "allows it. (EV-SUB-4)") % {"team": team.name, "name": last.comes.name},
        )  # fmt: skip
    made = _change(actor, team, to_play, last.comes, last.leaves, takes_back=last)
    commitments.commit(tournament.public_id, made.subject, _committed(made, reason))
    note_names(tournament)
    publish(tournament)
    return made


def still_to_play(team: Team) -> StillToPlay:
    """What a team has still to play."""
    matches = list(open_matches(team).select_related("stage__tournament", "round"))
    matches.sort(key=lambda match: (match.stage.order, match.number))
    for match in matches:
        games = settling.games_of(match)
        if settling.begun(games):
            return StillToPlay(matches, match, current_of(match, games))
    return StillToPlay(matches)


def _locked(team: Team) -> tuple[Tournament, Team, StillToPlay]:
    """Tournament and team with all they have still to play, locked."""
    lock_concerned(*open_matches(team))
    tournament = lock_tournament(team.tournament_id)
    if tournament.status != Tournament.Status.RUNNING:
        raise Refused(
            "not_running",
            _("The tournament is not running. Before the draw simply write the team's players as they are."),
        )
    team = Team.objects.select_for_update().prefetch_related("players").get(pk=team.pk)
    if team.withdrawn_at is not None:
        raise Refused("withdrawn", _("%(team)s is out of the tournament already.") % {"team": team.name})
    return tournament, team, still_to_play(team)


def _leaving(team: Team, public_id: str) -> Player:
    player = next((player for player in team.players.all() if player.public_id == public_id), None)
    if player is None:
        raise Refused("unknown_player", _("Choose which player of %(team)s leaves.") % {"team": team.name})
    if player.left_at is not None:
        raise Refused(
            "left_already",
            _("%(name)s was substituted already. This is the team as it is now.") % {"name": player.name},
        )
    return player


def _checked_name(comes: str) -> str:
    name = tidy(comes)
    if not name_key(name):
        raise Refused("name_missing", _("Write the name of the player who comes in."))
    if len(name) > MAX_NAME:
        raise Refused("name_too_long", _("The name is longer than %(most)s characters.") % {"most": MAX_NAME})
    if phones.holds_number(name):
        raise Refused("phone_number", paste.phone_in(name))
    return name


def _checked_reason(reason: str) -> str:
    reason = tidy(reason)
    if not reason:
        raise Refused("reason_missing", _("Say why. The reason stays at the desk and on the record."))
    if len(reason) > MAX_REASON:
        raise Refused("reason_too_long", _("The reason is longer than %(most)s characters.") % {"most": MAX_REASON})
    return reason


def _require_left(team: Team, chosen: EventPolicies) -> None:
    if not chosen.substitutions:
        raise Refused(
            "none_left",
            _("This event takes no substitutes. What it allows is chosen under Rules, How it is run. (EV-SUB-1)"),
        )
    used = len(rosters.standing(team))
    if used >= chosen.substitutions:
        raise Refused(
            "none_left",
            _("%(team)s has had %(used)s of %(most)s substitutions: no more are allowed. (EV-SUB-1)")
            % {"team": team.name, "used": used, "most": chosen.substitutions},
        )


def _require_in_time(team: Team, to_play: StillToPlay, chosen: EventPolicies) -> None:
    stage, round_ = _plays_next(team, to_play)
    if rosters.too_late(chosen, stage, round_):
        raise Refused(
            "too_late",
            _("It is too late. %(until)s What %(team)s plays next is round %(round)s of stage %(stage)s. (EV-SUB-1)")
            % {"until": policies.until(chosen), "team": team.name, "round": round_, "stage": stage},
        )
    if _plays_no_more(team, to_play):
        raise Refused(
            "plays_no_more",
            _("%(team)s is out: it plays no more, and nobody needs to come in. (EV-SUB-1)") % {"team": team.name},
        )
    if to_play.playing is not None and chosen.substitute_when == SubstituteWhen.BETWEEN_MATCHES:
        raise Refused(
            "match_begun",
            _("Match %(match)s (%(round)s) of %(team)s has begun. Another player comes in between two matches: when it "
              "is over. (EV-SUB-3)")
            % {"match": to_play.playing.number, "round": title_of(to_play.playing), "team": team.name},
        )  # fmt: skip


def _plays_no_more(team: Team, to_play: StillToPlay) -> bool:
    """Whether nothing is left to play for a team."""
    return to_play.next is None and team.public_id in rosters.out_of(team.tournament)


def _plays_next(team: Team, to_play: StillToPlay) -> tuple[int, int]:
    """The stage and the round a team plays next, as numbers; where that is not drawn yet, what follows its last one."""
    if to_play.next is not None:
        return to_play.next.stage.order, to_play.next.round.number
    last = matches_of_team(team).last()
    if last is None:
        return 1, 1
    return (last.stage.order + 1, 1) if is_over(last.stage) else (last.stage.order, last.round.number + 1)


def _change(
    actor: User, team: Team, to_play: StillToPlay, out: Player, into: Player, takes_back: Substitution | None = None
) -> Substitution:
    """Let one player sit where another did, from now on, and write it down."""
    now = timezone.now()
    playing, game = to_play.playing, to_play.game
    coming = to_play.next
    made = Substitution.objects.create(
        team=team,
        number=team.substitutions.count() + 1,
        leaves=out,
        comes=into,
        takes_back=takes_back,
        stage=coming.stage.order if coming else 0,
        round=coming.round.name if coming else "",
        match=playing.public_id if playing else "",
        game=game.number if game else 0,
        seq=game.sheet.seq if game else 0,
        by=label_of(actor.pk, team.tournament),
        created_at=now,
    )
    # Whoever comes takes the other's place on the list, too, for seats that are given by it later.
    last = max(team.players.values_list("order", flat=True))
    Player.objects.filter(pk=out.pk).update(left_at=now, order=last + 1)
    Player.objects.filter(pk=into.pk).update(left_at=None, order=out.order)
    for match in to_play.matches:
        if out.public_id in match.seats:
            match.seats = [into.public_id if seat == out.public_id else seat for seat in match.seats]
            match.save(update_fields=["seats"])
    return made


def _committed(made: Substitution, reason: str) -> SubstitutionRecord:
    """What is committed to: people by their public ids, and the reason, which can be erased."""
    return {
        "team": made.team.public_id,
        "leaves": made.leaves.public_id,
        "comes": made.comes.public_id,
        "takes_back": made.takes_back.public_id if made.takes_back else "",
        "by": made.by,
        "at": made.created_at.isoformat(),
        "match": made.match,
        "game": made.game,
        "seq": made.seq,
        "reason": reason,
    }


def _played_since(team: Team, made: Substitution) -> bool:
    """Whether the team has played a hand with whoever came in."""
    games = MatchGame.also_struck.filter(
        match__in=matches_of_team(team), sheet__entries__created_at__gt=made.created_at
    )
    return games.exists()
