"""The shell of a report that is one HTML file: a heading, figures, and a list to look through.

The file asks the network for nothing. Text of the data is escaped in what Python writes, and set as text by
the script; the page's security policy lets no other script run.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from html import escape
from importlib.resources import files
from string import Template

from cantor.evaluation.texts import script_hash, script_json
from cantor.thought.picture import STYLE


@dataclass(frozen=True, slots=True)
class Listing:
    """What is listed, and by what: `outcomes` are the ways to filter it, `order` and `groups` are HTML."""

    what: str
    title: str
    outcomes: Mapping[str, str]
    data: Mapping[str, object]  # what the script shows, by the id that it finds it under
    order: str = ""
    groups: str = ""


def report(
    heading: str,
    described: Mapping[str, str],
    figures: str,
    listing: Listing,
    *,
    script: str,
    style: str = "",
    command: str = "",
) -> str:
    """The whole file; `script` and `style` come after what all reports share."""
    script = asset("cantor.evaluation", "browsing.js") + script
    filled = Template(asset("cantor.evaluation", "report.html")).substitute(
        heading=escape(heading),
        command=f'<p class="command"><code>{escape(command)}</code></p>\n' if command else "",
        about="".join(f"<div><dt>{escape(k)}</dt><dd>{escape(v)}</dd></div>" for k, v in described.items()),
        figures=figures,
        what=listing.what,
        title=listing.title,
        outcomes="\n".join(options(listing.outcomes)),
        order=f"{listing.order}\n" if listing.order else "",
        groups=listing.groups,
        style=asset("cantor.evaluation", "page.css") + style,
        picture_style=STYLE,
        data="\n".join(
            f'<script type="application/json" id="{name}">{script_json(value)}</script>'
            for name, value in listing.data.items()
        ),
        script=script,
        script_hash=script_hash(script),
    )
    return filled.encode("utf-8", "replace").decode("utf-8")  # half of a surrogate pair cannot be written


def asset(package: str, name: str) -> str:
    return files(package).joinpath("assets", name).read_text(encoding="utf-8")


def options(named: Mapping[str, str]) -> list[str]:
    """What a person can choose from, by the values that the script sees."""
    return [f'<option value="{escape(value)}">{escape(name)}</option>' for value, name in named.items()]
