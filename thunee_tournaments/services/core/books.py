"""A tournament's book, as the record knows it, and how the record's commands find it: by the slug, as everywhere."""

from adjudication.book import Book, Policies
from thunee_tournaments.tournaments import policies
from thunee_tournaments.tournaments.models import Tournament


def book_of(tournament: Tournament) -> Book:
    """The tournament's book, with what the event decided for itself."""
    chosen = policies.read(tournament.policies)
    return Book(
        tournament.public_id,
        Policies(
            correction_minutes=chosen.correction_minutes,
            appeal_minutes=chosen.appeal_minutes,
            deposit=chosen.deposit,
            freeze=chosen.freeze,
            late_scorecard=chosen.late_scorecard,
            bell_finish=chosen.bell_finish,
            bell_level=chosen.bell_level,
        ),
    )


def of_slug(name: str) -> str | None:
    """The id of the book of the tournament with this slug, or None."""
    return Tournament.objects.filter(slug=name).values_list("public_id", flat=True).first()
