"""Generator of docs/reference: the schema of scenarios, and the pages on their keys, the command line, Python and metrics.
Also writes the index of the scenario library, and the cards of docs/gallery.md.

Run `python docs/generate.py` after a change of a public name, of its docstring, of a command, or of a title in the library
or in the examples.
"""

import itertools
import json
import posixpath
import re
import sys
import textwrap
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import typer

from snakelab.cli.main import app
from snakelab.errors import SnakelabWarning
from snakelab.parameters.parameter_descriptions import INDENT, paragraphs, unit_in, without_unit
from snakelab.scenarios.catalogue import INDEX, LIBRARY
from snakelab.scenarios.class_registry import GROUPS, all_ungrouped, type_name
from snakelab.scenarios.json_schema import scenario_schema
from snakelab.scenarios.scenario import load_scenario

FOLDER = Path(__file__).parent / "reference"
GALLERY = Path(__file__).parent / "gallery.md"
GENERATED = "<!-- Written by docs/generate.py; change the docstrings instead. -->\n"
HEAD = "| key | type | unit | default | meaning |\n|---|---|---|---|---|\n"
TITLES = {
    "robot": ("Robots", "Robots of the library, under `robot` instead of the keys of a user-defined robot."),
    "part": ("Parts", "Items of `parts`, from the tail to the head."),
    "section": ("Sections", "The cross-section of a link, under `section`."),
    "wheel": ("Wheels", "Items of `wheels` of a link, instead of the keys of a wheel that is modelled by friction."),
    "actuator": (
        "Actuators",
        "Actuator of a coordinate, under `actuator` of a joint or `actuators` of a soft section.",
    ),
    "cable_actuator": ("Actuators of cables", "Actuator at the first guide of a cable, under its `actuator`."),
    "material": (
        "Materials",
        "Replacement of the spring, under `spring` of a prismatic joint or `springs` of a soft section.",
    ),
    "elastic": ("Elasticity", "Elastic law of an elastomer, under its `elastic`."),
    "sensor": ("Sensors", "Items of `sensors` of the robot."),
    "camera": ("Cameras", "Items of `cameras` of the robot or of the scenario."),
    "medium": ("Media", "Items of `media` in the world."),
    "grains": ("Grains", "Coefficients of a `granular_medium`, under its `material`."),
    "friction_law": (
        "Friction laws",
        "Friction of a contact, under its `friction`, in place of one law for the whole surface.",
    ),
    "shape": ("Shapes of free bodies", "Shape of an object of the world, under its `shape`."),
    "surface": ("Surfaces", "Surface of a contact, under its `surface`."),
    "relief": ("Reliefs", "Heights of a `terrain`, under its `relief`: one relief, or several that are summed."),
    "solid": ("Solids", "Walls of a plan, items of `solids` of an `extruded` surface."),
    "current": ("Currents", "Motion of a fluid: items of its `currents`."),
    "region": ("Regions", "Region of a fluid or a current, under its `region`."),
    "motion": (
        "Motions",
        "Motion of the joints in addition to the propellers, under `joints` of a `thrust_gait` or an `autopilot`.",
    ),
    "undulation": ("Undulations", "Motion of the body whose head a `gaze_stabiliser` holds still, under its `motion`."),
    "pressures": ("Pressures", "Gaits whose pressures a `pump_drive` delivers, under its `motion`."),
    "rhythm": (
        "Rhythms",
        "Gaits that the oscillators of a `cpg_gait` can follow, under its `gait` and in its `schedule`.",
    ),
    "rollouts": ("Roll-outs", "Roll-outs of a `sampling_mpc`, under its `rollouts`."),
    "cost": ("Costs", "Cost of a roll-out of a `sampling_mpc`, under its `cost`."),
    "weighting": (
        "Weights",
        "Weights of the samples of a `sampling_mpc`, under its `weighting`.",
    ),
    "policy": ("Policies", "Content of the plans of `engine_rollouts`, under their `policy`."),
    "curve": ("Curves", "Curve that the body follows, under `curve` of a `curve_gait`."),
    "controller": ("Controllers", "Controller of the robot, under `controller`."),
    "engine": ("Engines", "Engine that moves the robot instead of the built-in one, under `engine`."),
}
FORMS = {
    "solver": "SolverForm",
    "initial": "InitialForm",
    "events, each item": "EventForm",
    "push": "PushForm",
    "object": "ObjectForm",
    "payload": "PayloadForm",
    "reference_values, each item": "ExpectedForm",
    "unchecked, each item": "UncheckedForm",
}


def pages() -> dict[str, str]:
    """Text of every generated file, by its name in docs/reference."""
    sys.path.insert(0, str(Path(__file__).parent))  # where this file is run by its path
    from metrics_reference import metrics_page
    from python_reference import python_pages

    schema = scenario_schema()
    return {
        "scenario.schema.json": json.dumps(schema, indent=1, allow_nan=False) + "\n",
        **split_scenario_page(scenario_page(schema["$defs"])),
        "cli.md": cli_page(),
        **python_pages(),
        "metrics.md": metrics_page(),
    }


def split_scenario_page(text: str) -> dict[str, str]:
    """A page for each group of types, below that on the file as a whole; links between them name the page."""
    head, whole, *groups = re.split(r"^(?=## )", text, flags=re.MULTILINE)
    sections = {f"scenario/{slug(group.splitlines()[0])}.md": group for group in groups}
    places = {
        slug(heading): name
        for name, section in reversed([("scenario.md", whole), *sections.items()])
        for heading in re.findall(r"^#+ .*$", section, re.MULTILINE)
    }

    def linked(section: str, page: str) -> str:
        """The section, with links to the pages of other sections."""
        there = {slug(heading) for heading in re.findall(r"^#+ .*$", section, re.MULTILINE)}

        def target(match: re.Match[str]) -> str:
            name = match[1]
            if name in there:
                return match[0]
            file = posixpath.relpath(places[name], posixpath.dirname(page) or ".")
            return f"]({file})" if name == Path(file).stem else f"]({file}#{name})"

        return re.sub(r"\]\(#([\w-]+)\)", target, section)

    titles = {name: section.splitlines()[0].removeprefix("## ") for name, section in sections.items()}
    listed = ", ".join(f"[{title}]({name})" for name, title in titles.items())
    tree = "".join(f"{name.removesuffix('.md')}\n" for name in titles)
    first = f"{head}Types: {listed}.\n\n```{{toctree}}\n:hidden:\n:titlesonly:\n\n{tree}```\n\n{linked(whole, 'scenario.md')}"
    below = {
        name: f"{GENERATED}\n" + re.sub(r"^#(#+ )", r"\1", linked(section, name), flags=re.MULTILINE)
        for name, section in sections.items()
    }
    return {name: text.rstrip("\n") + "\n" for name, text in {"scenario.md": first, **below}.items()}


def slug(heading: str) -> str:
    """Anchor of a heading."""
    return heading.lstrip("# ").lower().replace(",", "").replace(" ", "-")


def scenario_page(definitions: dict[str, Any]) -> str:
    """All keys of a scenario file, as one text."""
    whole = definitions["ScenarioForm"]
    text = [
        GENERATED,
        "# Scenario reference\n",
        "All keys of a scenario file; [Scenarios](../scenarios.md) explains their use. A number is plain, or a "
        "product or quotient with pi (`pi/4`, `-2*pi`). Editors use "
        "[scenario.schema.json](scenario.schema.json), which `snakelab schema` prints.\n",
        f"## The file\n\n{table(whole)}",
    ]
    for title, name in FORMS.items():
        text.append(f"### {title}\n\n{about(definitions[name])}{table(definitions[name])}")
    for cls in all_ungrouped():
        text.append(
            f"### {type_name(cls)}\n\n{about(definitions[cls.__name__], cls)}{table(definitions[cls.__name__])}"
        )
    for label, family in GROUPS.items():
        title, where = TITLES[label]
        text.append(f"## {title}\n\n{where}\n")
        for cls in family:
            definition = definitions[cls.__name__]
            text.append(f"### {type_name(cls)}\n\n{about(definition, cls)}{table(definition)}")
    text.append(
        "## Repeated items\n\nIn `parts`, `media`, `actuators`, `sensors` and `cameras`, `repeat` inserts its items several "
        "times in a row.\n"
    )
    text.append(f"### repeat\n\n{table(definitions['repeat_parts'])}")
    return "\n".join(text)


def about(definition: dict[str, Any], cls: Any = None) -> str:
    """The description of a form, or of a class with its formulas as blocks."""
    if cls is None:
        return f"{definition['description']}\n\n"
    blocks = []
    for formulas, texts in itertools.groupby(paragraphs(cls), lambda text: text.startswith(INDENT)):
        joined = ("\n" if formulas else " ").join(texts)
        blocks.append(f"```text\n{textwrap.dedent(joined).rstrip()}\n```" if formulas else joined)
    return "\n\n".join(blocks) + "\n\n"


def table(definition: dict[str, Any]) -> str:
    """One row for each key; a type without keys is marked."""
    if not definition["properties"]:
        return "No keys.\n"
    required = definition.get("required", ())
    return HEAD + "".join(row(key, item, key in required) for key, item in definition["properties"].items())


def row(key: str, item: dict[str, Any], required: bool) -> str:
    meaning, _, told = item["description"].partition(" Default: ")
    told = f"`{told.rstrip('.')}`" if told.startswith((".", "-.")) else told.rstrip(".")
    default = "required" if required else told or code(item.get("default", ""))
    unit = unit_in(meaning)
    cells = (f"`{key}`", kind(item), "" if unit == "-" else unit, default, tidy(without_unit(meaning)))
    return f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |\n"


def tidy(meaning: str) -> str:
    meaning = re.sub(r"\s+([.;,])", r"\1", meaning.strip())
    return meaning[:1].upper() + meaning[1:] if not re.match(r"\w+(:|_|,? between)", meaning) else meaning


def code(value: Any) -> str:
    """A default as a scenario writes it; nothing, empty lists and empty keys in words."""
    match value:
        case "" | []:
            return "none"
        case {}:
            return "as its own keys say"
        case [*items]:
            return f"`[{', '.join(item if isinstance(item, str) else f'{item:g}' for item in items)}]`"
        case float():
            return f"`{value:g}`"
    return f"`{json.dumps(value) if isinstance(value, bool) else value}`"


def kind(item: dict[str, Any]) -> str:
    """What a value may be, in words."""
    members = [member for member in item.get("oneOf", item.get("anyOf", ())) if member != {"type": "null"}]
    if "enum" in item:
        return " or ".join(f"`{one}`" for one in item["enum"])
    if members and "type" not in item:
        return " or ".join(dict.fromkeys(kind(member) for member in members))
    match item.get("$ref", "").rpartition("/")[2]:
        case "quantity" | "magnitude":
            return "number" + bounds(item)
        case "numbers":
            return f"list of {item['minItems']} numbers" if "minItems" in item else "list of numbers"
        case "":
            return of_type(item)
        case name:
            return link(name)


def of_type(item: dict[str, Any]) -> str:
    match item["type"]:
        case "array":
            return f"list of {kind(item['items'])}"
        case "integer":
            return "whole number" + bounds(item)
        case "boolean":
            return "`true` or `false`"
        case "string":
            return "text"
        case "object":
            return "places and values"
    raise ValueError(f"no words for {item}")


def link(name: str) -> str:
    """The name of a definition, linked to its part of the page."""
    for title, form in FORMS.items():
        if form == name:
            return f"[{title.split(',')[0]}](#{re.sub('[^a-z_-]', '', title.replace(' ', '-'))})"
    for cls in (*all_ungrouped(), *(cls for group in GROUPS.values() for cls in group)):
        if cls.__name__ == name:
            return f"[{type_name(cls)}](#{type_name(cls)})"
    items = {
        "parts_item": "part",
        "media_item": "medium",
        "actuators_item": "actuator",
        "currents_item": "current",
        "sensors_item": "sensor",
        "cameras_item": "camera",
        "solids_item": "solid",
        "relief_item": "relief",
        "Contact": "medium",
    }
    family = items.get(name, name)
    return f"[{family}](#{TITLES[family][0].lower()})"


def bounds(item: dict[str, Any]) -> str:
    signs = {"exclusiveMinimum": "greater than", "minimum": "at least", "maximum": "at most"}
    words = [f"{sign} {item[key]:g}" for key, sign in signs.items() if key in item]
    return f", {' and '.join(words)}" if words else ""


def cli_page() -> str:
    """The page on every command: arguments, options, exit codes."""
    group = typer.main.get_command(app)
    text = [
        GENERATED,
        "# Command line\n",
        f"{group.help}\n",
        "Results go to stdout; progress, warnings and errors to stderr. With `--json`, stdout contains exactly one JSON "
        "document.\n",
        options(group),
    ]
    for name, command in commands_of(group):
        values = [value_name(p) for p in command.params if p.param_type_name == "argument"]
        usage = " ".join(["snakelab", name, *values, "[options]"])
        text.append(f"## snakelab {name}\n\n```text\n{usage}\n```\n\n{command.help}\n\n{options(command)}")
    codes = group.epilog.removeprefix("Exit codes: ")
    text.append("## Exit codes\n\n" + "".join(f"{line}\n" for line in exit_codes(codes)))
    return "\n".join(text)


def commands_of(group: Any, above: str = "") -> Iterator[tuple[str, Any]]:
    """Every command with its name, those of a group after the group's name."""
    for name, command in group.commands.items():
        if hasattr(command, "commands"):
            yield from commands_of(command, f"{above}{name} ")
        else:
            yield f"{above}{name}", command


def options(command: Any) -> str:
    """A table of a command's arguments and options."""
    rows = [option(p) for p in command.params if p.name != "help"]
    return "| | default | meaning |\n|---|---|---|\n" + "".join(rows) if rows else ""


def option(p: Any) -> str:
    meaning, _, told = (p.help or "").replace("\\[", "[").partition("  [default: ")
    if p.param_type_name == "argument":
        name, default = value_name(p), "required" if p.required else told.rstrip("]") or "none"
    else:
        value = "" if p.is_flag else f" {value_name(p)}"
        name = ", ".join((*p.opts, *p.secondary_opts)) + value
        plain = isinstance(p.default, (str, int, float, Path)) and not isinstance(p.default, bool)
        default = told.rstrip("]") or (str(p.default) if plain else p.opts[0] if p.default is True else "")
    cells = (f"`{name}`", default, meaning)
    return f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |\n"


def value_name(p: Any) -> str:
    return p.metavar or (p.type.name if p.param_type_name == "option" else p.name).upper()


def exit_codes(text: str) -> list[str]:
    """A table of the exit codes, from their sentence in the help."""
    codes, _, rest = text.partition(". ")
    rows = [part.strip().partition(" ") for part in codes.split(";")]
    return ["| code | meaning |", "|---|---|", *(f"| {code} | {meaning} |" for code, _, meaning in rows), "", rest]


def library_index() -> str:
    """Title, robot, media and controller of each scenario in the library, as JSON: `snakelab list` parses no YAML."""
    entries = {}
    for path in sorted(LIBRARY.glob("*.yaml")):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", SnakelabWarning)  # those of a run, which say nothing about the index
            scenario = load_scenario(path)
        entries[path.stem] = {
            "title": scenario.title,
            "robot": scenario.robot.name,
            "media": list(dict.fromkeys(type_name(type(medium)) for medium in scenario.world.media)),
            "controller": "" if scenario.controller is None else type_name(type(scenario.controller)),
        }
    lines = [f" {json.dumps(name)}: {json.dumps(one, ensure_ascii=False)}" for name, one in entries.items()]
    return "{\n" + ",\n".join(lines) + "\n}\n"


def gallery_page() -> str:
    """The stored page of the gallery: text, and a card for each scenario and example."""
    sys.path.insert(0, str(Path(__file__).parent))
    from gallery_cards import source_cards, with_cards

    return with_cards(GALLERY.read_text(encoding="utf-8"), source_cards)


def main() -> None:
    for name in ("python", "scenario"):
        (FOLDER / name).mkdir(parents=True, exist_ok=True)
    write(INDEX, library_index())
    for name, text in pages().items():
        write(FOLDER / name, text)
    write(GALLERY, gallery_page())  # last: it reads the titles of the index


def write(path: Path, text: str) -> None:
    """Write a file if its text has changed."""
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8")
        print(f"wrote {path}")


if __name__ == "__main__":
    main()
