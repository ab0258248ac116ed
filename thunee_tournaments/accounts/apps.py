from django.apps import AppConfig


class AccountsConfig(AppConfig):
    name = "thunee_tournaments.accounts"
    label = "accounts"

    def ready(self) -> None:
        from allauth.account.signals import user_logged_in

        from thunee_tournaments.accounts.sign_in import know_device

        user_logged_in.connect(know_device)
