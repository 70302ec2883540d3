"""Exported readers: the same answers as torch gives, without torch; folders that are no readers."""

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch

from cantor.cli import main
from cantor.errors import ModelError
from cantor.model.config import READERS, AnsweringConfig
from cantor.model.files import CONFIG, GRAPH
from cantor.model.folder import write_manifest
from cantor.model.onnx.export import Exported
from cantor.model.onnx.load import load_onnx
from cantor.model.saving import save_pretrained
from cantor.reading.batch import ReadingBatch
from cantor.reading.network import PassageReader
from cantor.reading.onnx_engine import OnnxEngine
from cantor.reading.passage import Asked
from cantor.reading.questions import Question, prepared
from cantor.reading.reader import Reader
from cantor.reading.scores import ReadingScores, outputs_of
from cantor.reading.torch_engine import TorchEngine
from cantor.solver import Solver
from helpers.passages import ASKED, CHOIR, FERRY, MILL, SYSTEMS, reader
from helpers.tiny_export import tiny_export

#: With one that is longer than the encoder reads, and one without any number.
CASES = [
    *((passage, question) for passage, question, _ in ASKED),
    (f"{CHOIR} {MILL} {FERRY}", "How many sheep were there?"),
    ("Ana met Bo.", "Who met Bo?"),
]
CALIBRATION = ((0.0, 0.25), (1.0, 0.75))


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory) -> dict[str, TorchEngine]:
    """Of each system one with random weights, which marks numbers and takes three quantities or two."""
    base = tmp_path_factory.mktemp("readers")
    found = {}
    for n, system in enumerate(SYSTEMS):
        settings = {"number_mark": True, "reading": {"three": n % 2 == 1}}
        model, tokenizer = reader(base, system, positions=70, **settings)
        assert model.number_mark is not None
        torch.nn.init.normal_(model.number_mark)
        model.config = replace(model.config, answering=AnsweringConfig(calibration=CALIBRATION))
        found[system] = TorchEngine(model.eval(), tokenizer)
    return found


def asked_of(engine: TorchEngine) -> list[Question]:
    return [prepared(Asked.over(*case), None, engine.tokenizer, engine.config) for case in CASES]


def torch_scores(engine: TorchEngine, questions: list[Question]) -> ReadingScores:
    batch = ReadingBatch.of(questions, engine.tokenizer, engine.config, torch.device("cpu"))
    with torch.no_grad():
        return ReadingScores.of({name: x.numpy() for name, x in engine.model.outputs(batch).items()})


@pytest.mark.parametrize("system", SYSTEMS)
def test_torch_and_the_graph_say_the_same(system: str, trained: dict[str, TorchEngine]) -> None:
    engine = trained[system]
    exported = OnnxEngine.in_memory(Exported.of(engine.model, engine.tokenizer))
    questions = asked_of(engine)
    expected, found = torch_scores(engine, questions), exported.scores(questions)
    for name in outputs_of(system):
        assert np.allclose(getattr(found, name), getattr(expected, name), atol=1e-4), name
    for mine, other in zip(exported.decode(questions, 3), engine.decode(questions, 3), strict=True):
        assert [c.answer for c in mine[:1]] == [c.answer for c in other[:1]]
        assert mine[0].log_prob == pytest.approx(other[0].log_prob, abs=1e-4)
        assert (mine[0].places, mine[0].equation) == (other[0].places, other[0].equation)


def test_weights_of_eight_bits_are_close(trained: dict[str, TorchEngine]) -> None:
    engine = trained["tase-cantor"]
    small = Exported.of(engine.model, engine.tokenizer, "int8")
    assert small.config.quantisation == "int8"
    questions = asked_of(engine)
    expected, found = torch_scores(engine, questions), OnnxEngine.in_memory(small).scores(questions)
    for name in outputs_of("tase-cantor"):
        a, b = (np.exp(getattr(scores, name)) for scores in (found, expected))
        assert np.abs(a - b).max() < 0.05, name


@pytest.fixture(scope="module")
def folder(trained: dict[str, TorchEngine], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """`cantor export`, as people run it."""
    base = tmp_path_factory.mktemp("exported")
    save_pretrained(trained["tase-cantor"].model, trained["tase-cantor"].tokenizer, base / "best")
    assert main(["export", str(base / "best"), str(base / "small"), "--quantise", "int8", "--json"]) == 0
    return base / "small"


_WITHOUT_TORCH = """
import json, sys
sys.modules["torch"] = None  # whoever imports it fails
from cantor.cli import main
from cantor.reading.reader import Reader
ask = ["ask", "--passage", sys.argv[2], "--model", sys.argv[1], "--json", "--min-confidence", "0"]
status = main([*ask, sys.argv[3]])
assert status == 0, status
from cantor.cli.serve import _reader
import cantor.serve
for reader in (Reader(sys.argv[1]), _reader(sys.argv[1])):
    assert reader.ask(open(sys.argv[2]).read(), sys.argv[3]).alternatives
assert not any(name.partition(".")[0] in ("transformers", "onnx") for name in sys.modules)
"""


def test_it_answers_without_torch(folder: Path, tmp_path: Path) -> None:
    passage, question = tmp_path / "passage.txt", "How many goats left Oban?"
    passage.write_text(FERRY, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-c", _WITHOUT_TORCH, str(folder), str(passage), question],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert told["calibrated"]
    assert CALIBRATION[0][1] <= told["confidence"] <= CALIBRATION[1][1]
    assert told == Reader(folder).ask(FERRY, question, min_confidence=0.0).to_dict()


def test_its_card_and_its_weights(folder: Path, trained: dict[str, TorchEngine]) -> None:
    assert "Reader(" in (folder / "README.md").read_text(encoding="utf-8")
    again, _ = load_onnx(folder)
    assert isinstance(again, PassageReader)
    before = trained["tase-cantor"].model.state_dict()
    for name, weight in again.state_dict().items():
        assert torch.allclose(weight, before[name], atol=0.05), name


def test_folders_of_another_kind(folder: Path, tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="cantor ask"):
        Solver.from_pretrained(folder)
    with pytest.raises(ModelError, match=f"solves word problems; .*{READERS[0]}"):
        Reader(tiny_export(tmp_path))


def test_a_graph_that_is_not_its_configurations(trained: dict[str, TorchEngine], tmp_path: Path) -> None:
    engine = trained["tase-arith"]
    Exported.of(engine.model, engine.tokenizer).save(tmp_path / "model")
    config = json.loads((tmp_path / "model" / CONFIG).read_text(encoding="utf-8"))
    for wrong in ({"system": "tase"}, {"constants": ["0", "1", "100"]}, {"max_tokens": 500}):
        (tmp_path / "model" / CONFIG).write_text(json.dumps(config | wrong), encoding="utf-8")
        write_manifest(tmp_path / "model")
        with pytest.raises(ModelError, match=r"does not fit config\.json"):
            Reader(tmp_path / "model")
    (tmp_path / "model" / GRAPH).write_bytes(b"no graph")
    with pytest.raises(ModelError, match=r"model\.onnx"):
        Reader(tmp_path / "model")


def test_export_beside_torch_on_data(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data, best = tmp_path / "own.jsonl", folder.parent / "best"
    rows = [{"passage": FERRY, "question": f"{n} goats?", "answer": "8"} for n in range(25)]
    data.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    export = ["export", str(best), str(tmp_path / "out"), "--quantise", "int8", "--json"]
    assert main([*export, "--check", str(data), "--calibrate", str(data)]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["check"]["questions"] == 25
    assert told["check"]["runtimes"]["none"]["same_answers"] == 1.0
    assert told["check"]["runtimes"]["none"]["largest_difference"] < 1e-4
    assert set(told["check"]["runtimes"]) == {"torch", "none", "int8"}
    assert told["calibration"] != [list(point) for point in CALIBRATION]
    assert main([*export, "--verify"]) == 2
    assert "--calibrate" in capsys.readouterr().err
    assert main([*export, "--rank", "joint"]) == 2
    assert "word problems" in capsys.readouterr().err
