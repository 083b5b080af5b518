"""Remarks on one run, as lines of text: its energy balance, impossible motions, missing support."""
