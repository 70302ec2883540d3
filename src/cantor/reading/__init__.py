"""Questions over passages: answers, DROP's metric, the ways to an answer, TASE's heads and CANTOR's.

What answers with an exported reader needs no torch; heads, network, `batch`, `exporting`, `torch_engine` do.
"""
