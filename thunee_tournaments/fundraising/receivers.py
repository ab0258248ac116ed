"""Who receives the money, as receipts say it: kept on each receipt as it was when that was written."""

from dataclasses import asdict, dataclass

from thunee_tournaments.fundraising.models import Fund, Movement


@dataclass(frozen=True)
class Receiver:
    """A name, an address, a number of registration, and the number for tax receipts under section 18A of South
    Africa's Income Tax Act; each "" where there is none."""

    name: str = ""
    address: str = ""
    number: str = ""
    section_18a: str = ""

    def kept(self) -> dict[str, str]:
        """As a receipt keeps it: only what there is."""
        return {key: value for key, value in asdict(self).items() if value}


def own_receiver_of(fund: Fund) -> Receiver:
    """Whom the fund itself names."""
    return Receiver(fund.receiver, fund.receiver_address, fund.receiver_number, fund.section_18a)


def receiver_of(fund: Fund) -> Receiver:
    """Who receives the money of this fund now: whom it names, else the organisation that holds the event."""
    holder = fund.tournament.organisation
    if fund.receiver or holder is None:
        return own_receiver_of(fund)
    return Receiver(holder.name, holder.address, holder.number, holder.section_18a)


def receiver_on(receipt: Movement) -> Receiver:
    """Who received the money, as the receipt says it."""
    return Receiver(**receipt.details.get("receiver", {}))
