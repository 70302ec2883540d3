"""Who and what the stories are about: people, things, containers, verbs and places."""

from cantor.data.synthetic.lexicon import more as _more  # adds to the tables below
from cantor.data.synthetic.lexicon.nouns import CATEGORIES, CONTAINERS, Noun
from cantor.data.synthetic.lexicon.people import AGENTS, FEMALE, MALE, Agent
from cantor.data.synthetic.lexicon.places import WORDS
from cantor.data.synthetic.lexicon.verbs import VERBS, Verb

del _more

__all__ = ["AGENTS", "CATEGORIES", "CONTAINERS", "FEMALE", "MALE", "VERBS", "WORDS", "Agent", "Noun", "Verb"]
