"""Reading hands from a text (`.thn`) onto the sheets of a match: all of them, or none.

Each hand goes the way of every hand, through `record_hand`. What names it for the record is made from the match, the
text and its place in it, so that the same text sent twice is written once.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from uuid import NAMESPACE_URL, UUID, uuid5

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext as _

import engine
from adjudication import judging
from adjudication.book import REFEREES
from adjudication.errors import KeyReused, Stale
from adjudication.models import Entry, Scoresheet
from adjudication.shapes import Fault
from engine import games, notation, profiles
from engine.notation import FaultAt, TextHand
from engine.shapes import RawRecord, Ruling
from thunee_tournaments.brackets.models import Match, MatchGame
from thunee_tournaments.services.core.access import Person, organiser
from thunee_tournaments.services.core.errors import Refused
from thunee_tournaments.services.core.locking import lock_concerned
from thunee_tournaments.services.match.seating import set_first_dealer, set_seats, start_next_game
from thunee_tournaments.services.scoring.hands import record_hand
from thunee_tournaments.services.scoring.write_key import WriteKey
from thunee_tournaments.tables.models import TableLink
from thunee_tournaments.teams.names import name_key
from thunee_tournaments.tournaments.models import Tournament
from thunee_tournaments.tournaments.selectors import roles_of

DEVICE = "file"
MOST_CHARACTERS = 2_000_000
OF_THE_SHEET = ("format", "game", "players", "rules", "before", "dealer")


class PlacedFault(Fault):
    """A fault of a text as an error of a refusal: its path is line and column."""

    line: int
    column: int


@dataclass(frozen=True)
class ReadHand:
    """A hand of the text and what it is worth; `line`: where it stands; `repeated`: it was written before."""

    line: int
    game: int
    number: int
    ruling: Ruling
    repeated: bool = False


@dataclass
class Import:
    """What became of a text: the hands in order, what is wrong with it (line, column, message), what was done besides
    (`notes`), and how many of its hands are of other matches."""

    hands: list[ReadHand] = field(default_factory=list)
    faults: list[FaultAt] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    elsewhere: int = 0

    @property
    def new(self) -> int:
        """How many hands were not written before."""
        return sum(not hand.repeated for hand in self.hands)


class _Broken(Exception):
    """A hand of the text cannot be written; the faults are noted."""


def read_text(text: str, tournament: Tournament) -> list[TextHand]:
    """The hands of a text, by the tournament's rules where it names none. Refused: unreadable (`errors` with line and
    column), no_hands."""
    if len(text) > MOST_CHARACTERS:
        raise Refused("unreadable", _("This file is too long: send each match's hands as a file of its own."))
    try:
        hands = notation.read(text, lambda game: tournament.rules if game == tournament.game else None)
    except notation.NotationError as wrong:
        raise Refused("unreadable", _("This cannot be read as it stands."), errors=_placed(wrong.errors)) from None
    if not hands:
        raise Refused("no_hands", _("There is no hand in it."))
    return hands


def preview_import(*, actor: User, match: Match, text: str) -> Import:
    """What `import_hands` would do, with every ruling. Nothing is stored. Refused: not_allowed, unreadable,
    no_hands."""
    _require_referee(actor, match)
    with transaction.atomic():
        try:
            return _run(actor, match, text, read_text(text, match.stage.tournament))
        finally:
            transaction.set_rollback(True)


@transaction.atomic
def import_hands(*, actor: User, match: Match, text: str, hands: list[TextHand] | None = None) -> Import:
    """Write the hands of a text down in a match, each by `record_hand`; all of them, or none. `hands`: what
    `read_text` made of it, where that is known already.

    Hands that name another match are left out. Where nothing is written in a game yet, an organiser's text says who
    sits where and who deals first. Refused: not_allowed, unreadable, no_hands, not_imported (`errors` with line,
    column).
    """
    _require_referee(actor, match)
    done = _run(actor, match, text, read_text(text, match.stage.tournament) if hands is None else hands)
    if done.faults:
        raise Refused("not_imported", _("Nothing was written: the hands do not all fit."), errors=_placed(done.faults))
    return done


def _require_referee(actor: Person | TableLink, match: Match) -> None:
    if isinstance(actor, TableLink) or not roles_of(actor, match.stage.tournament) & REFEREES:
        raise Refused("not_allowed", _("Only a referee reads hands from a file. Ask the organiser for that role."))


def belongs(hand: TextHand, match: Match) -> bool:
    """Whether a hand of a text says it is of this match, or says nothing."""
    tags = {"Match": match.number, "Stage": match.stage.order}
    return all(str(hand.about.get(tag, value)) == str(value) for tag, value in tags.items())


def _run(actor: User, match: Match, text: str, hands: list[TextHand]) -> Import:
    """Write the hands of the match down, until one does not fit. Inside the transaction of whoever called."""
    done = Import()
    mine = [hand for hand in hands if belongs(hand, match)]
    done.elsewhere = len(hands) - len(mine)
    lock_concerned(match)
    keys = _keys(match, text)
    try:
        for hand in mine:
            done.hands.append(_Writing(actor, match, text, done).write(hand, next(keys)))
    except _Broken:
        pass
    return done


def _keys(match: Match, text: str) -> Iterator[UUID]:
    """A name for each hand of the text in this match, the same whenever it is sent."""
    print_of_text = sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
    place = 0
    while True:
        yield uuid5(NAMESPACE_URL, f"thn:{match.public_id}:{print_of_text}:{place}")
        place += 1


@dataclass
class _Writing:
    """Writing one hand of a text."""

    actor: User
    match: Match
    text: str
    done: Import

    def write(self, hand: TextHand, key: UUID) -> ReadHand:
        if earlier := Entry.objects.filter(sheet__match_game__match=self.match, device=DEVICE, client_uuid=key).first():
            return self._read_hand(hand, earlier, earlier.rulings[0]["ruling"], repeated=True)
        self._require_teams(hand)
        game = self._game(hand)
        game = self._begin(hand, game)
        self._require_fit(hand, game)
        body = {name: value for name, value in hand.record.items() if name not in OF_THE_SHEET}
        try:
            written = record_hand(actor=self.actor, game=game, body=body, key=WriteKey(DEVICE, key, game.sheet.head))
        except (Stale, KeyReused) as refused:
            raise self._broken(hand, [("", str(refused.message))]) from None
        except Refused as refused:
            raise self._refused(hand, refused) from None
        return self._read_hand(hand, written.entry, written.ruling or {})

    def _read_hand(self, hand: TextHand, entry: Entry, ruling: Ruling, repeated: bool = False) -> ReadHand:
        line = notation.fault(self.text, hand, "", "")["line"]
        game = MatchGame.objects.get(sheet=entry.sheet_id)
        number = entry.sheet.entries.filter(seq__lte=entry.seq, kind=Entry.Kind.HAND).count()
        return ReadHand(line, game.number, number, ruling, repeated)

    def _require_teams(self, hand: TextHand) -> None:
        """The teams a text names are those that play."""
        teams = hand.about.get("Teams")
        if not isinstance(teams, list):
            return
        own = [team.name if team else "" for team in self.match.teams]
        if [name_key(str(name)) for name in teams] != [name_key(name) for name in own]:
            names = {"told": " – ".join(map(str, teams)), "here": " – ".join(own)}
            raise self._broken(hand, [("Teams", _("These are hands of %(told)s; here %(here)s play.") % names)])

    def _game(self, hand: TextHand) -> MatchGame:
        """The game the next hand belongs to: the one that is being played."""
        try:
            game = start_next_game(actor=self.actor, match=self.match)
        except Refused as refused:
            raise self._refused(hand, refused) from None
        number = hand.about.get("MatchGame")
        if number is not None and str(number) != str(game.number):
            numbers = {"told": number, "here": game.number}
            fault = _("This is a hand of game %(told)s, and game %(here)s is being played.") % numbers
            raise self._broken(hand, [("MatchGame", fault)])
        return game

    def _begin(self, hand: TextHand, game: MatchGame) -> MatchGame:
        """Before the first hand of a game: seats and first dealer as the text says them, if the actor may set them."""
        if game.sheet.seq or not organiser(self.actor, self.match.stage.tournament):
            return game
        if game.number == 1:
            self._sit(hand)
        dealer: int = hand.record["dealer"]
        if dealer == game.sheet.first_dealer:
            return game
        try:
            game = set_first_dealer(actor=self.actor, match=self.match, seat=dealer)
        except Refused as refused:
            raise self._broken(hand, [("dealer", str(refused))]) from None
        self.done.notes.append(_("Seat %(seat)s deals first in game %(game)s, as the text says.")
                               % {"seat": dealer + 1, "game": game.number})  # fmt: skip
        return game

    def _sit(self, hand: TextHand) -> None:
        """Who sits where, where the text names players that are entered here."""
        names = hand.about.get("Seats")
        if not isinstance(names, list) or len(names) != self.match.seat_count:
            return
        teams = self.match.teams
        known = [{name_key(player.name): player.public_id for player in team.players.all()} if team else {}
                 for team in teams]  # fmt: skip
        seats = [known[seat % len(teams)].get(name_key(str(name or ""))) for seat, name in enumerate(names)]
        if any(name and not player for name, player in zip(names, seats, strict=True)):
            self.done.notes.append(_("The text names players who are not entered here: the seats stay as they are."))
        elif any(seats) and seats != self.match.seats:
            try:
                self.match.seats = set_seats(actor=self.actor, match=self.match, seats=seats).seats
            except Refused as refused:
                raise self._broken(hand, [("Seats", str(refused))]) from None

    def _require_fit(self, hand: TextHand, game: MatchGame) -> None:
        """What only the sheet may say, the text may say too, and then it must be the same."""
        sheet, record, faults = game.sheet, hand.record, list[tuple[str, str]]()
        after = sheet.ledger["after"]
        if (record["game"], record.get("players", sheet.players)) != (sheet.game, sheet.players):
            raise self._broken(hand, [("game", _("This is a hand of another game, or of another number of players."))])
        if "rules" in record:
            profile = profiles.build(record["rules"], sheet.game)
            if profile.fingerprint != judging.profile_of(sheet).fingerprint:
                faults.append(("rules", _("This was played by other rules than the tournament is.")))
        if "before" in record:
            faults += [("before", message) for message in _misstated(record, sheet)]
        if record.get("dealer") != after["next_dealer"]:
            seats = {"told": record.get("dealer"), "here": after["next_dealer"]}
            faults.append(("dealer", _("The text says seat %(told)s dealt; by the rules seat %(here)s deals.") % seats))
        if faults:
            raise self._broken(hand, faults)

    def _refused(self, hand: TextHand, refused: Refused) -> _Broken:
        """What an act refused, at the places its errors speak of."""
        errors = [(error["path"], str(error["message"])) for error in refused.errors]
        return self._broken(hand, errors or [("", str(refused))])

    def _broken(self, hand: TextHand, faults: list[tuple[str, str]]) -> _Broken:
        self.done.faults += [notation.fault(self.text, hand, path, message) for path, message in faults]
        return _Broken()


def _misstated(record: RawRecord, sheet: Scoresheet) -> list[str]:
    """Where the score a hand states is not the one the sheet comes to."""
    stated = engine.read(record, sheet.rules).before.to_dict()
    messages: list[str] = games.load(sheet.game).misstated(stated, sheet.ledger["after"])
    return [_("The hand %(misstated)s.") % {"misstated": message} for message in messages]


def _placed(faults: Sequence[FaultAt]) -> list[PlacedFault]:
    return [{"path": f"{fault['line']}:{fault['column']}", **fault} for fault in faults]
