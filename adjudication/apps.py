from django.apps import AppConfig
from django.db.models.signals import post_migrate


class AdjudicationConfig(AppConfig):
    name = "adjudication"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from adjudication import guards

        post_migrate.connect(guards.put_on, sender=self, dispatch_uid="adjudication.guards")
