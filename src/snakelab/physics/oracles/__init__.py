"""Second derivations of the mechanics, each a paper's own equations in full matrices, to hold the recursion against.

They are slow, and each is for one robot. An oracle takes nothing of the engine, nor the engine of an oracle: what both are made
of is errors and checks of input alone. Tests and benchmarks call them; no other code may.
"""
