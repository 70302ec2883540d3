"""docs/data.md tells the truth about the catalogue."""

import re
from pathlib import Path

from cantor.data.catalogue import catalogue

GUIDE = (Path(__file__).parents[2] / "docs/data.md").read_text(encoding="utf-8")


def test_the_table_is_the_catalogue() -> None:
    named: dict[str, str] = {}
    rows = [row.strip("|").split("|") for row in re.findall(r"^\| `(.*)$", GUIDE, re.MULTILINE)]
    for names, _, problems, _ in ([cell.strip() for cell in row] for row in rows if len(row) == 4):
        first, _, last = names.replace("`", "").partition(" … ")
        end = int(last[-1]) if last else 0
        for name in [first[:-1] + str(i) for i in range(end + 1)] if last else [first]:
            named[name] = problems
    assert list(named) == list(catalogue())
    for name, problems in named.items():
        splits = catalogue()[name].splits
        told = [int(count.replace(",", "")) for count in re.findall(r"\d[\d,]*\d", problems)]
        assert told in (list(splits.values()), [sum(splits.values())]), name


def test_its_own_rows_are_readable(tmp_path: Path) -> None:
    from cantor.data.load import load

    (rows,) = re.findall(r"```json\n(.*?)```", GUIDE, re.DOTALL)
    (tmp_path / "rows.jsonl").write_text(rows, encoding="utf-8")
    found = load(str(tmp_path / "rows.jsonl"), "all")
    assert [example.answer for example in found.examples] == [36, 5.5]
    assert not found.unreadable
