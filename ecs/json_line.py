"""The one way this house writes JSON on a line: compact, UTF-8 letters as they are, no NaN, order as given."""

from __future__ import annotations

import json

#: The JSON text of a value. Made once, because `json.dumps` builds an encoder anew at each call that has options.
compact = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode
