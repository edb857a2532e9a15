"""Downloads: whole, resumed, changed meanwhile, cut, wrong; and the shelf they end on. The server is on loopback."""

from __future__ import annotations

import hashlib
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from yurios.models.download import download, file_name
from yurios.models.failure import Failure
from yurios.models.model_file import checked_file, find_file, licence_notice
from yurios.models.records import Record, parse_record
from yurios.models.shelf import Shelf, plain_name

BODY = b"GGUF" + bytes(range(256)) * 400
SUM = hashlib.sha256(BODY).hexdigest()


class Store:
    """Serves one file; `cut` bytes are sent before it hangs up, `etag` names the version."""

    def __init__(self) -> None:
        self.body, self.etag, self.cut, self.ranges = BODY, '"v1"', 0, []
        store = self

        class Handler(BaseHTTPRequestHandler):
            def log_message(self, *args: object) -> None:
                pass

            def do_GET(self) -> None:
                wanted, start = self.headers.get("Range", ""), 0
                store.ranges.append(wanted)
                if wanted and self.headers.get("If-Range") == store.etag:
                    start = int(wanted.removeprefix("bytes=").rstrip("-"))
                if start >= len(store.body):
                    self.send_response(416)
                    self.send_header("Content-Range", f"bytes */{len(store.body)}")
                    self.end_headers()
                    return
                self.send_response(206 if start else 200)
                self.send_header("Content-Length", str(len(store.body) - start))
                self.send_header("ETag", store.etag)
                self.end_headers()
                self.wfile.write(store.body[start:store.cut or None])

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}/files/My%20Model.gguf?x=1"


@pytest.fixture
def store():
    made = Store()
    yield made
    made.server.shutdown()
    made.server.server_close()


def test_a_whole_file_arrives_with_progress(store: Store, tmp_path: Path) -> None:
    seen: list = []
    assert download(store.url, tmp_path / "m.gguf", SUM, lambda *at: seen.append(at)) == SUM
    assert (tmp_path / "m.gguf").read_bytes() == BODY and seen[-1] == (len(BODY), len(BODY))
    assert [p.name for p in tmp_path.iterdir()] == ["m.gguf"]


def test_what_was_cut_goes_on_where_it_stopped(store: Store, tmp_path: Path) -> None:
    store.cut = 5000
    with pytest.raises(Failure, match="stopped|ended"):
        download(store.url, tmp_path / "m.gguf", SUM)
    assert not (tmp_path / "m.gguf").exists() and (tmp_path / "m.gguf.part").stat().st_size == 5000
    store.cut = 0
    assert download(store.url, tmp_path / "m.gguf", SUM) == SUM
    assert store.ranges == ["", "bytes=5000-"]


def test_a_cancel_by_hand_keeps_what_came(store: Store, tmp_path: Path) -> None:
    def stop(done: int, total: int) -> None:
        raise KeyboardInterrupt
    with pytest.raises(KeyboardInterrupt):
        download(store.url, tmp_path / "m.gguf", "", stop)
    assert (tmp_path / "m.gguf.part").stat().st_size > 0


def test_another_version_on_the_server_starts_afresh(store: Store, tmp_path: Path) -> None:
    store.cut = 5000
    with pytest.raises(Failure):
        download(store.url, tmp_path / "m.gguf")
    store.cut, store.etag, store.body = 0, '"v2"', b"GGUF" + b"other" * 3000
    download(store.url, tmp_path / "m.gguf")
    assert (tmp_path / "m.gguf").read_bytes() == store.body


def test_a_file_that_was_already_whole_is_taken(store: Store, tmp_path: Path) -> None:
    (tmp_path / "m.gguf.part").write_bytes(BODY)
    (tmp_path / "m.gguf.part.version").write_text('"v1"')
    assert download(store.url, tmp_path / "m.gguf", SUM) == SUM


@pytest.mark.parametrize("body, wanted", [(b"<html>not a model</html>", ""), (BODY, "0" * 64)])
def test_a_wrong_file_is_thrown_away(store: Store, tmp_path: Path, body: bytes, wanted: str) -> None:
    store.body = body
    with pytest.raises(Failure, match="thrown away"):
        download(store.url, tmp_path / "m.gguf", wanted)
    assert list(tmp_path.iterdir()) == []


def test_nobody_there_says_how_to_go_on(tmp_path: Path) -> None:
    with pytest.raises(Failure) as caught:
        download("http://127.0.0.1:9/x.gguf", tmp_path / "m.gguf")
    assert "goes on where it stopped" in caught.value.hint


def test_names_come_from_addresses_and_files() -> None:
    assert file_name("https://a.example/b/My%20Model.Q4.gguf?download=true") == "My-Model.Q4.gguf"
    assert file_name("https://a.example/") == "model.gguf" and file_name("https://a.example/..%2f..%2fetc") == "etc.gguf"
    assert plain_name("SmolLM2-135M.Q4_1.gguf") == "smollm2-135m.q4_1"


def test_a_url_becomes_a_record_and_can_be_removed_with_its_file(store: Store, tmp_path: Path) -> None:
    path = Shelf(tmp_path, {}).add(store.url, "mine", SUM)
    record = parse_record("mine", path.read_text("utf-8"), "mine")
    assert (record.path, record.sha256) == ("models/My-Model.gguf", SUM)
    assert checked_file(record, tmp_path).read_bytes() == BODY
    gone = Shelf(tmp_path, {"mine": record}).remove("mine", [])
    assert len(gone) == 2 and not any(p.exists() for p in gone)


def test_a_local_file_is_pointed_at_or_copied(tmp_path: Path) -> None:
    model = tmp_path / "a b é.gguf"
    model.write_bytes(BODY)
    home = tmp_path / "home"
    pointed = parse_record("p", Shelf(home, {}).add(str(model), "p").read_text("utf-8"), "p")
    taken = parse_record("c", Shelf(home, {}).add(str(model), "c", copy=True).read_text("utf-8"), "c")
    assert find_file(pointed, home) == model.resolve() and find_file(taken, home) == home / "models" / model.name
    Shelf(home, {"p": pointed}).remove("p", [])
    assert model.exists(), "a file outside her folder is the owner's"


@pytest.mark.parametrize("name, code", [("starter", "taken"), ("../x", "name"), ("", "wrong_file")])
def test_what_cannot_be_added_is_said(tmp_path: Path, name: str, code: str) -> None:
    (tmp_path / "text.gguf").write_text("no model")
    with pytest.raises(Failure) as caught:
        Shelf(tmp_path, {"starter": Record("starter", "scripted")}).add(str(tmp_path / "text.gguf"), name)
    assert caught.value.code == code and caught.value.hint


def test_a_model_in_use_and_a_class_item_stay(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path, {"starter": Record("starter", "scripted")})
    (tmp_path / "providers").mkdir()
    (tmp_path / "providers" / "mine.toml").write_text("")
    for name, used, code in (("mine", ["chat"], "in_use"), ("starter", [], "unknown"), ("startr", [], "unknown")):
        with pytest.raises(Failure) as caught:
            shelf.remove(name, used)
        assert caught.value.code == code


def test_a_changed_file_is_noticed_although_it_was_checked(tmp_path: Path) -> None:
    model = tmp_path / "m.gguf"
    model.write_bytes(BODY)
    record = Record("m", "llama.cpp", path="m.gguf", sha256=SUM)
    assert checked_file(record, tmp_path) == model
    model.write_bytes(BODY + b"!")
    with pytest.raises(Failure, match="sha256 differs"):
        checked_file(record, tmp_path)


def test_a_licence_is_shown_once(tmp_path: Path) -> None:
    record = Record("m", "scripted", title="M", license="Apache-2.0")
    assert "Apache-2.0" in licence_notice(record, tmp_path) and licence_notice(record, tmp_path) == ""
