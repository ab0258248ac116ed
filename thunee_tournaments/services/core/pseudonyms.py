"""Names and the record: what teams, players and accounts are called stands behind commitments, so that it can be
erased without breaking the chain.

The record speaks of "team:…", "player:…" and "user:…". What each was called, and when that changed, is committed to
at the draw, when a role is given, and at every change of a name after the draw (`note_names`). `forget` erases a
person: the openings of the commitments go, and so does the name itself wherever this site keeps it.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import Q

from adjudication import commitments
from adjudication.models import Decision, Entry, Leave, Notice, Opening, SignOff
from thunee_tournaments.fundraising.models import Movement, Paddle, Party, Pledger, RaffleBook, Sponsor
from thunee_tournaments.services.core.publishing import publish, publish_copy
from thunee_tournaments.services.models import Copy, Letter, Message, Piece, Sending, Webhook
from thunee_tournaments.teams.models import Player, SignUp, Team
from thunee_tournaments.teams.names import name_key
from thunee_tournaments.teams.sign_ups import is_reached_by
from thunee_tournaments.tournaments.data_version import lock_tournament
from thunee_tournaments.tournaments.labels import label_of
from thunee_tournaments.tournaments.models import Invitation, Role, Tournament
from thunee_tournaments.tournaments.organisations import MemberInvitation
from thunee_tournaments.tournaments.selectors import people_with
from thunee_tournaments.tournaments.tokens import fresh, token_hash

ERASED = "—"  # what stands in the place of an erased name


def note_names(tournament: Tournament) -> int:
    """Commit to every name of the tournament that was not committed to as it is now; how many were new.

    Called by every act that gives or changes one; calling it again changes nothing.
    """
    known = commitments.latest(tournament.public_id)
    names = [(subject, value) for subject, value in _names(tournament) if known.get(subject) != value]
    commitments.commit_all(tournament.public_id, names)
    return len(names)


def _names(tournament: Tournament) -> Iterator[tuple[str, dict[str, str]]]:
    if tournament.status != Tournament.Status.DRAFT:
        for team in tournament.teams.prefetch_related("players"):
            yield f"team:{team.public_id}", {"name": team.name, "club": team.club}
            for player in team.players.all():
                if player.name != ERASED:
                    yield f"player:{player.public_id}", {"name": player.name, "team": team.public_id}
    for user in people_with(tournament):
        yield label_of(user.pk, tournament), {"name": user.get_full_name(), "account": user.get_username()}


@dataclass
class KnownBy:
    """What this site knows under one name or id."""

    players: list[Player] = field(default_factory=list)
    teams: list[Team] = field(default_factory=list)
    users: list[User] = field(default_factory=list)
    givers: list[Party] = field(default_factory=list)
    pledgers: list[Pledger] = field(default_factory=list)
    sponsors: list[Sponsor] = field(default_factory=list)
    sellers: list[RaffleBook] = field(default_factory=list)
    bidders: list[Paddle] = field(default_factory=list)
    sign_ups: list[SignUp] = field(default_factory=list)

    def __bool__(self) -> bool:
        return any(vars(self).values())


def find(name: str) -> KnownBy:
    """Players, teams, accounts, people behind money, pledges and paddles, and teams that signed up with this name,
    however it is written; or with this id: that of a player or a team, an e-mail address or a phone number,
    "user:12"."""
    if name.startswith("user:") and name[5:].isdecimal():
        return KnownBy(users=list(User.objects.filter(pk=int(name[5:]))))
    key = name_key(name)
    everybody = User.objects.filter(
        Q(username__iexact=name) | Q(email__iexact=name) | Q(emailaddress__email__iexact=name)
        | ~Q(first_name="") | ~Q(last_name="")
    ).distinct()  # fmt: skip
    return KnownBy(
        [player for player in Player.objects.select_related("team__tournament")
         if name in (player.public_id, player.name) or (key and name_key(player.name) == key)],
        list(Team.objects.select_related("tournament").filter(Q(public_id=name) | Q(name_key=key))) if key else [],
        [user for user in everybody if name.casefold() in map(str.casefold, (user.username, *addresses_of(user)))
         or (key and name_key(user.get_full_name()) == key)],
        [giver for giver in Party.objects.select_related("movement__tournament").exclude(name="")
         if key and name_key(giver.name) == key],
        [pledger for pledger in Pledger.objects.select_related("pledge__tournament").exclude(name="")
         if (key and name_key(pledger.name) == key) or name.casefold() == pledger.contact.casefold()],
        [sponsor for sponsor in Sponsor.objects.defer("logo").select_related("tournament")
         if key and name_key(sponsor.name) == key],
        [book for book in RaffleBook.objects.select_related("raffle__tournament").exclude(seller="")
         if key and name_key(book.seller) == key],
        [paddle for paddle in Paddle.objects.select_related("tournament").exclude(name="", contact="")
         if (key and name_key(paddle.name) == key) or name.casefold() == paddle.contact.casefold()],
        [sign_up for sign_up in SignUp.objects.select_related("tournament")
         if name == sign_up.public_id or name.casefold() == sign_up.email.casefold() or is_reached_by(sign_up, name)
         or (key and key in map(name_key, (sign_up.name, *sign_up.players)))],
    )  # fmt: skip


@transaction.atomic
def forget(known: KnownBy) -> list[str]:
    """Erase these people. What was written on sheets stays, under opaque labels. Gives what was done, line by line."""
    done: list[str] = []
    names = {player.name for player in known.players} | {team.name for team in known.teams}
    names |= {giver.name for giver in known.givers} | {pledger.name for pledger in known.pledgers}
    names |= {
        part for user in known.users for part in (user.get_full_name(), user.username, *addresses_of(user)) if part
    }
    for player in known.players:
        erased = commitments.erase_everywhere(f"player:{player.public_id}")
        Player.objects.filter(pk=player.pk).update(name=ERASED)
        done.append(f"player {player.public_id} of {player.team.tournament.slug}: name and {erased} openings")
    for team in known.teams:
        erased = commitments.erase_everywhere(f"team:{team.public_id}")
        team.name = f"{ERASED} {team.public_id}"
        team.save(update_fields=["name", "name_key"])
        done.append(f"team {team.public_id} of {team.tournament.slug}: name and {erased} openings")
    done += [_forget_account(user) for user in known.users]
    words = [opening for opening in Opening.objects.all() if _mentions(opening.value, names)]
    Opening.objects.filter(pk__in=[opening.pk for opening in words]).delete()
    if words:
        done.append(f"{len(words)} other openings that speak of them (words of disputes, earlier names)")
    touched = {player.team.tournament_id for player in known.players}
    touched |= {team.tournament_id for team in known.teams}
    touched |= _forget_givers(known, names, done)
    touched |= _forget_pledgers(known, done)
    touched |= {sponsor.tournament_id for sponsor in known.sponsors}
    for sponsor in known.sponsors:
        done.append(f"sponsor of {sponsor.tournament.slug}: taken off, with the logo")
        sponsor.delete()
    for book in known.sellers:
        RaffleBook.objects.filter(pk=book.pk).update(seller="")
        done.append(f"raffle tickets {book} of {book.raffle.tournament.slug}: who sold them")
    for paddle in known.bidders:
        Paddle.objects.filter(pk=paddle.pk).update(name="", contact="")
        done.append(f"paddle {paddle.number} of {paddle.tournament.slug}: the name, and the contact")
    touched |= _forget_sign_ups(known, names, done)
    if lists := _forget_lists(names):
        done.append(f"{lists} pasted lists that were not entered yet")
    done += _forget_bundles(touched)
    done += _forget_messages(touched)
    for pk in sorted(touched):
        tournament = lock_tournament(pk)
        tournament.snapshots.all().delete()
        publish_copy(tournament) if tournament.kept_by else publish(tournament)
    return done


def _forget_bundles(touched: set[int]) -> list[str]:
    """Take out the files of bundles that are kept of these tournaments: they hold the names."""
    kept = Copy.objects.filter(tournament__in=touched).exclude(content=b"").update(content=b"")
    sent = Sending.objects.filter(tournament__in=touched)
    kept += sent.exclude(content=b"").update(content=b"") + sent.exclude(begun=b"").update(
        begun=b"", begun_version=None
    )
    kept += Piece.objects.filter(tournament__in=touched).values("file").distinct().count()
    Piece.objects.filter(tournament__in=touched).delete()
    return [f"{kept} bundles that were kept to go on from"] if kept else []


def _forget_messages(touched: set[int]) -> list[str]:
    """Take out what programs were told, or are to be told, of these tournaments: all of it is told anew as it is."""
    gone = Message.objects.filter(webhook__tournament__in=touched)
    count = gone.count()
    gone.delete()
    programs = Webhook.objects.filter(tournament__in=touched).update(picture={}, told_version=None)
    return [f"{count} messages to {programs} programs, which are told everything anew"] if programs else []


def _forget_givers(known: KnownBy, names: set[str], done: list[str]) -> set[int]:
    """Erase from whom money came or who got it, and notes that speak of them; movements stay. Gives the tournaments
    they are of."""
    own = {giver.pk for giver in known.givers}
    touched: set[int] = set()
    for giver in Party.objects.select_related("movement__tournament"):
        by_name = giver.pk in own
        if not by_name and not _mentions(giver.note, names):
            continue
        if by_name:
            giver.name, giver.named, giver.address = "", False, ""
        giver.note = ""
        giver.save(update_fields=["name", "named", "note", "address"])
        giver.movement.letters.filter(sent_at=None).delete()
        touched.add(giver.movement.tournament_id)
        done.append(
            f"{giver.movement.act} {giver.movement.number} of {giver.movement.tournament.slug}: the name, and the note"
        )
    return touched


def _forget_pledgers(known: KnownBy, done: list[str]) -> set[int]:
    """Erase who made a pledge and how to reach them; what was pledged stays. Gives the tournaments."""
    for pledger in known.pledgers:
        pledger.name, pledger.named, pledger.contact = "", False, ""
        pledger.save(update_fields=["name", "named", "contact"])
        done.append(f"pledge {pledger.pledge.number} of {pledger.pledge.tournament.slug}: the name, and the contact")
    return {pledger.pledge.tournament_id for pledger in known.pledgers}


def _forget_sign_ups(known: KnownBy, names: set[str], done: list[str]) -> set[int]:
    """Erase what was typed to sign a team up, and its private link; what became of it stays. Gives the tournaments."""
    own = {sign_up.pk for sign_up in known.sign_ups}
    touched: set[int] = set()
    for sign_up in SignUp.objects.select_related("tournament"):
        typed = {"all": " ".join([sign_up.name, *sign_up.players, *sign_up.answers, sign_up.why])}
        if sign_up.pk not in own and not _mentions(typed, names):
            continue
        sign_up.name, sign_up.club, sign_up.players, sign_up.answers = ERASED, "", [], []
        sign_up.phone = sign_up.email = sign_up.why = ""
        sign_up.token_hash = token_hash(fresh())
        sign_up.save()
        sign_up.letters.filter(sent_at=None).delete()
        touched.add(sign_up.tournament_id)
        done.append(f"sign-up {sign_up.number} of {sign_up.tournament.slug}: all that was typed, and its link")
    return touched


def _forget_lists(names: set[str]) -> int:
    """Erase what the desk kept of pasted lists that speak of them; how many."""
    gone = 0
    for session in Session.objects.all():
        kept = session.get_decoded()
        if spoken := [key for key, value in kept.items() if _mentions(value, names)]:
            left_over = {key: value for key, value in kept.items() if key not in spoken}
            session.session_data = Session.objects.encode(left_over)
            session.save(update_fields=["session_data"])
            gone += len(spoken)
    return gone


def addresses_of(user: User) -> set[str]:
    """Every e-mail address of an account, confirmed or not."""
    from allauth.account.models import EmailAddress

    return {user.email, *EmailAddress.objects.filter(user=user).values_list("email", flat=True)}


def _forget_account(user: User) -> str:
    """The account stays as a number, for what it wrote; nobody can log in by it, and nothing says who it was."""
    from allauth.account.models import EmailAddress
    from allauth.mfa.models import Authenticator
    from allauth.usersessions.models import UserSession
    from axes.models import AccessAttempt, AccessFailureLog, AccessLog

    erased = sum(
        commitments.erase(tournament.public_id, label_of(user.pk, tournament))
        for tournament in Tournament.objects.all()
    )
    for model in (AccessAttempt, AccessFailureLog, AccessLog):
        model.objects.filter(username=user.username).delete()
    Letter.objects.filter(kind=Letter.Kind.ACCOUNT, to__in=[text for text in addresses_of(user) if text]).delete()
    for kept in (EmailAddress, Authenticator, UserSession):
        kept.objects.filter(user=user).delete()
    for session in Session.objects.all():
        if str(session.get_decoded().get("_auth_user_id")) == str(user.pk):
            session.delete()
    for invitations in (Invitation, MemberInvitation):
        invitations.objects.filter(taken_by=user).update(note="")
    Role.objects.filter(user=user).update(club="", team="")
    user.username, user.first_name, user.last_name, user.email = f"erased-{user.pk}", "", "", ""
    user.is_active = user.is_staff = user.is_superuser = False
    user.set_unusable_password()
    user.save()
    return f"account {user.pk}: name, e-mail, password, sessions and {erased} openings"


def mentions(names: set[str]) -> list[str]:
    """Where the record itself speaks of somebody: reasons and words that are chained and cannot be erased."""
    chained: list[tuple[str, Iterable[tuple[str, str]]]] = [
        ("entry", Entry.objects.exclude(reason="").values_list("hash", "reason")),
        ("signature", SignOff.objects.exclude(reason="").values_list("hash", "reason")),
        ("decision", Decision.objects.values_list("hash", "text")),
        ("decision", Decision.objects.exclude(override_reason="").values_list("hash", "override_reason")),
        ("leave", Leave.objects.values_list("hash", "reason")),
        ("notice", Notice.objects.exclude(reason="").values_list("hash", "reason")),
        ("movement of money", Movement.objects.exclude(reason="").values_list("hash", "reason")),
    ]
    places = [f"{kind} {hash_[:12]}" for kind, rows in chained for hash_, text in rows if _mentions(text, names)]
    places += [
        f"{giver.movement.act} {giver.movement.number} of {giver.movement.tournament.slug}: {giver.name!r} "
        "(forget that name erases it)"
        for giver in Party.objects.select_related("movement__tournament").exclude(name="")
        if _mentions(giver.name, names)
    ]
    return places + [
        f"team name {team.name!r} in {team.tournament.slug} (forget {team.public_id} erases it)"
        for team in Team.objects.select_related("tournament")
        if _mentions(team.name, names)
    ]


def _mentions(value: object, names: set[str]) -> bool:
    if isinstance(value, dict):
        return any(_mentions(part, names) for part in value.values())
    return isinstance(value, str) and any(len(key) > 2 and key in name_key(value) for key in map(name_key, names))
