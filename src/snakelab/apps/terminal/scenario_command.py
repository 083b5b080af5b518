"""Command that suggests `--set` for an option that is a key of the scenario, such as `--duration 3`."""

import typer
from typer.core import TyperCommand

KEYS = {
    **{key: key for key in ("duration", "seed", "robot", "world", "controller")},
    **{key: f"solver.{key}" for key in ("step", "record_rate", "integrator", "tolerance")},
}


class ScenarioCommand(TyperCommand):
    """Command whose message on an unknown option names the key of the scenario, if it has the option `--set`."""

    def parse_args(self, ctx: typer.Context, args: list[str]) -> list[str]:  # type: ignore[override, unused-ignore]
        options = {option for parameter in self.params for option in parameter.opts}
        if "--set" in options:
            for i, word in enumerate(args):
                option, _, given = word.partition("=")
                key = KEYS.get(option.removeprefix("--").replace("-", "_"))
                if option.startswith("--") and key and option not in options:
                    following = args[i + 1] if i + 1 < len(args) else ""
                    value = given or ("VALUE" if following.startswith("--") else following or "VALUE")
                    ctx.fail(f"No such option: {option}; write --set {key}={value}")
        return super().parse_args(ctx, args)
