"""What an e-mail says: worked out when it is sent, so that it says what is so then."""

from dataclasses import dataclass

from django.conf import settings
from django.urls import reverse
from django.utils import formats, translation
from django.utils.translation import gettext as _

from thunee_tournaments.fundraising.amounts import shown
from thunee_tournaments.fundraising.models import Movement
from thunee_tournaments.fundraising.payer_links import token_of
from thunee_tournaments.fundraising.raised import fund_of
from thunee_tournaments.services.core.calls import is_so
from thunee_tournaments.services.models import Letter
from thunee_tournaments.tables.models import Seating
from thunee_tournaments.teams.models import Announcement, SignUp
from thunee_tournaments.teams.sign_ups import announcement_of
from thunee_tournaments.tournaments.models import Tournament

Kind, State = Letter.Kind, SignUp.State
STATES = {
    Kind.SIGNED_UP: (State.WAITING, State.IN), Kind.TAKEN_IN: (State.IN,), Kind.NOT_TAKEN: (State.DECLINED,),
}  # fmt: skip


@dataclass(frozen=True)
class Text:
    """To whom, and what; plain text. `url`: the page that a message on a phone opens."""

    to: str
    subject: str
    body: str
    url: str = ""


def text_of(letter: Letter) -> Text | None:
    """The letter in its own language; None where it would not be true any more, or nobody could get it."""
    with translation.override(letter.language or settings.LANGUAGE_CODE):
        if letter.tournament is None:
            return Text(letter.to, letter.subject, letter.body)
        if letter.receipt is not None:
            return _receipt(letter, letter.receipt)
        if letter.seating is not None:
            return _called(letter, letter.tournament, letter.seating)
        sign_up = letter.sign_up
        if sign_up is None or not sign_up.email or sign_up.state not in STATES[Kind(letter.kind)]:
            return None
        subject = f"{letter.tournament.name}: {sign_up.name}"
        about = _about(letter, letter.tournament, sign_up)
        return Text(sign_up.email, subject, "\n\n".join(filter(None, about)) + "\n")


def _receipt(letter: Letter, receipt: Movement) -> Text | None:
    if receipt.taken_back or not letter.to:
        return None
    event = receipt.tournament
    words = {"number": receipt.called, "event": event.name, "amount": shown(receipt.amount, fund_of(event).currency)}
    address = settings.PUBLIC_URL + reverse("public:receipt", args=[event.slug, token_of(receipt)])
    body = _("Thank you. Your receipt %(number)s for %(event)s, %(amount)s, is here:") % words
    private = _("Only who has this address can read it.")
    return Text(letter.to, _("Receipt %(number)s: %(event)s") % words, f"{body}\n\n{address}\n\n{private}\n")


def _called(letter: Letter, event: Tournament, seating: Seating) -> Text | None:
    """That a match is called, as long as it is so."""
    team = letter.phone.team if letter.phone else letter.sign_up.team if letter.sign_up else None
    table, to = letter.table, letter.sign_up.email if letter.sign_up else ""
    if team is None or table is None or not is_so(seating, table.pk) or not (letter.phone or to):
        return None
    words = {"team": team.name, "table": table.title, "match": seating.match.title, "number": seating.match.number}
    path = reverse("public:team", args=[event.slug, team.public_id])
    subject = _("%(team)s: %(table)s, now") % words
    body = _("You are called to %(table)s for match %(number)s: %(match)s.") % words
    address = settings.PUBLIC_URL + path
    return Text(to, subject, body if letter.phone else f"{body}\n\n{address}\n", address)


def _about(letter: Letter, event: Tournament, sign_up: SignUp) -> list[str]:
    """The parts of a letter to a captain, "" for those there are none of."""
    announcement = announcement_of(event)
    return [
        _how_it_stands(sign_up),
        sign_up.why if sign_up.state == State.DECLINED else "",
        _when_and_where(announcement) if sign_up.state == State.IN else "",
        _payment(announcement, sign_up) if sign_up.state == State.IN else "",
        _link(letter, event),
        _("Questions: %(contact)s") % {"contact": announcement.contact} if announcement.contact else "",
    ]


def _how_it_stands(sign_up: SignUp) -> str:
    words = {"team": sign_up.name, "event": sign_up.tournament.name, "place": sign_up.place}
    if sign_up.state == State.IN:
        return _("%(team)s is entered for %(event)s.") % words
    if sign_up.state == State.DECLINED:
        return _("%(team)s is not taken for %(event)s.") % words
    return _("%(team)s is signed up for %(event)s, and is number %(place)s of those that wait.") % words


def _when_and_where(announcement: Announcement) -> str:
    event, parts = announcement.tournament, []
    if event.date:
        parts.append(formats.date_format(event.date, "DAY_FORMAT"))
    if announcement.starts_at:
        parts.append(formats.time_format(announcement.starts_at, "TIME_FORMAT"))
    return ", ".join([*parts, *filter(None, (event.venue, announcement.address))])


def _payment(announcement: Announcement, sign_up: SignUp) -> str:
    if not announcement.payment:
        return ""
    words = {"how": announcement.payment, "reference": sign_up.reference}
    return _("How to pay: %(how)s\nReference: %(reference)s") % words


def _link(letter: Letter, event: Tournament) -> str:
    """The captain's own page; only the first letter has its address."""
    if not letter.token:
        return _("The address in the first letter opens the team's page.")
    path = reverse("public:sign_up", args=[event.slug, letter.token])
    intro = _("The team's own page, to change it or take it back until the draw. Keep the address to yourself:")
    return f"{intro}\n{settings.PUBLIC_URL}{path}"
