from django.apps import AppConfig


class ServicesConfig(AppConfig):
    name = "thunee_tournaments.services"
    label = "services"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from adjudication import book

        # Importing these tells the outbox who does their work; a worker would come across some of them by chance.
        from thunee_tournaments.services.core.books import of_slug
        from thunee_tournaments.services.match import timers  # noqa: F401
        from thunee_tournaments.services.officiating import no_shows  # noqa: F401
        from thunee_tournaments.services.record import rejudging  # noqa: F401

        if of_slug not in book.NAMERS:
            book.NAMERS.append(of_slug)
