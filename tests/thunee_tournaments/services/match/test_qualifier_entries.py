"""Who comes into a win-streak qualifier while it is played, who cannot buy in, and an entry that is taken back."""

import uuid
from random import Random

import pytest

from tests.factories import TournamentFactory
from tests.support.services.buying import PRICE, pay
from tests.support.services.formats import give, planned, play, ready, sound, stage
from tests.thunee_tournaments.services.conftest import game, match, thunee
from thunee_tournaments.brackets.formats import streak
from thunee_tournaments.brackets.models import Match, StreakEntry
from thunee_tournaments.brackets.selectors import stage_of
from thunee_tournaments.fundraising.models import Movement
from thunee_tournaments.fundraising.owed import accounts_of
from thunee_tournaments.services import acts, queries
from thunee_tournaments.services.acts import Refused
from thunee_tournaments.services.match import qualifier_entries, qualifier_queue, stages
from thunee_tournaments.services.record import redraw
from thunee_tournaments.standings import snapshots

KNOCKOUT = stage("knockout", feed={"take": "qualified"})


@pytest.fixture
def qualifier(organiser):
    """Four teams, two wins in a row, three entries each; match 1 and 2 are called."""
    return planned(organiser, 4, [stage("streak", wins=2, entries=3, price=PRICE), KNOCKOUT])


def refused(act, **said):
    with pytest.raises(Refused) as caught:
        act(**said)
    return caught.value.code


def buy(organiser, tournament, team):
    return acts.buy_entry(actor=organiser, tournament=tournament, team=team)


def back(organiser, tournament, entry, reason="the wrong team"):
    return acts.take_back_entry(actor=organiser, tournament=tournament, entry=entry, reason=reason)


def waiting(tournament):
    """The names of who waits, and on how many wins."""
    queue = qualifier_queue.queue_of(stage_of(tournament))["waiting"]
    names = dict(tournament.teams.values_list("public_id", "name"))
    return [(names[team], wins) for _number, team, wins, _club in queue]


# --- who cannot buy in


def through(organiser, tournament):
    """Team 1 wins twice: it is through, and 2, 3 and 4 have lost."""
    give(organiser, tournament, 1, "A")
    give(organiser, tournament, 2, "A")
    return give(organiser, tournament, 3, "A").winner


def test_a_team_that_is_through_does_not_buy_in_again(qualifier, organiser):
    winner = through(organiser, qualifier)
    assert refused(acts.buy_entry, actor=organiser, tournament=qualifier, team=winner) == "through"
    assert StreakEntry.objects.filter(team=winner).count() == 1


def test_a_team_whose_way_through_was_corrected_away_can(qualifier, organiser):
    winner = through(organiser, qualifier)
    acts.withdraw_walkover(actor=organiser, match=match(qualifier, 3), reason="test")
    give(organiser, qualifier, 3, "B")
    assert buy(organiser, qualifier, winner).number == 5


@pytest.mark.parametrize("how", ["gone", "playing", "waiting", "closed"])
def test_neither_does_one_that_has_gone_home_or_is_still_in_nor_anybody_after_the_end(qualifier, organiser, how):
    give(organiser, qualifier, 1, "A")  # Team 1 waits, Team 2 is out, 3 and 4 play
    team = {"gone": 2, "playing": 3, "waiting": 1, "closed": 2}[how]
    if how == "gone":
        acts.withdraw_team(actor=organiser, team=qualifier.teams.get(seed=2), reason="had to leave")
    if how == "closed":
        acts.close_entries(actor=organiser, tournament=qualifier)
    expected = {"gone": "withdrawn", "closed": "entries_closed"}.get(how, "still_in")
    said = {"actor": organiser, "tournament": qualifier, "team": qualifier.teams.get(seed=team)}
    assert refused(acts.buy_entry, **said) == expected


# --- an entry taken back


@pytest.fixture
def bought(qualifier, organiser):
    """Team 2 has lost, paid for its first entry and for another, and waits."""
    team = give(organiser, qualifier, 1, "A").loser
    pay(organiser, qualifier, team, PRICE, kind="entry")
    entry = buy(organiser, qualifier, team)
    qualifier.entry, qualifier.receipt = entry, pay(organiser, qualifier, team, PRICE)
    return qualifier


def test_a_re_buy_that_waits_is_taken_back_and_its_receipt_reversed(bought, organiser):
    done = back(organiser, bought, bought.entry)
    assert done.reversed == [bought.receipt]
    assert Movement.objects.get(act="reversal").reason == "the wrong team"
    assert (done.entry.taken_back_why, done.entry.taken_back_by) == ("the wrong team", f"user:{organiser.pk}")
    assert waiting(bought) == [("Team 1", 1)]
    [account] = [one for one in accounts_of(bought) if one.team == bought.entry.team]
    assert (account.entries, account.owed, account.received) == (1, PRICE, PRICE)
    sound(bought)
    assert buy(organiser, bought, bought.entry.team).number == 6  # a number is never given twice
    sound(bought)


@pytest.mark.slow
def test_one_that_is_called_leaves_its_table_and_the_opponent_waits_again(bought, organiser):
    other = give(organiser, bought, 2, "A").loser
    buy(organiser, bought, other)
    called = ready(bought).get(side__side="A", side__team=bought.entry.team)
    back(organiser, bought, bought.entry)
    assert not Match.objects.filter(pk=called.pk).exists()
    assert (other.name, 0) in waiting(bought)
    sound(bought)
    buy(organiser, bought, bought.entry.team)
    assert ready(bought).filter(side__side="B", side__team=bought.entry.team).exists()
    play(organiser, bought, Random(1))
    sound(bought)


def test_who_writes_in_a_match_that_was_taken_back_meanwhile_is_told_so(bought, organiser, write):
    buy(organiser, bought, give(organiser, bought, 2, "A").loser)
    played = game(bought, ready(bought).get(side__side="A", side__team=bought.entry.team).number)
    head = played.sheet.head
    back(organiser, bought, bought.entry)
    said = {"actor": organiser, "key": acts.WriteKey("phone", uuid.uuid4(), head)}
    assert refused(acts.record_hand, game=played, body=thunee("A"), **said) == "not_here"


def test_it_counts_for_no_limit_of_entries(bought, organiser):
    for _ in range(3):
        back(organiser, bought, StreakEntry.objects.filter(team=bought.entry.team).last())
        buy(organiser, bought, bought.entry.team)
    assert bought.entry.team.streak_entries.filter(taken_back_at=None).count() == 2


def test_only_whole_receipts_of_what_was_paid_too_much_are_reversed(qualifier, organiser):
    """One receipt for both entries stays: the account says that it is too much."""
    team = give(organiser, qualifier, 1, "A").loser
    entry = buy(organiser, qualifier, team)
    pay(organiser, qualifier, team, 2 * PRICE, kind="entry")
    assert back(organiser, qualifier, entry).reversed == []
    [account] = [one for one in accounts_of(qualifier) if one.team == team]
    assert account.over == PRICE


def test_what_the_team_still_owes_is_not_handed_back(qualifier, organiser):
    team = give(organiser, qualifier, 1, "A").loser
    entry = buy(organiser, qualifier, team)
    pay(organiser, qualifier, team, PRICE)  # its first entry is not paid
    assert back(organiser, qualifier, entry).reversed == []


@pytest.mark.parametrize("how", ["hand", "walkover", "struck"])
def test_an_entry_that_was_played_stands(bought, organiser, write, correct, how):
    buy(organiser, bought, give(organiser, bought, 2, "A").loser)
    called = ready(bought).get(side__side="A", side__team=bought.entry.team)
    if how == "walkover":
        give(organiser, bought, called.number, "A")
    else:
        written = write(game(bought, called.number), thunee("A"))
        if how == "struck":
            correct(game(bought, called.number), written.entry, None)
    assert refused(acts.take_back_entry, actor=organiser, tournament=bought, entry=bought.entry, reason="x") == (
        "entry_played"
    )
    assert bought.entry not in qualifier_entries.unplayed_entries(stage_of(bought))


def test_a_reason_is_needed_once_and_the_draws_own_entries_stay(bought, organiser):
    said = {"actor": organiser, "tournament": bought}
    assert refused(acts.take_back_entry, **said, entry=bought.entry, reason=" ") == "reason_missing"
    drawn = StreakEntry.objects.get(number=3)
    assert refused(acts.take_back_entry, **said, entry=drawn, reason="x") == "of_the_draw"
    elsewhere = {**said, "tournament": TournamentFactory(organiser=organiser)}
    assert refused(acts.take_back_entry, **elsewhere, entry=bought.entry, reason="x") == "unknown_entry"
    back(organiser, bought, bought.entry)
    assert refused(acts.take_back_entry, **said, entry=bought.entry, reason="x") == "taken_back"
    assert Movement.objects.filter(act="reversal").count() == 1


def test_a_team_that_goes_home_and_comes_back_has_no_entry_that_was_taken_back(bought, organiser):
    back(organiser, bought, bought.entry)
    acts.withdraw_team(actor=organiser, team=bought.entry.team, reason="had to leave")
    acts.reinstate_team(actor=organiser, team=bought.teams.get(pk=bought.entry.team_id))
    assert waiting(bought) == [("Team 1", 1)]


# --- teams that come late


def test_a_new_team_comes_into_a_qualifier_that_is_being_played(qualifier, organiser):
    give(organiser, qualifier, 1, "A")
    team = acts.add_team(actor=organiser, tournament=qualifier, name="Late Knights", players=["Ann", "Ben"])
    assert waiting(qualifier) == [("Team 1", 1), ("Late Knights", 0)]
    assert (team.seed, StreakEntry.objects.get(team=team).price) == (5, PRICE)
    done = acts.enter_pasted_teams(actor=organiser, tournament=qualifier, text="Later: Cat, Dan\nLast: Eve, Fay")
    assert [one.name for one in done.entered] == ["Later", "Last"]
    assert {one.title for one in ready(qualifier)} == {"Team 3 – Team 4", "Late Knights – Later"}
    assert [one.open for one in accounts_of(qualifier)] == [PRICE] * 7
    sound(qualifier)
    rows = snapshots.read(qualifier).data["stages"][0]["tables"][0]["rows"]
    assert {row["name"] for row in rows} >= {"Late Knights", "Later", "Last"}
    play(organiser, qualifier, Random(2))
    sound(qualifier)
    assert stages.outlook(qualifier).decided


def test_who_stands_level_keeps_the_order_of_the_lot_when_a_team_comes_in(qualifier, organiser):
    def order():
        return [row["name"] for row in snapshots.read(qualifier).data["stages"][0]["tables"][0]["rows"]]

    before = order()
    for number in range(4):
        acts.add_team(actor=organiser, tournament=qualifier, name=f"Late {number}")
    assert order()[:4] == before


def test_its_draw_can_be_undone_as_long_as_nothing_is_written(qualifier, organiser):
    acts.add_team(actor=organiser, tournament=qualifier, name="Late Knights")
    acts.undo_draw(actor=organiser, tournament=qualifier)
    acts.draw_event(actor=organiser, tournament=qualifier)
    assert StreakEntry.objects.filter(stage__tournament=qualifier).count() == 5
    sound(qualifier)


@pytest.mark.parametrize("plan", [[stage("knockout")], [stage("swiss", rounds=2)]])
def test_into_what_is_no_qualifier_no_team_comes_after_the_draw_by_itself(organiser, plan):
    tournament = planned(organiser, 4, plan)
    late = acts.add_team(actor=organiser, tournament=tournament, name="Late")
    assert queries.waiting_teams(tournament) == [late]
    assert not late.match_sides.exists()
    written = {"actor": organiser, "tournament": tournament, "text": "Later: Ann, Ben"}
    assert refused(acts.enter_pasted_teams, **written) == "drawn_already"


def test_after_the_end_of_entries_no_team_comes_in(qualifier, organiser):
    acts.close_entries(actor=organiser, tournament=qualifier)
    for said in ({"name": "Late"}, {"text": "Late: Ann, Ben"}):
        act = acts.add_team if "name" in said else acts.enter_pasted_teams
        assert refused(act, actor=organiser, tournament=qualifier, **said) == "entries_closed"


# --- a qualifier that stands still


@pytest.fixture
def still(organiser):
    """Three teams wait on two wins, one win and none; nobody else has an entry left."""
    tournament = planned(organiser, 3, [stage("streak", wins=4, entries=1), KNOCKOUT])
    assert qualifier_queue.standstill(stage_of(tournament)) is None  # match 1 is called
    give(organiser, tournament, 1, "A")  # Team 1 on one win, Team 3 on none
    return tournament


def test_a_qualifier_in_which_nobody_can_meet_stands_still_since_its_last_result(still):
    found = qualifier_queue.standstill(stage_of(still))
    teams = dict(still.teams.values_list("pk", "name"))
    assert [(teams[team], wins) for team, wins in found.waiting] == [("Team 3", 0), ("Team 1", 1)]
    assert found.since == match(still, 1).done_at
    assert found.can_meet


def test_the_organiser_lets_those_meet_who_are_nearest(still, organiser):
    made = acts.pair_across(actor=organiser, tournament=still)
    assert {made.team("A").name, made.team("B").name} == {"Team 1", "Team 3"}
    assert made.games.count() == 1
    assert qualifier_queue.standstill(stage_of(still)) is None
    assert refused(acts.pair_across, actor=organiser, tournament=still) == "not_still"
    sound(still)
    give(organiser, still, made.number, "A")
    assert not qualifier_queue.standstill(stage_of(still)).can_meet
    assert refused(acts.pair_across, actor=organiser, tournament=still) == "nobody_else"
    acts.close_entries(actor=organiser, tournament=still)
    assert refused(acts.pair_across, actor=organiser, tournament=still) == "entries_closed"
    sound(still)


def test_a_new_team_sets_it_going_again(still, organiser):
    acts.add_team(actor=organiser, tournament=still, name="Late Knights")
    assert [one.title for one in ready(still)] == ["Team 3 – Late Knights"]
    assert qualifier_queue.standstill(stage_of(still)) is None


# --- entries opened again, and a price of its own for re-buys


def test_entries_closed_too_early_are_opened_again_while_a_match_is_played(qualifier, organiser):
    give(organiser, qualifier, 1, "A")
    acts.close_entries(actor=organiser, tournament=qualifier)
    acts.reopen_entries(actor=organiser, tournament=qualifier)
    loser = match(qualifier, 1).team("B")
    assert buy(organiser, qualifier, loser).number == 5
    assert acts.add_team(actor=organiser, tournament=qualifier, name="Late Knights").seed == 5
    sound(qualifier)
    assert refused(acts.reopen_entries, actor=organiser, tournament=qualifier) == "entries_open"


def test_a_qualifier_that_is_over_stays_closed(qualifier, organiser):
    acts.close_entries(actor=organiser, tournament=qualifier)
    play(organiser, qualifier, Random(5))
    assert refused(acts.reopen_entries, actor=organiser, tournament=qualifier) == "qualifier_over"


def test_a_re_buy_has_its_own_price_and_a_new_team_pays_the_first(organiser):
    plan = [stage("streak", wins=2, entries=3, price=PRICE, rebuy_price=PRICE // 2), KNOCKOUT]
    tournament = planned(organiser, 4, plan)
    give(organiser, tournament, 1, "A")
    loser = match(tournament, 1).team("B")
    again = buy(organiser, tournament, loser)
    late = acts.add_team(actor=organiser, tournament=tournament, name="Late Knights")
    assert (again.price, late.streak_entries.get().price) == (PRICE // 2, PRICE)
    owed = {account.team.name: account.owed for account in accounts_of(tournament)}
    assert owed == {**dict.fromkeys(owed, PRICE), loser.name: PRICE + PRICE // 2}


def test_who_was_taken_back_and_comes_again_pays_the_first_price_once_more(organiser):
    plan = [stage("streak", wins=2, entries=3, price=PRICE, rebuy_price=PRICE // 2), KNOCKOUT]
    tournament = planned(organiser, 5, plan)
    team = acts.add_team(actor=organiser, tournament=tournament, name="Late Knights")
    back(organiser, tournament, team.streak_entries.get())
    assert buy(organiser, tournament, team).price == PRICE


def test_a_qualifier_of_before_and_one_without_it_ask_the_same_for_a_re_buy():
    assert streak.price_of({"price": PRICE}, again=True) == PRICE
    assert streak.price_of({"price": PRICE, "rebuy_price": 0}, again=True) == PRICE


# --- pairs that were called out of one queue


def test_pairs_called_at_one_moment_can_be_redrawn_when_the_first_of_them_was_taken_back(qualifier, organiser):
    late = "Kings: A, B\nQueens: C, D\nTens: E, F\nAces: G, H"
    teams = acts.enter_pasted_teams(actor=organiser, tournament=qualifier, text=late).entered
    first, second = [match for match in stage_of(qualifier).matches.order_by("number") if set(match.teams) & set(teams)]
    assert second.queue == {"after": first.number}
    back(organiser, qualifier, StreakEntry.objects.get(team=teams[0]))
    assert not stage_of(qualifier).matches.filter(number=first.number).exists()
    assert redraw.check(qualifier) == []
