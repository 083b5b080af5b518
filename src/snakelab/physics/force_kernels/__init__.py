"""Compiled force laws: media on stations, and springs, actuators and dry friction on coordinates."""
