"""JSON Schema of scenario files, for editors and the reference pages, derived from the classes."""

from snakelab.scenarios.json_schema.json_schema import scenario_schema

__all__ = ["scenario_schema"]
