"""The event's own regulations, EV-*: what a referee may cite beside the engine's catalogue.

They say what an organiser and a referee do, not what a hand is worth, so the engine knows nothing of them. A
regulation has the shape of a catalogue rule (id, title, text, sources, parameters, stem), in a registry of its own.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from engine import games, rulebook
from engine.profiles import Profile

STEM = "event"
NEWER_ENGINE = "EV-RULE-1"  # what a decision rests on that has a hand judged by a newer engine


@dataclass(frozen=True)
class Regulation:
    """One regulation. `parameters` name the policies of the book (`book.Policies`) or of its event it depends on."""

    id: str
    title: Any
    text: Any
    parameters: tuple[str, ...] = ()
    sources: tuple[rulebook.Source, ...] = ()
    stem: str = STEM


REGULATIONS = (
    Regulation(
        "EV-BELL-1",
        _("The bell"),
        _("When the bell rings no hand is dealt any more. A hand whose first card was dealt is played to its end, "
          "unless the event stops play at once: then it does not count."),
        ("bell_finish",),
    ),
    Regulation(
        "EV-BELL-2",
        _("Ahead at the bell"),
        _("The side with more balls wins the game and the match. In a match of several games the side that has won "
          "more of them wins it; where they are level, the balls of the game at the table decide. The bell counts for "
          "matches that were called before it rang."),
    ),
    Regulation(
        "EV-BELL-3",
        _("Level at the bell"),
        _("Level in games and balls, one more hand is dealt, and another until somebody is ahead, unless the event "
          "gives the game to the side that won the last hand."),
        ("bell_level",),
    ),
    Regulation(
        "EV-WALK-1",
        _("Walkover"),
        _("A side that withdraws or cannot go on gives the match to the other side. Balls played so far stay written."),
    ),
    Regulation(
        "EV-NOSHOW-1",
        _("Not there when called"),
        _("A side not at its table when its match is called has the time the event allows, from when its clock is "
          "started. When that is up the match may be given to the other side, as a walkover. Before that only an "
          "organiser or the chief referee can, with a reason."),
    ),
    Regulation(
        "EV-SEAT-1",
        _("Wrong seats"),
        _("Players sit as the draw says. A hand played on wrong seats stands once both sides have signed the game."),
    ),
    Regulation(
        "EV-SUB-1",
        _("Substitutes"),
        _("With the organiser's leave another player may come into a team in place of one who cannot play on, as often "
          "and until the round the event says. It is written down who left, who came, when, by whom and why."),
        ("substitutions",),
    ),
    Regulation(
        "EV-SUB-2",
        _("Who may come in"),
        _("Whoever comes in stands on the list of no other team of this event and has not played for one, unless "
          "the event also takes somebody of a team that is out. A player who was substituted may come back in the "
          "same way."),
        ("substitute_from",),
    ),
    Regulation(
        "EV-SUB-3",
        _("When a substitute comes in"),
        _("Between two matches of the team; where the event says so, also in a match, between two hands."),
        ("substitute_when",),
    ),
    Regulation(
        "EV-SUB-4",
        _("What a substitution changes"),
        _("Nothing in the results: matches, games, balls and every tie-break are the team's. What the player before "
          "played stays in that player's name."),
    ),
    Regulation(
        "EV-COND-1",
        _("Conduct"),
        _("Abuse, threats or holding up the play earn a warning; a second one may cost balls, the game or the match."),
    ),
    Regulation(
        "EV-COND-2",
        _("Cheating"),
        _("Who cheats is disqualified, and the team with them: marked cards, agreed signals, a bent scoresheet."),
    ),
    Regulation(
        "EV-CARD-1",
        _("Late scorecard"),
        _("A side whose scorecard was not right before the next cut forfeits the balls of that hand, where the event "
          "plays so; the referee enters it."),
        ("late_scorecard",),
    ),
    Regulation(
        "EV-SIGN-1",
        _("Signing"),
        _("Each side signs the scoresheet when a game is over. What both have signed counts; a correction voids both "
          "signatures."),
    ),
    Regulation(
        "EV-SIGN-2",
        _("Signed by a referee"),
        _("A referee signs, with the reason, for a side that refuses or has left."),
    ),
    Regulation(
        "EV-CORR-1",
        _("Corrections"),
        _("After both have signed, a mistake in writing is corrected only within the time the event sets. Then the "
          "result is final, unless a dispute is decided otherwise."),
        ("correction_minutes",),
    ),
    Regulation(
        "EV-ADJ-1",
        _("Assigned score"),
        _("Where something spoilt a hand and its likely result can be said, the referee assigns that result."),
    ),
    Regulation(
        "EV-ADJ-2",
        _("Score set by the referee"),
        _("Where nobody can say how a spoilt hand would have ended, the referee sets a score that is fair to the side "
          "not at fault."),
    ),
    Regulation(
        "EV-REPLAY-1",
        _("Hand void and dealt again"),
        _("A hand that cannot be judged fairly is void; the same dealer deals again."),
    ),
    Regulation(
        "EV-FORF-1",
        _("Forfeit"),
        _("A referee may take a hand's balls, a game or a match from a side at fault; each names the rule broken."),
    ),
    Regulation(
        "EV-DISP-1",
        _("Disputes"),
        _("Either side, the scorekeeper or a referee may dispute a hand, a game, the match or conduct. Whether the "
          "game waits is the organiser's choice."),
        ("freeze",),
    ),
    Regulation(
        "EV-APPEAL-1",
        _("Appeals"),
        _("A decision can be appealed once, within the time the event sets. Somebody else than before decides it."),
        ("appeal_minutes",),
    ),
    Regulation(
        "EV-APPEAL-2",
        _("Deposit"),
        _("The event may ask a deposit for an appeal: returned if the decision is overturned, else kept or returned as "
          "is found fair. What became of it is written down."),
        ("deposit",),
    ),
    Regulation(
        "EV-LATE-1",
        _("A result changed late"),
        _("When a result is changed and a match that comes out of it has begun, that match waits for the referee: "
          "nothing is written in it and nobody is taken out of it until the referee keeps it, has it replayed, or "
          "strikes it out. Where the event plays by cause, a team's own error takes it out, and an error of others "
          "keeps it in; a decision otherwise says why."),
    ),
    Regulation(
        "EV-LATE-2",
        _("Kept"),
        _("The match counts with the teams that played it, and they keep their places in what follows."),
    ),
    Regulation(
        "EV-LATE-3",
        _("Replayed"),
        _("What was played is struck out and counts for nothing; it stays on the record. The teams that should have "
          "met play the match from its first hand."),
    ),
    Regulation(
        "EV-LATE-4",
        _("Struck out"),
        _("What was played is struck out and counts for nothing; it stays on the record. The side whose place was "
          "never in question goes on without playing. Where each plays alone there is no such side: the table is kept "
          "or replayed."),
    ),
    Regulation(
        "EV-LATE-5",
        _("A game too many"),
        _("A game played behind one whose result was changed later counts for nothing as long as the match does not "
          "need it, and as it stands as soon as it does. A referee may strike it out instead: it stays on the record, "
          "and a game that the match still needs is replayed."),
    ),
    Regulation(
        NEWER_ENGINE,
        _("Judged by an older version"),
        _("What a hand was judged to be stands, even if the program that judges is put right or its rules are read "
          "otherwise later. A referee may have the hand judged by the newer version; that is a decision, public and "
          "open to appeal."),
    ),
    Regulation(
        "EV-CONF-1",
        _("Conflict of interest"),
        _("A referee of the team or club concerned does not decide. The chief referee may allow it; that is public."),
    ),
)  # fmt: skip
_BY_ID = {regulation.id: regulation for regulation in REGULATIONS}


def regulations() -> tuple[Regulation, ...]:
    """Every regulation, in order."""
    return REGULATIONS


def get(id: str) -> Regulation:
    """The regulation of that id. Raises KeyError."""
    return _BY_ID[id]


def cited(id: str) -> "Regulation | rulebook.Rule":
    """What a decision cites: a rule of the catalogue or a regulation. Raises KeyError."""
    return _BY_ID.get(id) or rulebook.get(id)


def citable(profile: Profile) -> list[tuple[str, str]]:
    """Everything a decision on a game of this profile may rest on: id and title, the event's regulations first."""
    cited = [(regulation.id, str(regulation.title)) for regulation in REGULATIONS]
    own = games.load(profile.game).CITED[profile.game].rules
    return cited + [(rule.id, gettext(rule.title)) for rule in rulebook.catalogue() if rule.id.startswith(own)]


def unknown(ids: Iterable[str]) -> list[tuple[str, str]]:
    """The ids nobody knows, each with the nearest known one ("" if none is near)."""
    known = [*_BY_ID, *(rule.id for rule in rulebook.catalogue())]
    wrong = [id for id in ids if id not in known]
    return [(id, next(iter(get_close_matches(str(id).upper(), known, n=1)), "")) for id in wrong]
