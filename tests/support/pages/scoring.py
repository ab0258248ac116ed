"""A hand entered without script."""

from typing import Any


def enter_plain(page: Any, points: str = "60") -> None:
    """A plain hand: the points, the last trick, check."""
    page.get_by_role("link", name="Enter hand").click()
    page.locator("[name=points]").fill(points)
    page.locator("[data-field=last_trick] label").nth(1).click()
    page.get_by_role("button", name="Check").click()
