"""What a browser calls itself, in short, so that its owner knows it again.

In: the header ``User-Agent``.
Out: two names joined by a slash (``Firefox/Windows``), either of which may be missing; words.
Owns: the short lists of names.
Knows: nothing else. A browser may lie; nothing depends on it.
"""

from __future__ import annotations

from trainer.i18n.messages import Message, message

# Each name stands before those that its bearers also mention.
BROWSERS = (
    ("Edg", "Edge"),
    ("OPR", "Opera"),
    ("SamsungBrowser", "Samsung Internet"),
    ("Firefox", "Firefox"),
    ("FxiOS", "Firefox"),
    ("CriOS", "Chrome"),
    ("Chrome", "Chrome"),
    ("Safari", "Safari"),
)
SYSTEMS = (
    ("iPad", "iPad"),
    ("iPhone", "iPhone"),
    ("Android", "Android"),
    ("CrOS", "ChromeOS"),
    ("Windows", "Windows"),
    ("Mac OS", "macOS"),
    ("Linux", "Linux"),
)


def short_name(agent: str) -> str:
    """The short name of a browser by its header; empty where nothing in it is known."""
    browser, system = _first(BROWSERS, agent), _first(SYSTEMS, agent)
    return f"{browser}/{system}" if browser or system else ""


def _first(names: tuple[tuple[str, str], ...], agent: str) -> str:
    return next((name for sign, name in names if sign in agent), "")


def words(short: str) -> Message:
    """A short name as a phrase."""
    browser, _, system = short.partition("/")
    if browser and system:
        return message("%(browser)s on %(system)s", browser=browser, system=system)
    if browser or system:
        return message("Browser: %(name)s", name=browser or system)
    return message("A browser that does not say its name")
