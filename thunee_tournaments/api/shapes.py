"""The shapes of answers, field by field. What is not named here is never sent: no row is shown as it lies.

The OpenAPI document is made from these. Records, rulings and ledgers are those of the engine's own contract.
"""

from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from engine.shapes import Rules
from thunee_tournaments.brackets.models import Match
from thunee_tournaments.tables.selectors import table_of
from thunee_tournaments.teams.models import Team
from thunee_tournaments.tournaments.games import profile_of
from thunee_tournaments.tournaments.models import Tournament

Shape = serializers.Serializer


@extend_schema_field(OpenApiTypes.OBJECT)
class Contract(serializers.JSONField):
    """An object of the engine's contract: hand-record/1, ruling/1, or a part of one."""


@extend_schema_field(OpenApiTypes.NUMBER)
class Figure(serializers.Field[Any, Any, float, float]):
    """A figure of a table: a whole number but where there are half points."""

    def to_representation(self, value: float) -> float:
        return value


class ProfileShape(Shape[Any]):
    """Rules as a ruling names them."""

    preset = serializers.CharField()
    changed = Contract()
    fingerprint = serializers.CharField()


class TournamentShape(serializers.ModelSerializer[Tournament]):
    status = serializers.ChoiceField(choices=["coming", "running", "closed"], source="state")
    rules = serializers.SerializerMethodField()

    class Meta:
        model = Tournament
        fields = ["slug", "name", "cause", "venue", "date", "status", "game", "players", "best_of", "rules", "version"]

    @extend_schema_field(ProfileShape)
    def get_rules(self, tournament: Tournament) -> Rules:
        return profile_of(tournament).to_dict()


class TeamRef(serializers.ModelSerializer[Team]):
    id = serializers.CharField(source="public_id")

    class Meta:
        model = Team
        fields = ["id", "name", "seed"]


class TeamShape(TeamRef):
    """`players`: the names of those who play for it now, without those who were substituted."""

    players = serializers.SerializerMethodField()

    class Meta(TeamRef.Meta):
        fields = ["id", "name", "club", "seed", "players"]

    @extend_schema_field(serializers.ListField(child=serializers.CharField()))
    def get_players(self, team: Team) -> list[str]:
        return [player.name for player in team.roster]


class CountsShape(Shape[Any]):
    """`matches` are those that have to be played: byes are none."""

    teams = serializers.IntegerField()
    matches = serializers.IntegerField()
    played = serializers.IntegerField()
    playing = serializers.IntegerField()


class DrawShape(Shape[Any]):
    """How a stage was drawn. From the lot anybody can make the draw again."""

    stage = serializers.IntegerField(source="order", help_text="its place in the order of play, from 1")
    format = serializers.CharField()
    lot = serializers.CharField()
    drawn_at = serializers.DateTimeField(allow_null=True)


class TournamentDetail(TournamentShape):
    """To be given a tournament with `counts`, `champion` and `draws` in the context."""

    counts = serializers.SerializerMethodField()
    champion = serializers.SerializerMethodField()
    draws = serializers.SerializerMethodField()

    class Meta(TournamentShape.Meta):
        fields = [*TournamentShape.Meta.fields, "counts", "champion", "draws"]

    @extend_schema_field(CountsShape)
    def get_counts(self, _tournament: Tournament) -> Any:
        return self.context["counts"]

    @extend_schema_field(TeamRef(allow_null=True))
    def get_champion(self, _tournament: Tournament) -> Any:
        champion = self.context["champion"]
        return TeamRef(champion).data if champion else None

    @extend_schema_field(DrawShape(many=True))
    def get_draws(self, _tournament: Tournament) -> Any:
        return DrawShape(self.context["draws"], many=True).data


class RoundShape(Shape[Any]):
    number = serializers.IntegerField()
    key = serializers.CharField(source="name", help_text="final, semi-final, quarter-final, round-of-16, …")


class SideShape(Shape[Any]):
    """`source`: where the team comes from: ["seed", 3], ["winner", 7], ["loser", 7], ["bye"], or, until
    a round that is seeded anew is paired, ["left", 3]: the third best seed left."""

    team = TeamRef(allow_null=True)
    source = serializers.ListField()  # type: ignore[assignment]
    games = serializers.IntegerField(source="games_won")
    balls = serializers.IntegerField(source="score", help_text="balls, or points in a game that has none")


class SidesShape(Shape[Any]):
    """A and B; C, and D if four sit there, where each plays alone (Tunge)."""

    A = SideShape()
    B = SideShape()
    C = SideShape(required=False)
    D = SideShape(required=False)


class TableShape(Shape[Any]):
    number = serializers.IntegerField()
    name = serializers.CharField(help_text='what it is called, such as "Stage left"; "" for nothing')
    zone = serializers.CharField(help_text='where it stands, such as "Hall B"; "" for nowhere in particular')


class MatchShape(serializers.ModelSerializer[Match]):
    """A match; it must come with its stage, round, teams and table. `under_review`: the sides on which another team
    should stand by a result changed late, as "A" or "AB"; "" for none. A referee decides what becomes of it."""

    id = serializers.CharField(source="public_id")
    stage = serializers.IntegerField(source="stage.order", help_text="numbers and rounds count within a stage")
    under_review = serializers.CharField(source="conflict")
    round = RoundShape()
    sides = serializers.SerializerMethodField()
    winner = serializers.SerializerMethodField()
    table = serializers.SerializerMethodField()

    class Meta:
        model = Match
        fields = [
            "id", "stage", "number", "round", "best_of", "state", "under_review", "outcome", "reason", "sides",
            "winner", "table", "done_at",
        ]  # fmt: skip

    @extend_schema_field(SidesShape)
    def get_sides(self, match: Match) -> Any:
        return {side.side: SideShape(side).data for side in match.sides}

    @extend_schema_field(serializers.ChoiceField(choices=["A", "B", "C", "D"], allow_null=True))
    def get_winner(self, match: Match) -> str | None:
        return match.winning_side or None

    @extend_schema_field(TableShape(allow_null=True))
    def get_table(self, match: Match) -> Any:
        table = table_of(match)
        return TableShape(table).data if table else None


class ChangeShape(Shape[Any]):
    """What was written about a hand, and when. `by` is a table or the desk, never a person."""

    kind = serializers.ChoiceField(choices=["hand", "correction", "void"])
    by = serializers.CharField(help_text='"table 4" or "desk"')
    reason = serializers.CharField()
    at = serializers.DateTimeField()


class HandShape(Shape[Any]):
    """`seq` names the hand for good; `number` counts those that are not struck out.

    `record` is a whole hand-record/1: what was entered, with the rules, the score and the dealer that the sheet adds.
    `seats`: the names of those who played it, by seat; before a substitution others than sit there now.
    """

    seq = serializers.IntegerField()
    number = serializers.IntegerField(allow_null=True)
    voided = serializers.BooleanField()
    seats = serializers.ListField(child=serializers.CharField(allow_null=True))
    record = Contract()
    ruling = Contract(allow_null=True, help_text="ruling/1; null for a hand that was struck out")
    history = ChangeShape(many=True)


class GameShape(Shape[Any]):
    number = serializers.IntegerField()
    over = serializers.BooleanField()
    winner = serializers.ChoiceField(choices=["A", "B"], allow_null=True)
    rules = ProfileShape()
    first_dealer = serializers.IntegerField()
    dealer_draw = Contract(allow_null=True, help_text="by, and the cards that were turned")
    after = Contract(help_text="The score as it stands: as a ruling's `after`")
    hands = HandShape(many=True)


class MatchDetail(MatchShape):
    """`seats`: the names of those who sit there now, in order of play (each hand has its own);
    `goes_on_to`: the id of the match the winner plays next."""

    seats = serializers.SerializerMethodField()
    goes_on_to = serializers.SerializerMethodField()
    games = serializers.SerializerMethodField()

    class Meta(MatchShape.Meta):
        fields = [*MatchShape.Meta.fields, "seats", "goes_on_to", "games"]

    @extend_schema_field(serializers.ListField(child=serializers.CharField(allow_null=True)))
    def get_seats(self, _match: Match) -> Any:
        return self.context["seats"]

    @extend_schema_field(serializers.CharField(allow_null=True))
    def get_goes_on_to(self, _match: Match) -> Any:
        return self.context["goes_on_to"]

    @extend_schema_field(GameShape(many=True))
    def get_games(self, _match: Match) -> Any:
        return GameShape(self.context["games"], many=True).data


class StandingShape(Shape[Any]):
    """Teams that cannot be told apart share the places `place` to `place_to`. `round`: the key of the round it has
    reached in the last stage it played in, "" where there is none. `out`: it is proven that it cannot win any more, so
    nobody whose place hangs on a match under review. `won_plate`: it has won a stage beside the way to the title;
    `won_final`: which, such as "B" for the B final, "" for a plate.
    `gone`: whether it has withdrawn or was disqualified. null: it cannot be computed."""

    place = serializers.IntegerField()
    place_to = serializers.IntegerField()
    team = serializers.CharField()
    name = serializers.CharField()
    club = serializers.CharField()
    seed = serializers.IntegerField(allow_null=True)
    out = serializers.BooleanField()
    champion = serializers.BooleanField()
    round = serializers.CharField()
    won_plate = serializers.BooleanField()
    won_final = serializers.CharField(default="")
    gone = serializers.ChoiceField(choices=["", "withdrawn", "disqualified"], default="")
    values = serializers.DictField(child=Figure(allow_null=True))


class StandingsShape(Shape[Any]):
    """`rounds` are the keys of the rounds in order: the metric `reached` counts them from 1. `stages` holds the tables
    of groups, Swiss rounds, leagues and qualifiers; the metrics there are those of `rows`. Buchholz and
    Sonneborn-Berger are in half points; a score ends in .5 where half a point was given for a round."""

    version = serializers.IntegerField()
    rounds = serializers.ListField(child=serializers.CharField())
    rows = StandingShape(many=True)
    stages = serializers.ListField(child=Contract())


class SourceShape(Shape[Any]):
    number = serializers.CharField()
    title = serializers.CharField()
    note = serializers.CharField()


class RuleShape(Shape[Any]):
    id = serializers.CharField()
    stem = serializers.CharField()
    title = serializers.CharField()
    text = serializers.CharField()
    sources = SourceShape(many=True)
    parameters = serializers.ListField(child=serializers.CharField())


class ParameterShape(Shape[Any]):
    name = serializers.CharField()
    title = serializers.CharField()
    rule = serializers.CharField()
    default = serializers.JSONField(allow_null=True)
    choices = serializers.DictField(child=serializers.CharField(), allow_null=True)
    allowed = serializers.ListField(child=serializers.IntegerField(), allow_null=True)
    minimum = serializers.IntegerField(allow_null=True)
    maximum = serializers.IntegerField(allow_null=True)
    nullable = serializers.BooleanField()
    presets = Contract()


class RuleDetail(RuleShape):
    parameters = ParameterShape(many=True)  # type: ignore[assignment]


class PresetShape(Shape[Any]):
    name = serializers.CharField()
    title = serializers.CharField()
    game = serializers.CharField()
    fingerprint = serializers.CharField()
    values = Contract()


class FaultShape(Shape[Any]):
    path = serializers.CharField()
    message = serializers.CharField()


class TakenIn(Shape[Any]):
    """What became of a bundle: how many rows came, changed or went, and the version of the event's data here."""

    rows = serializers.IntegerField()
    version = serializers.IntegerField()


class Pieces(Shape[Any]):
    """How many bytes of a file that comes in pieces are here."""

    have = serializers.IntegerField()


class Problem(Shape[Any]):
    """Whatever goes wrong, as problem details (RFC 9457). `detail` says what and what to do, `errors` where; programs
    go by `code`."""

    type = serializers.CharField()
    title = serializers.CharField()
    status = serializers.IntegerField()
    detail = serializers.CharField()
    code = serializers.CharField()
    errors = FaultShape(many=True)  # type: ignore[assignment]


ONE_OR_MANY = {"oneOf": [{"type": "object"}, {"type": "array", "items": {"type": "object"}}]}
Judged = {**ONE_OR_MANY, "description": "ruling/1, a list of them, or game-ledger/1"}
