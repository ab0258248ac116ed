"""`/accounts/new`: an account for whoever wants one, where the operator allows it (`ACCOUNTS_BY`).

First the address, which gets a letter with a link; the link makes the account. So nobody has an account by somebody
else's address, and nothing is kept of those who never open the letter.
"""

from datetime import timedelta

from allauth.account.models import EmailAddress
from allauth.core import ratelimit
from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.models import User
from django.core import signing
from django.db import IntegrityError, transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from thunee_tournaments.accounts import letters
from thunee_tournaments.accounts.adapter import TOO_OFTEN
from thunee_tournaments.new_account import AccountForm, welcome
from thunee_tournaments.services.acts import promise_account_letter

SALT = "thunee_tournaments.accounts.making"
AGE = timedelta(days=1)


class AddressForm(forms.Form):
    """Where the letter goes."""

    email = forms.EmailField(label=gettext_lazy("Your e-mail address"), max_length=254)


def ask(request: HttpRequest) -> HttpResponse:
    """For everybody, where the operator allows it: a letter with the link that makes an account."""
    if not settings.ACCOUNTS_FOR_ALL:
        raise Http404
    form = AddressForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        address = form.cleaned_data["email"].lower()
        if ratelimit.consume(request, action="ask_for_account", key=address):
            _write_to(address)
            return render(request, "account/letter_sent.html", {"address": address})
        form.add_error(None, TOO_OFTEN)
    return render(request, "account/ask.html", {"form": form}, status=422 if form.errors else 200)


def _write_to(address: str) -> None:
    """The link; or, to an address that has an account, how to sign in. Whoever asked is told the same."""
    if _has_account(address):
        text = letters.letter("account/email/account_already_exists", {})
    else:
        token = signing.dumps(address, salt=SALT)
        text = letters.link_to_make(settings.PUBLIC_URL + reverse("account_make", args=[token]))
    assert text is not None
    promise_account_letter(to=address, subject=text.subject, body=text.body)


def make(request: HttpRequest, token: str) -> HttpResponse:
    """For whoever has the link of the letter: a name and a password, and the account is made. It works once."""
    address = _address_of(token)
    if not settings.ACCOUNTS_FOR_ALL or not address or _has_account(address):
        return _ended(request)
    form = AccountForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        try:
            with transaction.atomic():
                user: User = form.save()
                user.email = address
                user.save(update_fields=["email"])
                EmailAddress.objects.create(user=user, email=address, verified=True, primary=True)
        except IntegrityError:  # somebody took the name, or the link was opened twice
            if _has_account(address):
                return _ended(request)
            form.add_error("username", _("Somebody has this name already. Choose another."))
        else:
            response = redirect("desk:home")
            welcome(request, response, user)
            messages.success(request, _("Welcome. This is your desk."))
            return response
    context = {"form": form, "address": address}
    return render(request, "account/make.html", context, status=422 if form.errors else 200)


def _has_account(address: str) -> bool:
    """Whether it is somebody's. An address that was typed somewhere and never confirmed is nobody's yet: it keeps
    nobody from making an account."""
    confirmed = EmailAddress.objects.filter(email__iexact=address, verified=True)
    return confirmed.exists() or User.objects.filter(email__iexact=address).exists()


def _ended(request: HttpRequest) -> HttpResponse:
    return render(request, "account/link_ended.html", {"again": reverse("account_ask")}, status=404)


def _address_of(token: str) -> str:
    try:
        return str(signing.loads(token, salt=SALT, max_age=AGE))
    except signing.BadSignature:
        return ""
