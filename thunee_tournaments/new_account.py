"""A new account: by an invitation to an event or an organisation, or where everybody may make one."""

from typing import Any

from allauth.usersessions.models import UserSession
from django.contrib.auth import login
from django.contrib.auth.forms import UserCreationForm
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from thunee_tournaments.signing_in import remember

BACKEND = "django.contrib.auth.backends.ModelBackend"


def welcome(request: HttpRequest, response: HttpResponse, user: User) -> None:
    """Whoever has just made the account is signed in, on a device that is known from now on."""
    login(request, user, backend=BACKEND)
    UserSession.objects.create_from_request(request)
    remember(request, response, user)


class AccountForm(UserCreationForm):
    """A name and a password. The validators say their own when they refuse one; here is what to know beforehand."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].help_text = _("The name to sign in with: letters, digits and . _ - @ +")
        self.fields["password1"].help_text = _("At least 10 characters, not only digits, nothing everybody uses.")
        self.fields["password2"].help_text = ""
