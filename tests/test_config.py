"""Reading the dials: layers, sources, and a sentence for every way to get one wrong."""

from __future__ import annotations

import dataclasses
import re

import pytest
from hypothesis import HealthCheck, example, given, settings, strategies as st

from yurios.config import ConfigError, load
from yurios.dials import DIALS, TABLE, DialError, minutes
from yurios.home import Home


@pytest.fixture
def home(tmp_path) -> Home:
    return Home(tmp_path)


def write(home: Home, text: str) -> Home:
    home.config_path.write_bytes(text.encode())
    return home


def refusal(home: Home | None = None, environ={}, overrides={}, scenario={}) -> str:
    with pytest.raises(ConfigError) as caught:
        load(home, environ, overrides, scenario)
    assert "\n" not in str(caught.value)
    return str(caught.value)


# --- the table ---


def test_every_default_passes_its_own_check():
    assert [dial.check(dial.default) for dial in TABLE] == [dial.default for dial in TABLE]


def test_keys_and_variables_are_unique_and_meanings_are_one_line():
    assert len({dial.variable for dial in TABLE}) == len(DIALS) == len(TABLE)
    assert all(re.fullmatch(r".{10,76}\.", dial.meaning) for dial in TABLE)


def test_defaults_are_those_of_the_design():
    config = load(None, {})
    assert (config["mind.act_threshold"], config["mind.interrupt_threshold"], config["mind.suggest_band"]) == (0.4, 0.75, 0.1)
    assert (config["models.chat"], config["models.chat_fallback"], config["models.embed"]) == ("starter", "", "")
    assert config.window("mind.quiet_hours") == (22 * 60, 9 * 60)
    assert config.notices == ()


# --- layers ---


def test_later_layers_win_and_are_named(home):
    write(home, '[mind]\nmin_gap_s = 1\nidle_cadence_s = 10\n[memory]\nfloor = 1\n')
    config = load(home, {"YURIOS_MIND_MIN_GAP_S": "2", "YURIOS_HOME": "x", "PATH": "y"}, {"mind.min_gap_s": "3"})
    seen = {key: (one.value, one.source) for key, one in config.settings.items() if one.source != "default"}
    assert seen == {
        "mind.min_gap_s": (3, "command line"),
        "mind.idle_cadence_s": (10, "config.toml"),
        "memory.floor": (1.0, "config.toml"),
    }


def test_a_scenario_speaks_for_itself():
    config = load(None, {}, scenario={"mind.max_interrupts_per_day": 9, "mind": {"enabled": False}})
    assert config.settings["mind.max_interrupts_per_day"].source == "scenario [dials]"
    assert config["mind.max_interrupts_per_day"] == 9 and config["mind.enabled"] is False


def test_no_file_and_an_empty_file_are_all_defaults(home):
    assert load(home, {}).settings == load(write(home, "\ufeff# nothing\r\n[mind]\r\n"), {}).settings


def test_a_config_is_frozen():
    config = load(None, {})
    with pytest.raises(dataclasses.FrozenInstanceError):
        config.notices = ("x",)
    with pytest.raises(TypeError):
        config.settings["mind.enabled"] = None


# --- what stops her ---


@pytest.mark.parametrize(
    "text, says",
    [
        ("[mind]\nact_treshold = 0.5", ["config.toml", "mind.act_treshold", "0.5", "did you mean mind.act_threshold?"]),
        ("[mnid]\nenabled = true", ["mnid.enabled", "did you mean mind.enabled?"]),
        ("port = 80", ["port", "server.port"]),
        ("[mind]\nenabled = 1", ["mind.enabled wants true or false, found 1"]),
        ("[mind]\nmin_gap_s = 1.5", ["mind.min_gap_s wants a whole number", "1.5"]),
        ("[mind]\nmin_gap_s = true", ["found true"]),
        ('[mind]\nact_threshold = "0.5"', ["wants a number from 0 to 1", '"0.5"']),
        ("[mind]\nact_threshold = 1.01", ["goes from 0 to 1, found 1.01"]),
        ("[mind]\nact_threshold = nan", ["goes from 0 to 1"]),
        ("[server]\nport = 0", ["goes from 1 to 65535, found 0"]),
        ("[server]\nport = 0x" + "f" * 9000, ["more than 60 digits"]),
        ("[memory]\nfloor = 0x" + "f" * 9000, ["more than 60 digits"]),
        ("[server]\nport = " + "9" * 9000, ["not valid TOML"]),
        ("a = " + "[" * 5000, ["not valid TOML"]),
        ("[mind\n", ["not valid TOML", "line 1", "config undo"]),
        ('[mind]\nquiet_hours = "22-9"', ["mind.quiet_hours", "22-9", "22:00-09:00"]),
        ('[mind]\nquiet_hours = "10:00-10:00"', ["no length"]),
        ('[mind]\nquiet_hours = 22:00:00', ["wants a text"]),
        ('[time]\nzone = "Asia/Tokio"', ["time.zone", "Asia/Tokio", 'such as "Asia/Tokyo"']),
        ('[time]\nzone = "../../etc/passwd"', ["wants a zone"]),
        ('[models]\nchat = "a\\u001b[2J"', ["wants a text", "\\x1b"]),
        ('"mind.enabled" = true\n[mind]\nenabled = false', ["stands there twice"]),
        ("[mind]\nenabled = {}", ["wants true or false"]),
        ("[unknown]", ["unknown"]),
    ],
)
def test_a_wrong_file_stops_with_a_sentence(home, text, says):
    said = refusal(write(home, text))
    assert [part for part in says if part not in said] == [] and "\x1b" not in said, said


def test_a_file_that_is_no_text_or_no_file_stops(home):
    home.config_path.write_bytes("[mind]\n".encode("utf-16"))
    assert "Save it again as UTF-8" in refusal(home)
    home.config_path.unlink()
    home.config_path.mkdir()
    assert "cannot be read" in refusal(home)


@pytest.mark.parametrize("name", ["YURIOS_MIND_ACT_TRESHOLD", "YURIOS_MIND_", "YURIOS_MNID_ENABLED", "YURIOS_SERVER_PORTS"])
def test_a_variable_that_looks_like_a_dial_stops(name):
    assert name in refusal(None, {name: "1"}) and "did you mean YURIOS_" in refusal(None, {name: "1"})


@pytest.mark.parametrize("name", ["YURIOS_HOME", "YURIOS_TEST_KEEP", "yurios_mind_x", "MIND_ENABLED"])
def test_other_variables_are_nobodys_business(name):
    assert load(None, {name: "x"}).settings == load(None, {}).settings


@pytest.mark.parametrize("name, text", [("YURIOS_MIND_ENABLED", ""), ("YURIOS_MIND_MIN_GAP_S", "1h"), ("YURIOS_MEMORY_FLOOR", "inf")])
def test_a_wrong_variable_names_itself_and_what_it_held(name, text):
    assert f"environment {name}: {name[7:].lower().replace('_', '.', 1)} " in refusal(None, {name: text})


def test_a_wrong_word_on_the_command_line_or_in_a_scenario_says_where():
    assert refusal(overrides={"mind.nope": "1"}).startswith("the command line: ")
    assert refusal(scenario={"mind.enabled": "yes"}).startswith("the scenario's [dials]: ")


@pytest.mark.parametrize("text, value", [("on", True), ("FALSE", False), ("1", True), ("no", False)])
def test_switches_read_as_people_write_them(text, value):
    assert load(None, {"YURIOS_MIND_ENABLED": text})["mind.enabled"] is value


# --- weights ---


def weights(*values: float) -> dict[str, float]:
    return dict(zip([key for key in DIALS if "weight_" in key], values, strict=True))


def test_weights_that_judge_nothing_or_twice_are_refused():
    assert "add up to 0;" in refusal(scenario=weights(0, 0, 0, 0, 0))
    assert "add up to 3;" in refusal(scenario=weights(1, 1, 1, 0, 0))


def test_weights_that_surprise_are_pointed_out():
    assert "never speak first" in load(None, {}, scenario=weights(0.3, 0, 0, 0, 0)).notices[0]
    assert "not 1" in load(None, {}, scenario=weights(1, 0.5, 0, 0, 0)).notices[0]
    assert load(None, {}, scenario=weights(0.2, 0.2, 0.2, 0.2, 0.2)).notices == ()


# --- properties ---


@given(st.integers(0, 1439), st.integers(1, 1440))
def test_every_window_of_two_times_reads_back(start, end):
    text = f"{start // 60:02}:{start % 60:02}-{end // 60:02}:{end % 60:02}"
    if start == end:
        with pytest.raises(DialError):
            minutes(text)
    else:
        assert minutes(text) == (start, end)


@given(st.text())
@example("٢٢:٠٠-٠٩:٠٠")
@example("24:01-25:00")
def test_no_text_breaks_the_window_reader(text):
    try:
        span = minutes(text)
    except DialError:
        return
    assert span is None or (0 <= span[0] < 1440 and 0 <= span[1] <= 1440 and span[0] != span[1])


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.dictionaries(st.sampled_from([*DIALS, "mind.x", ""]), st.one_of(st.integers(), st.floats(), st.text(), st.booleans(), st.lists(st.integers()))))
def test_any_dials_load_or_stop_with_a_sentence(scenario):
    try:
        config = load(None, {}, scenario=scenario)
    except ConfigError:
        return
    assert all(one.dial.check(one.value) == one.value for one in config.settings.values())


@given(st.sampled_from(TABLE), st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0")))
def test_any_variable_loads_or_stops_with_its_name(dial, text):
    try:
        load(None, {dial.variable: text})
    except ConfigError as error:
        assert dial.variable in str(error) or "weight_" in str(error)
