"""Who holds events together: a club, a temple, a federation, with the people who act in all of its events."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from thunee_tournaments.tournaments.ids import new_public_id
from thunee_tournaments.tournaments.offers import Offer

MAX_NAME, MAX_ADDRESS, MAX_NUMBER = 80, 200, 40


class Organisation(models.Model):
    """A holder of events, and who receives their money where an event names nobody else: `name`, `address`, `number`
    of registration, and `section_18a`, its number for tax receipts in South Africa; each "" where there is none."""

    public_id = models.CharField(max_length=24, unique=True, default=new_public_id, editable=False)
    name = models.CharField(max_length=MAX_NAME)
    address = models.CharField(max_length=MAX_ADDRESS, blank=True, default="")
    number = models.CharField(max_length=MAX_NUMBER, blank=True, default="")
    section_18a = models.CharField(max_length=MAX_NUMBER, blank=True, default="")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["name", "pk"]
        constraints = [models.CheckConstraint(condition=~Q(name=""), name="organisation_has_a_name")]

    def __str__(self) -> str:
        return self.name


def lock_organisation(organisation: Organisation) -> Organisation:
    """The organisation as it is, until the end of this transaction nobody else's. Tournaments are locked before it."""
    return Organisation.objects.select_for_update().get(pk=organisation.pk)


class Part(models.TextChoices):
    """What somebody may do in every event of an organisation: what the role of that name may do in one."""

    ORGANISER = "organiser", _("organiser")
    TREASURER = "treasurer", _("treasurer")
    VIEWER = "viewer", _("viewer")


PART_IS_KNOWN = Q(part__in=["organiser", "treasurer", "viewer"])


class Member(models.Model):
    """Somebody who has one part in all events of an organisation, those to come among them."""

    organisation = models.ForeignKey(Organisation, on_delete=models.CASCADE, related_name="members")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="memberships")
    part = models.CharField(max_length=20, choices=Part.choices)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["organisation", "user"], name="member_has_one_part"),
            models.CheckConstraint(condition=PART_IS_KNOWN, name="member_part_is_known"),
        ]

    def __str__(self) -> str:
        return f"{self.user}: {self.get_part_display()}"


class MemberInvitation(Offer):
    """A secret address by which one person becomes a member, once."""

    organisation = models.ForeignKey(Organisation, on_delete=models.CASCADE, related_name="invitations")
    part = models.CharField(max_length=20, choices=Part.choices)

    class Meta(Offer.Meta):
        constraints = [models.CheckConstraint(condition=PART_IS_KNOWN, name="member_invitation_part_is_known")]

    def __str__(self) -> str:
        return f"{self.get_part_display()}: {self.note or self.created_at}"
