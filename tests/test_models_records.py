"""Provider records: read, merged by name, refused with a sentence that names the nearest valid word."""

from __future__ import annotations

from pathlib import Path

import pytest

from yurios.models.records import Record, RecordError, Role, parse_record, read_records, read_roles

ROOT = Path(__file__).resolve().parents[1]


def test_every_class_record_is_valid_and_the_starter_is_among_them() -> None:
    records = read_records(ROOT / "assets" / "providers")
    assert {"starter", "scripted"} <= set(records)
    assert len(records["starter"].sha256) == 64 and records["starter"].license == "Apache-2.0"


def test_an_instance_of_the_same_name_wins(tmp_path: Path) -> None:
    for folder, title in (("class", "old"), ("mine", "new")):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "a.toml").write_text(f'protocol = "scripted"\ntitle = "{title}"\n', "utf-8")
    assert read_records(tmp_path / "class", tmp_path / "mine", tmp_path / "absent")["a"].title == "new"


@pytest.mark.parametrize("text, says", [
    ('protocol = "scripted"\ncontxt = 5', 'Did you mean "context"?'),
    ('protocol = "scripted"\nzzz = 5', "Valid here:"),
    ('protocol = "openia"', 'Did you mean "openai"?'),
    ('protocol = "scripted"\ncontext = "many"', "must be a whole number"),
    ('protocol = "scripted"\ncontext = true', "must be a whole number"),
    ('protocol = "scripted"\ncontext = -1', "must not be negative"),
    ('protocol = "scripted"\nlogit_bias = {a = "b"}', "must be a table of numbers"),
    ('protocol = "scripted"\ntail = "usr"', 'Did you mean "user"?'),
    ('title = "x"', 'has no "protocol"'),
    ('protocol = "openai"\nmodel = "m"', 'needs "base_url"'),
    ('protocol = "llama.cpp"', 'needs "path"'),
    ('protocol = ', "is not TOML"),
])
def test_a_wrong_record_stops_with_a_sentence(text: str, says: str) -> None:
    with pytest.raises(RecordError) as caught:
        parse_record("mine", text, "providers/mine.toml")
    assert says in str(caught.value) and str(caught.value).startswith("providers/mine.toml")


def test_whole_numbers_are_fine_where_fractions_are() -> None:
    assert parse_record("a", 'protocol = "scripted"\ntimeout_s = 5', "a").timeout_s == 5


def test_a_key_never_shows_when_a_record_is_printed() -> None:
    assert "secret" not in repr(Record("a", "openai", base_url="http://x", model="m", api_key="secret"))


def test_roles_have_defaults_and_fallbacks() -> None:
    records = {"starter": Record("starter", "scripted"), "big": Record("big", "scripted")}
    assert read_roles({}, records) == {"chat": Role("starter"), "utility": Role("starter")}
    dials = {"models.chat": "big", "models.chat_fallback": "starter", "models.utility": ""}
    assert read_roles(dials, records) == {"chat": Role("big", "starter")}


def test_a_role_that_names_nothing_stops_with_the_nearest_name() -> None:
    with pytest.raises(RecordError, match='models.chat = "startr" names no provider record. Did you mean "starter"'):
        read_roles({"models.chat": "startr"}, {"starter": Record("starter", "scripted")})
