from django.apps import AppConfig


class StandingsConfig(AppConfig):
    name = "thunee_tournaments.standings"
    label = "standings"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        # Importing the module tells the outbox who makes snapshots; web processes need it as much as workers.
        from thunee_tournaments.standings import tasks  # noqa: F401
