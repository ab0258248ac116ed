"""The shapes of what programs write, field by field. Types are exact, as in a record: "4" is no number, 1 no "yes"."""

from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from thunee_tournaments.services.queries import MAX_REASON

Shape = serializers.Serializer
MAX_PLAYERS = 12


class Whole(serializers.IntegerField):
    """A whole number, written as one."""

    def to_internal_value(self, data: Any) -> int:
        if type(data) is not int:
            raise serializers.ValidationError("must be a whole number")
        return super().to_internal_value(data)


class Text(serializers.CharField):
    """A text, written as one."""

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str) or "\x00" in data:
            raise serializers.ValidationError("must be a text")
        return super().to_internal_value(data)


class Flag(serializers.BooleanField):
    """true or false."""

    def to_internal_value(self, data: Any) -> bool:
        if not isinstance(data, bool):
            raise serializers.ValidationError("must be true or false")
        return data


@extend_schema_field(OpenApiTypes.OBJECT)
class Hand(serializers.JSONField):
    """What happened in a hand: a hand-record/1 without what its sheet adds (game, rules, dealer, score)."""

    def to_internal_value(self, data: Any) -> Any:
        if not isinstance(data, dict):
            raise serializers.ValidationError("must be an object")
        return data


class GameIn(Shape[Any]):
    """A game of a match, by number; without one, the game that is played now. `head`: of its sheet, as it was read
    last; if something else was written since, the write is refused (`stale`)."""

    match = Text(max_length=24)
    game = Whole(min_value=1, max_value=9, required=False)
    head = Text(max_length=64)


class HandIn(GameIn):
    """`last`: the bell has rung, and this is the last hand (EV-BELL-2)."""

    hand = Hand()
    last = Flag(required=False, default=False)


class CorrectionIn(GameIn):
    """`seq`: what names the hand. `hand` null: it is struck out."""

    seq = Whole(min_value=1, max_value=100_000)
    hand = Hand(allow_null=True)
    reason = Text(max_length=MAX_REASON)


class SignatureIn(GameIn):
    """A side signs with its PIN; without one a referee signs for it, with a reason."""

    side = serializers.ChoiceField(choices=["A", "B", "C", "D"])
    pin = Text(max_length=12, required=False, allow_blank=True, default="")
    reason = Text(max_length=MAX_REASON, required=False, allow_blank=True, default="")


class TableIn(Shape[Any]):
    """A match is called to a table, or moves there. `reason`: told in the record where a match leaves a table for it,
    this one or one that makes room; without it that is refused (`reason_missing`)."""

    match = Text(max_length=24)
    table = Whole(min_value=1, max_value=1_000)
    reason = Text(max_length=MAX_REASON, required=False, allow_blank=True)


class WalkoverIn(Shape[Any]):
    """`side`: the one that goes on."""

    match = Text(max_length=24)
    side = serializers.ChoiceField(choices=["A", "B"])
    reason = Text(max_length=MAX_REASON)


class TeamIn(Shape[Any]):
    """A team, as it is to be entered or to be called."""

    name = Text(max_length=80)
    players = serializers.ListField(child=Text(max_length=80), required=False, default=list, max_length=MAX_PLAYERS)
    club = Text(max_length=80, required=False, allow_blank=True, default="")


class TeamNamed(Shape[Any]):
    """A team, by its id."""

    team = Text(max_length=24)


class TeamChange(TeamIn):
    """What a team is to be called, and its players, in their order."""

    team = Text(max_length=24)


class CheckIn(TeamNamed):
    """Whether the team is here."""

    here = Flag()


class DrawIn(Shape[Any]):
    """`lot`: 32 hex digits, drawn unless given; `tables`: how many the hall has."""

    lot = Text(max_length=32, required=False, allow_blank=True, default="")
    tables = Whole(min_value=1, max_value=500, required=False)


class RoundIn(Shape[Any]):
    """`before`: how many rounds are paired, so that no other is paired than is meant."""

    before = Whole(min_value=1, max_value=99)


class StageIn(Shape[Any]):
    """`stage`: which stage of the plan is to be drawn, counted from 1."""

    stage = Whole(min_value=2, max_value=99)
