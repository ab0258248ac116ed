"""Which rows of an event travel in its bundle, in an order in which each comes after those it refers to.

What is private of a row (how to reach somebody, who gave what, secret addresses) stands in the sealed part alone, which
only the site it was made for can open; the open part has something in its place.
"""

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.db.models import Field, ForeignKey, Model, QuerySet

from adjudication import models as record
from adjudication.models import WrittenOnce
from thunee_tournaments.brackets import models as brackets
from thunee_tournaments.fundraising import models as money
from thunee_tournaments.standings.models import PrizeList
from thunee_tournaments.tables import models as tables
from thunee_tournaments.teams import models as teams
from thunee_tournaments.tournaments.models import Stage, Tournament

Values = dict[str, Any]  # what stands in a row, by the names of its columns: JSON
Instead = Callable[[Values], Any]  # what stands in the open part in the place of something private


def _empty(_values: Values) -> str:
    return ""


def _unless_named(values: Values) -> str:
    return str(values["name"]) if values["named"] else ""


def _opens_nothing(values: Values) -> str:
    return hashlib.sha256(f"no link: {values['public_id']}".encode()).hexdigest()


@dataclass(frozen=True)
class Kind:
    """A kind of row that travels. `of`: the lookup that leads from it to its tournament or its book. `private`: columns
    that are sealed, and what stands in their place; `sealed`: the whole row is. `stays`: columns each site has its own
    of."""

    model: type[Model]
    of: str
    private: Mapping[str, Instead] = field(default_factory=dict)
    sealed: bool = False
    stays: frozenset[str] = frozenset()

    @property
    def name(self) -> str:
        """As it is called in a bundle: "teams.team"."""
        return self.model._meta.label_lower

    @property
    def written_once(self) -> bool:
        """Whether its rows are never changed or deleted."""
        return issubclass(self.model, WrittenOnce)

    @property
    def columns(self) -> "list[Field[Any, Any]]":
        """The columns that travel."""
        return [
            column for column in self.model._meta.concrete_fields
            if not column.primary_key and column.name not in self.stays
        ]  # fmt: skip

    @property
    def references(self) -> dict[str, "Kind"]:
        """Which columns refer to a row of the bundle, and to which kind."""
        columns = [column for column in self.columns if isinstance(column, ForeignKey)]
        return {column.name: BY_MODEL[column.related_model] for column in columns}

    def rows(self, tournament: Tournament) -> QuerySet[Any]:
        """The rows of a tournament, those written first first, games that were struck out among them."""
        value = tournament.public_id if self.of.endswith("book") else tournament.pk
        return QuerySet(self.model).filter(**{self.of: value}).order_by("pk")


OF_THE_SITE = frozenset({"slug", "organisation", "kept_by", "row_space", "version", "beyond_hands"})

KINDS = (
    Kind(Tournament, "pk", stays=OF_THE_SITE),
    Kind(teams.Announcement, "tournament", private={"code_word": _empty}),
    Kind(teams.Team, "tournament"),
    Kind(teams.Player, "team__tournament"),
    Kind(tables.Table, "tournament"),
    Kind(Stage, "tournament"),
    Kind(brackets.Round, "stage__tournament"),
    Kind(brackets.Match, "stage__tournament"),
    Kind(brackets.MatchSide, "match__stage__tournament"),
    Kind(brackets.StreakEntry, "stage__tournament"),
    Kind(record.Scoresheet, "book"),
    Kind(record.Entry, "sheet__book"),
    Kind(record.SignOff, "sheet__book"),
    Kind(record.Acceptance, "sheet__book"),
    Kind(record.Dispute, "book"),
    Kind(record.Decision, "dispute__book"),
    Kind(record.Leave, "book"),
    Kind(record.Notice, "book"),
    Kind(record.Commitment, "book"),
    Kind(record.AuditExport, "book"),
    Kind(record.SampleDraw, "book"),
    Kind(brackets.MatchGame, "match__stage__tournament"),
    Kind(brackets.StruckSide, "game__match__stage__tournament"),
    Kind(teams.Substitution, "team__tournament"),
    Kind(tables.Seating, "match__stage__tournament"),
    Kind(tables.NoShow, "match__stage__tournament"),
    Kind(tables.RoundTimer, "round__stage__tournament"),
    Kind(PrizeList, "tournament"),
    Kind(money.Fund, "tournament"),
    Kind(money.Movement, "tournament"),
    Kind(money.Line, "movement__tournament"),
    Kind(money.Party, "movement__tournament", {"name": _unless_named, "note": _empty, "address": _empty}),
    Kind(money.Pledge, "tournament", {"token_hash": _opens_nothing}),
    Kind(money.PledgeEnd, "pledge__tournament"),
    Kind(money.Pledger, "pledge__tournament", {"name": _unless_named, "contact": _empty}),
    Kind(money.FreePlace, "tournament"),
    Kind(money.Sponsor, "tournament"),
    Kind(money.Raffle, "tournament", {"secret": _empty}),
    Kind(money.RaffleBook, "raffle__tournament", {"seller": _empty}),
    Kind(money.AuctionItem, "tournament"),
    Kind(money.AuctionBid, "item__tournament"),
    Kind(money.Paddle, "tournament", {"name": _empty, "contact": _empty}),
    Kind(record.Opening, "commitment__book", sealed=True),
    Kind(teams.SignUp, "tournament", sealed=True),
    Kind(tables.TableLink, "tournament", sealed=True),
    Kind(tables.Phone, "link__tournament", sealed=True),
)
# What stays where it is: accounts and their rights, work that waits, caches, and what is begun but not decided.
STAY = frozenset({
    "tournaments.organisation", "tournaments.member", "tournaments.memberinvitation", "fundraising.receiptnumber",
    "tournaments.role", "tournaments.invitation", "tournaments.outboxtask", "standings.snapshot", "services.rejudging",
    "services.rejudgedpart", "services.signingtries", "services.copy", "services.carriedrow", "services.sending",
    "services.piece", "services.letter", "services.toldphone", "services.webhook", "services.message",
    "tournaments.programkey", "tournaments.keptanswer",
})  # fmt: skip

BY_MODEL = {kind.model: kind for kind in KINDS}
BY_NAME = {kind.name: kind for kind in KINDS}
