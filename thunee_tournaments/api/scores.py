"""What programs write on scoresheets: hands, corrections, signatures."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from adjudication.models import Entry
from engine.shapes import Fault
from thunee_tournaments.api import typed
from thunee_tournaments.api.errors import Problem
from thunee_tournaments.api.keys import key_in
from thunee_tournaments.api.shapes import Contract
from thunee_tournaments.api.writing import (
    Answer,
    Writing,
    documented,
    name_of,
    once,
    refusals_told,
    sent_as,
    uuid_of,
)
from thunee_tournaments.brackets.models import MatchGame
from thunee_tournaments.brackets.selectors import current_game
from thunee_tournaments.services.acts import (
    Recorded,
    WriteKey,
    correct_hand,
    record_hand,
    sign_game,
    void_hand,
)
from thunee_tournaments.tournaments.program_keys import ProgramKey


class WrittenShape(serializers.Serializer[Any]):
    """What stands after a write: `seq` names what was written, `head` the sheet as it is now, for the next write;
    `voided`: the sides whose signature does not count any more."""

    match = serializers.CharField()
    game = serializers.IntegerField()
    seq = serializers.IntegerField()
    head = serializers.CharField()
    ruling = Contract(allow_null=True, help_text="ruling/1; null for a hand that was struck out")
    after = Contract(help_text="the score as it stands: as a ruling's `after`")
    game_over = serializers.BooleanField()
    match_over = serializers.BooleanField()
    winner = serializers.SerializerMethodField()
    voided = serializers.ListField(child=serializers.CharField())

    @extend_schema_field(serializers.ChoiceField(choices=["A", "B", "C", "D"], allow_null=True))
    def get_winner(self, written: dict[str, Any]) -> str | None:
        return written["winner"]


class SignedShape(serializers.Serializer[Any]):
    """Where a game stands with a signature: whether all that have to sign have signed."""

    match = serializers.CharField()
    game = serializers.IntegerField()
    head = serializers.CharField()
    signed = serializers.ListField(child=serializers.CharField())
    match_over = serializers.BooleanField()


class OnSheet(Writing):
    """A write on the sheet of a game."""

    needs = ProgramKey.May.SCORES

    def game(self, request: Request, slug: str, sent: dict[str, Any]) -> MatchGame:
        """The game that is meant. Raises Problem, NotFound."""
        match = self.match(self.event(request, slug), sent["match"])
        game = match.games.filter(number=sent["game"]).first() if "game" in sent else current_game(match)
        if game is None:
            faults: list[Fault] = [{"path": "game", "message": "has no scoresheet yet"}]
            raise Problem(422, "unknown_game", "There is no such game: nobody has been called to play it.", faults)
        game.match = match
        return game

    def key(self, request: Request, sent: dict[str, Any]) -> WriteKey:
        """What the sheet knows this write by."""
        return WriteKey(key_in(request).device, uuid_of(key_in(request), name_of(request)), sent["head"])


def _written(done: Recorded, game: MatchGame) -> Any:
    return WrittenShape(
        {
            "match": done.match.public_id,
            "game": game.number,
            "seq": done.entry.seq,
            "head": done.sheet.head,
            "ruling": done.ruling,
            "after": done.sheet.ledger["after"],
            "game_over": done.sheet.is_over,
            "match_over": done.match.over,
            "winner": done.match.winning_side or None,
            "voided": list(done.voided),
        }
    ).data


class Hands(OnSheet):
    """For programs with a key: a hand is written."""

    @documented("write_hand", typed.HandIn, WrittenShape, 201)
    def post(self, request: Request, slug: str) -> Response:
        """Write a hand on the sheet of a game, as a scorekeeper does: judged at once, and the match goes on from it."""
        sent = sent_as(typed.HandIn, request)
        game, key = self.game(request, slug, sent), self.key(request, sent)

        def act(user: Any) -> Answer:
            done = record_hand(actor=user, game=game, body=sent["hand"], key=key, last=sent["last"])
            return 201, _written(done, game)

        return once(request, act)


class Corrections(OnSheet):
    """For programs with a key: a hand is put right."""

    @documented("correct_hand", typed.CorrectionIn, WrittenShape)
    def post(self, request: Request, slug: str) -> Response:
        """Say what a hand really was, or strike it out; what comes after it is judged again."""
        sent = sent_as(typed.CorrectionIn, request)
        game, key = self.game(request, slug, sent), self.key(request, sent)
        entry = Entry.objects.filter(sheet=game.sheet_id, seq=sent["seq"]).first()
        if entry is None:
            faults: list[Fault] = [{"path": "seq", "message": "names nothing on this sheet"}]
            raise Problem(422, "unknown_hand", "There is no such hand on this sheet.", faults)

        def act(user: Any) -> Answer:
            how: dict[str, Any] = {"actor": user, "game": game, "entry": entry, "key": key, "reason": sent["reason"]}
            done = void_hand(**how) if sent["hand"] is None else correct_hand(**how, body=sent["hand"])
            return 200, _written(done, game)

        return once(request, act)


class Signatures(OnSheet):
    """For programs with a key: a side signs."""

    @documented("sign_game", typed.SignatureIn, SignedShape)
    def post(self, request: Request, slug: str) -> Response:
        """Sign a game that is over for a side, with its PIN."""
        sent = sent_as(typed.SignatureIn, request)
        game, key = self.game(request, slug, sent), self.key(request, sent)
        # Not kept with other answers: a wrong PIN is counted, and the sheet itself knows a signature that comes again.
        with refusals_told():
            done = sign_game(
                actor=key_in(request).user,
                game=game,
                side=sent["side"],
                key=key,
                pin=sent["pin"],
                reason=sent["reason"],
            )
        signed = {
            "match": done.match.public_id,
            "game": game.number,
            "head": done.sheet.head,
            "signed": sorted(done.standing.signed),
            "match_over": done.match.over,
        }
        return Response(SignedShape(signed).data)
