"""The scorekeeper's pages: a table's link, and the table behind it."""

from django.urls import path

import thunee_tournaments.addresses  # noqa: F401  (makes "opaque" known)
from thunee_tournaments.scoring import (
    accepting,
    bell,
    by_cards,
    change_detection,
    disputes,
    fixing,
    hand,
    kept_event,
    link,
    no_show,
    offline,
    preview,
    queued,
    signing,
    statements,
    table,
)

app_name = "scoring"
urlpatterns = [
    path("t/<opaque:token>", link.open_link, name="link"),
    path("table", table.show, name="table"),
    path("table/leave", table.leave, name="leave"),
    path("table/event", kept_event.event, name="event"),
    path("table/state", queued.state, name="state"),
    path("table/worker.js", offline.worker, name="worker"),
    path("table/offline", offline.offline, name="offline"),
    path("table/<opaque:sheet_id>/queue", queued.take_in, name="queue"),
    path("table/<opaque:sheet_id>/hand", hand.enter, name="hand"),
    path("table/<opaque:sheet_id>/cards", hand.enter, {"cards": True}, name="cards"),
    path("table/<opaque:sheet_id>/ruling", by_cards.ruling, name="ruling"),
    path("table/<opaque:sheet_id>/preview", preview.preview, name="preview"),
    path("table/<opaque:sheet_id>/fix", fixing.fix, name="fix"),
    path("table/<opaque:sheet_id>/void", fixing.void, name="void"),
    path("table/<opaque:sheet_id>/bell", bell.end, name="bell"),
    path("table/<opaque:sheet_id>/no-show", no_show.no_show, name="no_show"),
    path("table/<opaque:sheet_id>/sign", signing.sign, name="sign"),
    path("table/<opaque:sheet_id>/slip", signing.slip, name="slip"),
    path("table/mark", change_detection.mark, name="mark"),
    path("table/<opaque:sheet_id>/accept", accepting.accept, name="accept"),
    path("table/<opaque:sheet_id>/dispute", disputes.raise_, name="dispute"),
    path("table/<opaque:sheet_id>/dispute/<opaque:dispute_id>/version", statements.version, name="version"),
    path("table/<opaque:sheet_id>/disputes/<opaque:dispute_id>/appeal", disputes.appeal, name="appeal"),
]
