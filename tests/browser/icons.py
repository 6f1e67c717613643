"""Draws the client's PNG files from its own icon, where a browser or a messenger takes no SVG.

    python -m tests.browser.icons

writes `icon-192.png` and `icon-512.png` for home screens, and `preview.png`, the picture of links. All of it
is drawn here or in `client/public/icon.svg`; whoever changes that runs this again.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from playwright.sync_api import sync_playwright

from tests.browser import chromium

PUBLIC: Final = Path(__file__).parents[2] / "client" / "public"
SIZES: Final = (192, 512)
PREVIEW: Final = (1200, 630)
PAGE: Final = "<style>body{{margin:0;background:{background}}}svg{{display:block}}</style>{drawing}"


def preview(icon: str) -> str:
    """The picture of a link: the icon in the middle, whose tracks go on to the edges."""
    width, height = PREVIEW
    size = 380
    unit, left, top = size / 39, (width - size) / 2, (height - size) / 2
    main, branch = top + 24.5 * unit, top + 13.5 * unit
    inner = icon.replace("<svg ", f'<svg x="{left}" y="{top}" width="{size}" height="{size}" ', 1)
    tracks = "".join(
        f'<path d="M{start} {y}H{end}" stroke="{colour}" stroke-width="{4 * unit}"/>'
        for start, end, y, colour in (
            (0, left + 5 * unit, main, "#FFFDF8"),
            (left + 34 * unit, width, main, "#FFFDF8"),
            (left + 34 * unit, width, branch, "#BE9440"),
        )
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}">'
        f'<rect width="{width}" height="{height}" fill="#1E4D45"/>{inner}{tracks}</svg>'
    )


def main() -> None:
    """Write all of them."""
    icon = (PUBLIC / "icon.svg").read_text(encoding="utf-8")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium.find())
        for size in SIZES:
            drawn = icon.replace("<svg ", f'<svg width="{size}" height="{size}" ', 1)
            page = browser.new_page(viewport={"width": size, "height": size})
            page.set_content(PAGE.format(background="#1E4D45", drawing=drawn))
            page.screenshot(path=PUBLIC / f"icon-{size}.png")
        page = browser.new_page(viewport={"width": PREVIEW[0], "height": PREVIEW[1]})
        page.set_content(PAGE.format(background="#1E4D45", drawing=preview(icon)))
        page.screenshot(path=PUBLIC / "preview.png")
        browser.close()


if __name__ == "__main__":
    main()
