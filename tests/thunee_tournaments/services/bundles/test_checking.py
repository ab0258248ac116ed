"""The checker that is in a bundle, and the keys of sites."""

import io
import json
import zipfile
from typing import Any

import pytest

from adjudication import verify
from tests.support.services.bundling import (
    arrived,
    bundle_of,
    evening,
    files_of,
    once_made,
    organiser,
    with_private_things,
)
from tests.support.services.sites import Sites
from thunee_tournaments import site_key
from thunee_tournaments.fundraising.models import Movement
from thunee_tournaments.services.bundles import container, giving
from thunee_tournaments.services.core.errors import Refused
from thunee_tournaments.tournaments.models import Role

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.anywhere]


def test_the_checker_in_it_checks_it_without_the_site(sites: Sites) -> None:
    sites.turn_to("laptop")
    content = bundle_of(with_private_things())
    head = json.loads(files_of(content)[container.MANIFEST])["head"]
    report = verify.check_bundle(content, head)
    assert (report.faults, report.status) == ([], 0)
    assert site_key.own().code in " ".join(report.summary)
    assert Movement.objects.count() == 1
    assert "its signature is good" in " ".join(report.summary)


@pytest.mark.parametrize("name", [container.RECORD, container.TILL, container.ROWS, container.MANIFEST])
def test_the_checker_finds_every_file_that_was_changed(sites: Sites, name: str) -> None:
    sites.turn_to("laptop")
    files = files_of(bundle_of(with_private_things()))
    files[name] = files[name].replace(b"1", b"2", 1)
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for each, text in files.items():
            archive.writestr(each, text)
    try:
        assert not verify.check_bundle(out.getvalue()).holds
    except verify.Unreadable:
        assert name == container.MANIFEST


def test_without_cryptography_the_checker_says_the_signature_is_not_checked(
    sites: Sites, monkeypatch: pytest.MonkeyPatch
) -> None:
    sites.turn_to("laptop")
    content = bundle_of(evening())
    monkeypatch.setitem(__import__("sys").modules, "cryptography.exceptions", None)
    report = verify.check_bundle(content)
    assert report.faults == []
    assert "NOT CHECKED" in " ".join(report.summary)


def test_a_key_is_made_once_and_kept(settings: Any, tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.SITE_KEY = ""
    monkeypatch.setattr(site_key, "VAR", tmp_path)
    address = site_key.own()
    assert site_key.own() == address
    assert (tmp_path / "site.key").stat().st_mode & 0o077 == 0
    assert giving.read_address(str(address)) == address


@pytest.mark.parametrize("typed", ["", "thunee1.", "thunee1.abc", "thunee2." + "A" * 86, "ü", "thunee1." + "A" * 85])
def test_what_is_no_address_of_a_site_is_refused(typed: str) -> None:
    with pytest.raises(Refused) as refused:
        giving.read_address(typed)
    assert refused.value.code == "no_address"


def test_an_organiser_of_the_copy_has_the_role_and_the_record_is_not_touched_by_it(sites: Sites) -> None:
    content, code = once_made(sites)
    copy = arrived(sites, content, code).tournament
    assert Role.objects.get(tournament=copy).user == organiser()
    assert arrived(sites, content).rows == 0
