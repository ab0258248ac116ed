"""The frozen rules of what is drawn say every value, so that a preset that is another one later changes nothing in them.

Said as this version reads them, where that is what they were frozen as; others stay as they are.
"""

from django.db import migrations

from engine import RecordError
from engine.profiles import build


def say_every_value(apps, _schema_editor):
    tournaments = apps.get_model("tournaments", "Tournament").objects
    for tournament in tournaments.exclude(profile=None).only("profile", "fingerprint"):
        try:
            profile = build(tournament.profile, game_of(tournament.profile))
        except RecordError:
            continue
        if profile.fingerprint == tournament.fingerprint:
            tournaments.filter(pk=tournament.pk).update(profile=profile.whole())


def game_of(rules):
    from engine import games

    named = rules.get("preset")
    return next((game for game, presets in games.PRESETS.items() if named in presets), "thunee")


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0007_opened_at")]

    operations = [migrations.RunPython(say_every_value, migrations.RunPython.noop)]
