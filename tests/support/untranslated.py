"""Every page of an event by its address, and the English that is left on it."""

import html
import re
from collections.abc import Iterator
from typing import Any

from django.urls import reverse

from adjudication.models import Decision, Dispute, Opening
from engine import rulebook
from thunee_tournaments.brackets.models import Match
from thunee_tournaments.fundraising.models import Party
from thunee_tournaments.services import demo
from thunee_tournaments.teams.models import Player, Team

# What stays in English on a Japanese page: the site's name, rules by their ids, documents, commands, codes.
STAYS = re.compile(
    r"\b[0-9a-f]{4}(?: [0-9a-f]{4})+\b|"
    r"Thunee Tournaments|Thunee|English|TH\d?-[A-Z\d-]+|"
    r"CatsAtCards 2015|Tarneeb, 400 and Forty-One|Francis and Andy B\.|python3 dev\.py run|PUBLIC_URL"
)
ENGLISH = re.compile(r"[A-Za-z]{2,}[,:]?(?: [A-Za-z]{2,}[,:]?)+")
READ_ALOUD = re.compile(r"""\b(?:aria-label|title|alt|placeholder|data-says-\w+)="([^"]*)\"""")


def leftovers(page: str, names: list[str]) -> set[str]:
    """English words in a row, on a page that should have none: in its texts and in what is read aloud."""
    page = re.sub(r"<(script|style|pre|code)\b.*?</\1>", " ", page, flags=re.DOTALL)
    texts = [*re.sub(r"<[^>]+>", "\n", page).splitlines(), *READ_ALOUD.findall(page)]
    found = set()
    for text in texts:
        bare = html.unescape(text)
        for name in names:
            bare = bare.replace(name, "·")
        found |= set(ENGLISH.findall(STAYS.sub("·", bare)))
    return found


def names_in(loaded: demo.Loaded) -> list[str]:
    """Everything people typed into this tournament: it is not translated. Longest first."""
    tournament = loaded.tournament
    typed = [tournament.name, tournament.venue, tournament.cause]
    for team in Team.objects.filter(tournament=tournament):
        typed += [team.name, team.club]
    typed += Player.objects.filter(team__tournament=tournament).values_list("name", flat=True)
    for match in Match.objects.filter(stage__tournament=tournament):
        typed.append(match.reason)
        for game in match.games.all():
            typed += game.sheet.entries.values_list("reason", flat=True)
    decided = Decision.objects.filter(dispute__book=tournament.public_id)
    for step in decided.values_list("text", "deposit", "override_reason"):
        typed += step
    for value in Opening.objects.filter(commitment__book=tournament.public_id).values_list("value", flat=True):
        typed += strings_in(value)
    for item in tournament.auction_items.all():
        typed += [item.name, item.about]
    typed += Party.objects.filter(movement__tournament=tournament).values_list("name", flat=True)
    return sorted({name for name in typed if name}, key=len, reverse=True)


def strings_in(value: Any) -> Iterator[str]:
    """Every text in a JSON value."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, (list, dict)):
        for part in value.values() if isinstance(value, dict) else value:
            yield from strings_in(part)


def public_addresses(loaded: demo.Loaded) -> Iterator[str]:
    slug = loaded.tournament.slug
    yield from (reverse("public:home"), reverse("public:rules"), reverse("public:presets"), reverse("public:sources"))
    yield from (reverse("public:rule", args=[stem]) for stem in rulebook.stems())
    yield reverse("public:rule", args=["TH-KHAN-2"])
    for page in ("account_login", "account_reset_password", "account_request_login_code", "account_ask"):
        yield reverse(page)
    for rule in ("TH-KHAN-2", "TH-JODHI-1", "TH-PEN-1"):
        yield reverse("public:example", args=[rule])
    for page in ("tournament", "bracket", "standings", "teams", "event_rules", "schedule", "hall"):
        yield reverse(f"public:{page}", args=[slug])
    yield reverse("public:team", args=[slug, loaded.tournament.teams.all()[0].public_id])
    for match in Match.objects.filter(stage__tournament=loaded.tournament):
        yield reverse("public:match", args=[slug, match.public_id])
        for game in match.games.all():
            for entry in game.sheet.entries.filter(supersedes=None, kind="hand")[:2]:
                yield reverse("public:hand", args=[slug, match.public_id, game.number, entry.seq])


def desk_addresses(loaded: demo.Loaded) -> Iterator[str]:
    slug = loaded.tournament.slug
    yield from (reverse("desk:home"), reverse("desk:create"), reverse("account"), reverse("password_change"))
    pages = ("overview", "details", "rules", "teams", "seeding", "bracket", "tables", "close", "people", "policies")
    for page in (*pages, "plan", "disputes", "audit", "pins", "unsent"):
        yield reverse(f"desk:{page}", args=[slug])
    for dispute in Dispute.objects.filter(book=loaded.tournament.public_id):
        yield reverse("desk:dispute", args=[slug, dispute.public_id])
    for match in Match.objects.filter(stage__tournament=loaded.tournament).exclude(side__team=None)[:6]:
        yield reverse("desk:match", args=[slug, match.public_id])
        yield reverse("desk:seats", args=[slug, match.public_id])
        game = match.games.first()
        if game and (entry := game.sheet.entries.first()):
            yield reverse("desk:correct", args=[slug, match.public_id, game.number, entry.seq])
            yield reverse("desk:void", args=[slug, match.public_id, game.number, entry.seq])
            yield reverse("desk:what_if", args=[slug, match.public_id, game.number, entry.seq])
            yield reverse("desk:insert", args=[slug, match.public_id, game.number, 0])
