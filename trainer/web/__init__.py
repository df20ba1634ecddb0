"""The site: `app.create_app(settings)` makes it.

A page of ours in five steps
============================

1. **A module** ``trainer/web/NAME.py`` with ``blueprint = Blueprint("NAME", __name__)``, named
   in ``app.PAGES``. Its routes are written without the language prefix (``"/puzzles/<id>"``);
   ``url_for`` adds the prefix of the page. Its boundary note has four lines: In, Out, Owns,
   Knows. Links to other pages go by endpoint name; `has_page("puzzles.index")` asks whether
   there is such a page.

2. **Words.** Templates: ``_("…", name=value)``, ``ngettext``, ``pgettext``, ``{% trans %}``.
   Python: `Message` values; the filter ``| said`` renders one as text, ``| rich`` as HTML with
   ``{B10}`` drawn as a card and ``*word*`` as emphasis, ``| paragraphs`` the same in
   paragraphs. `language.speech()` is the translator of the page. Rules' enums become sentences
   in `wording`. Numbers: ``| number``, ``| signed``, ``| percent``, dates: ``| day``.

3. **A template** that extends ``layout.html``: blocks ``title``, ``description``, ``head`` and
   ``main``. ``asset("x.css")`` is the address of a static file. Inline scripts and styles
   (``style="…"`` too) are forbidden by the policy in `security`; a bar is drawn by
   ``bar(share, kind, low, high)`` of ``macros/result.html``.

4. **A board.** ``view = board.view_position(position, mode="lay" | "mark", key="board")`` reads
   ``?laid=`` (and what was typed) from the address; ``board.view_table(table)`` is a picture
   without a hand::

       {% from "macros/play.html" import play, check %}
       {% call play(view) %}{{ check(view, action=url_for(".answer", id=id)) }}{% endcall %}
       <div class="slot" id="result" data-volatile></div>

   ``play`` draws table, hand, undo, typed turn and live region; what the ``call`` holds joins
   the action bar. ``check`` posts ``turn=B12,B10`` (or ``special=draw|pass``) with the form
   token; `board.turn_of_form()` reads either. ``macros/board.html`` has ``board(view)`` alone,
   ``macros/cards.html`` ``card(face("B10"), "inline" | "small" | "")`` and ``cards(faces)``.
   Any hidden input ``data-turn`` within the play root follows what is laid; outside it,
   ``data-turn="board"`` names the root. The root fires ``play:changed`` (detail: laid).

5. **An answer in place.** A form with ``data-fragment="#result"`` is sent by fetch; the view
   returns `fragments.answer(PAGE_TEMPLATE, FRAGMENT_TEMPLATE, **values)`, which gives the whole
   page to readers without JavaScript. In the fragment the heading marked
   ``tabindex="-1" data-focus`` gets the focus; a target marked ``data-volatile`` is emptied when
   the board changes; a redirect to a whole page is followed. Double submits are held back, a
   lost connection says so and offers to send again. ``fragment:swapped`` fires on the document.

Every form that posts has a hidden input named ``csrf_token`` with ``{{ csrf_token() }}``.
"""
