"""Static files: read once, compressed once, and kept by browsers for as long as they like.

The address holds a hash over all files (``/static/<hash>/board.js``), so modules can import
each other by relative paths and a changed file always has a new address.
"""

from __future__ import annotations

import gzip
import mimetypes
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from flask import Blueprint, Flask, Response, abort, current_app, url_for

from trainer.web.security import accepts_gzip

FOLDER = Path(__file__).parent / "static"
TYPES = {
    ".css": "text/css",
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
    ".txt": "text/plain",
}
FOREVER = "public, max-age=31536000, immutable"

blueprint = Blueprint("assets", __name__)


@dataclass(frozen=True)
class Asset:
    """One file: its bytes, the same compressed, and its media type."""

    body: bytes
    packed: bytes
    mimetype: str


@dataclass(frozen=True)
class Assets:
    """All static files by their path, and the version that their addresses carry."""

    files: dict[str, Asset]
    version: str

    @classmethod
    def load(cls, folder: Path = FOLDER) -> Assets:
        """Read every file with a known ending below ``folder``."""
        paths = sorted(p for p in folder.rglob("*") if p.suffix in TYPES and p.is_file())
        files = {path.relative_to(folder).as_posix(): _asset(path) for path in paths}
        digest = sha256()
        for name, asset in files.items():
            digest.update(name.encode() + b"\0" + asset.body + b"\0")
        return cls(files, digest.hexdigest()[:12])


def _asset(path: Path) -> Asset:
    body = path.read_bytes()
    mimetype = TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0] or ""
    # mtime=0 keeps the bytes the same in every process.
    return Asset(body, gzip.compress(body, 9, mtime=0), mimetype)


def asset(name: str) -> str:
    """The address of a static file; KeyError for one that does not exist."""
    assets: Assets = current_app.extensions["assets"]
    if name not in assets.files:
        raise KeyError(name)
    return url_for("assets.static", version=assets.version, name=name)


@blueprint.get("/static/<version>/<path:name>")
def static(version: str, name: str) -> Response:
    """Serve a file; one asked for by an outdated address is served but not kept."""
    assets: Assets = current_app.extensions["assets"]
    found = assets.files.get(name)
    if found is None:
        abort(404)
    packed = accepts_gzip()
    response = Response(found.packed if packed else found.body, content_type=found.mimetype)
    if found.mimetype != "image/svg+xml":
        response.content_type = f"{found.mimetype}; charset=utf-8"
    if packed:
        response.content_encoding = "gzip"
    response.vary.add("Accept-Encoding")
    response.headers["Cache-Control"] = FOREVER if version == assets.version else "no-cache"
    return response


def install(app: Flask) -> None:
    """Load the files and give templates ``asset("site.css")``."""
    app.extensions["assets"] = Assets.load()
    app.jinja_env.globals["asset"] = asset
