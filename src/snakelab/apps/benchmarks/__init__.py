"""Benchmarks that run from an installed package: each gives plain records, ratios to a named peer timed in the same run."""
