from django.apps import AppConfig


class SiteConfig(AppConfig):
    """The project itself as an app: its static files, its commands and its system checks."""

    name = "thunee_tournaments"

    def ready(self) -> None:
        from thunee_tournaments import checks  # noqa: F401
