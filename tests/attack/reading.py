"""What the site sends, parsed: what of a text has become markup, script, a property or a formula.

The rules hold for every page, whatever was written: no handler, no script of its own but JSON, no frame, no address
of a kind that runs. Where the mark of a payload stands decides the rest.
"""

import csv
import io
import json
import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterable
from html.parser import HTMLParser
from typing import Any

from tests.attack.payloads import FORMULAS, MARK

TEXT_IN = re.compile(r"value|alt|title|content|placeholder|label|aria-[a-z]+|data-[a-z-]+|summary|hx-confirm|download")
ADDRESS_IN = re.compile(r"href|xlink:href|action|formaction|src|srcset|poster|data|hx-(get|post|put|delete)|cite|ping")
RUNS = re.compile(r"^(javascript|vbscript|data)", re.IGNORECASE)
NEVER = {"iframe", "object", "embed", "base", "frame", "applet", "math", "foreignobject"}
DATA_SCRIPTS = {"application/json", "application/ld+json"}
SVG = re.compile(r"<svg\b.*?</svg>", re.DOTALL)


class Page(HTMLParser):
    """`faults`: what is in a page that no text may become; `spoken`: all its text."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.faults: list[str] = []
        self.spoken: list[str] = []
        self.raw: tuple[str, dict[str, str]] | None = None
        self.script = ""
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        said = {key: value or "" for key, value in attributes}
        if tag in NEVER or MARK in tag:
            self.faults.append(f"<{tag}>")
        self.faults += [f"<{tag} {fault}>" for fault in attribute_faults(said)]
        if tag in ("script", "style"):
            self.raw, self.script = (tag, said), ""
            if (
                tag == "script"
                and not said.get("src", "").startswith("/static/")
                and said.get("type") not in DATA_SCRIPTS
            ):
                self.faults.append(f"<script {said}>")

    def handle_startendtag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attributes)
        self.raw = None

    def handle_data(self, data: str) -> None:
        if self.raw:
            self.script += data
        self.spoken.append(data)

    def handle_endtag(self, tag: str) -> None:
        if self.raw and tag == self.raw[0]:
            self._script_ended(*self.raw)
            self.raw = None

    def _script_ended(self, tag: str, said: dict[str, str]) -> None:
        if said.get("type") in DATA_SCRIPTS:
            try:
                json.loads(self.script)
            except ValueError:
                self.faults.append("JSON in a script that is none")
        elif MARK in self.script:
            self.faults.append(f"in a <{tag}>")

    def handle_comment(self, data: str) -> None:
        if MARK in data:
            self.faults.append("in a comment")

    def handle_pi(self, data: str) -> None:
        if MARK in data:
            self.faults.append("in an instruction")

    def unknown_decl(self, data: str) -> None:
        self.handle_comment(data)


def attribute_faults(said: dict[str, str]) -> Iterable[str]:
    for name, value in said.items():
        bare = re.sub(r"[\x00-\x20]", "", value)
        if name.startswith("on") or MARK in name:
            yield name
        elif (
            ADDRESS_IN.fullmatch(name)
            and (
                (RUNS.match(bare) and not bare.startswith("data:image/")) or re.match(rf"(https?:)?//[^/]*{MARK}", bare)
            )
        ) or (MARK in value and not (TEXT_IN.fullmatch(name) or name in ("href", "hx-vals"))):
            yield f"{name}={value[:60]!r}"


def svg_faults(text: str) -> list[str]:
    """A picture on its own: it is well-formed, and nothing in it runs."""
    if "xmlns=" not in text.split(">", 1)[0]:
        text = text.replace(
            "<svg", '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"', 1
        )
    try:
        tree = ElementTree.fromstring(text)
    except ElementTree.ParseError as error:
        return [f"SVG that is none: {error}"]
    faults = []
    for element in tree.iter():
        tag = str(element.tag).rpartition("}")[2].lower()
        said = {key.rpartition("}")[2]: value for key, value in element.attrib.items()}
        if tag in NEVER | {"script", "style"} or MARK in tag:
            faults.append(f"<{tag}> in a picture")
        faults += [f"<{tag} {fault}> in a picture" for fault in attribute_faults(said)]
    return faults


def calendar_faults(text: str) -> list[str]:
    lines = re.split(r"\r\n|\n|\r", text.replace("\r\n ", "").replace("\r\n\t", ""))
    return [f"the line {line[:60]!r}" for line in lines if MARK in line.partition(":")[0] or line.startswith("BEGIN:z")]


def csv_faults(text: str) -> list[str]:
    rows = csv.reader(io.StringIO(text.lstrip("\ufeff"), newline=""))
    return [f"the cell {cell[:60]!r}" for row in rows for cell in row if MARK in cell and cell.startswith(FORMULAS)]


def faults(response: Any) -> list[str]:
    """What is wrong with an answer, by what it says it is."""
    kind = response.headers.get("Content-Type", "").partition(";")[0]
    found = [f"the header {name}" for name, value in response.headers.items() if name.lower() == MARK or "\n" in value]
    if response.headers.get("X-Content-Type-Options") != "nosniff" and kind:
        found.append("no nosniff")
    if response.streaming or kind.startswith("image/png"):
        return found
    text = response.content.decode("utf-8", "replace")
    if kind == "text/html":
        found += Page(text).faults
        found += [fault for one in SVG.findall(text) for fault in svg_faults(one)]
    elif kind == "image/svg+xml":
        found += svg_faults(text)
    elif kind == "text/calendar":
        found += calendar_faults(text)
    elif kind == "text/csv":
        found += csv_faults(text)
    elif kind.endswith("json"):
        json.loads(text)
    elif text and kind not in PLAIN and MARK in text:
        found.append(f"a text in {kind or 'nothing'}, which nobody reads here")
    return found


PLAIN = {"text/plain", "text/x-python", "application/x-ndjson", "application/gzip", "application/vnd.oai.openapi"}
