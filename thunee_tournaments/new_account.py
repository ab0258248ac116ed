"""The form that makes an account: by an invitation to an event, or where everybody may make one."""

from typing import Any

from django.contrib.auth.forms import UserCreationForm
from django.utils.translation import gettext as _

BACKEND = "django.contrib.auth.backends.ModelBackend"


class AccountForm(UserCreationForm):
    """A name and a password. The validators say their own when they refuse one; here is what to know beforehand."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].help_text = _("The name to sign in with: letters, digits and . _ - @ +")
        self.fields["password1"].help_text = _("At least 10 characters, not only digits, nothing everybody uses.")
        self.fields["password2"].help_text = ""
