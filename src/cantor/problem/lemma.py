"""A verb as a question needs it: "collected" as "did" and "collect"."""


def lemma(verb: str) -> tuple[str, str]:
    """The auxiliary that a verb's form needs in a question, and the verb beside it."""
    verb = verb.lower()
    if verb in PAST:
        return "did", PAST[verb]
    if verb.endswith("ied"):
        return "did", f"{verb[:-3]}y"
    if verb.endswith("ed"):
        return "did", _without_ed(verb)
    if verb == "has":
        return "does", "have"
    if verb.endswith("ies"):
        return "does", f"{verb[:-3]}y"
    if verb.endswith(("shes", "ches", "sses", "xes", "oes")):
        return "does", verb[:-2]
    if verb.endswith("s") and not verb.endswith("ss"):
        return "does", verb[:-1]
    return "do", verb


def _without_ed(verb: str) -> str:
    stem = verb[:-2]
    if len(stem) > 2 and stem[-1] == stem[-2] and stem[-1] not in "lsz":
        return stem[:-1]  # planned
    return f"{stem}e" if stem.endswith(("c", "u", "v")) or f"{stem}e" in _IN_E else stem


#: Verbs that lose an -e before -ed.
_IN_E = frozenset(
    """
    arrive bake bike bore change charge chase close complete create cycle dance decorate dive donate
    drive eliminate exercise explore file hike hire hope invite juggle like live love measure memorize
    move owe pile place practice practise produce purchase race raise receive release save score serve
    share shave skate slice smile solve store taste trade type use wave weave whistle
    """.split()
)
#: Forms that follow no rule, and their verbs.
PAST = {
    form: verb
    for verb, forms in {
        "have": "had", "get": "got", "eat": "ate", "buy": "bought", "find": "found", "make": "made",
        "lose": "lost", "sell": "sold", "grow": "grew", "throw": "threw", "break": "broke", "give": "gave",
        "win": "won", "catch": "caught", "read": "read", "write": "wrote", "draw": "drew", "build": "built",
        "cut": "cut", "drink": "drank", "take": "took", "see": "saw", "bring": "brought", "spend": "spent",
        "pay": "paid", "run": "ran", "swim": "swam", "ride": "rode", "drive": "drove", "fly": "flew",
        "go": "went", "sleep": "slept", "do": "did", "cost": "cost", "hit": "hit", "put": "put",
        "leave": "left", "keep": "kept", "send": "sent", "teach": "taught", "hold": "held",
        "sing": "sang", "know": "knew", "lay": "laid", "meet": "met", "feed": "fed", "dig": "dug",
        "shoot": "shot", "lend": "lent", "wear": "wore", "choose": "chose", "blow": "blew", "hide": "hid",
        "steal": "stole", "tell": "told",
    }.items()
    for form in forms.split()
}  # fmt: skip
