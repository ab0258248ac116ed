"""What a browser calls itself, in a few words: enough to know one's own devices by."""

from django.utils.translation import gettext as _

# The first that is found counts: many call themselves by the names of others as well.
BROWSERS = (("Edg", "Edge"), ("OPR/", "Opera"), ("SamsungBrowser", "Samsung Internet"), ("Firefox", "Firefox"),
            ("FxiOS", "Firefox"), ("CriOS", "Chrome"), ("Chrome", "Chrome"), ("Safari", "Safari"))  # fmt: skip
SYSTEMS = (("Android", "Android"), ("iPhone", "iPhone"), ("iPad", "iPad"), ("Windows", "Windows"), ("CrOS", "ChromeOS"),
           ("Mac OS X", "Mac"), ("Linux", "Linux"))  # fmt: skip


def called(agent: str) -> str:
    """Such as "Firefox, Android"; what nobody can tell is "another browser"."""
    parts = [next((name for mark, name in names if mark in agent), "") for names in (BROWSERS, SYSTEMS)]
    return ", ".join(filter(None, parts)) or _("another browser")
