"""Underwater snake steered into and through pipes by Monte Carlo MPC."""
