"""How the record's commands (export_audit, sample_check) find a tournament's book: by its slug, as everywhere."""

from thunee_tournaments.tournaments.models import Tournament


def of_slug(name: str) -> str | None:
    """The id of the book of the tournament with this slug, or None."""
    return Tournament.objects.filter(slug=name).values_list("public_id", flat=True).first()
