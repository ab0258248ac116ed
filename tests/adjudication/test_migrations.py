"""What a migration does with rows that were there before it. Whole databases of earlier versions: `tests/kept`."""

import pytest
from django.apps import apps
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

FIRST = "0001_release_0_1"
# (app, migration): each has a test that goes forward on data, here or in `tests/kept`.
TESTED = {
    ("brackets", "0002_sides_as_rows"),
    ("services", "0005_webhooks"),  # new tables alone
    ("services", "0006_account_letters"),  # columns more, of which no letter of before makes use
    ("services", "0007_pieces"),  # a new table, and columns of what is on its way: nothing was before
    ("fundraising", "0002_entry_fee"),  # a column more: whole databases in `tests/kept` get it
    ("fundraising", "0003_till"),  # whole databases in `tests/kept` get their receipts into the till
    ("fundraising", "0004_receipts_into_the_till"),
    ("fundraising", "0005_receipts_are_in_the_till"),
    ("fundraising", "0006_receivers"),  # columns more
    ("fundraising", "0007_pledges"),  # a column and new tables
    ("fundraising", "0008_sponsors"),
    ("fundraising", "0009_raffle"),
    ("fundraising", "0010_free_places"),  # a new table
    ("fundraising", "0011_auction"),  # new tables alone
    ("fundraising", "0013_raffle_limits"),  # columns more: a raffle of before has no limits
    ("fundraising", "0012_early_fee"),  # columns more: no fund of before has an early fee
    ("adjudication", "0002_raffle_notices"),  # the names of what a notice may tell: no column changes
    ("adjudication", "0003_agreed_by_tap"),  # a word more for how a game was signed: no column changes
    ("adjudication", "0005_notices_of_an_auction"),  # and words more
    ("adjudication", "0004_notices_of_a_director"),  # words more for what a notice may tell: no column changes
    ("adjudication", "0006_keeper"),  # a word more
    ("adjudication", "0007_directors_notices"),  # and two more
    ("adjudication", "0009_play_off_notices"),
    ("adjudication", "0010_put_off_notices"),
    ("adjudication", "0011_moved_notices"),
    ("tournaments", "0006_program_keys"),  # new tables alone
    ("adjudication", "0008_plan_notices"),  # and one more
    ("brackets", "0003_signing_of_a_match"),  # a column more: a match of before is signed as its event says
    ("services", "0004_told_phones"),  # a new table, and columns more: a letter of before tells of no call
    ("services", "0003_letters"),  # a new table
    ("services", "0002_bundles"),  # new tables alone
    ("fundraising", "0015_deposits"),  # words more for what a movement is: no column changes
    ("fundraising", "0014_receipt_numbers"),  # a new table
    ("tournaments", "0005_held"),  # a column more: nothing drawn before waits to be started
    ("tournaments", "0004_organisations"),  # new tables, and an event of before is held by none
    ("tournaments", "0003_bundles"),  # columns more: an event of before was made here and is kept here
    ("tables", "0002_link_keys"),  # a column more: a link of before is not shown again
    ("teams", "0004_captains_called"),  # a column more: no captain of before asked for it
    ("teams", "0003_joined_sign_ups"),  # columns and a word more: no sign-up of before is joined
    ("teams", "0002_announcements_and_sign_ups"),  # new tables alone: whole databases in `tests/kept` get them
    ("tournaments", "0002_formats_are_objects"),
}


@pytest.mark.django_db
def test_every_migration_after_the_first_has_its_test() -> None:
    ours = {
        app.label for app in apps.get_app_configs() if app.name.split(".")[0] in ("adjudication", "thunee_tournaments")
    }
    found = {key for key in MigrationExecutor(connection).loader.disk_migrations if key[0] in ours}
    assert {name for _app, name in found - TESTED} == {FIRST}
    assert found >= TESTED
