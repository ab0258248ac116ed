"""Adding a movement to the till: every act of money comes in by `write`."""

import uuid
from collections.abc import Mapping
from dataclasses import dataclass, field

from django.contrib.auth.models import User
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from adjudication import chain
from adjudication.errors import KeyReused
from adjudication.keys import key_of
from thunee_tournaments.fundraising import amounts
from thunee_tournaments.fundraising.accounts import Posting
from thunee_tournaments.fundraising.models import Fund, Line, Movement, Party
from thunee_tournaments.fundraising.raised import fund_of
from thunee_tournaments.fundraising.till_chain import head_of, movement_in_chain, postings
from thunee_tournaments.services.core.access import Person, require_role
from thunee_tournaments.services.core.errors import Refused
from thunee_tournaments.services.core.publishing import publish
from thunee_tournaments.teams.names import tidy
from thunee_tournaments.tournaments.data_version import lock_tournament
from thunee_tournaments.tournaments.labels import label_of
from thunee_tournaments.tournaments.models import Role, Tournament

Key = tuple[str, uuid.UUID]


@dataclass(frozen=True)
class Content:
    """What a movement says, but for who wrote it and when. `lines` are written in their order."""

    act: str
    lines: list[Posting] = field(default_factory=list)
    amount: int | None = None  # None: what the lines come to
    method: str = ""
    team: str = ""
    reference: str = ""
    takes_back: Movement | None = None
    about: Movement | None = None
    reason: str = ""
    details: Mapping[str, object] = field(default_factory=dict)

    @property
    def total(self) -> int:
        return sum(cents for _by, _to, cents in self.lines) if self.amount is None else self.amount


@dataclass(frozen=True)
class OtherSide:
    """From whom the money came or who got it, where they live, and what was noted, tidied."""

    name: str = ""
    named: bool = False
    note: str = ""
    address: str = ""


@dataclass(frozen=True)
class Open:
    """A till that is locked for a movement, the fund it is of, and what the key wrote before, if anything."""

    tournament: Tournament
    fund: Fund
    key: Key
    actor: str
    earlier: Movement | None


def open_till(actor: User, tournament: Tournament, device: str, client_uuid: uuid.UUID | str) -> Open:
    """Lock the till for the organiser or the treasurer. Refused: not_allowed, invalid (the key)."""
    require_role(actor, tournament, Role.Name.TREASURER)
    key = key_of(device, client_uuid)
    tournament = lock_tournament(tournament.pk)
    earlier = Movement.objects.filter(device=key[0], client_uuid=key[1]).first()
    return Open(tournament, fund_of(tournament), key, name_of(actor, tournament), earlier)


def name_of(actor: Person, tournament: Tournament) -> str:
    """How the till names an account."""
    assert actor.pk is not None
    return label_of(actor.pk, tournament)


def write(till: Open, content: Content, other_side: OtherSide | None = None) -> Movement:
    """Write a movement; or, where its key wrote the same before, give that one. Raises KeyReused where it wrote
    something else."""
    if till.earlier is not None:
        _require_same(till.earlier, till.tournament, content)
        return till.earlier
    movement = append(till.tournament, content, till.actor, till.key)
    if other_side is not None:
        Party.objects.create(
            movement=movement, name=other_side.name, named=other_side.named, note=other_side.note,
            address=other_side.address,
        )  # fmt: skip
    if content.lines and till.fund.public:
        # Neither the standings nor the page of a match shows money: as after most hands, they go on as they are.
        publish(till.tournament, only_hand=True)
    return movement


def append(tournament: Tournament, content: Content, actor: str, key: Key) -> Movement:
    """Add a movement to the chain. Part of acts: the tournament is locked, and the key is new."""
    head, seq = head_of(tournament)
    of_its_kind = Movement.objects.filter(tournament=tournament, act=content.act)
    movement = Movement(
        tournament=tournament, seq=seq + 1, act=content.act,
        number=(of_its_kind.aggregate(last=Max("number"))["last"] or 0) + 1,
        amount=content.total, method=content.method, team=content.team, reference=content.reference,
        takes_back=content.takes_back, about=content.about, reason=content.reason, details=dict(content.details),
        actor=actor, device=key[0], client_uuid=key[1], created_at=timezone.now(), prev_hash=head,
    )  # fmt: skip
    movement.hash = chain.digest(movement_in_chain(movement, tournament.public_id, content.lines))
    movement.save()
    for place, (given_by, given_to, cents) in enumerate(content.lines):
        Line.objects.create(movement=movement, place=place, given_by=given_by, given_to=given_to, amount=cents)
    return movement


def turned(lines: list[Posting]) -> list[Posting]:
    """The lines that give back what these gave."""
    return [(given_to, given_by, cents) for given_by, given_to, cents in lines]


def checked_amount(amount: int, fund: Fund) -> int:
    """An amount that can be written down. Refused: bad_amount."""
    if not 0 < amount <= amounts.most(fund.currency):
        message = _("That is no amount.")
        raise Refused("bad_amount", message, [{"path": "amount", "message": message}])
    return amount


def tidied(text: str, most: int, path: str) -> str:
    """A short text, tidied. Refused: too_long."""
    text = tidy(text)
    if len(text) > most:
        message = _("Longer than %(most)s characters.") % {"most": most}
        raise Refused("too_long", message, [{"path": path, "message": message}])
    return text


def _require_same(earlier: Movement, tournament: Tournament, content: Content) -> None:
    """A key that comes again says the same again. What was erased since is not compared."""
    written = (
        earlier.tournament_id, earlier.act, earlier.amount, earlier.method, earlier.team, earlier.reference,
        earlier.takes_back_id, earlier.about_id, earlier.details, postings(earlier),
    )  # fmt: skip
    again = (
        tournament.pk, content.act, content.total, content.method, content.team, content.reference,
        content.takes_back and content.takes_back.pk, content.about and content.about.pk, dict(content.details),
        content.lines,
    )  # fmt: skip
    if written != again:
        raise KeyReused
