"""Batch model: thousands of roll-outs of one planar snake, under water or on land, at once, sixteen to a block.

A block keeps its variables in small arrays [link, lane] on the stack and works on a row of lanes at a time, without
branches except where a whole block can skip a stage. All numbers have one dtype, float32 or float64. The number of
links is compiled in.

- `robot`: links, joint law and state of the snake.
- `world`: walls, corners, currents and ground friction; `world.contact_law` states the contact law and its differences
  from the engine's.
- `dynamics`: the arrays of a model, and the kernels of one time step.
- `vector`: lane values, sixteen numbers as one value of the compiler.
- `lane_batch`: stepwise simulation of many rows, actions in and observations out.
- `conversion`: conversion of an engine's model.
"""
