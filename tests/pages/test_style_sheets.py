"""What the minifier makes of our style sheets, read by a browser."""

from pathlib import Path
from typing import Any

import pytest

from thunee_tournaments.static_files import minified

STYLES = Path(__file__).resolve().parents[2] / "thunee_tournaments" / "static" / "css"
RULES = """(text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    return [...sheet.cssRules].map((rule) => rule.cssText.replace(/,\\s+/g, ","));
}"""


@pytest.mark.browser
@pytest.mark.looks
@pytest.mark.slow
def test_a_browser_reads_the_same_rules_in_each_style_sheet_as_sent_and_as_written(browser: Any) -> None:
    page = browser.new_page()
    for path in sorted(STYLES.glob("*.css")):
        written = path.read_text()
        if "@import" not in written:
            assert page.evaluate(RULES, minified(f"css/{path.name}", written)) == page.evaluate(RULES, written)
    page.close()
