"""`snakelab list`, `show` and `schema`: the scenarios that come with the package, and what a scenario file may say."""

import json
from pathlib import Path
from typing import Annotated

import typer

from snakelab.apps.console import Json, ScenarioName, clean_errors, print_json


def list_scenarios(as_json: Json = False) -> None:
    """List the scenarios of the library."""
    with clean_errors():
        from snakelab.scenarios import library

        titles = library()
        if as_json:
            print_json([{"name": name, "title": title} for name, title in titles.items()])
            return
        width = max(map(len, titles), default=0)
        for name, title in titles.items():
            print(f"{name:{width}}  {title}", flush=True)


def show(
    scenario: ScenarioName,
    merged: Annotated[
        bool, typer.Option("--merged", help="Print what the file says once it is laid over its bases, as it is run.")
    ] = False,
) -> None:
    """Print a scenario's file: a start for one of your own."""
    with clean_errors():
        from snakelab.scenarios.reading.catalogue import find
        from snakelab.scenarios.reading.document import read_text
        from snakelab.scenarios.reading.variants import read_scenario
        from snakelab.scenarios.writing.yaml_text import yaml_text

        path = find(scenario)
        print(yaml_text(read_scenario(path).data) if merged else read_text(path), end="", flush=True)


def schema(
    out: Annotated[Path | None, typer.Option(metavar="FILE", help="Write it to a file.  [default: print it]")] = None,
) -> None:
    """Print the JSON Schema of a scenario file, with which editors complete and check it while it is written."""
    with clean_errors():
        from snakelab.errors import ScenarioError
        from snakelab.results.files.whole_file import write_whole
        from snakelab.scenarios.json_schema import scenario_schema

        if out is not None and out.is_dir():
            raise ScenarioError(f"{out} is a folder; write for example --out {out / 'scenario.schema.json'}")
        text = json.dumps(scenario_schema(), indent=1, allow_nan=False) + "\n"
        if out is None:
            print(text, end="", flush=True)
        else:
            print(f"wrote {write_whole(out, text.encode())}", flush=True)
