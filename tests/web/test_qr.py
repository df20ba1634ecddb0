"""QR codes: dark on white, with a name, without inline styles."""

from __future__ import annotations

import re

from flask import Flask

from trainer.web.qr import qr


def test_a_code_has_a_name_and_nothing_that_the_policy_forbids() -> None:
    drawn = qr("https://example.org/c/KMPT7X3QAA", 'Card of "Ana" <7b>')
    head = '<svg class="qr" role="img" aria-label="Card of &#34;Ana&#34; &lt;7b&gt;"'
    assert drawn.startswith(head)
    assert drawn.endswith("</svg>")
    assert "style" not in drawn
    assert 'fill="#fff"' in drawn
    assert 'stroke="#000"' in drawn


def test_the_quiet_zone_is_four_modules_wide() -> None:
    drawn = qr("https://example.org/c/KMPT7X3QAA", "Card")
    box = re.search(r'viewBox="0 0 (\d+) (\d+)"', drawn)
    assert box
    assert box[1] == box[2] == str(29 + 2 * 4)
    assert 'd="M4 4.5h7' in drawn


def test_templates_can_draw_one(app: Flask) -> None:
    with app.test_request_context("/en/"):
        drawn = app.jinja_env.from_string("{{ qr('https://example.org/j/ABC', 'Join') }}").render()
    assert drawn.startswith('<svg class="qr"')
