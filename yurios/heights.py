"""Heights from a file: a 16-bit greyscale PNG (Pillow reads it) or an NPZ with an array `height`, as whole numbers.

What was read goes into the place as text, so that a tape holds its ground and needs the file no more.
"""

from __future__ import annotations

import base64
import zipfile
import zlib
from pathlib import Path

import numpy as np

#: 4 km at 2 m a cell: more than that is a slip or an attack.
MOST_CELLS = 4_194_304
MOST_HEIGHT = 9_000 * 1024


class HeightsError(ValueError):
    """The file is no height field: says which and what is wrong."""


def read_heights(path: Path, rise: int) -> np.ndarray:
    """Heights in 1/1024 m, int32 (long, wide). A PNG's 0…65535 is stretched to 0…`rise` metres; an NPZ holds 1/1024 m."""
    try:
        heights = _from_png(path, rise) if path.suffix.lower() == ".png" else _from_npz(path)
    except (OSError, KeyError, ValueError, SyntaxError, zipfile.BadZipFile) as error:
        raise HeightsError(f"{path.name} cannot be read as heights: {error}") from None
    if heights.ndim != 2 or not 4 <= min(heights.shape) or heights.size > MOST_CELLS:
        raise HeightsError(f"{path.name} is {heights.shape}; a height field is a grid of at least 4 by 4 and at most {MOST_CELLS:,} cells")
    if heights.dtype.kind not in "iu" or int(heights.min()) < -MOST_HEIGHT or int(heights.max()) > MOST_HEIGHT:
        raise HeightsError(f"{path.name} holds {heights.dtype} from {heights.min()} to {heights.max()}; heights are whole numbers in 1/1024 m, 9 km at most")
    return heights.astype("<i4")


def _from_png(path: Path, rise: int) -> np.ndarray:
    from PIL import Image  # a tenth of a second, and only an imported ground needs it

    with Image.open(path) as picture:
        if picture.format != "PNG" or picture.mode not in ("I;16", "I;16B", "I"):
            raise ValueError(f"it is {picture.format} in mode {picture.mode}; save it as PNG, 16 bits, greyscale")
        if picture.size[0] * picture.size[1] > MOST_CELLS:
            raise ValueError(f"{picture.size[0]} by {picture.size[1]} is too large")
        return np.asarray(picture).astype("i8") * rise * 1024 // 65_535


def _from_npz(path: Path) -> np.ndarray:
    with np.load(path, allow_pickle=False) as arrays:
        return arrays["height"]


def packed(heights: np.ndarray) -> dict:
    """A height field as JSON-ready data."""
    data = zlib.compress(heights.astype("<i4").tobytes(), 6)
    return {"long": heights.shape[0], "wide": heights.shape[1], "data": base64.b85encode(data).decode("ascii")}


def unpacked(data: dict) -> np.ndarray:
    """The height field back, int64 (long, wide)."""
    return np.frombuffer(zlib.decompress(base64.b85decode(data["data"])), "<i4").astype("i8").reshape(data["long"], data["wide"])
