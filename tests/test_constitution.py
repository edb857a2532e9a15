"""Her constitution: an edit counts when the owner has signed it; until then she keeps to the last one, and health says so."""

from __future__ import annotations

import io

import pytest
from live import Session
from one_life import Lived, Store

from ecs.components.soul import Soul
from ecs.effects import FileChange
from yurios import cli
from yurios.vault.paths import GateToken, PathRefused
from yurios.vault.signature import PATH, as_it_stands, sign
from yurios.vault.trees import object_id
from yurios.vault.trouble import VaultError
from yurios.vault.watch import StillOwners

MINE = "She never lies, and never plays the tuba.\n"


@pytest.fixture(params=["disk", "memory", "sqlite"])
def lived(request, tmp_path):
    lived = Lived(Store(request.param, "memory"), tmp_path)
    yield lived
    lived.close()


def kept(lived) -> str:
    return lived.character.world.get("mira", Soul).files[PATH]


def test_an_edit_is_not_taken_up_and_not_committed_before_it_is_signed(lived):
    first = kept(lived)
    lived.lay(PATH, MINE)
    assert kept(lived) == first and len(lived.ids()) == 1
    repository = lived.character.repository
    sign(repository._history, as_it_stands(repository.folder))
    lived.look()
    assert kept(lived) == MINE == repository.committed(PATH)
    assert lived.ids()[-1][1:] == ("owner <owner@yurios.local>", "Signed the constitution") and len(lived.ids()) == 2
    lived.look()
    assert len(lived.ids()) == 2


def test_a_signature_is_for_one_text_and_outlives_a_restart(lived):
    repository = lived.character.repository
    lived.lay(PATH, MINE)
    sign(repository._history, as_it_stands(repository.folder))
    lived.look()
    lived.lay(PATH, MINE + "And never the trumpet.\n")
    assert kept(lived) == MINE and len(lived.ids()) == 2
    if lived.store.lasts:
        lived.restart()
        assert kept(lived) == MINE and len(lived.ids()) == 2
        lived.lay(PATH, MINE)
        assert kept(lived) == MINE and len(lived.ids()) == 2


def test_nothing_of_hers_passes_for_the_owners_word(lived):
    """Neither her own write nor one that claims to be the owner's gets an unsigned text into the history, and none writes the file."""
    lived.lay(PATH, MINE)
    repository = lived.character.repository
    name = "0123456789" * 4
    with pytest.raises(PathRefused):
        repository.apply([FileChange(PATH, "keep", name)], "Mine now", "Mira", 1, 0)
    with pytest.raises(PathRefused):
        repository.apply([FileChange(PATH, "replace", "x")], "Mine now", "Mira", 1, 0, token=GateToken("owner:w"), owners=True)
    with pytest.raises(StillOwners):
        repository.apply([FileChange(PATH, "keep", name)], "Mine now", "Mira", 1, 0, token=GateToken("owner:w"), owners=True)
    unsigned = sign_name(repository)
    with pytest.raises(StillOwners, match="not signed"):
        repository.apply([FileChange(PATH, "keep", unsigned)], "Mine now", "Mira", 1, 0, token=GateToken("owner:w"), owners=True)
    assert repository.read(PATH) == MINE and len(lived.ids()) == 1


def sign_name(repository) -> str:
    return object_id(b"blob", repository.folder.read(PATH)).decode()


@pytest.mark.parametrize("data", [None, b"", b"  \n", b"\0\1", b"<<<<<<< mine\na\n=======\nb\n>>>>>>> theirs\n"])
def test_what_nobody_can_keep_to_is_not_signed(lived, data):
    folder = lived.character.repository.folder
    folder.delete(PATH) if data is None else folder.write(PATH, data)
    with pytest.raises(VaultError, match="soul/CONSTITUTION.md"):
        as_it_stands(folder)


def test_the_owner_signs_while_she_is_awake(tmp_path, capsys, monkeypatch):
    home = tmp_path / "home"
    with Session(home) as session:
        session.say("hello")
        session.written()
        place = session.vault / PATH
        first = place.read_text("utf-8")
        place.write_text(first.replace("network: no", "network: the weather, once a day"), "utf-8")
        assert "run.py vault sign" in session.notice("changed by hand")["text"]
        assert "is not signed" in session.host.health()["paused"][0]
        monkeypatch.setattr("sys.stdin", io.StringIO("n\n"))
        assert cli.main(["vault", "sign", "--home", str(home)]) == 1
        said = capsys.readouterr().out
        assert "-- network: no\n+- network: the weather, once a day\n" in said
        assert cli.main(["vault", "sign", "--yes", "--home", str(home)]) == 0
        session.notice("as you signed it")
        assert session.host.health()["paused"] == []
        session.say("hello again")
        session.written()
        assert session.git("log", "-3", "--format=%an %s").splitlines()[1] == "owner Signed the constitution" and session.git("status", "--porcelain") == ""
        capsys.readouterr()
        assert cli.main(["vault", "sign", "--home", str(home)]) == 0 and "as it stands" in capsys.readouterr().out
    tape = next((home / "tapes/yuri").glob("*.jsonl"))
    assert cli.main(["replay", str(tape.parent)]) == 0
