"""The compiled kernel (`_kernel`, C99): packs arguments into bytes and unpacks results."""

from __future__ import annotations

raise ImportError("the compiled kernel is being written")
