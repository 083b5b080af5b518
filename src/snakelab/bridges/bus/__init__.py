"""Robots on a servo bus: protocols, emulators, driver with its safety, and the engine that moves the robot.

The interface of all protocols is `interface.Bus`. `HardwareEngine` takes the place of a simulating engine.
"""
