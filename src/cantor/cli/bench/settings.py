"""What a bench is asked with: an option for each field of its settings; figures are for the defaults."""

import argparse
from collections.abc import Mapping
from dataclasses import fields
from typing import Any, TypeVar

from cantor.cli.output import add_json_option

S = TypeVar("S")


def add_settings(
    parser: argparse.ArgumentParser, settings: type[Any], described: Mapping[str, str] | None = None
) -> None:
    """`--json`, and the fields, hidden but for those described: the others are for tests and experiments."""
    add_json_option(parser)
    for field in fields(settings):
        text = (described or {}).get(field.name, argparse.SUPPRESS)
        parser.add_argument(f"--{field.name}", type=type(field.default), default=field.default, help=text)


def settings_of(settings: type[S], args: argparse.Namespace) -> S:
    return settings(**{field.name: getattr(args, field.name) for field in fields(settings)})  # type: ignore[arg-type]
