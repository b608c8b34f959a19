"""Zip files, piece by piece: the same members give the same bytes, whatever the time."""

from __future__ import annotations

import tempfile
import zipfile
from collections.abc import Iterable, Iterator

_CHUNK = 1 << 18
_IN_MEMORY = 8 << 20  # bytes; a larger archive waits in a temporary file


def zip_pieces(members: Iterable[tuple[str, str | bytes]], *, stored_first: bool = False) -> Iterator[bytes]:
    """An archive of (name, content), written member by member; the first one is not compressed if so asked."""
    with tempfile.SpooledTemporaryFile(_IN_MEMORY) as file:
        with zipfile.ZipFile(file, "w") as archive:
            for number, (name, content) in enumerate(members):
                info = zipfile.ZipInfo(name)
                info.external_attr = 0o644 << 16
                stored = stored_first and number == 0
                info.compress_type = zipfile.ZIP_STORED if stored else zipfile.ZIP_DEFLATED
                archive.writestr(info, content)
        file.seek(0)
        while chunk := file.read(_CHUNK):
            yield chunk
