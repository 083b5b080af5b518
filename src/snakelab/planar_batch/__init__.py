"""Batch model: thousands of roll-outs of one planar swimming snake at once, sixteen to a block.

A block keeps its variables in small arrays [link, lane] on the stack and works on a row of lanes at a time, without branches but
where a whole block can skip a stage. All numbers are of one type, float32 or float64. The number of links is compiled in.
"""
