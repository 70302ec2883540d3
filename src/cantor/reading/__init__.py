"""Questions over passages: answers, DROP's metric, the ways to an answer, TASE's heads and CANTOR's.

`metric`, `passage`, `dates`, `occurrences`, `ways` and `inputs` import no torch; heads and network do.
"""
