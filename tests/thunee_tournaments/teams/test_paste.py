"""Pasted lists of teams: what is read, what is named as odd, and that no line is ever lost."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from thunee_tournaments.teams.columns import table_of
from thunee_tournaments.teams.names import name_key, tidy
from thunee_tournaments.teams.paste import parse, read_line


def codes(text, taken=()):
    return [(problem.line, problem.code) for problem in parse(text, taken).problems]


@pytest.mark.parametrize(
    ("line", "name", "club", "players"),
    [
        ("Jack Attack: Ravi, Sam", "Jack Attack", "", ("Ravi", "Sam")),
        ("Jack Attack (Merebank): Ravi, Sam", "Jack Attack", "Merebank", ("Ravi", "Sam")),
        ("Jack Attack: Ravi, Sam (Merebank)", "Jack Attack", "Merebank", ("Ravi", "Sam")),
        ("Jack Attack [Merebank]: Ravi & Sam", "Jack Attack", "Merebank", ("Ravi", "Sam")),
        ("Jack Attack: Ravi and Sam", "Jack Attack", "", ("Ravi", "Sam")),
        ("Jack Attack: Ravi / Sam", "Jack Attack", "", ("Ravi", "Sam")),
        ("Jack Attack - Ravi, Sam", "Jack Attack", "", ("Ravi", "Sam")),
        ("Jack Attack – Ravi & Sam", "Jack Attack", "", ("Ravi", "Sam")),
        ("Jack-Attack: Ravi, Sam", "Jack-Attack", "", ("Ravi", "Sam")),
        ("Jack Attack\tRavi\tSam", "Jack Attack", "", ("Ravi", "Sam")),
        ("Jack Attack;Ravi;Sam;", "Jack Attack", "", ("Ravi", "Sam")),
        ("Jack Attack|Ravi|Sam", "Jack Attack", "", ("Ravi", "Sam")),
        ("| Jack Attack | Ravi, Sam |", "Jack Attack", "", ("Ravi", "Sam")),
        ("Jack Attack (Merebank) | Ravi & Sam", "Jack Attack", "Merebank", ("Ravi", "Sam")),
        ("Jack Attack,Ravi,Sam", "Jack Attack", "", ("Ravi", "Sam")),
        ('"Jack, Attack",Ravi,Sam', "Jack, Attack", "", ("Ravi", "Sam")),
        ("Jack Attack", "Jack Attack", "", ()),
        ("Jack Attack:", "Jack Attack", "", ()),
        ("1. Jack Attack: Ravi, Sam", "Jack Attack", "", ("Ravi", "Sam")),
        ("(12) Jack Attack: Ravi, Sam", "Jack Attack", "", ("Ravi", "Sam")),
        ("3) Jack Attack - Ravi & Sam", "Jack Attack", "", ("Ravi", "Sam")),
        ("• Jack Attack: Ravi, Sam", "Jack Attack", "", ("Ravi", "Sam")),
        ("7 Up: Ravi, Sam", "7 Up", "", ("Ravi", "Sam")),
        ("  Jack   Attack :  Ravi ,Sam ", "Jack Attack", "", ("Ravi", "Sam")),
        ("Ace\u200b High: Ravi", "Ace High", "", ("Ravi",)),
        ("ジャック： ラビ、サム", "ジャック", "", ("ラビ", "サム")),
        ("Sandra's Aces: Sandy, Andy", "Sandra's Aces", "", ("Sandy", "Andy")),
    ],
)
def test_a_line_is_read_in_whatever_form_it_comes(line, name, club, players):
    team = read_line(1, line)
    assert (team.name, team.club, team.players) == (name, club, players)


def test_good_lines_are_teams_and_empty_lines_are_nothing():
    parsed = parse("Aces: Ravi, Sam\n\n   \nJacks: Kay, Dev\n")
    assert [(team.line, team.name) for team in parsed.teams] == [(1, "Aces"), (4, "Jacks")]
    assert parsed.problems == ()
    assert parsed.rest == ""


@pytest.mark.parametrize("again", ["aces", "ACES", "A ces", "Áces", "Ａｃｅｓ", " aces ", "A-ces"])
def test_the_same_name_in_another_spelling_is_a_duplicate(again):
    parsed = parse(f"Aces: Ravi, Sam\n{again}: Kay, Dev")
    assert [team.name for team in parsed.teams] == ["Aces"]
    assert [(problem.line, problem.code) for problem in parsed.problems] == [(2, "duplicate")]
    assert "line 1" in str(parsed.problems[0].message)


def test_a_team_that_is_entered_already_is_named():
    assert codes("aces: Ravi, Sam", taken=["ACES"]) == [(1, "already_entered")]


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (": Ravi, Sam", "name_missing"),
        ("\tRavi\tSam", "name_missing"),
        ("A" * 81 + ": Ravi", "name_too_long"),
        ("Aces (" + "c" * 81 + "): Ravi", "club_too_long"),
        ("Aces: " + "p" * 81, "player_too_long"),
        ("Aces: One, Two, Three, Four, Five", "too_many_players"),
        ("Aces: Ravi, ravi", "player_twice"),
        ("Aces (Merebank: Ravi, Sam", "odd_brackets"),
        ("Aces (one) two: Ravi, Sam", "odd_brackets"),
        ("Team: players", "heading"),
        ("082 123 4567", "name_missing"),
        ("x" * 2000, "too_long"),
    ],
)
def test_odd_lines_are_named(line, code):
    assert (1, code) in codes(line)


def test_every_problem_of_a_line_is_said_at_once():
    assert codes("Aces\nACES: One, one, Three, Four, Five") == [
        (2, "too_many_players"),
        (2, "player_twice"),
        (2, "duplicate"),
    ]


def test_the_lines_with_problems_come_back_to_be_put_right():
    parsed = parse("Aces: Ravi\nACES: Sam\nJacks: Kay\n: Dev")
    assert parsed.rest == "ACES: Sam\n: Dev"


@given(st.text(max_size=400))
def test_no_text_is_lost_and_none_breaks_the_reader(text):
    parsed = parse(text)
    lines = {number for number, line in enumerate(text.splitlines(), start=1) if line.strip()}
    read = {team.line for team in parsed.teams}
    odd = {problem.line for problem in parsed.problems}
    assert read | odd == lines
    assert not read & odd
    keys = [name_key(team.name) for team in parsed.teams]
    assert len(set(keys)) == len(keys)
    assert all(keys)


@given(st.text(max_size=100))
def test_tidying_a_name_twice_changes_nothing_more(text):
    once = tidy(text)
    assert tidy(once) == once
    assert name_key(once) == name_key(text)


@pytest.mark.parametrize(("one", "other"), [("Aces 1", "Aces 2"), ("ＡＢ", "AC"), ("!!", "??"), ("ラビ", "サム")])
def test_different_names_stay_different(one, other):
    assert name_key(one) != name_key(other)


TABLE = """Team,Club,Player 1,Player 2,Paid,Cell
Umgeni Spades,Verulam SC,Anil,Priya,yes,082 123 4567
"Nines, the",Verulam SC,Ravi,Sam,,
Jack Attack,,Devi,Kumar,no,
"""


@pytest.mark.parametrize(
    "line", ["Aces - Lina, Prem", "Aces: Lina, Prem", "Aces：Lina, Prem", "Aces", "Aces, a, b\nTens, c"]
)
def test_a_list_whose_commas_stand_between_players_has_no_columns(line):
    assert table_of(f"{line}\n{line}") is None


@pytest.mark.parametrize("mark", [",", ";", "\t", "|"])
def test_the_columns_of_a_table_are_what_its_heading_says(mark):
    table = TABLE if mark == "," else TABLE.replace('"Nines, the"', "Nines").replace(",", mark)
    parsed = parse(table)
    assert [team.club for team in parsed.teams] == ["Verulam SC", "Verulam SC", ""]
    assert [team.players for team in parsed.teams] == [("Anil", "Priya"), ("Ravi", "Sam"), ("Devi", "Kumar")]
    assert (parsed.problems, parsed.rest, parsed.repeated) == ((), "", [])
    assert dict(zip(parsed.heading.titles, parsed.heading.kinds, strict=True)) == {
        "Team": "team", "Club": "club", "Player 1": "player", "Player 2": "player",
        "Paid": "left out", "Cell": "left out",
    }  # fmt: skip
    assert parsed.phones == 1


def test_a_table_framed_by_strokes_is_read_as_one():
    heading = "| Team | Club | Player 1 | Player 2 |\n|---|:--:|---|---|"
    parsed = parse(f"{heading}\n| Aces | Merebank | Ravi | Sam |\n| Jacks |  | Kay | Dev |")
    assert [(team.name, team.club, team.players) for team in parsed.teams] == [
        ("Aces", "Merebank", ("Ravi", "Sam")), ("Jacks", "", ("Kay", "Dev")),
    ]  # fmt: skip
    assert parsed.problems == ()


@pytest.mark.parametrize(
    "heading",
    [
        "Club,Team,Players", "No,Team Name,Name 1,Name 2", "name;player one;player two", "チーム;クラブ;選手1;選手2",
        "Timestamp\tName of team\tCaptain\tPartner\tWhatsapp number", "TEAM , PLAYERS",
    ],
)  # fmt: skip
def test_a_heading_is_known_by_its_titles(heading):
    parsed = parse(heading)
    assert parsed.heading is not None
    assert (parsed.teams, parsed.problems) == ((), ())


@pytest.mark.parametrize(
    "line", ["Aces,Ravi,Sam", "Club Kings,Ravi,Sam", "Team Spirit;Ravi;Sam", "Aces", "Name,Ravi,Sam"]
)
def test_a_team_is_not_taken_for_a_heading(line):
    parsed = parse(line)
    assert parsed.heading is None
    assert len(parsed.teams) == 1


def test_lines_left_over_keep_the_heading_they_are_read_by():
    parsed = parse("Team,Club,Player\nAces,Verulam SC,Ravi\n,Verulam SC,Sam\nTens,SC,A,B\n")
    assert [team.name for team in parsed.teams] == ["Aces"]
    assert [(problem.line, problem.code) for problem in parsed.problems] == [
        (3, "name_missing"),
        (4, "too_many_columns"),
    ]
    assert parsed.rest == "Team,Club,Player\n,Verulam SC,Sam\nTens,SC,A,B"


def test_who_plays_for_several_teams_is_named():
    parsed = parse("Aces,Verulam SC,Ravi\nTens,verulam sc,Sam\nNines,Overport,Kay")
    assert parsed.repeated == [("Verulam SC", 2)]
