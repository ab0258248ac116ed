"""E-mails, and messages to phones: promised with what makes them necessary, sent by the clock, tried again while the
line is down.

Nothing is promised, and no page speaks of it, where the site sends none (`settings.SENDS_MAIL`, `SENDS_PUSH`).
"""

import logging
import smtplib
from datetime import timedelta

from celery import signature
from django.conf import settings
from django.core.mail import EmailMessage
from django.db import transaction
from django.db.models import F
from django.utils import timezone, translation

from thunee_tournaments.fundraising.models import Movement
from thunee_tournaments.services.core import pushing
from thunee_tournaments.services.core.letter_texts import Text, text_of
from thunee_tournaments.services.models import Letter, ToldPhone
from thunee_tournaments.teams.models import SignUp

logger = logging.getLogger(__name__)
Kind = Letter.Kind
FIRST_WAIT, LONGEST_WAIT = timedelta(seconds=30), timedelta(hours=1)
GIVEN_UP_AFTER = timedelta(days=1)
ACCOUNT_LETTER_HELPS = timedelta(hours=1)  # a code or link that comes later was asked for again long ago
SENDING = "thunee_tournaments.services.tasks.send_letters"  # by its name: tasks stand above what they do
AT_ONCE = 50  # of one run of the clock
MOST_TO_ONE = 5  # first letters to one address from one event: no form is a way to write to strangers


def promise_about(sign_up: SignUp, kind: str, token: str = "") -> None:
    """A letter to a captain, about a sign-up. Part of acts; `token`: of the private link, in the first letter."""
    if not (settings.SENDS_MAIL and sign_up.email):
        return
    about = Letter.objects.filter(sign_up=sign_up, sent_at=None, due_at__isnull=False)
    if kind == Kind.TAKEN_IN and about.filter(kind=Kind.SIGNED_UP).exists():
        return  # the first letter says it, as it is when it goes
    same = SignUp.objects.filter(tournament=sign_up.tournament_id, email__iexact=sign_up.email)
    if kind == Kind.SIGNED_UP and same.count() > MOST_TO_ONE:
        return
    Letter.objects.create(
        tournament_id=sign_up.tournament_id, kind=kind, sign_up=sign_up, token=token, language=sign_up.language,
        due_at=timezone.now(),
    )  # fmt: skip


def promise_receipt(receipt: Movement, to: str) -> Letter:
    """A letter with the private link of a receipt, in the language of whoever sends it. Part of acts. Asked again
    before it has gone, it is the same letter."""
    waiting = Letter.objects.filter(receipt=receipt, to=to, due_at__isnull=False).first()
    return waiting or Letter.objects.create(
        tournament_id=receipt.tournament_id, kind=Kind.RECEIPT, receipt=receipt, to=to,
        language=translation.get_language() or "", due_at=timezone.now(),
    )  # fmt: skip


def promise_account_letter(*, to: str, subject: str, body: str) -> Letter | None:
    """A letter about an account: a link, a code, what was changed. None where the site sends no letters;
    it refuses nothing."""
    if not settings.SENDS_MAIL:
        return None
    letter = Letter.objects.create(kind=Kind.ACCOUNT, to=to, subject=subject[:200], body=body, due_at=timezone.now())
    transaction.on_commit(_nudge, robust=True)  # somebody waits for it
    return letter


def _nudge() -> None:
    """Tell a worker that a letter is due; where that is not to be, the clock finds it a little later."""
    try:
        signature(SENDING).apply_async(retry=False, ignore_result=True)
    except Exception as error:
        logger.warning("a letter could not be announced: %s", error)


def letters_of(receipt: Movement) -> list[Letter]:
    """When a receipt was sent, and what still waits, the latest first."""
    return list(receipt.letters.exclude(sent_at=None, due_at=None).order_by("-pk"))


def send_due() -> int:
    """Send what is due; how many letters a server took."""
    due = Letter.objects.filter(due_at__lte=timezone.now()).order_by("due_at", "pk")
    letters = due.select_related(
        "tournament", "sign_up__team", "sign_up__tournament", "receipt__tournament", "phone__team", "table",
        "seating__match__stage__tournament",
    )  # fmt: skip
    return sum(send(letter) for letter in letters[:AT_ONCE])


def send(letter: Letter) -> bool:
    """Send a letter once, unless somebody else has just begun to; whether a server took it. No lock is held while the
    line is waited for."""
    wait = min(LONGEST_WAIT, FIRST_WAIT * 2 ** min(letter.tries, 10))
    begun = Letter.objects.filter(pk=letter.pk, due_at=letter.due_at)
    if not begun.update(due_at=timezone.now() + wait, tries=F("tries") + 1):
        return False
    text = text_of(letter)
    if text is None:
        _end(letter)  # it is not so any more, or there is no address
        return False
    try:
        _post(text, letter.phone)
    except pushing.PhoneGone:
        ToldPhone.objects.filter(letters=letter).delete()  # and all letters to it
        return False
    except (smtplib.SMTPRecipientsRefused, ValueError):  # the second is for what no header can hold
        logger.warning("letter %s cannot be sent", letter.pk, exc_info=True)
        _end(letter)
        return False
    except (OSError, smtplib.SMTPException):  # the first covers a line that is down
        logger.warning("letter %s could not be sent", letter.pk, exc_info=True)
        if timezone.now() - letter.created_at > (GIVEN_UP_AFTER if letter.tournament else ACCOUNT_LETTER_HELPS):
            _end(letter)
        return False
    _end(letter, sent_at=timezone.now())
    return True


def _post(text: Text, phone: ToldPhone | None) -> None:
    if phone is not None:
        pushing.post(phone, {"title": text.subject, "body": text.body, "url": text.url})
        return
    EmailMessage(subject=" ".join(text.subject.split()), body=text.body, to=[text.to]).send()


def _end(letter: Letter, **columns: object) -> None:
    """It goes no more; where it went, and what stood in it, are kept no longer."""
    kept_no_longer = dict.fromkeys(("to", "token", "subject", "body"), "")
    Letter.objects.filter(pk=letter.pk).update(due_at=None, **kept_no_longer, **columns)
