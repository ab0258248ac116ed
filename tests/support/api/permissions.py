"""Every address of the API, and what it takes."""

from django.urls import reverse

from tests.thunee_tournaments.services.conftest import match
from thunee_tournaments.tournaments.models import Tournament

# address → (the only method it takes, what it is about)
ROWS = {
    "index": ("get", ""),
    "schema": ("get", ""),
    "tournaments": ("get", ""),
    "tournament": ("get", "event"),
    "matches": ("get", "event"),
    "match": ("get", "match"),
    "standings": ("get", "event"),
    "teams": ("get", "event"),
    "prizes": ("get", "event"),
    "schedule": ("get", "event"),
    "raised": ("get", "event"),
    "rules": ("get", ""),
    "rule": ("get", "rule"),
    "presets": ("get", ""),
    "adjudicate": ("post", ""),
    "bundle": ("post", "bundle"),
}
# What a program does with a key of the event.
WITH_KEY = {
    "desk": "get",
    **dict.fromkeys(
        (
            "write_hand", "correct_hand", "sign_game", "enter_team", "change_team", "remove_team", "check_in", "draw",
            "pair_round", "draw_stage", "call_match", "award_walkover",
        ),
        "post",
    ),
}  # fmt: skip


def address(name: str, tournament: Tournament) -> str:
    about = ROWS[name][1]
    args = {"": [], "event": [tournament.slug], "rule": ["TH-KHAN-2"], "bundle": [tournament.public_id]}.get(about)
    if args is None:
        args = [tournament.slug, match(tournament, 3).public_id]
    return reverse(f"api:{name}", args=args)
