"""What the first model has mastered is seen less: judged once, and the same when a run goes on."""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
import torch

from cantor.errors import RecipeError
from cantor.model.system import Batch, Objective
from cantor.training.recipe import Recipe
from cantor.training.source import Whole
from cantor.training.step import Learner
from cantor.training.trainer import Trainer
from helpers.toy_runs import recipe_text, tiny_encoder


@pytest.fixture(scope="module")
def first(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """An encoder, and a model on it that has learned some of the toy problems."""
    torch.manual_seed(0)
    folder = tmp_path_factory.mktemp("first")
    encoder = tiny_encoder(folder / "encoder")
    opened(encoder, folder / "run", training={"epochs": 12}).run(lambda report: None)
    return encoder, folder / "run" / "best"


def opened(encoder: Path, folder: Path, **changes: dict[str, object]) -> Trainer:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "recipe.toml").write_text(recipe_text(encoder, **changes), encoding="utf-8")
    return Trainer(Recipe.from_file(folder / "recipe.toml"), folder)


def focused(first: tuple[Path, Path], folder: Path, **data: object) -> Trainer:
    settings = {"mastered_share": 0.25, "mastered_above": 0.5, **data}
    return opened(first[0], folder, data=settings, model={"start": str(first[1])}, training={"epochs": 2})


def whole(trainer: Trainer) -> Whole:
    assert isinstance(trainer.source, Whole)
    return trainer.source


def shown(trainer: Trainer, epoch: int) -> list[Any]:
    return [item for batch in trainer.source.epoch(epoch) for item in batch]


def test_what_is_not_mastered_is_in_every_epoch_and_a_share_of_the_rest(
    first: tuple[Path, Path], tmp_path: Path
) -> None:
    trainer = focused(first, tmp_path, train=["toy:96:1", "toy:20:3", "toy:20:3"])  # some of them twice
    items, mastered = whole(trainer).items, whole(trainer).mastered
    trainer.model.eval()
    for item, known in zip(items, mastered, strict=True):  # one by one, without padding
        batch = Batch.of([item.problem], trainer.tokenizer, trainer.model.config, torch.device("cpu"))
        with torch.no_grad():
            loss = trainer.model.loss(batch, [item], Objective("exact-mml"))
        likelihood = float((-loss).exp())
        assert abs(likelihood - 0.5) < 1e-4 or (likelihood >= 0.5) == known
    assert mastered[-20:] == mastered[-40:-20]
    some = sum(mastered)
    assert 10 < some < len(items) - 10  # else this shows nothing
    seen: Counter[int] = Counter()
    for epoch in range(40):
        found = [id(item) for item in shown(trainer, epoch)]
        assert len(found) == len(set(found))
        assert all(id(item) in found for item, known in zip(items, mastered, strict=True) if not known)
        seen.update(found)
    times = sum(seen[id(item)] for item, known in zip(items, mastered, strict=True) if known)
    assert times / (40 * some) == pytest.approx(0.25, abs=0.05)
    assert trainer.steps == 2 * len(list(trainer.source.epoch(0)))


def test_a_run_that_goes_on_judges_nothing_anew(
    first: tuple[Path, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[tuple[int, int]] = []
    trainer = focused(first, tmp_path)
    Trainer(trainer.recipe, tmp_path, judged=lambda done, total: told.append((done, total)))
    assert told == [(1, 2), (2, 2)]
    trainer.run(lambda report: None)

    def never(*_: object) -> Sequence[float]:
        raise AssertionError("judged again")

    monkeypatch.setattr(Learner, "likelihoods", never)
    again = Trainer(trainer.recipe, tmp_path)
    assert whole(again).mastered == whole(trainer).mastered
    assert again.steps == trainer.steps
    texts = [[item.problem.text for item in shown(each, 1)] for each in (trainer, again)]
    assert texts[0] == texts[1]


def test_nothing_of_it_where_all_are_to_be_seen(first: tuple[Path, Path], tmp_path: Path) -> None:
    trainer = focused(first, tmp_path, mastered_share=1.0)
    assert not whole(trainer).mastered
    assert "mastered" not in trainer.source.about
    assert len(shown(trainer, 0)) == trainer.source.count


@pytest.mark.parametrize(
    ("data", "model", "why"),
    [
        ({"mastered_share": 0.5}, {}, r"model\.start"),
        ({"mastered_share": -0.5}, {"start": "x"}, "from 0 to 1"),
        ({"mastered_share": 0.5, "stream": True, "train": ["*.jsonl"]}, {}, "does not go with data.stream"),
    ],
)
def test_what_cannot_be_is_refused(
    first: tuple[Path, Path],
    tmp_path: Path,
    data: dict[str, object],
    model: dict[str, object],
    why: str,
) -> None:
    with pytest.raises(RecipeError, match=why):
        opened(first[0], tmp_path, data=data, model=model)
