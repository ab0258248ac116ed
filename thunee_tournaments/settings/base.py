"""What every installation shares: the apps, the pages' machinery, languages and static files."""

from thunee_tournaments.settings.environment import BACKUP_NAMES as BACKUP_NAMES
from thunee_tournaments.settings.environment import BACKUPS as BACKUPS
from thunee_tournaments.settings.environment import EMBEDDED as EMBEDDED
from thunee_tournaments.settings.environment import EVENTS_BY as EVENTS_BY
from thunee_tournaments.settings.environment import METRICS_TOKEN as METRICS_TOKEN
from thunee_tournaments.settings.environment import PHONE_COUNTRY as PHONE_COUNTRY
from thunee_tournaments.settings.environment import PUBLIC_URL as PUBLIC_URL
from thunee_tournaments.settings.environment import ROOT, VAR, env
from thunee_tournaments.settings.environment import SITE_NAME as SITE_NAME
from thunee_tournaments.translations.languages import spoken

DEBUG = env.bool("DEBUG", default=False)

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django.contrib.humanize",
    "django.forms",  # so that templates/django/forms says what a field looks like
    "rest_framework",
    "drf_spectacular",
    "csp",
    "axes",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "thunee_tournaments",
    "thunee_tournaments.presentation",
    "adjudication",
    "thunee_tournaments.tournaments",
    "thunee_tournaments.teams",
    "thunee_tournaments.brackets",
    "thunee_tournaments.standings",
    "thunee_tournaments.tables",
    "thunee_tournaments.fundraising",
    "thunee_tournaments.services",
    "thunee_tournaments.simulation",
    "thunee_tournaments.accounts",
    "thunee_tournaments.scoring",
    "thunee_tournaments.desk",
    "thunee_tournaments.public",
    "thunee_tournaments.api",
]
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "thunee_tournaments.static_files.StaticFilesMiddleware",
    "django.middleware.gzip.GZipMiddleware",  # data is dear in the hall; Django pads the page against BREACH
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "axes.middleware.AxesMiddleware",
    "thunee_tournaments.error_pages.ErrorPageMiddleware",
]
ROOT_URLCONF = "thunee_tournaments.urls"
WSGI_APPLICATION = "thunee_tournaments.wsgi.application"
ASGI_APPLICATION = "thunee_tournaments.asgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [ROOT / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "thunee_tournaments.public.preferences.theme",
            ]
        },
    }
]
FORM_RENDERER = "django.forms.renderers.TemplatesSetting"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

LANGUAGE_CODE = "en"
LOCALE_PATHS = [ROOT / "thunee_tournaments" / "locale"]
LANGUAGES = spoken(LOCALE_PATHS[0])
FORMAT_MODULE_PATH = "thunee_tournaments.locale_formats"
TIME_ZONE = env.str("TIME_ZONE", default="Africa/Johannesburg")
USE_TZ = True

STATIC_URL = "static/"
STATIC_ROOT = VAR / "static"
# The project's own alone: no page asks for what other packages bring, and the first start need not wait for it.
STATICFILES_DIRS = [ROOT / "thunee_tournaments" / "static"]
STATICFILES_FINDERS = ["django.contrib.staticfiles.finders.FileSystemFinder"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "thunee_tournaments.static_files.StaticFiles"},
}
WHITENOISE_KEEP_ONLY_HASHED_FILES = True
WHITENOISE_ALLOW_ALL_ORIGINS = False

# How many times as long as usual a table's phone waits for an answer before it goes on as if without network.
PHONE_PATIENCE = 1

LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "desk:home"
LOGOUT_REDIRECT_URL = "/"
