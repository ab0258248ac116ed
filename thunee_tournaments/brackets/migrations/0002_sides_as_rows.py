"""The sides of a match become rows: what stood in columns for sides a to d. Who has won is said as a side."""

from typing import Any

import django.db.models.deletion
from django.db import migrations, models

SIDES = "ABCD"
SHARED = "="
AT_ONCE = 500
LETTERS = [(each, each) for each in SIDES]
GONE = {
    "match": [
        f"{what}_{side}" for what in ("slot", "team", "due") for side in "abcd"
    ] + ["games_a", "games_b", "balls_a", "balls_b", "scores", "winner"],
    "matchgame": [f"struck_{side}" for side in "abcd"],
}  # fmt: skip


def to_rows(apps: Any, schema_editor: Any) -> None:
    match_model, side_model = apps.get_model("brackets", "Match"), apps.get_model("brackets", "MatchSide")
    rows = []
    for match in match_model.objects.order_by("pk").iterator(chunk_size=AT_ONCE):
        sides = sides_of(match, side_model)
        rows += sides
        match.won_by = winning_side(match, sides)
        match.save(update_fields=["won_by"])
    side_model.objects.bulk_create(rows, batch_size=AT_ONCE)
    struck_to_rows(apps)
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute("SET CONSTRAINTS ALL IMMEDIATE")  # a table with checks to come cannot be changed


def sides_of(match: Any, side_model: Any) -> list[Any]:
    """The sides of a match that has them in columns: A and B always, C and D where single players sit."""
    found = []
    for place, side in enumerate(SIDES):
        small = side.lower()
        source = getattr(match, f"slot_{small}")
        if source is None:
            continue
        row = side_model(match=match, side=side, source=source)
        row.team_id, row.due_id = getattr(match, f"team_{small}_id"), getattr(match, f"due_{small}_id")
        if match.slot_c is not None:
            row.score = match.scores[place] if match.scores else 0
        else:
            row.games_won, row.score = getattr(match, f"games_{small}"), getattr(match, f"balls_{small}")
        found.append(row)
    return found


def winning_side(match: Any, sides: list[Any]) -> str:
    if match.winner_id is None:
        return SHARED if match.state == "done" else ""
    return next(str(row.side) for row in sides if row.team_id == match.winner_id)


def struck_to_rows(apps: Any) -> None:
    game_model, struck_model = apps.get_model("brackets", "MatchGame"), apps.get_model("brackets", "StruckSide")
    side_model = apps.get_model("brackets", "MatchSide")
    struck = game_model.objects.filter(struck_at__isnull=False).order_by("pk")
    struck_model.objects.bulk_create(
        [
            struck_model(game=game, side=side, team_id=getattr(game, f"struck_{side.lower()}_id"))
            for game in struck
            for side in side_model.objects.filter(match=game.match_id).order_by("side").values_list("side", flat=True)
        ],
        batch_size=AT_ONCE,
    )


def to_team(related_name: str) -> "models.ForeignKey[Any, Any]":
    return models.ForeignKey(
        blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name=related_name, to="teams.team"
    )


def key() -> "models.BigAutoField[Any, Any]":
    return models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")


class Migration(migrations.Migration):
    dependencies = [
        ("brackets", "0001_release_0_1"),
        ("teams", "0001_release_0_1"),
    ]

    operations = [
        migrations.CreateModel(
            name="MatchSide",
            fields=[
                ("id", key()),
                ("side", models.CharField(choices=LETTERS, max_length=1)),
                ("source", models.JSONField()),
                ("games_won", models.PositiveSmallIntegerField(default=0)),
                ("score", models.IntegerField(default=0)),
                ("due", to_team("+")),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="side_rows",
                        related_query_name="side", to="brackets.match",
                    ),
                ),
                ("team", to_team("match_sides")),
            ],
            options={
                "ordering": ["match", "side"],
                "constraints": [
                    models.UniqueConstraint(fields=("match", "side"), name="match_has_each_side_once"),
                    models.UniqueConstraint(fields=("match", "team"), name="match_side_teams_differ"),
                    models.CheckConstraint(
                        condition=models.Q(("side__in", ["A", "B", "C", "D"])), name="match_side_is_one_of_four"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="StruckSide",
            fields=[
                ("id", key()),
                ("side", models.CharField(choices=LETTERS, max_length=1)),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="struck_sides",
                        to="brackets.matchgame",
                    ),
                ),
                ("team", to_team("+")),
            ],
            options={
                "ordering": ["game", "side"],
                "constraints": [
                    models.UniqueConstraint(fields=("game", "side"), name="struck_game_has_each_side_once")
                ],
            },
        ),
        migrations.AddField(
            model_name="match",
            name="won_by",
            field=models.CharField(blank=True, choices=[*LETTERS, (SHARED, SHARED)], default="", max_length=1),
        ),
        migrations.RunPython(to_rows),
        migrations.RemoveConstraint(model_name="match", name="match_winner_is_one_of_its_teams"),
        migrations.RemoveConstraint(model_name="match", name="match_teams_differ"),
        migrations.RemoveConstraint(model_name="match", name="match_has_a_winner_exactly_when_over"),
        *(migrations.RemoveField(model, name) for model, names in GONE.items() for name in names),
        migrations.AddConstraint(
            model_name="match",
            constraint=models.CheckConstraint(
                condition=models.Q(("won_by__in", ["", *SIDES, SHARED])), name="match_is_won_by_a_side"
            ),
        ),
        migrations.AddConstraint(
            model_name="match",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("state__in", ["done", "bye"]), models.Q(("won_by", ""), _negated=True)),
                    models.Q(models.Q(("state__in", ["done", "bye"]), _negated=True), ("won_by", "")),
                    _connector="OR",
                ),
                name="match_is_won_exactly_when_over",
            ),
        ),
    ]  # fmt: skip
