"""Equations of motion by recursion: outward, forces, inward, base, accelerations. `solve` lists the stages in order.

Forward and inverse dynamics, mass matrix and linear model of one state are computed by the same stages.
"""
