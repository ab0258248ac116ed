"""How a reader wants the site: its language, and light or dark. Kept in two cookies, known to nobody else."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import check_for_language
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

THEME_COOKIE = f"{settings.HOST_COOKIE}thunee_theme"
THEMES = ("auto", "light", "dark")
YEAR = 365 * 24 * 3600


def theme_of(request: HttpRequest) -> str:
    """ "auto", "light" or "dark"."""
    theme = request.COOKIES.get(THEME_COOKIE, "auto")
    return theme if theme in THEMES else "auto"


def theme(request: HttpRequest) -> dict[str, str]:
    """Context processor: `theme`, so that the server writes it into the page and nothing flashes."""
    return {"theme": theme_of(request)}


# A forged request could only change how a page looks, and a page without a token in it can be cached for everybody.
@csrf_exempt
@require_POST
def set_preferences(request: HttpRequest) -> HttpResponse:
    """For everybody: set `language` and `theme`, whichever is sent and known, and go back to `next`."""
    target = request.POST.get("next", "/")
    if not url_has_allowed_host_and_scheme(target, {request.get_host()}, require_https=request.is_secure()):
        target = "/"
    answer = HttpResponseRedirect(target)
    if (wanted := request.POST.get("theme", "")) in THEMES:
        _keep(request, answer, THEME_COOKIE, wanted)
    language = request.POST.get("language", "")
    if language in dict(settings.LANGUAGES) and check_for_language(language):
        _keep(request, answer, settings.LANGUAGE_COOKIE_NAME, language)
    return answer


def _keep(request: HttpRequest, answer: HttpResponse, name: str, value: str) -> None:
    answer.set_cookie(name, value, max_age=YEAR, samesite="Lax", secure=request.is_secure(), httponly=True)
