from django.apps import AppConfig
from django.db.models.signals import post_migrate


class TeamsConfig(AppConfig):
    name = "thunee_tournaments.teams"
    label = "teams"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from thunee_tournaments.teams import guards

        post_migrate.connect(guards.put_on, sender=self, dispatch_uid="teams.guards")
