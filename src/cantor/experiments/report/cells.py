"""What the reports of a comparison say in tables, whatever they are written in.

`found` is what `cantor compare --json` prints.
"""

from typing import Any

from cantor.experiments.paired import told

COLUMNS = (
    "system",
    "value",
    "95 % interval",
    "equation",
    "val@5",
    "ours",
    "ours val@5",
    "decoder ms",
    "× CANTOR",
    "whole ms",
    "× CANTOR",
    "parameters",
    "hours",
    "seeds",
)


def title(found: dict[str, Any]) -> str:
    return f"{len(found['systems'])} systems on {', '.join(found['data'])}"


def ranked(found: dict[str, Any]) -> list[str]:
    """The best first."""
    return sorted(found["systems"], key=lambda name: -found["systems"][name]["value_accuracy"])


def row(name: str, found: dict[str, Any]) -> list[str]:
    """One system's cells, in the order of `COLUMNS`."""
    system = found["systems"][name]
    low, high = system["interval"]
    value, spread = share(system["value_accuracy"]), system["deviation"]
    return [
        name,
        value if spread is None else f"{value} ± {100 * spread:.1f}",
        f"{100 * low:.1f} to {100 * high:.1f}",
        share(system["equation_accuracy"]),
        share(system["value_at_5"]),
        *(share((system.get("ours") or {}).get(key)) for key in ("value_accuracy", "value_at_5")),
        _milliseconds(system["decoder_s"]),
        _times(system["decoder_ratio"]),
        _milliseconds(system["total_s"]),
        _times(system["total_ratio"]),
        _millions(system["parameters"]),
        f"{system['train_hours']:.2f}" if system["parameters"] is not None else "–",
        str(system["seeds"]),
    ]


def _milliseconds(seconds: float | None) -> str:
    return "–" if seconds is None else f"{1000 * seconds:,.0f}" if seconds >= 0.1 else f"{1000 * seconds:.1f}"


def _times(ratio: float | None) -> str:
    return "–" if ratio is None else f"{ratio:.2g}" if ratio < 10 else f"{ratio:.0f}"


def _millions(count: int | None) -> str:
    return "–" if count is None else f"{count / 1e6:.1f} M"


def described(found: dict[str, Any]) -> dict[str, str]:
    """What the figures are of."""
    recipe = found["recipe"]
    hours, steps = recipe["training"]["max_hours"], recipe["training"].get("steps")
    said = {
        "recipe": str(recipe["name"]),
        "encoder": str(recipe["model"]["encoder"]),
        "trained on": ", ".join(found["trained_on"]),
        "evaluated on": f"{', '.join(found['data'])}: {found['count']:,} problems",
        "budget": f"{recipe['training']['epochs']} epochs"
        + (f", {steps:,} steps at most" if steps else "")
        + (f", {hours:g} hours at most" if hours else ""),
        "numbers": str(found["number_policy"]),
        "metric": f"version {found['metric_version']}",
    }
    own = {name: tables.get("training", {}) for name, tables in recipe.get("systems", {}).items()}
    rates = {
        name: values for name, values in own.items() if values.keys() >= {"encoder_rate", "decoder_rate"}
    }
    if rates:
        said["rates of encoder and decoder"] = ", ".join(
            f"{name} {one['encoder_rate']:g} / {one['decoder_rate']:g}" for name, one in rates.items()
        )
    if found["machine"]:
        settings = found["speed"]["settings"]
        said["machine"] = (
            f"{found['machine']['processor']}, {settings['threads']} thread{'s' * (settings['threads'] > 1)}"
        )
    return said


def notes(found: dict[str, Any]) -> list[str]:
    """What is to be known of the figures in the table."""
    work, settings = found["speed"]["workload"], found["speed"]["settings"]
    said = [
        "Value, equation and val@5 in percent, by the paper's inference; then value and val@5 by ours. Hours "
        "of training are those of one run."
    ]
    if work:
        said.append(
            f"Times are medians of {settings['rounds']} interleaved rounds of {settings['batch']} problems "
            f"with programs of {work['mean_steps']:.1f} steps on average ({work['source']}), greedy; systems "
            "that decode step by step are made to take the steps of those programs."
        )
    short = [name for name, system in found["systems"].items() if not system["complete"]]
    if short:
        said.append(f"Stopped by the limit of time before the last epoch: {', '.join(short)}.")
    shared = found["recipe"]["model"]["encoder"]
    others = {
        name: system["encoder"]
        for name, system in found["systems"].items()
        if system["encoder"] not in (None, shared)
    }
    if others:
        said.append(f"On another encoder: {', '.join(f'{n} ({e})' for n, e in others.items())}.")
    for name, system in found["systems"].items():
        if costs := system.get("costs"):
            said.append(
                f"{name} is {costs['model']}, asked over the network: {_tokens(costs['prompt_tokens'])} "
                f"tokens read, {_tokens(costs['completion_tokens'])} written, {costs['refused']} requests "
                "refused; its time is that of completions side by side, and no part of the interleaved run."
            )
    return said


def _tokens(count: int | None) -> str:
    return "uncounted" if count is None else f"{count:,}"


#: What `leads` are, and what each row has.
LEADS_SAID = (
    "Points of value accuracy on the same problems under the same seeds, with the 95 % interval of a paired "
    "bootstrap over both, and how many problems only one of the two answers rightly."
)
LEADS = ("system", "on", "CANTOR's lead", "by our inference", "only CANTOR", "only it")


def leads(found: dict[str, Any]) -> list[list[str]]:
    """How far CANTOR is ahead of each other system on the same problems, in points with their interval."""
    rows = []
    for name in ranked(found):
        against = found["systems"][name].get("against_cantor")
        for on, one in ({"all": against} | against.get("parts", {})).items() if against else ():
            only = (f"{one[key]:,.1f}".removesuffix(".0") for key in ("only_first", "only_this"))
            rows.append([name, on, told(one), told(one["ours"]) if "ours" in one else "–", *only])
    return rows


def breakdowns(found: dict[str, Any]) -> dict[str, list[list[Any]]]:
    """Kind -> rows of group, problems, and the value accuracy of each system in the order of `ranked`."""
    names = ranked(found)
    systems = [found["systems"][name] for name in names]
    tables: dict[str, list[list[Any]]] = {}
    if len(found["data"]) > 1:
        tables["data"] = [
            [
                data,
                f"{systems[0]['by_data'][data]['count']:,}",
                *(s["by_data"][data]["value_accuracy"] for s in systems),
            ]
            for data in found["data"]
        ]
    for kind in dict.fromkeys(kind for system in systems for kind in system["breakdowns"]):
        groups = [system["breakdowns"].get(kind, {}) for system in systems]
        rows = []
        for group in sorted({group for of_system in groups for group in of_system}):
            count = max(of_system[group]["count"] for of_system in groups if group in of_system)
            accuracies = [of_system.get(group, {}).get("value_accuracy") for of_system in groups]
            rows.append([group, f"{count:,.0f}", *accuracies])
        if len(rows) > 1:  # one group alone says what the whole says
            tables[kind] = rows
    return tables


def share(value: float | None) -> str:
    """In percent, without the sign."""
    return "–" if value is None else f"{100 * value:.1f}"
