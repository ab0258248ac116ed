"""Which languages the site speaks: English, the source, and every one that has a catalogue.

Read by the settings, so that a language is added by its files alone (`manage.py collect_words --add`).
"""

from pathlib import Path

from django.conf.locale import LANG_INFO

# What Django has no name for.
for _code, _name, _name_local in (("zu", "Zulu", "isiZulu"), ("xh", "Xhosa", "isiXhosa"), ("gu", "Gujarati", "ગુજરાતી")):
    LANG_INFO.setdefault(_code, {"bidi": False, "code": _code, "name": _name, "name_local": _name_local})


def spoken(locale: Path) -> list[tuple[str, str]]:
    """Codes and English names, as `settings.LANGUAGES` has them. A folder of an unknown code is left aside."""
    codes = [path.parts[-3] for path in sorted(locale.glob("*/LC_MESSAGES/django.mo"))]
    return [(code, LANG_INFO[code]["name"]) for code in ("en", *codes) if code in LANG_INFO]
