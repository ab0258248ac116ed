"""What every installation shares."""

from pathlib import Path

import environ

ROOT = Path(__file__).resolve().parent.parent.parent
env = environ.Env()
VAR = Path(env.str("THUNEE_VAR", default=str(ROOT / "var")))

DEBUG = env.bool("DEBUG", default=False)
SECRET_KEY = env.str("SECRET_KEY", default="only-for-the-first-minutes")
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=["*"])

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "adjudication",
    "thunee_tournaments.tournaments",
    "thunee_tournaments.teams",
    "thunee_tournaments.brackets",
    "thunee_tournaments.standings",
    "thunee_tournaments.tables",
    "thunee_tournaments.running",
    "thunee_tournaments.scoring",
    "thunee_tournaments.desk",
    "thunee_tournaments.public",
]
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]
ROOT_URLCONF = "thunee_tournaments.urls"
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
            ]
        },
    }
]
DATABASES = {
    "default": {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": VAR / "site.sqlite3",
        "OPTIONS": {"transaction_mode": "IMMEDIATE", "timeout": 20},
    }
}
LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("ja", "日本語")]
LOCALE_PATHS = [ROOT / "thunee_tournaments" / "locale"]
TIME_ZONE = env.str("TIME_ZONE", default="Africa/Johannesburg")
USE_TZ = True
STATIC_URL = "static/"
STATICFILES_DIRS = [ROOT / "thunee_tournaments" / "static"]
STATIC_ROOT = VAR / "static"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
LOGIN_URL = "login"
LOGIN_REDIRECT_URL = "desk:home"
