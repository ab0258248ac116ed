"""What the rules engine of today would judge otherwise than an older one did: told, and adopted by decision.

Nothing here happens by itself. The list is made from the stored rulings and costs one query while all of an event was
judged by one engine. Adopting is a dispute raised and decided in one go for each hand, so that it is public, rests on
a rule, and can be appealed; all that is chosen is decided in one act.
"""

import uuid
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from django.contrib.auth.models import User
from django.core.cache import cache
from django.db import transaction
from django.db.models import Prefetch
from django.utils.translation import gettext_lazy as _

from adjudication import disputes, judge, newer_engine
from adjudication.chain import digest
from adjudication.hands import Hand
from adjudication.keys import key_of
from adjudication.models import Decision, Dispute, Entry, Scoresheet
from adjudication.outcomes import ProposedDecision
from adjudication.regulations import NEWER_ENGINE
from adjudication.shapes import Ledger
from engine.shapes import Result
from thunee_tournaments.brackets.models import PLAYERS, Match, MatchGame, sides_of
from thunee_tournaments.brackets.sitting import fetch
from thunee_tournaments.services.core.access import is_referee, referee, require_role
from thunee_tournaments.services.core.errors import Refused
from thunee_tournaments.services.core.locking import lock_concerned
from thunee_tournaments.services.officiating import impact
from thunee_tournaments.services.officiating.decisions import decide_dispute
from thunee_tournaments.services.officiating.impact import Impact
from thunee_tournaments.tournaments.models import Role, Tournament

Place = tuple[str, int]  # a sheet's public id and the seq that names a hand on it
DAY = 24 * 60 * 60


@dataclass(frozen=True)
class NewerRuling:
    """A hand (or a decision on the score) that today's engine would judge otherwise, and where it was played."""

    match: Match
    game: MatchGame
    hand: Hand
    was: Result
    now: Result | None
    why: str

    @property
    def place(self) -> Place:
        return self.game.sheet.public_id, self.hand.seq


@dataclass(frozen=True)
class GameChange:
    """A game before and after: its ledger then, and who had won it and has then ("" for nobody)."""

    game: MatchGame
    then: Ledger
    winner: str
    winner_then: str


@dataclass(frozen=True)
class Adoption:
    """What adopting would change: the games, everything else, and how many hands would be left on the list."""

    games: list[GameChange]
    beyond: Impact
    left: int


@dataclass(frozen=True)
class Adopted:
    """The decisions, one for each hand; `repeated`: this very request had made them before."""

    decisions: list[Decision]
    repeated: bool = False


def count_newer_rulings(tournament: Tournament) -> int:
    """How many hands would be judged otherwise; kept for as long as nothing is written."""
    if not newer_engine.by_another(tournament.public_id):
        return 0
    key = f"otherwise:{tournament.public_id}:{tournament.version}:{judge.today()}"
    count: int | None = cache.get(key)
    if count is None:
        count = len(newer_rulings(tournament))
        cache.set(key, count, DAY)
    return count


def newer_rulings(tournament: Tournament) -> list[NewerRuling]:
    """Every hand of games that count that today's engine would judge otherwise, in the order of the matches."""
    if not newer_engine.by_another(tournament.public_id):
        return []
    return [
        NewerRuling(game.match, game, other.hand, other.was, other.now, other.why)
        for game in _games(tournament)
        for other in newer_engine.on_sheet(game.sheet, game.sheet.entries.all())
    ]


def rules_told(tournament: Tournament) -> list[str]:
    """What this version makes otherwise of rules that were laid down for an event: each sentence once."""
    return list(dict.fromkeys(filter(None, (newer_engine.rules_of(game.sheet) for game in _games(tournament)))))


def _games(tournament: Tournament) -> list[MatchGame]:
    games = (
        MatchGame.objects.filter(match__stage__tournament=tournament)
        .select_related("sheet", "match__stage__tournament", "match__round")
        .prefetch_related(Prefetch("sheet__entries", queryset=Entry.objects.order_by("seq")))
        .prefetch_related(sides_of("match__"), f"match__{PLAYERS}")
    )
    in_order = list(games.order_by("match__stage__order", "match__number", "number"))
    fetch([game.match for game in in_order])
    return in_order


@transaction.atomic
def adopt(
    *,
    actor: User,
    tournament: Tournament,
    chosen: Collection[Place],
    text: str,
    seen: str,
    device: str,
    client_uuid: uuid.UUID | str,
    rules: Sequence[str] = (NEWER_ENGINE,),
    override: str = "",
) -> Adopted:
    """Let the chosen hands be judged by today's engine, each by a decision of its own, all of them or none.

    `seen`: the list the referee was shown (`list_digest`). A hand that those before it leave behind the end of its
    game is left as it is. Raises KeyReused. Refused: changed_meanwhile, nothing_chosen,
    reason_missing, and as decide_dispute for each match.
    """
    _require_referee(actor, tournament)
    device, key = key_of(device, client_uuid)
    if done := _done(device, key, chosen):
        return Adopted(done, repeated=True)
    newer = newer_rulings(tournament)
    _require_as_shown(newer, seen)
    wanted = [ruling for ruling in newer if ruling.place in set(chosen)]
    if not wanted:
        raise Refused("nothing_chosen", _("Choose the hands that are to be judged by the rules engine of today."))
    lock_concerned(*{ruling.match.pk: ruling.match for ruling in wanted}.values())
    _require_as_shown(newer_rulings(tournament), seen)  # what was written until the locks were had
    return Adopted(
        [
            _adopt(actor, ruling, text, rules, device, _key_for(key, ruling.place), override)
            for ruling in wanted
            if _still_otherwise(ruling)
        ]
    )


def preview(
    *, actor: User, tournament: Tournament, chosen: Collection[Place], text: str = "", override: str = ""
) -> Adoption:
    """What adopting the chosen hands would change, game by game and in the whole event. It is done, looked at and
    undone; refused as adopt."""
    _require_referee(actor, tournament)
    newer = newer_rulings(tournament)
    games = {ruling.game.pk: ruling.game for ruling in newer if ruling.place in set(chosen)}
    then: dict[int, Scoresheet] = {}
    left: list[NewerRuling] = []

    def act() -> None:
        adopt(
            actor=actor, tournament=tournament, chosen=chosen, text=text.strip() or "preview", seen=list_digest(newer),
            device="preview", client_uuid=uuid.uuid4(), override=override,
        )  # fmt: skip
        then.update({pk: Scoresheet.objects.get(pk=game.sheet_id) for pk, game in games.items()})
        left.extend(newer_rulings(tournament))

    beyond = impact.impact_of(tournament, act)
    changes = [GameChange(game, then[pk].ledger, game.sheet.winner, then[pk].winner) for pk, game in games.items()]
    return Adoption(changes, beyond, len(left))


def list_digest(newer: Sequence[NewerRuling]) -> str:
    """A digest of the list: what a page sends back, so that nothing else is adopted than what was seen."""
    return digest([[*ruling.place, ruling.game.sheet.head, ruling.now] for ruling in newer])


def _require_as_shown(newer: Sequence[NewerRuling], seen: str) -> None:
    if list_digest(newer) != seen:
        raise Refused("changed_meanwhile", _("Something was written in the meantime. Look at the list again."))


def _require_referee(actor: User, tournament: Tournament) -> None:
    if not (isinstance(actor, User) and is_referee(actor, tournament)):
        require_role(actor, tournament, Role.Name.REFEREE)


def _still_otherwise(ruling: NewerRuling) -> bool:
    """Whether the hand is still on the list once those before it are adopted: its game may be over before it now."""
    sheet = Scoresheet.objects.get(pk=ruling.game.sheet_id)
    return any(other.hand.seq == ruling.hand.seq and other.can_be_adopted for other in newer_engine.on_sheet(sheet))


def _adopt(
    actor: User, ruling: NewerRuling, text: str, rules: Sequence[str], device: str, key: uuid.UUID, override: str
) -> Decision:
    """One hand. A decision on the score is no hand that could be disputed: there the dispute is about the game."""
    match, hand = ruling.match, ruling.hand
    about = Dispute.About.GAME if hand.is_decision else Dispute.About.HAND
    sheet = Scoresheet.objects.get(pk=ruling.game.sheet_id)
    dispute = disputes.raise_dispute(
        actor=referee(actor, match), subject=match.public_id, about=about, reason=Dispute.Reason.RULE,
        words="", device=device, client_uuid=key, sheet=sheet.public_id,
        hand=None if hand.is_decision else hand.seq,
    )  # fmt: skip
    proposed = ProposedDecision(Decision.Outcome.REJUDGED, tuple(rules), text, head=sheet.head, hand=hand.seq)
    return decide_dispute(
        actor=actor, match=match, dispute=dispute, proposed=proposed, device=device,
        client_uuid=uuid.uuid5(key, "decision"), override=override,
    ).decision  # fmt: skip


def _key_for(key: uuid.UUID, place: Place) -> uuid.UUID:
    return uuid.uuid5(key, f"{place[0]} {place[1]}")


def _done(device: str, key: uuid.UUID, chosen: Collection[Place]) -> list[Decision]:
    """What this very request decided when it came first."""
    keys = [uuid.uuid5(_key_for(key, place), "decision") for place in chosen]
    return list(Decision.objects.filter(device=device, client_uuid__in=keys).order_by("pk"))
