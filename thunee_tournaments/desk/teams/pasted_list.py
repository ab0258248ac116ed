"""A list of teams as its page takes it: pasted or as a file, and what is changed of it where it is shown how it is
understood: rows put right in their place, and what its columns are. Both are written into the list itself, which is all
that is kept."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from thunee_tournaments.desk.pages import Context
from thunee_tournaments.hand_form.typed import Typed
from thunee_tournaments.teams import columns
from thunee_tournaments.teams.columns import CLUB, LEFT_OUT, PLAYER, TEAM, Heading, table_of, written_by
from thunee_tournaments.tournaments import spreadsheets
from thunee_tournaments.tournaments.shapes import Words

LONGEST_SAMPLE = 40
KINDS = [
    (TEAM, gettext_lazy("team")),
    (CLUB, gettext_lazy("club")),
    (PLAYER, gettext_lazy("player")),
    (LEFT_OUT, gettext_lazy("left out")),
]
MOST_ROWS = 300  # that can be put right where they stand; more fields than this no form may have


class PasteForm(forms.Form):
    """A list of teams, pasted or as a file; the file, where there are both."""

    text = forms.CharField(
        label=gettext_lazy("One team on each line"),
        strip=False,
        widget=forms.Textarea(attrs={"rows": 12, "autocomplete": "off", "spellcheck": "false"}),
        error_messages={"required": gettext_lazy("Paste the list here first, or choose a file.")},
    )
    file = forms.FileField(
        label=gettext_lazy("Or a spreadsheet"),
        required=False,
        allow_empty_file=True,
        help_text=gettext_lazy("XLSX or CSV"),
        widget=forms.FileInput(attrs={"accept": ".xlsx,.csv,.txt,text/csv,text/plain"}),
    )

    shown = forms.CharField(required=False, strip=False, widget=forms.HiddenInput)

    def __init__(self, data: Any = None, files: Any = None, **kwargs: Any) -> None:
        super().__init__(data, files, **kwargs)
        self.fields["text"].required = not files

    def clean(self) -> Typed:
        typed: Typed = super().clean() or {}
        if typed.get("file") is not None:
            try:
                rows = spreadsheets.rows_of(typed["file"].read(spreadsheets.MOST_BYTES + 1))
            except spreadsheets.Unreadable as fault:
                self.add_error("file", fault.message)
            else:
                typed["text"] = "\n".join(row[0] if len(row) == 1 else columns.joined(row) for row in rows)
        if not (typed.get("text") or "").strip() and not self.errors:
            self.add_error("text", _("There is nothing in this list."))
        for name in ("text", "shown"):  # browsers send other line ends than they were given
            typed[name] = "\n".join((typed.get(name) or "").splitlines())
        return typed


def with_rows(typed: Mapping[str, str], text: str, shown: str) -> str:
    """The list with the rows that were put right. `shown` is the list as the page showed it; who changed the same line
    in the list too has said it there."""
    lines = text.splitlines()
    for number, before in enumerate(shown.splitlines(), start=1):
        after = typed.get(f"line-{number}")
        if after is not None and after != before and before in lines:
            lines[lines.index(before)] = after
    return "\n".join(lines)


def with_columns(typed: Mapping[str, str], text: str) -> tuple[str, Words]:
    """The list under the heading that was chosen, and what is wrong with the choice ("" if nothing is)."""
    table = table_of(text)
    chosen = [] if table is None else [typed.get(f"column-{n}", "") for n in range(len(table.kinds))]
    if table is None or not all(kind in (TEAM, CLUB, PLAYER, LEFT_OUT) for kind in chosen):
        return text, ""
    if tuple(chosen) == table.kinds:
        return text, ""
    if chosen.count(TEAM) != 1:
        return text, _("One column is the team's name: not none, and not two.")
    if chosen.count(CLUB) > 1:
        return text, _("Only one column can be the club.")
    return written_by(table, chosen, text), ""


def columns_of(text: str) -> list[Context]:
    """For each column of a table its title or what stands in it first, and what it is read as."""
    table = table_of(text)
    if table is None:
        return []
    samples = _samples(table, text)
    return [
        {"number": n, "title": title or samples[n], "kind": kind}
        for n, (title, kind) in enumerate(zip(table.titles, table.kinds, strict=True))
    ]


def _samples(table: Heading, text: str) -> list[str]:
    """For each column the first thing that stands in it."""
    samples = [""] * len(table.kinds)
    for line in text.splitlines()[table.line :]:
        for n, cell in enumerate(table.fields(line)[: len(samples)]):
            samples[n] = samples[n] or cell.strip()[:LONGEST_SAMPLE]
    return samples
