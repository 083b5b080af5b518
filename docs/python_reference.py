"""Reference page of the Python names, from their signatures and docstrings in the source."""

import ast
import dataclasses
import inspect
import re
import sys
import textwrap
import types
from collections.abc import Iterator
from typing import Annotated, Any, Union, get_args, get_origin

from snakelab.public_names import public_api, public_object

GENERATED = "<!-- Written by docs/generate.py; change the docstrings instead. -->\n"
Names = dict[str, Any]
WIDEST = 96  # of a signature in one line [columns]
# The words of the project's sentence, in its order.
FOLDERS = {
    "robots": "Robots: parts from the tail to the head, and actuators",
    "geometry": "Geometry: surfaces, terrain and cross-sections",
    "worlds": "Worlds: media that act on the robot",
    "physics": "Physics: models, states, kinematics and dynamics",
    "gaits": "Gaits: a shape as a function of time; geometric mechanics",
    "control": "Controllers",
    "perception": "Perception: poses, odometry and maps",
    "sim": "Simulation",
    "results": "Results: recordings and metrics",
    "scenarios": "Scenarios",
    "figures": "Figures, and the output folder of a run",
    "parameters": "Parameters: all declared numbers and choices of an object",
    "errors": "Errors",
    "mujoco": "MuJoCo: images of cameras, and movies",
    "studies": "Studies: sweeps, optimisation and identification",
    "studio": "Studio: a live run in the browser, and the report page",
    "lanes": "Lanes: thousands of roll-outs of a planar swimming snake, and Monte Carlo MPC",
    "cuda": "CUDA: batches of any robot on an NVIDIA GPU",
    "learn": "Learning: environments of Gymnasium",
}
_SECTION = re.compile(r"(Args|Attributes|Returns|Raises|Yields):")
_ENTRY = re.compile(r"    (\*{0,2}\w+(?:, \*{0,2}\w+)*): (.*)")


def python_pages() -> dict[str, str]:
    """Return the list of packages and the page of each, by their names in docs/reference."""
    groups: dict[str, list[str]] = {folder: [] for folder in FOLDERS}
    for name in public_api():
        words = public_object(name).__module__.split(".")
        groups[words[2] if words[1] == "plugins" else words[1]].append(name)
    groups = {folder: sorted(names, key=str.lower) for folder, names in groups.items() if names}
    return {
        "python.md": contents(groups),
        **{f"python/{folder}.md": package_page(folder, names) for folder, names in groups.items()},
    }


def contents(groups: dict[str, list[str]]) -> str:
    """Return the page that lists the packages with their public names."""
    text = [
        GENERATED,
        "# Python reference\n",
        "All public names: `import snakelab as sl`, then `sl.Robot`, or `sl.perception.PointMap` for a name of a package. Units "
        "are in brackets, and `[-]` is a number without one; frames, shapes and letters are those of "
        "[Conventions](../conventions.md). [Metrics](metrics.md) lists those of `sl.metrics`.\n",
    ]
    for folder, names in groups.items():
        links = ", ".join(f"[{name}](python/{folder}.md#{name.lower()})" for name in names)
        text.append(f"## [{FOLDERS[folder]}](python/{folder}.md)\n\n{links}\n")
    pages = "".join(f"python/{folder}\n" for folder in groups)
    text.append(f"```{{toctree}}\n:hidden:\n:titlesonly:\n\n{pages}```\n")
    return "\n".join(text)


def package_page(folder: str, names: list[str]) -> str:
    """Return the page of one package; its modules are sections."""
    modules: dict[str, list[str]] = {}
    for name in names:
        modules.setdefault(public_object(name).__module__, []).append(name)
    text, home = [GENERATED, f"# {FOLDERS[folder]}\n"], ""
    for module in sorted(modules):
        text.append(f"## {module}\n")
        for name in sorted(modules[module], key=lambda name: public_api()[name]):
            if home != public_api()[name]:
                home = public_api()[name]
                text.append(f"```{{py:currentmodule}} {home}\n```\n")
            text.append(entry(name))
    return "\n".join(text)


def entry(name: str) -> str:
    """One name: how it is called, what it is, and the public members of a class."""
    thing = public_object(name)
    kind = "exception" if is_exception(thing) else "class" if inspect.isclass(thing) else "function"
    call = name if kind == "exception" else one_line(signature(thing, name))
    below = "" if kind != "class" else members(thing)
    return f"### {name}\n\n::::{{py:{kind}}} {call}\n{prose(inspect.getdoc(thing) or '')}{below}::::\n"


def is_exception(thing: Any) -> bool:
    return inspect.isclass(thing) and issubclass(thing, Exception)


def one_line(call: str) -> str:
    return re.sub(r",\)", ")", re.sub(r"\(\s+", "(", " ".join(call.split()))).replace(", )", ")")


def signature(thing: Any, name: str) -> str:
    """A call as the source writes it: `name(a: float, b: str = "x") -> float`."""
    if not inspect.isclass(thing):
        return _call(name, _definition(thing), _names(thing))
    if dataclasses.is_dataclass(thing):
        return _wrapped(name, list(_fields(thing)), "")
    own = next((node for node in _definition(thing).body if getattr(node, "name", "") == "__init__"), None)
    return name if own is None else _call(name, own, _names(thing)).removesuffix(" -> None")


def _definition(thing: Any) -> Any:
    return ast.parse(textwrap.dedent(inspect.getsource(thing))).body[0]


def _fields(cls: type) -> Iterator[str]:
    """The arguments of a dataclass."""
    written = {node.target.id: node for node in _definition(cls).body if isinstance(node, ast.AnnAssign)}
    for field in dataclasses.fields(cls):
        if field.init:
            node = written[field.name]
            plain = node.value is not None and not (
                isinstance(node.value, ast.Call) and "field" in ast.unparse(node.value)
            )
            made = field.default is not dataclasses.MISSING or field.default_factory is not dataclasses.MISSING
            default = f" = {ast.unparse(node.value)}" if plain else " = ..." if made else ""
            yield f"{field.name}: {_type(node.annotation, _names(cls))}{default}"


def _names(thing: Any) -> Names:
    """What the names of annotations stand for, where a class or function is defined."""
    return vars(sys.modules[thing.__module__])


def _call(name: str, node: Any, names: Names) -> str:
    arguments, given = node.args, node.args.posonlyargs + node.args.args
    defaults = [None] * (len(given) - len(arguments.defaults)) + arguments.defaults
    words = [_argument(a, d, names) for a, d in zip(given, defaults, strict=True) if a.arg not in ("self", "cls")]
    if arguments.vararg:
        words.append(f"*{_argument(arguments.vararg, None, names)}")
    elif arguments.kwonlyargs:
        words.append("*")
    words += [_argument(a, d, names) for a, d in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)]
    words += [f"**{_argument(arguments.kwarg, None, names)}"] if arguments.kwarg else []
    return _wrapped(name, words, "" if node.returns is None else f" -> {_type(node.returns, names)}")


def _argument(argument: Any, default: Any, names: Names) -> str:
    annotation = "" if argument.annotation is None else f": {_type(argument.annotation, names)}"
    equals = " = " if annotation else "="
    return argument.arg + annotation + ("" if default is None else equals + ast.unparse(default))


def _type(annotation: Any, names: Names) -> str:
    """An annotation as a reader needs it: the name of the type, without quotes and modules, and without declared bounds."""
    text = ast.unparse(_Plain(names).visit(annotation)).replace("'", "")
    return re.sub(r"\b(?:[a-z_]+\.)+(?=[A-Z])", "", text)


class _Plain(ast.NodeTransformer):
    """Annotations without what they declare: `Annotated[float, Gt(0)]`, and names for such, become `float`."""

    def __init__(self, names: Names):
        self.names = names

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        if isinstance(node.value, ast.Name) and node.value.id == "Annotated" and isinstance(node.slice, ast.Tuple):
            return self.visit(node.slice.elts[0])
        return self.generic_visit(node)

    def visit_Name(self, node: ast.Name) -> ast.AST:
        meaning = self.names.get(node.id)
        return ast.parse(_plain(meaning), mode="eval").body if _declares(meaning) else node


def _declares(hint: Any) -> bool:
    union = get_origin(hint) in (Union, types.UnionType)
    return get_origin(hint) is Annotated or (union and any(_declares(member) for member in get_args(hint)))


def _plain(hint: Any) -> str:
    if get_origin(hint) is Annotated:
        return _plain(get_args(hint)[0])
    if get_origin(hint) in (Union, types.UnionType):
        return " | ".join(_plain(member) for member in get_args(hint))
    name = getattr(hint, "__name__", "") if get_origin(hint) is None else ""
    return name or str(hint).replace("collections.abc.", "").replace("typing.", "")


def _wrapped(name: str, words: list[str], returns: str) -> str:
    line = f"{name}({', '.join(words)}){returns}"
    if len(line) <= WIDEST:
        return line
    return f"{name}(\n" + "".join(f"    {word},\n" for word in words) + f"){returns}"


def members(cls: type) -> str:
    """The public methods and properties of a class, a line each."""
    rows = []
    for name, member in vars(cls).items():
        function = member.fget if isinstance(member, property) else getattr(member, "func", member)
        if name.startswith("_") or not inspect.isfunction(function) or not function.__doc__:
            continue
        node = _definition(function)
        call = name if function is not member else _call(name, node, _names(function))
        about = " ".join(inspect.getdoc(function).split("\n\n")[0].split())
        kind = "method" if function is member else "property"
        rows.append(f":::{{py:{kind}}} {one_line(call)}\n{about}\n:::\n")
    return "\n" + "\n".join(rows) if rows else ""


def prose(docstring: str) -> str:
    """A docstring as Markdown: its sections as lists, its indented lines after a blank one as code."""
    lines: list[str] = []
    inside, code = False, False
    for line in docstring.splitlines():
        if heading := _SECTION.fullmatch(line):
            inside, code = True, False
            lines += [f"**{heading[1]}**", ""]
        elif inside and (found := _ENTRY.fullmatch(line)):
            names = ", ".join(f"`{word}`" for word in found[1].split(", "))
            lines.append(f"- {names}: {found[2]}")
        elif inside and line.startswith("    "):
            lines.append(f"  {line.strip()}" if lines[-1].startswith(("- ", "  ")) else line.strip())
        else:
            inside = inside and not line
            if line.startswith("    ") and not code and lines and lines[-1]:
                lines.append(line.strip())  # the continuation of a paragraph
            elif line.startswith("    ") and not code:
                lines += ["```text", line[4:]]
                code = True
            elif code and not line.startswith("    "):
                lines += ["```", line]
                code = False
            else:
                lines.append(line[4:] if code else line)
    return "\n".join([*lines, "```"] if code else lines).rstrip() + "\n"
