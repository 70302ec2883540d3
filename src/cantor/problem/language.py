"""Whether a text is English: by its script and by its commonest words, never by rare ones.

A text is taken for another language only where it asks in that language, or where two different words say so
and hardly any says otherwise, so that terse English ("5 pens, 3 dollars each, total?"), names and loan words
stay English.
"""

import re

#: Words that hardly any English text of a sentence or two is without.
_ENGLISH = frozenset(
    """
    the a an of and is are was were how many much what has have had he she it they his her their its to
    in on at for with each all more than does did do if there this that from by some be will can as per
    total find left cost costs sold buys bought gives gave gets got then now after before one two three
    same number price every you i
    """.split()
)
#: Common words of other languages that are no English words, and no names.
_OTHERS = (
    frozenset(
        """
    der das und hat wie viele viel ist sind ein eine einen einem einer nicht mit auf für von zu kostet
    kosten er sie es noch jeder jede jedes hatte bleiben übrig gibt kauft wird werden bekommt insgesamt
    haben dann beim zum zur le les des une est sont combien avec pour dans chaque il elle ils elles
    reste coûte achète donne y-a qui que et du el los las una es son cuántos cuántas cuánto cuánta
    cuesta tiene con por para cada del y quedan compra hay tenía il lo gli uno sono quanti quante quanto
    costa ha con per ogni della del nel restano compra aveva che di o os um uma são quantos quantas
    custa tem com por cada comprou quanto da do restam tinha het een hoeveel zijn heeft met voor elk
    elke kost koopt geeft blijven over en van op ile ma jest są każdy każda zostało ilu kosztuje kupił
    oraz kaç tane ve bir var lira elma kaldı her için hur många mycket är har och en ett kostar varje
    hvor mange mye er har og et koster hver kuinka monta
    """.split()
    )
    - _ENGLISH
    - frozenset(
        """
        a an as do has had is in it on of or to per over die hat war was me he has her mange var ma et en er
        """.split()
    )
)
#: Words that ask for a number in other languages; English ones ask by others.
_ASKING = frozenset(
    """
    combien wieviel wieviele cuántos cuántas cuánto cuánta cuantos cuantas quanti quante quanto quantos
    quantas hoeveel kuinka skolko
    """.split()
)
_ASKS = frozenset("how what many much find which when".split())
_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_LATIN = re.compile(r"[A-Za-zÀ-ɏ]")


def has_english_words(text: str) -> bool:
    """Whether a text has any of the words that hardly any English text is without."""
    return any(word.lower() in _ENGLISH for word in _WORD.findall(text[:4000]))


def is_english(text: str) -> bool:
    """False only where the text is plainly in another language."""
    letters = [c for c in text[:4000] if c.isalpha()]
    if letters and sum(not _LATIN.match(c) for c in letters) > len(letters) / 2:
        return False
    words = [word.lower() for word in _WORD.findall(text[:4000])]
    if not _ASKING.isdisjoint(words) and _ASKS.isdisjoint(words):
        return False
    english = sum(word in _ENGLISH for word in words)
    others = {word for word in words if word in _OTHERS}
    if len(others) < 2:
        return True
    count = sum(word in others for word in words)
    return count <= 2 * english
