"""`snakelab list` and `snakelab show`: the scenarios that come with the package."""

from snakelab.apps.console import ScenarioName, clean_errors


def list_scenarios() -> None:
    """List the scenarios of the library."""
    with clean_errors():
        from snakelab.scenarios import library

        titles = library()
        width = max(map(len, titles), default=0)
        for name, title in titles.items():
            print(f"{name:{width}}  {title}", flush=True)


def show(scenario: ScenarioName) -> None:
    """Print a scenario's file: a start for one of your own."""
    with clean_errors():
        from snakelab.scenarios.catalogue import find
        from snakelab.scenarios.document import read_text

        print(read_text(find(scenario)), end="", flush=True)
