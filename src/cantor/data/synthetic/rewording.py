"""Other words for what the older stories say in one way: applied to their templates, not to finished text."""

import re

#: (pattern, choice); a replacement may stand within a choice, as choices nest.
_RULES = tuple(
    (re.compile(pattern), other)
    for pattern, other in (
        (r"(?<![|\[])\bin all\b(?![|\]])", "[in all|altogether|in total|overall]"),
        (r"(?<![|\[])\baltogether\b(?![|\]])", "[altogether|in total|all together|in all]"),
        (r"^find (?!how)", "[find|work out|calculate|determine|figure out|give] "),
        (r"^find how", "[find|work out|figure out|say] how"),
        (r"^calculate ", "[calculate|compute|work out|find] "),
        (r"^what is ", "[what is|what is|what's|what would be] "),
        (r"^how much money ", "[how much money|how many dollars|how much money] "),
        (r"^then \{", "[then|after that,|next,|afterwards] {"),
        (r"\beach \{(\w)\.one\}", r"[each|every|each single] {\1.one}"),
        (r"\bbought\b", "[bought|purchased|bought|picked up]"),
        (r"\bcosts \{", "[costs|is priced at|sells for|costs] {"),
        (r"\bsold the rest\b", "sold [the rest|all the others|everything else]"),
        (r"\bput the others\b", "[put|placed] the [others|rest]"),
        (r"\bequally among\b", "[equally|evenly|fairly] among"),
        (r"\bmakes \{(\w+)\} (a|per|each) ", r"[makes|earns] {\1} \2 "),
        (r"\bgave \{(?=[A-Z])", "[gave|handed|gave] {"),
        (r"^\{A\} has \{(\w+ \w+)\}$", r"{A} [has|has|owns|has got] {\1}"),
        (r"^\{A\} had \{(\w+ \w+)\}$", r"{A} [had|had|owned] {\1}"),
    )
)  # fmt: skip


def reword(template: str) -> str:
    """The template with choices where the rules know other words."""
    for pattern, other in _RULES:
        template = pattern.sub(other, template)
    return template
