"""What houses do differently in the games of the Tarneeb family, by game. The first value is what the preset says."""

from ..profiles import Parameter, choice, number

TARGET = number("target", "Points to win", "TAR-GAME-1", 41, minimum=1, maximum=999)
FOR_THEMSELVES = (
    choice(
        "partner_minimum",
        "What the partner of a player at 41 needs",
        "FH-GAME-1",
        positive="a score above zero",
        zero="a score of zero or more",
    ),
    choice(
        "pace",
        "Ten seconds a card",
        "FH-PACE-1",
        off="not played",
        on="a player who is slow twice in a hand scores nothing for it",
    ),
)
PARAMETERS: dict[str, tuple[Parameter, ...]] = {
    "tarneeb": (
        choice(
            "bidding",
            "How long the bidding goes on",
            "TAR-BID-1",
            one_round="one turn each",
            rounds="round and round until three pass in a row; who passed stays out",
        ),
        choice(
            "trump_by",
            "How trump is made",
            "TAR-BID-3",
            naming="the highest bidder names it",
            first_lead="the suit the highest bidder leads first",
        ),
        choice("no_trump", "Playing without trump", "TAR-BID-3", off="not allowed", on="the highest bidder may"),
        choice(
            "all_thirteen",
            "All thirteen tricks",
            "TAR-SCORE-2",
            instant_win="win the game",
            bonus="score 26 if thirteen were bid, else three more",
        ),
        choice(
            "instant_needs_bid",
            "All thirteen win the game only if thirteen were bid",
            "TAR-SCORE-2",
            no="no, whatever was bid",
            yes="yes",
        ),
        choice(
            "instant_needs_nonnegative",
            "All thirteen win the game only for a side that is not below zero",
            "TAR-SCORE-2",
            no="no, at any score",
            yes="yes",
        ),
        choice(
            "failed_thirteen",
            "A failed bid of thirteen",
            "TAR-SCORE-3",
            formerly={"yes": "always", "no": "never"},
            with_bonus="costs 16, and the others score double, where all thirteen score a bonus",
            always="costs 16, and the others score double",
            never="is like any failed bid",
        ),
        TARGET,
    ),
    "egyptian-tarneeb": (TARGET,),
    "400": FOR_THEMSELVES,
    "forty-one": FOR_THEMSELVES,
}
