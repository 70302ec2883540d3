"""Several questions in one text, or several problems: told apart, each with what belongs to it.

A part's text has the places of the whole: what belongs to other parts is blanked out by spaces. What is told
before a question belongs to it and to the questions after it.
"""

import re
from dataclasses import dataclass, replace

from cantor.problem.reader import quantities
from cantor.problem.sentences import Sentence, sentences

#: Longer texts are no exercise, and are taken as one problem.
MAX_CHARACTERS = 20_000
MAX_PARTS = 50

_LABEL = re.compile(
    r"(?:(?<=\s)|\A)(?:\(([a-hA-H]|\d{1,2}|[ivx]{1,4})\)|([a-hA-H]|\d{1,2}|[ivx]{1,4})\))(?=\s*\S)"
)
#: "1. Tom has ...": a full stop labels only where a line begins.
_LINE_LABEL = re.compile(
    r"^[ \t]*(?:(?:question|problem|exercise|q)[ \t]*)?#?(\d{1,2}|[a-h])[.:][ \t]+(?=\S)",
    re.IGNORECASE | re.MULTILINE,
)
_ROMAN = ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x")
_GOES_ON = re.compile(
    r"\s*(?:then|now|next|later|after|before|when|if|he|she|they|it|his|her|their|its|the|these"
    r"|those|this|that"
    r"|how|what|find|of|and|but|so|another)\b",
    re.IGNORECASE,
)
_SECOND = re.compile(r"(?:,\s*|;\s*|\s+)and\s+(?=how\s+(?:many|much|long|far|old)\b)", re.IGNORECASE)
_VERB = re.compile(
    r"\b(?:is|are|was|were|do|does|did|will|would|can|could|has|have|had|left|remain|get|cost)\b",
    re.IGNORECASE,
)


def _may_be_several(text: str) -> bool:
    """Most texts ask once, and are told so by a look."""
    return (
        len(re.findall(r"[?？]\s*\S", text)) > 0
        or "\n" in text.strip()
        or _SECOND.search(text) is not None
        or _LABEL.search(text) is not None
        or len(re.findall(r"\b(?:find|calculate|compute|determine|work out)\b", text, re.IGNORECASE)) > 1
    )


@dataclass(frozen=True, slots=True)
class Part:
    """One question: the text with only what belongs to it, its own words, and its label."""

    text: str
    question: str
    label: str | None = None
    asks: str = "number"  # or "other": who, whether
    shorter: str | None = None  # the text without earlier questions, where those tell numbers too
    problem: int = 0  # which of several problems it belongs to


@dataclass(frozen=True, slots=True)
class _Piece:
    """A stretch of the text with the label before it."""

    start: int
    end: int
    label: str | None = None


def parts(text: str) -> tuple[Part, ...]:
    """The questions of a text, where there are several; else none."""
    if len(text) > MAX_CHARACTERS or not _may_be_several(text):
        return ()
    shared, pieces = _labelled(text)
    if pieces and not _has_numbers(text[:shared]) and all(_stands_alone(text, p) for p in pieces):
        found = _problems(text, pieces)
    elif pieces:
        found = _questions(text, _Piece(0, len(text)), pieces)
    else:
        found = _problems(text, _paragraphs(text))
    numeric = [part for part in found if part.asks == "number"]
    return tuple(found) if 1 < len(found) <= MAX_PARTS and numeric else ()


def _problems(text: str, pieces: "list[_Piece]") -> list[Part]:
    """The questions of several problems; a problem that asks one is a question as a whole."""
    found: list[Part] = []
    for n, piece in enumerate(pieces):
        asked = _questions(text, piece, [])
        if len(asked) == 1 and len(pieces) > 1:
            whole = text[piece.start : piece.end].strip()
            asked = [Part(_only(text, [(piece.start, piece.end)]), whole, asks=asked[0].asks)]
        found += [replace(part, label=piece.label, problem=n) for part in asked]
    return found


# Labels


def _labelled(text: str) -> tuple[int, list[_Piece]]:
    """Where the first label stands, and the pieces that labels begin: a) and b), 1. and 2., in order."""
    for pattern in (_LABEL, _LINE_LABEL):
        marks: list[tuple[str, int, int]] = []
        for match in pattern.finditer(text):
            name = next(group for group in match.groups() if group)
            if _rank(name, marks[0][0] if marks else name) == len(marks):
                marks.append((name, match.start(), match.end()))
        if len(marks) > 1:
            ends = [start for _, start, _ in marks[1:]] + [len(text)]
            return marks[0][1], [
                _Piece(after, end, name) for (name, _, after), end in zip(marks, ends, strict=True)
            ]
    return 0, []


def _rank(name: str, first: str) -> int:
    """A label's place in its order, from 0."""
    if first.isdecimal():
        return int(name) - 1 if name.isdecimal() else -1
    if first.lower() == "a":
        return ord(name.lower()) - ord("a") if len(name) == 1 else -1
    return _ROMAN.index(name) if name in _ROMAN else -1


def _stands_alone(text: str, piece: _Piece) -> bool:
    words = text[piece.start : piece.end]
    return _has_numbers(words) and (not _GOES_ON.match(words) or _is_plain(words))


def _is_plain(words: str) -> bool:
    """A question whose own words hold two numbers or more: "What is 3 + 4?"."""
    return (
        len(quantities(words)) > 1
        and re.match(r"\s*(?:how much is|what|find)\b", words, re.IGNORECASE) is not None
    )


def _has_numbers(text: str) -> bool:
    return bool(quantities(text))


# Paragraphs


def _paragraphs(text: str) -> list[_Piece]:
    """Problems between blank lines, or one in each line; the whole text where they hang together."""
    for separator in (r"\n[ \t]*\n\s*", r"\n"):
        pieces = _between(text, separator)
        if len(pieces) < 2:
            continue
        asking = [p for p in pieces if any(s.asks for s in sentences(text[p.start : p.end]))]
        ends = all(text[p.start : p.end].rstrip()[-1:] in "?.=!:" for p in pieces)
        if ends and len(asking) == len(pieces) and all(_stands_alone(text, p) for p in pieces):
            return pieces
    return [_Piece(0, len(text))]


def _between(text: str, separator: str) -> list[_Piece]:
    found, start = [], 0
    for match in re.finditer(separator, text):
        found.append(_Piece(start, match.start()))
        start = match.end()
    return [p for p in (*found, _Piece(start, len(text))) if text[p.start : p.end].strip()]


# Questions of one story


def _questions(text: str, piece: _Piece, labels: list[_Piece]) -> list[Part]:
    said = _sentences(text, piece, labels)
    asking = [i for i, (sentence, _) in enumerate(said) if sentence.asks]
    told_first = any(_has_numbers(s.text) for s, _ in said[: asking[0] + 1]) if asking else False
    found = []
    for i in asking:
        sentence, label = said[i]
        kept = [(sentence.start, sentence.end)]
        for j, (other, _) in enumerate(said):
            if not other.asks and (j < i or j > asking[-1] or not told_first):
                kept.append((other.start, other.end))
        part = _only(text, sorted(kept))
        telling = [said[j][0] for j in asking if j < i and _tells(said[j][0].text, sentence.text)]
        if telling:
            whole = _only(text, sorted([*kept, *((s.start, s.end) for s in telling)]))
            for s in telling:  # what was asked before is told now
                whole = whole[: s.end - 1] + re.sub(r"[?？]", ".", whole[s.end - 1]) + whole[s.end :]
            found.append(Part(whole, _sentence(sentence.text), label, sentence.asks, part))
        else:
            found.append(Part(part, _sentence(sentence.text), label, sentence.asks))
    return found


def _sentences(text: str, piece: _Piece, labels: list[_Piece]) -> list[tuple[Sentence, str | None]]:
    """The sentences of a piece, labels left out, each with the label of its part; two questions as two."""
    stretches = [piece] if not labels else [_Piece(piece.start, _before(text, labels[0])), *labels]
    found: list[tuple[Sentence, str | None]] = []
    for n, stretch in enumerate(stretches):
        end = (
            stretch.end
            if n + 1 >= len(stretches) or not labels or n == 0
            else _before(text, stretches[n + 1])
        )
        inside = [
            Sentence(s.start + stretch.start, s.end + stretch.start, s.text, s.asks)
            for s in sentences(text[stretch.start : end])
        ]
        if stretch.label is not None and inside and not any(s.asks for s in inside):
            inside[-1] = inside[-1]._replace(asks="number")  # what is labelled asks
        for sentence in inside:
            found += [(one, stretch.label) for one in _two(sentence)]
    return found


def _before(text: str, piece: _Piece) -> int:
    """Where the label of a piece begins."""
    for pattern in (_LABEL, _LINE_LABEL):
        for match in pattern.finditer(text):
            if match.end() == piece.start:
                return match.start()
    return piece.start


def _two(sentence: Sentence) -> list[Sentence]:
    """ "How many did it sell and how many are left?" as two questions, where the first has its own verb."""
    found = _SECOND.search(sentence.text) if sentence.asks == "number" else None
    if found is None or not re.search(r"\bhow\b", sentence.text[: found.start()], re.IGNORECASE):
        return [sentence]
    first, second = sentence.text[: found.start()], sentence.text[found.end() :]
    if not (_VERB.search(first) and _VERB.search(second)):
        return [sentence]
    at = sentence.start + found.end()
    return [
        Sentence(sentence.start, sentence.start + found.start(), first, "number"),
        *_two(Sentence(at, sentence.end, second, "number")),
    ]


def _sentence(question: str) -> str:
    """Half of "How many did it sell and how many are left?" as a question of its own."""
    if re.match(r"how\b", question):
        question = question[0].upper() + question[1:]
    half = re.match(r"how\b", question, re.IGNORECASE) and question[-1:] not in "?？.!"
    return f"{question.rstrip(',; ')}?" if half else question


def _tells(earlier: str, later: str) -> bool:
    """Whether an earlier question tells what a later one may need: a number, not of another case."""
    if not _has_numbers(earlier) or re.search(r"\binstead\b", later, re.IGNORECASE):
        return False
    return not all(re.match(r"\s*if\b", text, re.IGNORECASE) for text in (earlier, later))


def _only(text: str, kept: list[tuple[int, int]]) -> str:
    """The text with all but these stretches blanked out; line breaks stay."""
    found, end = [], 0
    for start, stop in kept:
        found += [re.sub(r"\S", " ", text[end:start]), text[start:stop]]
        end = max(end, stop)
    return "".join(found).rstrip()
