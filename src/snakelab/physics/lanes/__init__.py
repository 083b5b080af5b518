"""Lanes: thousands of roll-outs of one planar snake at once, sixteen to a block.

Every variable is a small array [link, lane] on the stack, so that the compiler knows that no two overlap; the innermost loops run
over the lanes, without branches, and become vector instructions. All numbers are of one kind, float32 or float64: one stray
constant of the other kind would halve the speed. The number of links is compiled in.
"""
