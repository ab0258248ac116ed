"""Messages that somebody at the desk sends: made ready here, opened in their own WhatsApp or mail program by a tap.

Nothing is sent by the site, and no other host hears of a number before that tap.
"""

from urllib.parse import quote, urlencode

from django.conf import settings

from thunee_tournaments.teams.sign_ups import SignUp


def whatsapp(text: str, phone: str = "") -> str:
    """The address that opens WhatsApp with this text ready, for this number if it is one."""
    number = _international(phone)
    return f"https://wa.me/{number}?{urlencode({'text': text})}"


def to_captain(sign_up: SignUp, subject: str, text: str) -> str:
    """The address that opens a message to who signed a team up: in WhatsApp, else by e-mail; "" if neither is known."""
    if _international(sign_up.phone):
        return whatsapp(text, sign_up.phone)
    if sign_up.email:
        return f"mailto:{quote(sign_up.email, safe='@')}?subject={quote(subject)}&body={quote(text)}"
    return ""


def _international(phone: str) -> str:
    """The first number of these with its country, in digits; "" if it is none. One that begins with a single 0, or with
    neither 0 nor country, is of the country the site is in (`PHONE_COUNTRY`)."""
    first = phone.split(" / ")[0].strip()
    digits = "".join(sign for sign in first if sign.isdecimal())
    if len(digits) < 8:
        return ""
    if first.lstrip("( ").startswith(("+", "＋")):
        return digits.replace(settings.PHONE_COUNTRY + "0", settings.PHONE_COUNTRY, 1)  # +27 (0)82 …
    if digits.startswith("00"):
        return digits[2:]
    if digits.startswith("0"):
        return settings.PHONE_COUNTRY + digits[1:]
    return digits if digits.startswith(settings.PHONE_COUNTRY) and len(digits) > 10 else settings.PHONE_COUNTRY + digits
