"""A list of teams as it was copied from a chat."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from thunee_tournaments.teams import chat
from thunee_tournaments.teams.paste import parse

ANDROID = """12/11/2026, 18:20 - Messages and calls are end-to-end encrypted. Only people in this chat can read them.
12/11/2026, 18:21 - Rae created group "Shield"
12/11/2026, 18:22 - Rae: *TEAM LIST*
1️⃣ Corner Aces: Kim & Ash ⭐
2️⃣ *Trump Ladies* - Devi, Rani 082 555 0100
🔟 ⭐ Last Minute ⭐: Joe, TBC
12/11/2026, 18:25 - +27 83 555 0101: Nine High; Prem; Thandi
12/11/2026, 18:26 - Sam: <Media omitted>
12/11/2026, 18:27 - Sam: Sorry, will we get supper?
12/11/2026, 18:28 - Sam: This message was deleted
12/11/2026, 18:29 - Rae added Kim"""

PHONE = """[2026/11/12, 18:22:01] Rae: Corner Aces: Kim, Ash
[2026/11/12, 18:23:40] \u200eSam: \u200eimage omitted
\u200e[2026/11/12, 6:24:02\u202fPM] Sam: Nine High - Prem & Thandi <This message was edited>"""


def test_stamps_senders_and_what_the_chat_says_go_and_the_teams_stay():
    parsed = parse(ANDROID)
    teams = [(team.line, team.name, team.players) for team in parsed.teams]
    assert teams == [
        (4, "Corner Aces", ("Kim", "Ash")),
        (5, "Trump Ladies", ("Devi", "Rani")),
        (7, "Nine High", ("Prem", "Thandi")),
    ]
    assert parsed.teams[1].phones == ("082 555 0100",)
    assert parsed.left_out == (1, 2, 8, 10, 11)
    assert [(problem.line, problem.code) for problem in parsed.problems] == [
        (3, "heading"),
        (6, "to_be_confirmed"),
        (9, "chatter"),
    ]


def test_an_iphones_chat_is_read_as_well():
    parsed = parse(PHONE)
    assert [(team.name, team.players) for team in parsed.teams] == [
        ("Corner Aces", ("Kim", "Ash")),
        ("Nine High", ("Prem", "Thandi")),
    ]
    assert (parsed.left_out, parsed.problems) == ((2,), ())


def test_the_lines_left_over_are_read_again_as_they_were():
    rest = parse(ANDROID).rest
    assert rest.splitlines()[0] == "12/11/2026, 18:22 - Rae: *TEAM LIST*"
    assert [problem.code for problem in parse(rest).problems] == ["heading", "to_be_confirmed", "chatter"]


@pytest.mark.parametrize(
    "line",
    ["Aces: Kim, Ash", "7 up - Kim & Ash", "12/11 Club: Kim, Ash", "Team 18:22 - Kim, Ash", "10.11.12 Boys; Kim; Ash"],
)
def test_a_team_is_not_taken_for_a_message(line):
    assert not chat.is_chat(line)
    parsed = parse(line)
    assert (len(parsed.teams), parsed.left_out) == (1, ())


@pytest.mark.parametrize("line", ["Confirmed:", "*Waiting list:*", "Teams", "TEAM LIST"])
def test_a_heading_in_the_middle_of_a_list_is_asked_about(line):
    parsed = parse(f"Aces: Kim, Ash\n{line}\nJacks: Joe, Sam")
    assert [(problem.line, problem.code) for problem in parsed.problems] == [(2, "heading")]
    assert len(parsed.teams) == 2


@pytest.mark.parametrize(
    ("name", "left"), [("⭐ Aces ⭐", "Aces"), ("✅Aces", "Aces"), ("Aces 🏆🏆", "Aces"), ("7 Up", "7 Up"), ("🎉", "")]
)
def test_signs_around_a_name_go(name, left):
    assert chat.bare(name) == left


@given(st.text(max_size=300))
def test_a_chat_never_breaks_the_reader_and_every_line_is_accounted_for(text):
    text = f"12/11/2026, 18:22 - Rae: Aces: Kim, Ash\n{text}"
    parsed = parse(text)
    ruled = {line for line in text.splitlines() if {"|", "-"} <= {*line} <= {*"|-:+= \t"}}  # |---|---| is no line
    lines = {number for number, line in enumerate(text.splitlines(), start=1) if line.strip() and line not in ruled}
    read, odd, left = {t.line for t in parsed.teams}, {p.line for p in parsed.problems}, set(parsed.left_out)
    assert read | odd | left == lines
    assert len(read) + len(odd) + len(left) == len(lines)


def test_a_long_line_of_marks_is_read_in_no_time():
    for line in ("*" * 1000, "*a" * 500, "1️⃣" * 300, "⭐" * 1000, "12/11/2026, 18:22 - " * 40):
        parse(line)
