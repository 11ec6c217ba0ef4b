"""Protocol files of a lead's own, and how errors in a file are placed."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from eval_core.errors import InputError
from eval_core.protocols import list_protocols, load_protocol, read_protocol
from eval_core.protocols.loader import DATA

BUILT_IN = sorted(path.stem for path in (DATA / "protocols").glob("*.toml"))
SOURCE = (DATA / "protocols" / "mt_qualitative.toml").read_text(encoding="utf-8")


def written(folder: Path, key: str, source: str = SOURCE) -> Path:
    """The MT evaluator under another name, as a file of that name."""
    folder.mkdir(exist_ok=True)
    path = folder / f"{key}.toml"
    path.write_text(source.replace('key = "mt_qualitative"', f'key = "{key}"', 1), encoding="utf-8")
    return path


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A lead's folder with the protocol `ours` in it."""
    folder = tmp_path / "own"
    written(folder, "ours")
    monkeypatch.setenv("PARVIS_PROTOCOLS", str(folder))
    return folder


def test_own_protocols_stand_beside_ours(own: Path) -> None:
    """A file in the folder is listed and loaded like one of Parvis's own, which stay."""
    assert [protocol.key for protocol in list_protocols()] == sorted([*BUILT_IN, "ours"])
    assert load_protocol("ours") == read_protocol(own / "ours.toml")
    assert load_protocol("heval").key == "heval"
    with pytest.raises(InputError, match=r"no protocol 'hours' \(known: .*norwegian_fluency, ours\)"):
        load_protocol("hours")


def test_without_the_setting_there_are_ours_only(own: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No setting, or an empty one, means no folder."""
    assert load_protocol("ours") == read_protocol(own / "ours.toml")
    for forget in (lambda: monkeypatch.setenv("PARVIS_PROTOCOLS", ""), lambda: monkeypatch.delenv("PARVIS_PROTOCOLS")):
        forget()
        assert [protocol.key for protocol in list_protocols()] == BUILT_IN
        with pytest.raises(InputError, match="no protocol 'ours'"):
            load_protocol("ours")


def test_a_changed_file_is_read_again(own: Path) -> None:
    """An own protocol that is edited while the dashboard runs is the new one from then on, an unchanged one is not
    read twice."""
    first = load_protocol("ours")
    assert load_protocol("ours") is first
    path = written(own, "ours", SOURCE.replace(f'version = "{first.version}"', 'version = "edited"', 1))
    os.utime(path, ns=(0, 1))  # clocks of file systems may be coarse
    assert load_protocol("ours").version == "edited" != first.version


def test_a_name_of_ours_is_refused(own: Path) -> None:
    """A file named as one of Parvis's protocols is an error that names the file, not a silent replacement."""
    path = written(own, "heval")
    for ask in (list_protocols, lambda: load_protocol("heval"), lambda: load_protocol("ours")):
        with pytest.raises(InputError, match="Parvis itself has a protocol 'heval'") as error:
            ask()
        assert error.value.file == path


def test_a_missing_folder_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A setting that names no folder is not passed over."""
    monkeypatch.setenv("PARVIS_PROTOCOLS", str(tmp_path / "none"))
    with pytest.raises(InputError, match="PARVIS_PROTOCOLS must name a folder"):
        list_protocols()


def test_a_broken_own_file_spoils_itself_only(own: Path) -> None:
    """One file that is wrong is named where all are listed, and leaves the others usable."""
    written(own, "broken", SOURCE.replace('kind = "rating"', 'kind = "duel"', 1))
    with pytest.raises(InputError, match=r"broken\.toml: kind: "):
        list_protocols()
    assert load_protocol("ours").key == "ours"


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('key = "terminology"\nmin = 1', 'key = "terminology"\nmin = "one"', "criteria.terminology.min: Input should"),
        ('key = "fluency"\nmin = 1', 'key = "fluency"\nmin = 7', "criteria.fluency: min must be below max"),
        ('key = "fluency"\nmin = 1\n', 'key = "fluency"\n', "criteria.fluency.min: is missing"),
        ("{ value = 1, label", "{ value = 1, colour = 2, label",
         "criteria.adequacy.points.1.colour: there is no such key"),
        ('[[criteria]]\nkey = "adequacy"\n', "[[criteria]]\n", "criteria.1.key: is missing"),
        ('rule = "mean_of_criterion_means"', 'rule = "median"', "score.rule: Input should be 'mean'"),
        ('rule = "mean_of_criterion_means"', 'rule = "given_overall"', "score: the rule given_overall needs"),
        ('nn = "Innhald"\n', "", "criteria.adequacy.label lacks the language nn"),
        ("{{ item.source }}", "{{ item.source }", "judge: template: line "),
        ("in items %}", "in rows %}", "judge: template: unknown name 'rows'"),
        ("adequacy = [5, \"\"]", "adequacy = [5]", "judge.examples.1.ratings.adequacy"),
        ('punctuation = [4, "No comma before \'men\'"]', "", "an example rates other criteria"),
    ],
)  # fmt: skip
def test_errors_are_placed_by_key(tmp_path: Path, old: str, new: str, message: str) -> None:
    """An error in a list is placed by the criterion's key and the point's value, not by counting entries."""
    assert old in SOURCE
    path = written(tmp_path, "ours", SOURCE.replace(old, new, 1))
    with pytest.raises(InputError) as error:
        read_protocol(path)
    assert str(error.value).startswith(f"{path}: ")
    assert message in str(error.value)


def test_every_error_is_told_at_once(tmp_path: Path) -> None:
    """A file with three errors is answered with all three."""
    source = SOURCE
    for old, new in (
        ('kind = "rating"', 'kind = "duel"'),
        ("batch_size = 20", "batch_size = 0"),
        ("max = 5", 'max = "x"'),
    ):
        source = source.replace(old, new, 1)
    with pytest.raises(InputError) as error:
        read_protocol(written(tmp_path, "ours", source))
    for place in ("kind: ", "judge.batch_size: ", "criteria.adequacy.max: "):
        assert place in str(error.value)


def test_a_share_of_the_maximum_needs_a_scale_from_zero(tmp_path: Path) -> None:
    """HEval's rule on a scale that begins below 0 is refused: its share would be no share."""
    source = SOURCE.replace("mean_of_criterion_means", "mean_over_applicable_div_max", 1)
    assert read_protocol(written(tmp_path, "ours", source)).key == "ours"
    with pytest.raises(InputError, match="needs scales from 0 upwards"):
        read_protocol(written(tmp_path, "ours", source.replace("min = 1", "min = -1", 1)))
