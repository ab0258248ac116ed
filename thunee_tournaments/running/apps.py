from django.apps import AppConfig


class RunningConfig(AppConfig):
    name = "thunee_tournaments.running"
    label = "running"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from adjudication import book

        # Importing these tells the outbox who does their work; a worker would come across some of them by chance.
        from thunee_tournaments.running import no_shows, rejudging, timing  # noqa: F401
        from thunee_tournaments.running.books import of_slug

        if of_slug not in book.NAMERS:
            book.NAMERS.append(of_slug)
