"""Set-up, as a newcomer meets it: a real venv and a real pip, on tiny wheels that lie in a folder instead of a registry.

The project under test is a copy of `run.py` and the modules it may import, with a command line that only tells what it got.
"""

from __future__ import annotations

import ast
import hashlib
import json
import os
import shutil
import signal
import stat
import subprocess
import sys
import zipfile
from functools import partial
from pathlib import Path

import pytest

from yurios.setup import follow, ground
from yurios.setup import install as setup

ROOT = Path(__file__).resolve().parent.parent
BEFORE_THE_VENV = ("stamp", "install", "parts", "ground", "follow")
TELLING_CLI = '''
def help_text():
    return "hello tells what it got"
def refuse(words):
    return words == ["hallo"]
def main():
    import importlib.util, json, sys
    where = {name: getattr(importlib.util.find_spec(name), "origin", None) for name in ("systems", "soul", "wings", "song")}
    print(json.dumps({"args": sys.argv[1:], "utf8": sys.flags.utf8_mode, "where": where, "prefix": sys.prefix}))
    return 7
'''
ODD = "my #1 100% house é 空"


class Project:
    """A copy of the project in `folder`, its registry in `wheels`, and a machine on which apt-get always fails."""

    def __init__(self, folder: Path, wheels: Path):
        self.folder, self.wheels = folder, wheels
        self.tools = wheels.parent / "tools"

    def lay_out(self) -> "Project":
        (self.folder / "yurios" / "setup").mkdir(parents=True)
        self.wheels.mkdir(exist_ok=True)
        self.tools.mkdir(exist_ok=True)
        shutil.copy(ROOT / "run.py", self.folder)
        for name in ("__init__", *(f"setup/{name}" for name in ("__init__", *BEFORE_THE_VENV))):
            shutil.copy(ROOT / "yurios" / f"{name}.py", self.folder / "yurios" / f"{name}.py")
        (self.folder / "yurios" / "cli.py").write_text(TELLING_CLI, "utf-8")
        (self.folder / "systems").mkdir()
        (self.folder / "systems" / "__init__.py").write_text("", "utf-8")
        (self.tools / "apt-get").write_text("#!/bin/sh\nexit 1\n", "utf-8")
        (self.tools / "apt-get").chmod(0o755)
        self.lock({"soul": "1.0", "pytest": "1.0"}, {"wings": "1.0"})
        return self

    def copy(self, folder: Path) -> "Project":
        shutil.copytree(self.folder, folder / "project", symlinks=True)
        shutil.copytree(self.wheels, folder / "wheels")
        shutil.copytree(self.tools, folder / "tools")
        return Project(folder / "project", folder / "wheels")

    def lock(self, essential: dict[str, str], extra: dict[str, str], absent: tuple[str, ...] = ()) -> None:
        """Ask for these packages, and put their wheels into the registry, except the absent ones."""
        lines = []
        for name, version in {**essential, **extra}.items():
            wheel = make_wheel(self.wheels, name, version)
            digest = hashlib.sha256(wheel.read_bytes()).hexdigest()
            lines.append(f"{name}=={version} \\\n    --hash=sha256:{digest}\n    # via -r requirements.in\n")
            if name in absent:
                wheel.unlink()
        (self.folder / "requirements.lock").write_text("".join(lines), "utf-8")
        (self.folder / "requirements.in").write_text(
            "\n".join(["# part essential: all", *essential, "# part extra: more", *extra, ""]), "utf-8")

    def command(self, *arguments: str) -> dict:
        environment = {name: value for name, value in os.environ.items() if not name.startswith(("PIP_", "LC_", "PYTHON"))}
        environment |= {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(self.wheels), "PIP_CONFIG_FILE": os.devnull,
                        "LC_ALL": "C", "PYTHONSAFEPATH": "1", "PATH": f"{self.tools}{os.pathsep}{os.environ['PATH']}"}
        return {"args": [getattr(sys, "_base_executable", sys.executable), str(self.folder / "run.py"), *arguments],
                "env": environment, "encoding": "utf-8", "errors": "replace", "stdin": subprocess.DEVNULL,
                "stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}

    def run(self, *arguments: str, **more) -> subprocess.CompletedProcess:
        return subprocess.run(**self.command(*arguments), **more)

    def told(self, *arguments: str, **more) -> dict:
        """What the command line said it got, after any set-up."""
        return json.loads(self.run(*arguments, **more).stdout.splitlines()[-1])

    def parts(self) -> dict:
        return json.loads((self.folder / ".venv" / "parts.json").read_text("utf-8"))


def make_wheel(folder: Path, name: str, version: str) -> Path:
    path = folder / f"{name}-{version}-py3-none-any.whl"
    info = f"{name}-{version}.dist-info"
    files = {f"{name}/__init__.py": f"version = {version!r}\n",
             f"{name}/__main__.py": "import os, sys\nprint(os.getcwd(), sys.argv[1:])\n",
             f"{info}/METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n",
             f"{info}/WHEEL": "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n"}
    files[f"{info}/RECORD"] = "".join(f"{file},,\n" for file in [*files, f"{info}/RECORD"])
    with zipfile.ZipFile(path, "w") as wheel:
        for file, text in files.items():
            wheel.writestr(zipfile.ZipInfo(file), text)
    return path


@pytest.fixture(scope="module")
def first(tmp_path_factory) -> tuple[Project, subprocess.CompletedProcess]:
    """A project in an oddly named folder after its first start, which began in a folder with a `systems/` of its own."""
    place = tmp_path_factory.mktemp("first")
    project = Project(place / ODD, place / "wheels").lay_out()
    (place / "stranger" / "systems").mkdir(parents=True)
    (place / "stranger" / "systems" / "__init__.py").write_text("raise SystemExit('a stranger')", "utf-8")
    return project, project.run("hello", "ä b", cwd=place / "stranger", umask=0)


@pytest.fixture
def project(first, tmp_path) -> Project:
    return first[0].copy(tmp_path)


def test_the_first_start_sets_up_and_hands_over_with_utf8_and_our_own_folder_first(first):
    project, start = first
    told = json.loads(start.stdout.splitlines()[-1])
    assert start.returncode == 7, start.stdout
    assert told["args"] == ["hello", "ä b"] and told["utf8"] == 1
    assert told["where"]["systems"] == str(project.folder / "systems" / "__init__.py")
    assert told["where"]["soul"].startswith(str(project.folder / ".venv")) and told["where"]["wings"]


def test_the_steps_are_numbered_and_named(first):
    steps = [line for line in first[1].stdout.splitlines() if line.startswith("[")]
    assert [step[:5] for step in steps] == ["[1/4]", "[2/4]", "[3/4]", "[4/4]"]
    assert "essential: 2 packages" in steps[2] and "extra: 1 package;" in steps[3]


def test_nothing_installed_is_writable_by_others_even_without_a_umask(first):
    files = [path for path in (first[0].folder / ".venv").rglob("*") if not path.is_symlink()]
    assert len(files) > 100
    assert not [path for path in files if path.stat().st_mode & (stat.S_IWGRP | stat.S_IWOTH)]


def test_a_strict_umask_and_a_moved_folder_do_no_harm(project):
    assert project.told("hello", umask=0o077)["where"]["soul"].startswith(str(project.folder))


def test_a_second_start_writes_nothing_and_asks_no_registry(project):
    shutil.rmtree(project.wheels)
    before = {path: path.stat().st_mtime_ns for path in (project.folder / ".venv").glob("*.*")}
    start = project.run("hello")
    assert len(start.stdout.splitlines()) == 1 and start.returncode == 7
    assert before == {path: path.stat().st_mtime_ns for path in (project.folder / ".venv").glob("*.*")}


def test_the_check_at_every_start_imports_almost_nothing(project):
    code = "import sys; sys.path.insert(0, sys.argv[1]); before = set(sys.modules); import run; assert run.is_ready(); " \
           "print(*(set(sys.modules) - before))"
    command = project.command()
    loaded = subprocess.run([command["args"][0], "-I", "-c", code, str(project.folder)], capture_output=True, text=True)
    assert loaded.returncode == 0, loaded.stderr
    assert {name for name in loaded.stdout.split() if name[0] != "_"} <= {"run", "yurios", "yurios.setup", "yurios.setup.stamp", "hashlib"}


def test_a_changed_lock_reinstalls_and_drops_what_it_no_longer_names(project):
    project.lock({"soul": "2.0", "pytest": "1.0"}, {"song": "1.0"})
    told = project.told("hello")
    assert "2.0" in Path(told["where"]["soul"]).read_text("utf-8")
    assert told["where"]["song"] and not told["where"]["wings"]


def test_another_python_makes_the_environment_anew(project):
    venv = project.folder / ".venv"
    for file in ("made-for.txt", "complete.stamp"):
        (venv / file).write_text((venv / file).read_text("utf-8").replace("cpython-3", "cpython-2"), "utf-8")
    (venv / "left-over").mkdir()
    assert project.told("hello")["where"]["soul"]
    assert not (venv / "left-over").exists()


def test_a_setup_killed_in_the_middle_goes_on_at_the_next_start(project):
    project.lock({"soul": "2.0", "pytest": "1.0"}, {"wings": "2.0"})
    with subprocess.Popen(**project.command("setup")) as process:
        for line in process.stdout:
            if line.startswith("[3/4]"):
                process.kill()
                break
    assert not (project.folder / ".venv" / "complete.stamp").exists()
    assert project.told("hello")["where"]["wings"]
    assert (project.folder / ".venv" / "complete.stamp").exists()


@pytest.mark.skipif(os.name != "posix", reason="sends Ctrl-C the POSIX way")
def test_ctrl_c_stops_with_a_sentence_and_no_traceback(project):
    project.lock({"soul": "2.0", "pytest": "1.0"}, {"wings": "2.0"}, absent=("soul",))
    slow = project.wheels / "soul-2.0-py3-none-any.whl"
    os.mkfifo(slow)  # pip waits for a writer, so the set-up can't be quicker than Ctrl-C
    heard = partial(signal.signal, signal.SIGINT, signal.SIG_DFL)  # a shell has what it starts with & ignore Ctrl-C, and children inherit that
    with subprocess.Popen(**project.command("setup"), start_new_session=True, preexec_fn=heard) as process:
        said = ""
        for line in process.stdout:
            said += line
            if line.startswith("[3/4]"):
                os.killpg(process.pid, signal.SIGINT)  # as a terminal does: to pip as well
    assert process.returncode == 130
    assert "goes on from here" in said and "Traceback" not in said


def test_a_package_that_pip_left_half_written_is_installed_again(project):
    package = Path(project.told("hello")["where"]["soul"]).parent
    (package / "__main__.py").unlink()
    (next(package.parent.glob("soul-*.dist-info")) / "INSTALLER").unlink()
    assert project.run("setup").returncode == 0
    assert (package / "__main__.py").exists()


def test_a_part_that_fails_stops_nothing_and_is_tried_again_when_asked(project):
    project.lock({"soul": "1.0", "pytest": "1.0"}, {"song": "1.0"}, absent=("song",))
    start = project.run("hello")
    assert start.returncode == 7 and "Without: extra" in start.stdout
    assert project.parts()["extra"]["state"] == "failed" and "song" in project.parts()["extra"]["reason"]
    project.lock({"soul": "1.0", "pytest": "1.0"}, {"song": "1.0"})
    again = project.run("setup")
    assert "failed before" in again.stdout and "--retry" in again.stdout and again.returncode == 0
    assert project.run("setup", "--retry").returncode == 0
    assert project.parts()["extra"]["state"] == "ok"


def test_an_essential_that_fails_stops_with_a_sentence_and_then_goes_on(project):
    project.lock({"soul": "3.0", "pytest": "1.0"}, {"wings": "1.0"}, absent=("soul",))
    stopped = project.run("hello")
    assert stopped.returncode == 2 and "Traceback" not in stopped.stdout
    assert "soul" in stopped.stdout and "Is the network there?" in stopped.stdout
    project.lock({"soul": "3.0", "pytest": "1.0"}, {"wings": "1.0"})
    assert project.run("hello").returncode == 7


def test_a_wheel_with_another_hash_is_refused(project):
    project.lock({"soul": "4.0", "pytest": "1.0"}, {"wings": "1.0"})
    with zipfile.ZipFile(project.wheels / "soul-4.0-py3-none-any.whl", "a") as wheel:
        wheel.writestr("soul/evil.py", "")
    stopped = project.run("setup")
    assert stopped.returncode == 2 and "HASH" in stopped.stdout.upper()


@pytest.mark.skipif(os.name != "posix", reason="holds the lock the POSIX way")
def test_a_second_setup_waits_for_the_first_and_then_finds_it_done(project):
    import fcntl

    with open(project.folder / ".venv" / "setup.lock", "a+", encoding="utf-8") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        with subprocess.Popen(**project.command("setup")) as second:
            assert second.stdout.readline().startswith("Another set-up")
            fcntl.flock(held, fcntl.LOCK_UN)
            assert second.stdout.read() == ""
    assert second.returncode == 0


def test_the_test_command_gives_its_arguments_to_pytest_in_the_projects_folder(project, tmp_path):
    assert project.run("test", "-k", "a b", cwd=tmp_path).stdout.strip() == f"{project.folder} ['-k', 'a b']"


def test_help_and_version_need_no_setup(tmp_path):
    project = Project(tmp_path / "project", tmp_path / "wheels").lay_out()
    assert "tells what it got" in project.run("--help").stdout and "tells what it got" in project.run("-h").stdout
    assert project.run("hallo").returncode == 2
    assert project.run("--version").stdout.startswith("YuriOS ")
    assert project.run("setup", "--wrong").returncode == 2
    assert not (project.folder / ".venv").exists()


def test_an_old_python_gets_a_sentence_and_can_read_the_files_that_say_it(monkeypatch, capsys):
    for file in ("run.py", "yurios/setup/stamp.py", "yurios/__init__.py"):
        ast.parse((ROOT / file).read_text("utf-8"), feature_version=(3, 7))
    monkeypatch.syspath_prepend(str(ROOT))
    import run

    monkeypatch.setattr(sys, "version_info", (3, 9, 1))
    assert run.main(["chat"]) == 2
    assert "Python 3.11" in capsys.readouterr().err


@pytest.mark.parametrize("file", ["run.py", *(f"yurios/setup/{name}.py" for name in BEFORE_THE_VENV)])
def test_what_runs_before_the_venv_imports_only_the_standard_library_and_its_own_kind(file):
    for node in ast.walk(ast.parse((ROOT / file).read_text("utf-8"))):
        if isinstance(node, ast.Import):
            assert all(name.name.split(".")[0] in sys.stdlib_module_names for name in node.names)
        if isinstance(node, ast.ImportFrom) and node.module.split(".")[0] not in sys.stdlib_module_names:
            names = [name.name for name in node.names] if node.module in ("yurios", "yurios.setup") else [node.module.split(".")[-1]]
            assert set(names) <= {*BEFORE_THE_VENV, "__version__", "cli"}, ast.unparse(node)


def test_root_is_told_what_is_installed_and_others_get_the_command(tmp_path, monkeypatch, capsys):
    asked = tmp_path / "asked"
    (tmp_path / "apt-get").write_text(f'#!/bin/sh\necho "$@" >> "{asked}"\n', "utf-8")
    (tmp_path / "apt-get").chmod(0o755)
    (tmp_path / ".venv").mkdir()
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    need = ground.Need("PortAudio", ("ears",), ("portaudio19-dev",), "", lambda: False)
    monkeypatch.setattr(ground, "may_install", lambda: False)
    setup.Setup(str(tmp_path), (need,)).prepare_ground()
    assert "sudo apt-get install -y --no-install-recommends portaudio19-dev" in capsys.readouterr().out
    assert not asked.exists()
    monkeypatch.setattr(ground, "may_install", lambda: True)
    setup.Setup(str(tmp_path), (need,)).prepare_ground()
    assert "you are root, so they are installed now" in capsys.readouterr().out
    assert asked.read_text("utf-8").splitlines() == ["update", "install -y --no-install-recommends portaudio19-dev"]


def test_a_python_without_venv_gets_a_sentence(tmp_path, monkeypatch):
    (tmp_path / ".venv").mkdir()
    monkeypatch.setattr(setup, "VENV_PYTHON", str(tmp_path / ".venv" / "bin" / "python"))
    monkeypatch.setattr(sys, "_base_executable", shutil.which("false"))
    with pytest.raises(setup.SetupFailed, match="python3-venv"):
        setup.Setup(str(tmp_path)).make_venv()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="the child waits at a named pipe")
def test_a_long_step_says_that_it_lives(tmp_path, monkeypatch):
    pipe, shown = tmp_path / "pipe", []
    os.mkfifo(pipe)

    def show(words: str, live: bool) -> None:
        if not shown:
            pipe.write_text("go on", "utf-8")  # the child ends only after the first line of progress
        shown.append(words)

    monkeypatch.setattr(follow, "SECONDS_BETWEEN_LINES", 0.02)
    monkeypatch.setattr(follow, "show", show)
    code = follow.follow([sys.executable, "-c", "import sys; open(sys.argv[1]).read()", str(pipe)],
                         tmp_path / "log", str(tmp_path), dict(os.environ))
    assert code == 0 and len(shown) >= 2 and shown[-1].strip().startswith("done in 0:0")


@pytest.mark.parametrize(("log", "words"), [
    ("Collecting numba\nnoise\n[3/140] Building CXX a.o\n[4/140] Building CXX b.o\n", "compiling, 4 of 140 files"),
    ("Collecting numba\n  Downloading numba.whl (3 MB)\n   | ~~~^~~~\n", "Downloading numba.whl (3 MB)")])
def test_progress_says_how_many_files_are_compiled_else_what_pip_is_at(tmp_path, log, words):
    (tmp_path / "log").write_text(log, "utf-8")
    assert follow.newest_words(tmp_path / "log") == words


@pytest.mark.parametrize(("text", "reason"), [
    ("  a.c:1:9: fatal error: portaudio.h: No such file\nERROR: Failed building wheel for pyaudio",
     "fatal error: portaudio.h: No such file"),
    ("ERROR: Could not find a version\nERROR: No matching distribution found for song==1.0",
     "ERROR: Could not find a version"),
    ("", "pip ended without a word")])
def test_the_reason_of_a_failure_is_one_line_a_person_can_use(text, reason):
    assert setup.find_reason(text) == reason


def test_a_cpu_without_avx2_gets_a_build_for_itself(tmp_path):
    (tmp_path / "old").write_text("flags\t\t: fpu sse2 avx", "utf-8")
    (tmp_path / "new").write_text("flags\t\t: fpu sse2 avx avx2", "utf-8")
    (tmp_path / "arm").write_text("Features\t: fp asimd", "utf-8")
    assert [ground.lacks_avx2(str(tmp_path / cpu)) for cpu in ("old", "new", "arm", "none")] == [True, False, False, False]


def test_ci_runs_the_one_test_command():
    assert "python3 run.py test" in (ROOT / ".ci" / "run").read_text("utf-8")
