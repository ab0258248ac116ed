"""An evening to be bundled, and short ways to send it about."""

import io
import json
import zipfile
from collections.abc import Callable
from typing import Any

from django.contrib.auth import get_user_model

from adjudication.replay import Difference
from tests.factories import UserFactory
from tests.support.services.sites import Sites
from tests.thunee_tournaments.services.conftest import count, draw, game, winning, writing
from thunee_tournaments.services import acts
from thunee_tournaments.services.bundles import container
from thunee_tournaments.services.record import redraw, replay
from thunee_tournaments.standings import event_standings
from thunee_tournaments.tournaments.models import Tournament

Files = dict[str, bytes]


def organiser() -> Any:
    return get_user_model().objects.filter(username="organiser").first() or UserFactory(username="organiser")


def evening() -> Tournament:
    """Four teams, the first match over, the second begun."""
    tournament = draw(organiser(), 4, table_count=2)
    winning(writing(organiser()))(tournament, 1, "A")
    writing(organiser())(game(tournament, 2), count("B"))
    return refreshed(tournament)


def refreshed(tournament: Tournament) -> Tournament:
    return Tournament.objects.get(pk=tournament.pk)


def bundle_of(tournament: Tournament, **more: Any) -> bytes:
    return acts.take_bundle(actor=organiser(), tournament=tournament, **more)


def arrived(sites: Sites, content: bytes, code: str = "") -> acts.TakenIn:
    return acts.take_in(actor=organiser(), content=content, code=code)


def checked(tournament: Tournament) -> list[Difference]:
    return [*replay.check(refreshed(tournament)), *redraw.check(refreshed(tournament))]


def standings(tournament: Tournament) -> str:
    """What the pages show, without what every site has its own of."""
    return json.dumps(event_standings.standings(tournament), sort_keys=True, default=str)


def there_and_back(sites: Sites, made: Callable[[], Tournament] = evening) -> tuple[bytes, str]:
    """A bundle made at the laptop, and the laptop's code; the club's site is the one that is there now."""
    sites.turn_to("laptop")
    content, code = bundle_of(made()), sites.code
    sites.turn_to("club")
    return content, code


_once: list[tuple[bytes, str]] = []


def once_made(sites: Sites) -> tuple[bytes, str]:
    """The same of the evening, made once for all tests that never go back to the laptop."""
    if not _once:
        _once.append(there_and_back(sites))
    elif not sites.name:
        sites.turn_to("club")
    return _once[0]


def files_of(content: bytes) -> Files:
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def signed_again(content: bytes, change: Callable[[Files], None]) -> bytes:
    """A bundle as somebody with the laptop's key would forge it: changed, and signed like the true one."""
    files = files_of(content)
    change(files)
    manifest = json.loads(files.pop(container.MANIFEST))
    files.pop(container.SIGNATURE)
    return container.packed(manifest, files)


def with_private_things() -> Tournament:
    tournament = draw(organiser(), 4)
    writing(organiser())(game(tournament, 1), count("A"))
    acts.take_money(
        actor=organiser(), tournament=tournament, kind="donation", amount=5000, method="cash", device="desk",
        client_uuid="0c0ffee0-0000-4000-8000-000000000001", name="Giver 0315550199", note="call 0315550199",
    )  # fmt: skip
    return refreshed(tournament)
