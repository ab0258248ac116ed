"""Sponsors: who they are, their logos made small and clean, and where everybody sees them."""

from io import BytesIO
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse
from PIL import Image

from tests.factories import RoleFactory, SponsorFactory
from tests.thunee_tournaments.desk.conftest import Desk, text_of
from thunee_tournaments.fundraising import logos
from thunee_tournaments.fundraising.logos import NoLogo, logo_of
from thunee_tournaments.fundraising.models import Sponsor
from thunee_tournaments.services import acts
from thunee_tournaments.services.acts import Refused, TypedSponsor
from thunee_tournaments.services.core import pseudonyms


def picture(kind: str = "PNG", size: tuple[int, int] = (1200, 300), **how: Any) -> bytes:
    file = BytesIO()
    Image.new("RGB", size, "gold").save(file, kind, **how)
    return file.getvalue()


def sent(name: str = "logo.png", content: bytes | None = None) -> SimpleUploadedFile:
    return SimpleUploadedFile(name, picture() if content is None else content)


def test_a_sponsor_with_a_logo_is_seen_by_everybody(playing: Desk) -> None:
    playing.post("sponsors", name="Corner Bakery", tier="main", logo=sent(), table="1")
    sponsor = Sponsor.objects.get()
    logo = reverse("public:logo", args=[playing.tournament.slug, sponsor.public_id])
    stranger = Client()
    for page in ("public:tournament", "public:hall"):
        text = stranger.get(reverse(page, args=[playing.tournament.slug])).content.decode()
        assert "Corner Bakery" in text
        assert f"{logo}?v={sponsor.mark}" in text
    answer = stranger.get(logo)
    assert answer["Content-Type"] == "image/png"
    assert Image.open(BytesIO(answer.content)).size == (640, 160)
    assert stranger.get(logo, headers={"If-None-Match": answer["ETag"]}).status_code == 304
    assert "The table of Corner Bakery" in text_of(playing.get("signs"))


def test_main_sponsors_come_first(playing: Desk) -> None:
    for name, tier in (("Friend", "friend"), ("Shop", "sponsor"), ("Bank", "main")):
        playing.post("sponsors", name=name, tier=tier)
    shown = [sponsor.name for sponsor in playing.get("sponsors").context["sponsors"]]
    assert shown == ["Bank", "Shop", "Friend"]


def test_a_logo_stays_when_the_name_is_changed_and_can_be_taken_off(playing: Desk) -> None:
    playing.post("sponsors", name="Bakery", tier="sponsor", logo=sent())
    sponsor = Sponsor.objects.get()
    playing.post("sponsor", sponsor.public_id, name="The Bakery", tier="friend")
    sponsor.refresh_from_db()
    assert (sponsor.name, bool(sponsor.logo)) == ("The Bakery", True)
    playing.post("sponsor", sponsor.public_id, name="The Bakery", tier="friend", bare="on")
    sponsor.refresh_from_db()
    assert (bytes(sponsor.logo), sponsor.mark) == (b"", "")
    logo = reverse("public:logo", args=[playing.tournament.slug, sponsor.public_id])
    assert playing.client.get(logo).status_code == 404


def test_a_sponsor_is_taken_off_and_a_second_tap_is_harmless(playing: Desk) -> None:
    sponsor = SponsorFactory(tournament=playing.tournament)
    playing.post("sponsor", sponsor.public_id, act="remove")
    assert not Sponsor.objects.exists()
    assert playing.post("sponsor", sponsor.public_id, act="remove").status_code == 404
    acts.remove_sponsor(actor=playing.tournament.roles.get(role="organiser").user, sponsor=sponsor)


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ({"name": "", "tier": "main"}, "Write the sponsor's name."),
        ({"name": "x" * 81, "tier": "main"}, "at most 80 characters"),
        ({"name": "Bakery", "tier": "boss"}, "Select a valid choice"),
        ({"name": "Bakery", "tier": ""}, "Choose one of these."),
        ({"name": "Bakery", "tier": "main", "table": "99"}, "Select a valid choice"),
        ({"name": "Bakery", "tier": "main", "table": "2"}, "named for somebody else already"),
        ({"name": "Bakery", "tier": "main", "logo": b"<svg xmlns='http://www.w3.org/2000/svg'/>"}, "no picture"),
        ({"name": "Bakery", "tier": "main", "logo": picture()[:200]}, "no picture"),
        ({"name": "Bakery", "tier": "main", "logo": b""}, "This file is empty."),
        ({"name": "Bakery", "tier": "main", "logo": b"P6 1 1 255 aaa"}, "no picture"),
    ],
)
def test_what_is_wrong_is_said_and_nothing_is_saved(playing: Desk, typed: dict[str, Any], words: str) -> None:
    SponsorFactory(tournament=playing.tournament, name="Already there", table=2)
    if "logo" in typed:
        typed = {**typed, "logo": sent(content=typed["logo"])}
    answer = playing.post("sponsors", **typed)
    assert answer.status_code == 422
    assert words in text_of(answer)
    assert Sponsor.objects.count() == 1


def test_nothing_of_the_file_itself_is_kept() -> None:
    exif = Image.Exif()
    exif[0x010E] = "taken at home"
    exif[0x0112] = 6  # to be turned by a quarter
    made = logo_of(picture("JPEG", (200, 100), exif=exif) + b"hidden behind it")
    assert b"home" not in made
    assert b"hidden" not in made
    with Image.open(BytesIO(made)) as read:
        assert (read.format, read.size, dict(read.getexif()), read.info) == ("PNG", (100, 200), {}, {})


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP", "GIF"])
def test_the_usual_kinds_of_pictures_are_read(kind: str) -> None:
    with Image.open(BytesIO(logo_of(picture(kind)))) as read:
        assert read.size == (640, 160)


def test_a_picture_too_large_for_a_phone_to_send_is_refused(monkeypatch: Any) -> None:
    with pytest.raises(NoLogo, match="too large"):
        logo_of(b"x" * (logos.MOST_BYTES + 1))
    monkeypatch.setattr(logos, "MOST_PIXELS", 100 * 100)
    with pytest.raises(NoLogo, match="too many pixels"):
        logo_of(picture(size=(101, 100)))


def test_a_bomb_of_a_picture_is_refused_before_it_is_unpacked() -> None:
    import struct
    import zlib

    def chunk(name: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))

    header = struct.pack(">IIBBBBB", 60_000, 60_000, 8, 2, 0, 0, 0)
    bomb = (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", header)
        + chunk(b"IDAT", zlib.compress(b"\0" * 1000))
        + chunk(b"IEND", b"")
    )
    with pytest.raises(NoLogo):
        logo_of(bomb)


def test_only_organisers_have_sponsors_and_there_is_an_end_to_them(playing: Desk, monkeypatch: Any) -> None:
    from thunee_tournaments.services.setup import sponsors

    organiser = playing.tournament.roles.get(role="organiser").user
    helper = RoleFactory(tournament=playing.tournament, role="treasurer").user
    how = {"tournament": playing.tournament, "typed": TypedSponsor("Bakery")}
    with pytest.raises(Refused) as refused:
        acts.set_sponsor(actor=helper, **how)
    assert refused.value.code == "not_allowed"
    monkeypatch.setattr(sponsors, "MOST_SPONSORS", 1)
    kept = acts.set_sponsor(actor=organiser, **how)
    with pytest.raises(Refused) as refused:
        acts.set_sponsor(actor=organiser, **how)
    assert refused.value.code == "too_many"
    kept.delete()
    with pytest.raises(Refused) as refused:
        acts.set_sponsor(actor=organiser, sponsor=SponsorFactory.build(pk=1), **how)
    assert refused.value.code == "gone"


def test_the_database_names_a_table_for_one_sponsor(playing: Desk) -> None:
    SponsorFactory(tournament=playing.tournament, table=1)
    with pytest.raises(IntegrityError), transaction.atomic():
        SponsorFactory(tournament=playing.tournament, table=1)


def test_a_sponsor_who_is_a_person_can_be_forgotten(playing: Desk) -> None:
    SponsorFactory(tournament=playing.tournament, name="Aunty Pat")
    assert pseudonyms.forget(pseudonyms.find("aunty pat"))
    assert not Sponsor.objects.exists()


def test_a_logo_of_a_draft_is_nobodys_business(draft: Desk) -> None:
    draft.post("sponsors", name="Bakery", tier="main", logo=sent())
    logo = reverse("public:logo", args=[draft.tournament.slug, Sponsor.objects.get().public_id])
    assert Client().get(logo).status_code == 404
    assert draft.client.get(logo).status_code == 200
