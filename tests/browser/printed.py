"""What a page prints: sheets of paper as text, size and the codes that a camera reads on them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import pypdfium2
import zxingcpp
from playwright.sync_api import Page

A4 = (210, 297)
LETTER = (216, 279)
INCH_MM = 25.4
POINTS = 72
SCALE = 3.0
"""Pixels a point: about what a phone's camera makes of a sheet."""


@dataclass(frozen=True)
class Paper:
    """One printed page. ``size`` in whole millimetres."""

    text: str
    size: tuple[int, int]
    file: Path
    number: int
    cut_off: bool

    @cached_property
    def codes(self) -> list[str]:
        """What the QR codes on it hold, from top to bottom."""
        document = pypdfium2.PdfDocument(self.file)
        bitmap = document[self.number].render(scale=SCALE, grayscale=True)
        rows = memoryview(bytes(bitmap.buffer))
        if bitmap.stride != bitmap.width:
            cut = [rows[y * bitmap.stride :][: bitmap.width] for y in range(bitmap.height)]
            rows = memoryview(b"".join(cut))
        image = rows.cast("B", (bitmap.height, bitmap.width))
        found = zxingcpp.read_barcodes(image, formats=zxingcpp.BarcodeFormat.QRCode)
        document.close()
        return [
            one.text
            for one in sorted(
                found, key=lambda one: (one.position.top_left.y // 40, one.position.top_left.x)
            )
        ]


def printed(page: Page, folder: Path, paper: str = "A4") -> list[Paper]:
    """Print the page as a browser does, on A4 or Letter unless the page says otherwise."""
    file = folder / "printed.pdf"
    page.pdf(path=file, format=paper, prefer_css_page_size=True)
    document = pypdfium2.PdfDocument(file)
    found = [_paper(document, number, file) for number in range(len(document))]
    document.close()
    return found


def _paper(document: pypdfium2.PdfDocument, number: int, file: Path) -> Paper:
    page = document[number]
    width, height = page.get_size()
    text = page.get_textpage()
    size = (round(width / POINTS * INCH_MM), round(height / POINTS * INCH_MM))
    said = " ".join(text.get_text_bounded().split())
    return Paper(said, size, file, number, _cut_off(text, width, height))


def _cut_off(text: pypdfium2.PdfTextPage, width: float, height: float) -> bool:
    """Whether some text reaches over the edge of the paper."""
    for place in range(text.count_rects()):
        left, bottom, right, top = text.get_rect(place)
        if min(left, bottom) < 0 or right > width or top > height:
            return True
    return False
