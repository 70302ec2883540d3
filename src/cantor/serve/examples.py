"""What a request and its answer look like, in the API's own description; tests hold them to its schemas."""

from typing import Any

_JSON = "application/json"
_QUESTION = "A baker has 4 trays with 12 rolls on each. 9 rolls are sold. How many rolls are left?"
_NUMBERS = [
    {"text": "4", "value": "4", "span": [12, 13]},
    {"text": "12", "value": "12", "span": [25, 27]},
    {"text": "9", "value": "9", "span": [43, 44]},
]
_STEPS = [
    {
        "op": "*",
        "operands": [
            {"kind": "number", "value": "4", "index": 0, "text": "4", "span": [12, 13]},
            {"kind": "number", "value": "12", "index": 1, "text": "12", "span": [25, 27]},
        ],
        "value": "48",
        "text": "Multiply 4 by 12: 4 × 12 = 48",
    },
    {
        "op": "-",
        "operands": [
            {"kind": "step", "value": "48", "index": 0},
            {"kind": "number", "value": "9", "index": 2, "text": "9", "span": [43, 44]},
        ],
        "value": "39",
        "text": "Subtract 9 from 48: 48 − 9 = 39",
    },
]
_SOLUTION = {
    "answer": 39,
    "answer_exact": "39",
    "display": "39 rolls",
    "unit": "rolls",
    "choice": None,
    "equation": "4 * 12 - 9",
    "steps": _STEPS,
    "numbers": _NUMBERS,
    "confidence": 0.98,
    "alternatives": [],
    "abstained": False,
    "error": None,
    "warnings": [],
    "model": "default",
    "answers": [],
}
_THOUGHTS = [
    {"op": "*", "operands": [{"kind": "number", "index": 0}, {"kind": "number", "index": 1}]},
    {"op": "-", "operands": [{"kind": "vertex", "index": 0}, {"kind": "number", "index": 2}]},
]

#: Path -> a request's body, and what comes back (None: see the schema).
EXAMPLES: dict[str, tuple[dict[str, Any], dict[str, Any] | None]] = {
    "/solve": ({"question": _QUESTION, "k": 1, "graph": False}, _SOLUTION),
    "/solve/batch": ({"questions": [_QUESTION], "k": 1}, {"solutions": [_SOLUTION]}),
    "/read": (
        {"text": "Two and a half dozen eggs"},
        {"numbers": [{"text": "Two and a half dozen", "value": "30", "span": [0, 20], "kind": "cardinal"}]},
    ),
    "/practice": ({"question": _QUESTION, "count": 3, "seed": 1}, None),
    "/evaluate": ({"text": _QUESTION.replace("12", "20"), "thoughts": _THOUGHTS, "roots": [1]}, None),
}


def add_examples(description: dict[str, Any]) -> dict[str, Any]:
    """An OpenAPI description with the examples of the routes that it has."""
    for path, (request, answer) in EXAMPLES.items():
        operation = description["paths"].get(path, {}).get("post")
        if operation is None:
            continue
        operation["requestBody"]["content"][_JSON]["example"] = request
        if answer is not None:
            operation["responses"]["200"]["content"][_JSON]["example"] = answer
    return description
