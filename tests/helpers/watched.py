"""Training as tests launch it: each loss goes to a file, and after some step one process is asked to end.

python -m helpers.watched RECIPE FOLDER LOSSES STEP [KEY=VALUE ...]
"""

import os
import signal
import sys
from pathlib import Path

from cantor.training.recipe import Recipe
from cantor.training.trainer import StepReport, Trainer


def watched(recipe: Path, folder: Path, losses: Path, stop: int, settings: list[str]) -> None:
    trainer = Trainer(Recipe.from_file(recipe, settings), folder)
    accelerator = trainer.learner.accelerator

    def watch(report: StepReport) -> None:
        if trainer.is_main:
            with losses.open("a") as file:
                file.write(f"{report.step} {report.loss!r}\n")
        if report.step == stop and accelerator.process_index == accelerator.num_processes - 1:
            os.kill(os.getpid(), signal.SIGTERM)

    trainer.run(watch)


if __name__ == "__main__":
    recipe, folder, losses, stop, *settings = sys.argv[1:]
    watched(Path(recipe), Path(folder), Path(losses), int(stop), settings)
