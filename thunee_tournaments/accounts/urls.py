"""Addresses of accounts. allauth asks for its own by the names it knows them by."""

from collections.abc import Callable

from django.contrib.auth.views import LogoutView
from django.http import HttpResponseBase
from django.urls import path, re_path
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods

from thunee_tournaments.accounts import making, page, second_step, sign_in
from thunee_tournaments.accounts.sign_in import by_letter

View = Callable[..., HttpResponseBase]


def only(*methods: str) -> Callable[[View], View]:
    """A page that knows no other method. Passwords are typed here: nothing of it may be kept, on the way or in the
    browser."""

    def limited(view: View) -> View:
        return cache_control(private=True, no_store=True)(require_http_methods(list(methods))(view))

    return limited


page_of, form_of, act_of = only("GET", "HEAD"), only("GET", "HEAD", "POST"), only("POST")

urlpatterns = [
    path("", page_of(page.account), name="account"),
    path("login", form_of(sign_in.SignIn.as_view()), name="account_login"),
    path("login/code", form_of(sign_in.AskForCode.as_view()), name="account_request_login_code"),
    path("login/code/enter", form_of(sign_in.EnterCode.as_view()), name="account_confirm_login_code"),
    path("login/second", form_of(second_step.SecondStep.as_view()), name="mfa_authenticate"),
    path("login/passkey", form_of(sign_in.ByPasskey.as_view()), name="mfa_login_webauthn"),
    path("logout", act_of(LogoutView.as_view()), name="account_logout"),
    path("again", form_of(page.Reauthenticate.as_view()), name="account_reauthenticate"),
    path("again/code", form_of(second_step.ConfirmByCode.as_view()), name="mfa_reauthenticate"),
    path("again/passkey", form_of(second_step.ConfirmByPasskey.as_view()), name="mfa_reauthenticate_webauthn"),
    path("new", form_of(making.ask), name="account_ask"),
    path("new/<str:token>", form_of(making.make), name="account_make"),
    path("address", form_of(page.Address.as_view()), name="account_email"),
    path("address/<str:key>", form_of(by_letter(page.ConfirmAddress.as_view())), name="account_confirm_email"),
    path("password", form_of(sign_in.ChangePassword.as_view()), name="password_change"),
    path("password/done", page_of(sign_in.PasswordChanged.as_view()), name="password_change_done"),
    path("password/forgotten", form_of(sign_in.ForgottenPassword.as_view()), name="account_reset_password"),
    path("password/forgotten/sent", page_of(sign_in.LetterSent.as_view()), name="account_reset_password_done"),
    re_path(
        r"^password/new/(?P<uidb36>[0-9a-z]{1,13})-(?P<key>[0-9A-Za-z-]{1,80})$",
        form_of(by_letter(sign_in.NewPassword.as_view())), name="account_reset_password_from_key",
    ),
    path("second-step/app", form_of(second_step.AddApp.as_view()), name="mfa_activate_totp"),
    path("second-step/app/remove", form_of(second_step.RemoveApp.as_view()), name="mfa_deactivate_totp"),
    path("second-step/codes", page_of(second_step.RecoveryCodes.as_view()), name="mfa_view_recovery_codes"),
    path("second-step/codes/new", form_of(second_step.NewRecoveryCodes.as_view()), name="mfa_generate_recovery_codes"),
    path("passkeys/new", form_of(second_step.AddPasskeyPage.as_view()), name="mfa_add_webauthn"),
    path("passkeys/<int:pk>/remove", form_of(second_step.RemovePasskey.as_view()), name="mfa_remove_webauthn"),
    path("sign-out-elsewhere", act_of(page.sign_out_elsewhere), name="account_sign_out_elsewhere"),
    path("close", form_of(page.close), name="account_close"),
]  # fmt: skip
