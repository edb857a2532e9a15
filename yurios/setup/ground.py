"""What must lie on the machine itself: a compiler, headers, PortAudio, OpenGL. Looking needs no rights; only root on
Debian or Ubuntu installs, after saying so. Standard library only: set-up and doctor both ask here.
"""

from __future__ import annotations

import importlib.util
import os
import shutil
import sys
import sysconfig
from collections.abc import Callable, Iterable
from ctypes.util import find_library
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Need:
    """`parts` are the parts of her that want it; `debian` and `mac` say how to get it there ("" = nothing to do)."""

    name: str
    parts: tuple[str, ...]
    debian: tuple[str, ...]
    mac: str
    found: Callable[[], bool]


def has_compiler() -> bool:
    if sys.platform == "win32":
        return bool(shutil.which("cl") or os.environ.get("ProgramFiles(x86)") and Path(
            os.environ["ProgramFiles(x86)"], "Microsoft Visual Studio", "Installer", "vswhere.exe").exists())
    c, cpp = os.environ.get("CC", "cc"), os.environ.get("CXX", "c++")
    return bool((shutil.which(c) or shutil.which("gcc")) and (shutil.which(cpp) or shutil.which("g++")))


def has_python_headers() -> bool:
    return Path(sysconfig.get_path("include"), "Python.h").exists()


def has_portaudio() -> bool:
    return sys.platform == "win32" or bool(find_library("portaudio") and in_include_folders("portaudio.h"))


def has_opengl() -> bool:
    """On Linux both the doors (libGL, libEGL) and someone behind them (Mesa, or a card's own driver)."""
    if not sys.platform.startswith("linux"):
        return True
    drivers = any(Path("/", top, "share/glvnd/egl_vendor.d").glob("*.json") for top in ("usr", "etc", "usr/local"))
    return bool(find_library("GL") and find_library("EGL") and drivers)


def in_include_folders(header: str) -> bool:
    named = os.environ.get("CPATH", "").split(os.pathsep) + os.environ.get("C_INCLUDE_PATH", "").split(os.pathsep)
    folders = [folder for folder in named if folder] + ["/usr/include", "/usr/local/include", "/opt/homebrew/include"]
    return any(Path(folder, header).exists() for folder in folders)


NEEDS = (
    Need("python's venv", ("essential",), ("python3-venv",), "", lambda: bool(importlib.util.find_spec("ensurepip"))),
    Need("C and C++ compiler", ("brain", "index", "sound"), ("gcc", "g++"), "xcode-select --install", has_compiler),
    Need("Python headers", ("index", "sound"), ("python3-dev",), "", has_python_headers),
    Need("PortAudio with headers", ("sound",), ("portaudio19-dev",), "brew install portaudio", has_portaudio),
    Need("OpenGL and EGL", ("window",),
         ("libegl1", "libegl-mesa0", "libgl1", "libgl1-mesa-dri", "libglx-mesa0"), "", has_opengl),
)


def missing_needs(needs: Iterable[Need] = NEEDS) -> list[Need]:
    return [need for need in needs if not need.found()]


def debian_packages(needs: Iterable[Need]) -> list[str]:
    return [package for need in needs for package in need.debian]


def may_install() -> bool:
    return hasattr(os, "geteuid") and os.geteuid() == 0 and bool(shutil.which("apt-get"))


def install_command(packages: list[str]) -> list[str]:
    return ["apt-get", "install", "-y", "--no-install-recommends", *packages]


def how_to_get(needs: Iterable[Need]) -> str:
    """The exact command for this system, or the plain names where we don't know its package manager."""
    needs = list(needs)
    if shutil.which("apt-get"):
        return "sudo " + " ".join(install_command(debian_packages(needs)))
    if sys.platform == "darwin" and any(need.mac for need in needs):
        return " && ".join(need.mac for need in needs if need.mac)
    if sys.platform == "win32":
        return "install Visual Studio Build Tools with the C++ workload"
    names = ", ".join(need.name for need in needs)
    return f"install with your system's package manager: {names} (on Debian: {' '.join(debian_packages(needs))})"


def portable_build() -> dict[str, str]:
    """What the compiling packages read. AVX2 code runs on any x86 of the last ten years, also when the folder or pip's
    cache moves to another machine; a CPU without it gets a build for itself."""
    native = sys.platform.startswith("linux") and lacks_avx2()
    build = {"CMAKE_ARGS": f"-DGGML_NATIVE={'ON' if native else 'OFF'} -DLLAVA_BUILD=OFF"}
    return build if native else build | {"HNSWLIB_NO_NATIVE": "1"}


def lacks_avx2(cpuinfo: str = "/proc/cpuinfo") -> bool:
    try:
        text = Path(cpuinfo).read_text("utf-8", errors="replace")
    except OSError:
        return False
    return "flags\t" in text and " avx2" not in text
