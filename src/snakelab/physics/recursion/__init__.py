"""The recursion, stage by stage: outward, forces, inward, base, accelerations. `solve` lists them in order."""
