"""What a scenario file may say, for editors and for the reference pages: the JSON Schema, learned from the classes."""

from snakelab.scenarios.json_schema.json_schema import scenario_schema

__all__ = ["scenario_schema"]
