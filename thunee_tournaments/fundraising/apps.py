from django.apps import AppConfig
from django.db.models.signals import post_migrate


class FundraisingConfig(AppConfig):
    name = "thunee_tournaments.fundraising"
    label = "fundraising"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from thunee_tournaments.fundraising import guards

        post_migrate.connect(guards.put_on, sender=self, dispatch_uid="fundraising.guards")
