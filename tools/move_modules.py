"""Merge and move the modules of snakelab by a list of targets, without a change of logic.

    python3.13 tools/move_modules.py tools/moves.txt [--write]

Needs Python 3.12 or later (positions inside f-strings). For each target file the list names its present modules in reading
order. Every import in the sources, tests, documentation and examples is rewritten; names that would collide in one target are
renamed. The script accounts for every definition before and after by its syntax tree.

Lines of the list:
    package/file.py: old/module old/module ...      a target and its members (paths below src/snakelab without .py)
    rename old/module NAME NEW_NAME                 a name that would collide
    path old/data/folder new/data/folder            a file or folder that is no module
    drop old/package/__init__ ...                   an `__init__` that only re-exports names or holds a docstring
    doc package/file.py First line of the docstring of a target
"""

from __future__ import annotations

import ast
import builtins
import collections
import io
import re
import subprocess
import sys
import textwrap
import tokenize
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path.cwd()
SRC = ROOT / "src" / "snakelab"
USERS = ("tests", "docs", "benchmarks", "reproductions", "examples")
TEXTS = (
    "docs/**/*.md",
    "docs/**/*.ipynb",
    "*.md",
    "pyproject.toml",
    "Makefile",
    "benchmarks/**/*.md",
    "reproductions/**/*.md",
    ".ci/*",
    "conda/*",
    ".github/**/*.yml",
    "web/src/**/*",
    "web/*.mjs",
    "paper/*.md",
    "examples/**/*.md",
    "src/snakelab/**/*.yaml",
    "src/snakelab/**/*.pyi",
)
BUILTINS = set(dir(builtins))


# ---- reading the list ------------------------------------------------------------------------------------------------


@dataclass
class Plan:
    targets: dict[str, list[str]] = field(default_factory=dict)  # target path -> member paths
    renames: dict[tuple[str, str], str] = field(default_factory=dict)
    paths: list[tuple[str, str]] = field(default_factory=list)
    dropped: set[str] = field(default_factory=set)
    docs: dict[str, str] = field(default_factory=dict)
    packages: dict[str, str] = field(default_factory=dict)


def read_plan(file: Path) -> Plan:
    plan = Plan()
    for number, line in enumerate(file.read_text().splitlines(), 1):
        line = line.split("#")[0].strip() if not line.startswith(("doc ", "package ")) else line.strip()
        if not line:
            continue
        first, _, rest = line.partition(" ")
        if first == "rename":
            module, name, new = rest.split()
            plan.renames[module, name] = new
        elif first == "path":
            old, new = rest.split()
            plan.paths.append((old, new))
        elif first == "drop":
            plan.dropped.update(rest.split())
        elif first == "package":
            name, _, text = rest.partition(" ")
            plan.packages[name] = text
        elif first == "doc":
            target, _, text = rest.partition(" ")
            plan.docs[target] = text
        elif first.endswith(".py:"):
            target = first[:-1]
            if target in plan.targets:
                sys.exit(f"{file}:{number}: {target} again")
            plan.targets[target] = rest.split()
        else:
            sys.exit(f"{file}:{number}: {line}")
    return plan


def dotted(path: str) -> str:
    """Module name of a path below src/snakelab without .py."""
    return ".".join(["snakelab", *path.split("/")]).removesuffix(".__init__")


# ---- scopes ----------------------------------------------------------------------------------------------------------


class Scope:
    def __init__(self, node, parent, kind):
        self.node, self.parent, self.kind = node, parent, kind
        self.bound: set[str] = set()
        self.outer: set[str] = set()  # declared global
        self.nonlocals: set[str] = set()
        self.imports: dict[str, object] = {}

    def find(self, name):
        """The scope that binds a name when it is read here; None for module level or a builtin."""
        scope, first = self, True
        while scope.parent is not None:
            if name in scope.outer:
                return None
            if (first or scope.kind != "class") and name in scope.bound:
                return scope
            scope, first = scope.parent, False
        return None


@dataclass
class Use:
    node: ast.AST
    name: str
    scope: Scope
    attribute: ast.Attribute | None = None


class Reader(ast.NodeVisitor):
    """Bindings of every scope, and all uses of names."""

    def __init__(self, tree):
        self.top = Scope(tree, None, "module")
        self.scope = self.top
        self.uses: list[Use] = []
        self.local_imports: list[tuple[ast.stmt, Scope]] = []
        self.top_imports: list[tuple[ast.stmt, bool]] = []
        self.strings: list[tuple[ast.Constant, Scope]] = []
        self.globals: list[ast.Global] = []
        self.parents: dict[ast.AST, ast.AST] = {}
        for parent in ast.walk(tree):
            for child in ast.iter_child_nodes(parent):
                self.parents[child] = parent
        self.checking = 0
        self.visit(tree)

    def bind(self, name):
        if name not in self.scope.nonlocals and name not in self.scope.outer:
            self.scope.bound.add(name)

    def inside(self, node, kind, parts, bindings=()):
        self.scope = Scope(node, self.scope, kind)
        for name in bindings:
            self.bind(name)
        for part in parts:
            self.prebind(part)
        for part in parts:
            self.visit(part)
        self.scope = self.scope.parent

    def prebind(self, node):
        """Bind all names that a body binds, before its uses are read."""
        for child in self.walk_scope(node):
            if isinstance(child, ast.Global):
                self.scope.outer.update(child.names)
            elif isinstance(child, ast.Nonlocal):
                self.scope.nonlocals.update(child.names)
        for child in self.walk_scope(node):
            if isinstance(child, ast.Name) and isinstance(child.ctx, ast.Store | ast.Del):
                self.bind(child.id)
            elif isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                self.bind(child.name)
            elif isinstance(child, ast.Import | ast.ImportFrom):
                for alias in child.names:
                    self.bind(alias.asname or alias.name.split(".")[0])
            elif isinstance(child, ast.ExceptHandler) and child.name:
                self.bind(child.name)
            elif isinstance(child, ast.MatchAs | ast.MatchStar) and child.name:
                self.bind(child.name)
            elif isinstance(child, ast.MatchMapping) and child.rest:
                self.bind(child.rest)

    def walk_scope(self, node):
        """The nodes of one scope: not those of functions, classes, lambdas and comprehensions inside it."""
        waiting = [node]
        while waiting:
            child = waiting.pop()
            yield child
            if child is not node and isinstance(
                child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Lambda
            ):
                continue
            if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Lambda):
                continue
            if isinstance(child, ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp):
                # a walrus inside binds here
                for deep in ast.walk(child):
                    if isinstance(deep, ast.NamedExpr):
                        yield deep.target
                continue
            waiting.extend(ast.iter_child_nodes(child))

    def visit_Module(self, node):
        for part in node.body:
            self.prebind(part)
        for part in node.body:
            self.visit(part)

    def visit_FunctionDef(self, node):
        for part in node.decorator_list:
            self.visit(part)
        arguments = node.args
        everything = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
        everything += [a for a in (arguments.vararg, arguments.kwarg) if a]
        for a in everything:
            if a.annotation:
                self.visit_annotation(a.annotation)
        for default in [*arguments.defaults, *[d for d in arguments.kw_defaults if d]]:
            self.visit(default)
        if node.returns:
            self.visit_annotation(node.returns)
        self.inside(node, "function", node.body, [a.arg for a in everything])

    visit_AsyncFunctionDef = visit_FunctionDef

    def visit_annotation(self, node):
        self.visit(node)

    def visit_Lambda(self, node):
        arguments = node.args
        everything = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
        everything += [a for a in (arguments.vararg, arguments.kwarg) if a]
        for default in [*arguments.defaults, *[d for d in arguments.kw_defaults if d]]:
            self.visit(default)
        self.inside(node, "function", [node.body], [a.arg for a in everything])

    def visit_ClassDef(self, node):
        for part in [*node.decorator_list, *node.bases, *[k.value for k in node.keywords]]:
            self.visit(part)
        self.inside(node, "class", node.body)

    def comprehension(self, node, results):
        self.visit(node.generators[0].iter)
        self.scope = Scope(node, self.scope, "function")
        for generator in node.generators:
            self.prebind(generator.target)
        for n, generator in enumerate(node.generators):
            if n:
                self.visit(generator.iter)
            self.visit(generator.target)
            for test in generator.ifs:
                self.visit(test)
        for result in results:
            self.visit(result)
        self.scope = self.scope.parent

    def visit_ListComp(self, node):
        self.comprehension(node, [node.elt])

    visit_SetComp = visit_GeneratorExp = visit_ListComp

    def visit_DictComp(self, node):
        self.comprehension(node, [node.key, node.value])

    def visit_NamedExpr(self, node):
        scope = self.scope
        while isinstance(scope.node, ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp):
            scope = scope.parent
        self.visit(node.value)
        self.uses.append(Use(node.target, node.target.id, scope))

    def visit_Name(self, node):
        parent = self.parents.get(node)
        attribute = parent if isinstance(parent, ast.Attribute) and parent.value is node else None
        self.uses.append(Use(node, node.id, self.scope, attribute))

    def visit_Global(self, node):
        self.globals.append(node)

    def visit_Constant(self, node):
        if isinstance(node.value, str):
            self.strings.append((node, self.scope))

    def visit_If(self, node):
        checking = isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"
        if checking and self.scope is self.top:
            self.checking += 1
            for part in node.body:
                self.visit(part)
            self.checking -= 1
            for part in node.orelse:
                self.visit(part)
            return
        self.generic_visit(node)

    def visit_Import(self, node):
        if self.scope is self.top:
            self.top_imports.append((node, self.checking > 0))
        else:
            self.local_imports.append((node, self.scope))
            for alias in node.names:
                self.scope.imports[alias.asname or alias.name.split(".")[0]] = (node, alias)

    visit_ImportFrom = visit_Import


# ---- modules ---------------------------------------------------------------------------------------------------------


class Module:
    def __init__(self, path: str, file: Path):
        self.path, self.file = path, file
        self.name = dotted(path)
        self.is_package = path.endswith("__init__")
        self.text = file.read_text(encoding="utf-8")
        self.tree = ast.parse(self.text)
        self.reader = Reader(self.tree)
        self.imported: dict[str, tuple[str, str | None]] = {}  # name -> (module, name in it or None)
        self.imported_checking: set[str] = set()
        for node, checking in self.reader.top_imports:
            for alias in node.names:
                if isinstance(node, ast.Import):
                    self.imported[alias.asname or alias.name.split(".")[0]] = (
                        alias.name if alias.asname else alias.name.split(".")[0],
                        None,
                    )
                else:
                    self.imported[alias.asname or alias.name] = (node.module or "", alias.name)
                if checking:
                    self.imported_checking.add(alias.asname or alias.name)
        self.defined = {name for name in self.reader.top.bound if name not in self.imported}

    def definitions(self, name):
        """Top-level statements that define a name alone."""
        found = []
        for node in self.tree.body:
            if isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
                found += [node] * (node.targets[0].id == name)
            elif isinstance(node, ast.FunctionDef | ast.ClassDef):
                found += [node] * (node.name == name)
            elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
                found += [node] * (node.target.id == name)
        return found


class Tree:
    """All present modules, and where each name goes."""

    def __init__(self, plan: Plan):
        self.plan = plan
        self.modules: dict[str, Module] = {}
        for file in sorted(SRC.rglob("*.py")):
            path = file.relative_to(SRC).with_suffix("").as_posix()
            module = Module(path, file)
            self.modules[module.name] = module
        self.problems: list[str] = []
        self.home: dict[str, str] = {}  # old module name -> target path (with .py)
        for target, members in plan.targets.items():
            for member in members:
                name = dotted(member)
                if name not in self.modules:
                    self.problems.append(f"{target}: no module {member}")
                    continue
                if name in self.home:
                    self.problems.append(f"{member} twice: {self.home[name]}, {target}")
                self.home[name] = target
        for path in plan.dropped:
            if dotted(path) not in self.modules:
                self.problems.append(f"drop: no module {path}")
        for name, module in self.modules.items():
            if name not in self.home and module.path not in plan.dropped and name != "snakelab":
                if module.is_package and module.defined <= {"__all__", "__getattr__", "__dir__", "_public_name", "_module", "_", "_HOMES"}:
                    continue
                self.problems.append(f"unmapped: {module.path}")
        self.new_names: dict[tuple[str, str], str] = {}
        self.united: set[tuple[str, str]] = set()  # later of several equal definitions in one target

    def target_module(self, name: str) -> str:
        return dotted(self.home[name].removesuffix(".py"))

    def resolve(self, module: str, name: str | None) -> tuple[str, str | None] | None:
        """Where a name is defined: (old module, name), or (old module, None) for a module; None if it is not ours."""
        seen = set()
        while True:
            if (module, name) in seen:
                return None
            seen.add((module, name))
            if name is None:
                return (module, None) if module in self.modules else None
            if module not in self.modules:
                return None
            there = self.modules[module]
            if name in there.defined:
                return module, name
            if name in there.imported:
                module, name = there.imported[name]
                if module.split(".")[0] != "snakelab":
                    return None
                continue
            if f"{module}.{name}" in self.modules:
                return f"{module}.{name}", None
            stub = self.stub(module)
            if name in stub:
                module, name = stub[name]
                continue
            return None

    def stub(self, module: str) -> dict[str, tuple[str, str]]:
        """Public names of a package with a stub."""
        if not hasattr(self, "_stubs"):
            self._stubs: dict[str, dict[str, tuple[str, str]]] = {}
        if module not in self._stubs:
            found = {}
            file = SRC.parent / Path(*module.split(".")) / "__init__.pyi"
            if file.exists():
                for node in ast.parse(file.read_text()).body:
                    if isinstance(node, ast.ImportFrom):
                        base = module.split(".")
                        base = base[: len(base) - node.level + 1] if node.level else []
                        source = ".".join([*base, *([node.module] if node.module else [])])
                        for alias in node.names:
                            found[alias.asname or alias.name] = (source, alias.name)
            self._stubs[module] = found
        return self._stubs[module]

    def new_name(self, module: str, name: str) -> str:
        return self.new_names.get((module, name), name)

    # -- collisions

    def choose_names(self):
        for target, members in self.plan.targets.items():
            here = [self.modules[dotted(m)] for m in members if dotted(m) in self.modules]
            names_here = {m.name for m in here}
            claims: dict[str, set] = collections.defaultdict(set)
            for module in here:
                for name in module.defined:
                    claims[self.plan.renames.get((module.path, name), name)].add((module.name, name))
                for name, (source, original) in module.imported.items():
                    origin = self.resolve(source, original) if source.split(".")[0] == "snakelab" else None
                    if origin and origin[0] in names_here and origin[1] is not None:
                        continue
                    if origin and origin[1] is not None:
                        new = self.plan.renames.get((self.modules[origin[0]].path, origin[1]))
                        key = new if new and name == origin[1] else name
                        claims[key].add(("import", self.target_module_safe(origin[0]), origin[1]))
                    elif origin:
                        if origin[0] in names_here:
                            continue
                        claims[name].add(("module", origin[0]))
                    else:
                        claims[name].add(("external", source, original))
            for name, owners in claims.items():
                if name.startswith("__"):
                    continue
                if len(owners) > 1 and all(o[0] in names_here for o in owners):
                    texts = {ast.dump(d) for o in owners for d in self.modules[o[0]].definitions(o[1])}
                    single = all(len(self.modules[o[0]].definitions(o[1])) == 1 for o in owners)
                    if len(texts) == 1 and single:
                        order = [m.name for m in ordered(self, target)]
                        first, *others = sorted(owners, key=lambda o: order.index(o[0]))
                        self.united.update(others)
                        continue
                if len(owners) > 1:
                    self.problems.append(
                        f"collision in {target}: {name}: "
                        + "; ".join(" ".join(str(x) for x in sorted(map(str, o))) for o in sorted(owners, key=str))
                    )
                users = [
                    m.path
                    for m in here
                    if name in BUILTINS and any(u.name == name and u.scope.find(name) is None for u in m.reader.uses)
                ]
                definers = {o[0] for o in owners}
                if name in BUILTINS and len(here) > 1 and any(dotted(u) not in definers for u in users):
                    self.problems.append(f"builtin {name} hidden in {target} by {owners}, used in {users}")
        for (path, name), new in self.plan.renames.items():
            module = dotted(path)
            if module not in self.modules or name not in self.modules[module].defined:
                self.problems.append(f"rename: {path} does not define {name}")
            self.new_names[module, name] = new

    def target_module_safe(self, name):
        return self.target_module(name) if name in self.home else name


# ---- edits -----------------------------------------------------------------------------------------------------------


class Edits:
    """Replacements of a text by positions of its syntax tree."""

    def __init__(self, text: str):
        self.text = text
        self.lines = text.splitlines(keepends=True)
        self.starts = [0]
        for line in self.lines:
            self.starts.append(self.starts[-1] + len(line))
        self.changes: dict[tuple[int, int], str] = {}

    def place(self, line: int, column: int) -> int:
        return self.starts[line - 1] + len(self.lines[line - 1].encode()[:column].decode())

    def span(self, node) -> tuple[int, int]:
        return self.place(node.lineno, node.col_offset), self.place(node.end_lineno, node.end_col_offset)

    def replace(self, node, new: str):
        self.changes[self.span(node)] = new

    def remove_statement(self, node):
        start, end = self.starts[node.lineno - 1], self.starts[node.end_lineno]
        self.changes[start, end] = ""

    def result(self) -> str:
        parts, last = [], 0
        for (start, end), new in sorted(self.changes.items()):
            assert start >= last, (self.text[start:end], new, self.text[max(0, start - 80) : end + 40])
            parts += [self.text[last:start], new]
            last = end
        parts.append(self.text[last:])
        return "".join(parts)


def render_import(module: str, names: list[tuple[str, str | None]], indent: str = "") -> str:
    parts = sorted({f"{n} as {a}" if a and a != n else n for n, a in names})
    line = f"{indent}from {module} import {', '.join(parts)}"
    if len(line) <= 118:
        return line
    return f"{indent}from {module} import (\n" + "".join(f"{indent}    {p},\n" for p in parts) + f"{indent})"


class Rewriter:
    def __init__(self, tree: Tree):
        self.tree = tree

    def imports_of(self, node: ast.stmt, own_target: str | None):
        """What an import statement becomes: (kept externals, {module: names}, {local name: name in this target})."""
        ours: dict[str, list[tuple[str, str | None]]] = collections.defaultdict(list)
        inside: dict[str, str] = {}
        modules: dict[str, str] = {}  # local alias -> old module
        unknown = []
        renamed: dict[str, str] = {}
        self.renamed = renamed
        if isinstance(node, ast.Import):
            return None
        for alias in node.names:
            local = alias.asname or alias.name
            origin = self.tree.resolve(node.module, alias.name)
            if origin is None or origin[0] not in self.tree.home:
                if origin is not None and origin[1] is None:  # a dropped package
                    unknown.append(alias)
                    continue
                unknown.append(alias)
                continue
            module, name = origin
            target = self.tree.home[module]
            if name is None:
                if target == own_target:
                    modules[local] = module
                    continue
                package, _, last = self.tree.target_module(module).rpartition(".")
                ours[package].append((last, local if local != last else None))
                modules[local] = module
            else:
                new = self.tree.new_name(module, name)
                if target == own_target:
                    inside[local] = new
                    continue
                local_new = local if local != name else new if own_target is not None else local
                if own_target is not None and local_new != local:
                    renamed[local] = local_new
                ours[self.tree.target_module(module)].append((new, local_new if local_new != new else None))
        return ours, inside, modules, unknown

    def names_in_scope(self, edits: Edits, reader: Reader, replace, note):
        """Replace names by a function of (name, scope that binds it or None)."""
        for use in reader.uses:
            new = replace(use)
            if new is None:
                continue
            if isinstance(new, tuple):  # the whole attribute `module.name`
                edits.replace(use.attribute, new[0])
                bare = new[0].split(".")[0]
            else:
                edits.replace(use.node, new)
                bare = new.split(".")[0]
            if bare != use.name and use.scope.find(bare) is not None:
                note(f"{bare} is local where {use.name} is used, line {use.node.lineno}")

    # -- one member of a target

    def member(self, module: Module, target: str) -> tuple[str, str, list, list]:
        """Its docstring and its body; the imports that the target needs: real ones, and those of type checkers."""
        tree = self.tree
        edits = Edits(module.text)
        notes = []
        real: list[tuple] = []
        checking: list[tuple] = []
        inside: dict[str, str] = {}
        modules_here: dict[str, str] = {}
        alias_modules: dict[str, str] = {}
        for node, only_checking in module.reader.top_imports:
            into = checking if only_checking else real
            if isinstance(node, ast.Import):
                for alias in node.names:
                    if alias.name.split(".")[0] == "snakelab" and alias.name in tree.home:
                        into.append(("import", tree.target_module(alias.name), alias.asname))
                    else:
                        into.append(("import", alias.name, alias.asname))
            elif (node.module or "").split(".")[0] != "snakelab":
                for alias in node.names:
                    into.append(("from", node.module, alias.name, alias.asname))
            else:
                ours, inner, modules, unknown = self.imports_of(node, target)
                for source, names in ours.items():
                    for name, asname in names:
                        into.append(("from", source, name, asname))
                inside.update(inner)
                for local, old in modules.items():
                    if tree.home[old] == target:
                        modules_here[local] = old
                    else:
                        alias_modules[local] = old
                for alias in unknown:
                    tree.problems.append(f"{module.path}: cannot resolve {node.module}.{alias.name}")
            self.remove(edits, node, module)
        # blocks `if TYPE_CHECKING:` are empty now
        for node in module.tree.body:
            if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
                if all(isinstance(part, ast.Import | ast.ImportFrom) for part in node.body) and not node.orelse:
                    for part in node.body:
                        edits.changes.pop((edits.starts[part.lineno - 1], edits.starts[part.end_lineno]), None)
                    edits.remove_statement(node)
        local_inside: dict[tuple[int, str], str] = {}
        local_modules: dict[tuple[int, str], str] = {}
        for node, scope in module.reader.local_imports:
            self.local_import(module.reader, edits, node, scope, target, local_inside, local_modules)

        def replace(use):
            found = use.scope.find(use.name)
            if found is None:
                if use.name in modules_here or use.name in alias_modules:
                    old = modules_here.get(use.name) or alias_modules[use.name]
                    if use.attribute is not None:
                        origin = tree.resolve(old, use.attribute.attr)
                        if origin is None or origin[1] is None:
                            notes.append(f"cannot resolve {use.name}.{use.attribute.attr}")
                            return None
                        new = tree.new_name(*origin)
                        if use.name in modules_here:
                            return (new,)
                        if new != use.attribute.attr:
                            return (f"{use.name}.{new}",)
                        return None
                    if use.name in modules_here:
                        notes.append(f"module {use.name} is used as a value, line {use.node.lineno}")
                    return None
                if use.name in inside:
                    return inside[use.name] if inside[use.name] != use.name else None
                if use.name in module.defined:
                    new = tree.new_name(module.name, use.name)
                    return new if new != use.name else None
                origin = module.imported.get(use.name)
                if origin and origin[0].split(".")[0] == "snakelab":
                    where = tree.resolve(*origin)
                    if where and where[1] is not None and use.name == where[1]:
                        new = tree.new_name(*where)
                        return new if new != use.name else None
                return None
            new = local_inside.get((id(found), use.name))
            if new is not None:
                return new if new != use.name else None
            old = local_modules.get((id(found), use.name))
            if old is not None and use.attribute is not None:
                origin = tree.resolve(old, use.attribute.attr)
                if origin and origin[1] is not None:
                    new = tree.new_name(*origin)
                    if tree.home[old] == target:
                        return (new,)
                    if new != use.attribute.attr:
                        return (f"{use.name}.{new}",)
            elif old is not None and tree.home[old] == target:
                notes.append(f"module {use.name} is used as a value, line {use.node.lineno}")
            return None

        self.names_in_scope(edits, module.reader, replace, notes.append)
        # definitions and global statements
        for node in module.tree.body:
            self.rename_definition(edits, node, module)
        for node in module.reader.globals:
            new = [tree.new_name(module.name, n) if n in module.defined else n for n in node.names]
            if new != node.names:
                edits.replace(node, f"global {', '.join(new)}")
        # names inside annotations that are strings, and module names inside other strings
        changed = {
            old: tree.new_name(module.name, old) for old in module.defined if tree.new_name(module.name, old) != old
        }
        changed |= {old: new for old, new in inside.items() if new != old}
        for node, _ in module.reader.strings:
            self.string(edits, node, module.reader, changed, notes)
        for note in notes:
            tree.problems.append(f"{module.path} -> {target}: {note}")
        for name in module.defined:
            if (module.name, name) in tree.united:
                node = module.definitions(name)[0]
                first = min([node.lineno, *[d.lineno for d in getattr(node, "decorator_list", [])]])
                start, end = edits.starts[first - 1], edits.starts[node.end_lineno]
                for span in [s for s in edits.changes if start <= s[0] and s[1] <= end]:
                    del edits.changes[span]
                edits.changes[start, end] = ""
        first = module.tree.body[0] if module.tree.body else None
        doc_node = first.value if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) else None
        self.words(edits, module.text, module.reader, doc_node)
        text = edits.result()
        doc = self.plain_text(ast.get_docstring(module.tree) or "")
        body = text
        if doc:
            first = module.tree.body[0]
            lines = module.text.splitlines(keepends=True)
            head = "".join(lines[: first.end_lineno])
            assert text.startswith(head), module.path
            body = text[len(head) :]
        return doc, body.strip("\n"), real, checking

    def remove(self, edits: Edits, node, module):
        start, end = edits.starts[node.lineno - 1], edits.starts[node.end_lineno]
        # a comment line directly above an import is about it
        edits.changes[start, end] = ""

    def rename_definition(self, edits, node, module):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            new = self.tree.new_name(module.name, node.name)
            if new != node.name:
                line = edits.lines[node.lineno - 1]
                found = re.search(rf"\b(?:def|class)\s+({re.escape(node.name)})\b", line)
                start = edits.starts[node.lineno - 1] + found.start(1)
                edits.changes[start, start + len(node.name)] = new
        for block in ("body", "orelse", "handlers", "finalbody"):
            if isinstance(node, ast.If | ast.Try | ast.With | ast.ExceptHandler):
                for part in getattr(node, block, []):
                    self.rename_definition(edits, part, module)

    def local_import(self, reader, edits, node, scope, target, local_inside, local_modules):
        indent = " " * node.col_offset
        if isinstance(node, ast.Import):
            for alias in node.names:
                if alias.name.split(".")[0] == "snakelab" and alias.name in self.tree.home:
                    edits.replace(
                        node,
                        f"import {self.tree.target_module(alias.name)}"
                        + (f" as {alias.asname}" if alias.asname else ""),
                    )
            return
        if (node.module or "").split(".")[0] != "snakelab":
            return
        ours, inside, modules, unknown = self.imports_of(node, target)
        for local, new in [*inside.items(), *self.renamed.items()]:
            local_inside[id(scope), local] = new
        for local, old in modules.items():
            local_modules[id(scope), local] = old
        lines = [render_import(source, names, indent) for source, names in sorted(ours.items())]
        if unknown:
            kept = ", ".join(a.name + (f" as {a.asname}" if a.asname else "") for a in unknown)
            lines.append(f"{indent}from {node.module} import {kept}")
            self.tree.problems.append(
                f"local import of {node.module}.{kept} in {target or 'a user'} cannot be resolved"
            )
        if lines:
            edits.replace(node, "\n".join(lines).lstrip())
        else:
            parent = reader.parents[node]
            alone = any(getattr(parent, block, None) == [node] for block in ("body", "orelse", "finalbody"))
            if alone:
                edits.replace(node, "pass")
            else:
                edits.remove_statement(node)

    def words(self, edits: Edits, text: str, reader: Reader, skip=None):
        """Module names and paths in strings and comments of a source."""
        spans = [edits.span(node) for node, _ in reader.strings if node is not skip]
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            if token.type == tokenize.COMMENT:
                start = edits.starts[token.start[0] - 1] + token.start[1]
                spans.append((start, start + len(token.string)))
        taken = list(edits.changes)
        for start, end in sorted(set(spans)):
            old = text[start:end]
            if ("snakelab" in old or ".py" in old) and not any(a < end and start < b for a, b in taken):
                new = self.plain_text(old)
                if new != old:
                    edits.changes[start, end] = new

    def string(self, edits, node, reader, changed, notes):
        if node.value and changed:
            parent = reader.parents.get(node)
            annotation = (
                isinstance(parent, ast.arg | ast.AnnAssign)
                or (isinstance(parent, ast.FunctionDef) and parent.returns is node)
                or isinstance(parent, ast.BinOp | ast.Subscript | ast.Tuple)
            )
            hits = [name for name in changed if re.search(rf"\b{re.escape(name)}\b", node.value)]
            if hits and annotation:
                text = node.value
                for name in hits:
                    text = re.sub(rf"\b{re.escape(name)}\b", changed[name], text)
                edits.replace(node, f'"{text}"')

    # -- a user of the package: tests, documentation, examples

    def user(self, file: Path):
        text = file.read_text(encoding="utf-8")
        try:
            parsed = ast.parse(text)
        except SyntaxError:
            return self.plain_text(text)
        reader = Reader(parsed)
        edits = Edits(text)
        aliases: dict[tuple[int, str], str] = {}
        notes = []
        everything = [(node, reader.top) for node, _ in reader.top_imports] + reader.local_imports
        for node, scope in everything:
            indent = " " * node.col_offset
            if isinstance(node, ast.Import):
                parts = []
                for alias in node.names:
                    if alias.name.startswith("snakelab.") and alias.name in self.tree.home:
                        new = self.tree.target_module(alias.name)
                        parts.append(new + (f" as {alias.asname}" if alias.asname else ""))
                        if alias.asname:
                            aliases[id(scope), alias.asname] = alias.name
                    else:
                        parts.append(alias.name + (f" as {alias.asname}" if alias.asname else ""))
                if any(a.name.startswith("snakelab.") for a in node.names):
                    edits.replace(node, "import " + ", ".join(parts))
                continue
            if (node.module or "").split(".")[0] != "snakelab":
                continue
            ours, _, modules, unknown = self.imports_of(node, None)
            for local, old in modules.items():
                aliases[id(scope), local] = old
            lines = [render_import(source, names, indent) for source, names in sorted(ours.items())]
            if unknown:
                kept = ", ".join(a.name + (f" as {a.asname}" if a.asname else "") for a in unknown)
                source = node.module
                if source in self.tree.home:
                    source = self.tree.target_module(source)
                lines.append(f"{indent}from {source} import {kept}")
                if node.module != "snakelab":
                    self.tree.problems.append(
                        f"{file.relative_to(ROOT)}:{node.lineno}: {node.module}.{kept} is unknown"
                    )
            edits.replace(node, "\n".join(lines).lstrip())
        for use in reader.uses:
            found = use.scope.find(use.name)
            key = (id(found or reader.top), use.name)
            if key in aliases and use.attribute is not None:
                origin = self.tree.resolve(aliases[key], use.attribute.attr)
                if origin and origin[1] is not None:
                    new = self.tree.new_name(*origin)
                    if self.tree.home.get(origin[0]) != self.tree.home.get(aliases[key]):
                        notes.append(
                            f"{file.relative_to(ROOT)}:{use.node.lineno}: {use.name}.{use.attribute.attr} now lives in {self.tree.home.get(origin[0])}"
                        )
                    if new != use.attribute.attr:
                        edits.replace(use.attribute, f"{use.name}.{new}")
        # monkeypatch.setattr(module, "name", ...)
        for node in ast.walk(parsed):
            if (
                isinstance(node, ast.Call)
                and len(node.args) >= 2
                and isinstance(node.args[0], ast.Name)
                and isinstance(node.args[1], ast.Constant)
            ):
                for key, old in aliases.items():
                    if key[1] == node.args[0].id and isinstance(node.args[1].value, str):
                        origin = self.tree.resolve(old, node.args[1].value)
                        if (
                            origin
                            and origin[1] is not None
                            and (new := self.tree.new_name(*origin)) != node.args[1].value
                        ):
                            edits.replace(node.args[1], f'"{new}"')
        for note in notes:
            self.tree.problems.append(note)
        self.words(edits, text, reader)
        return edits.result()

    def plain_text(self, text: str, code: bool = True) -> str:
        """Module names and paths inside strings, comments and pages."""
        tree = self.tree
        if not hasattr(tree, "public"):
            tree.packages_text, tree.public = package_files(tree)

        def named(match):
            words = match.group(0).split(".")
            for n in range(len(words), 0, -1):
                module = ".".join(words[:n])
                rest = words[n:]
                if module in tree.modules:
                    if module == "snakelab":
                        return match.group(0)
                    package = module.removeprefix("snakelab.").replace(".", "/")
                    if rest and rest[0] in tree.public.get(package, {}):
                        return match.group(0)
                    origin = tree.resolve(module, rest[0]) if rest else (module, None)
                    if origin is None or origin[0] not in tree.home:
                        return match.group(0)
                    new = tree.target_module(origin[0])
                    if origin[1] is not None:
                        return ".".join([new, tree.new_name(*origin), *rest[1:]])
                    return ".".join([new, *rest]) if module != origin[0] or not rest else ".".join([new, *rest])
            return match.group(0)

        def imported(match):
            begin, module, names = match.groups()
            if module not in tree.modules or module == "snakelab":
                return match.group(0)
            listed = [n.split() for n in names.strip("()").replace("\n", " ").split(",") if n.strip()]
            groups = collections.defaultdict(list)
            for words in listed:
                origin = tree.resolve(module, words[0])
                if origin is None or origin[0] not in tree.home:
                    tree.problems.append(f"text: from {module} import {words[0]}")
                    return match.group(0)
                alias = words[2] if len(words) == 3 else None
                new_package = module.removeprefix("snakelab.").replace(".", "/")
                if new_package in tree.public and words[0] in tree.public[new_package]:
                    groups[module].append((words[0], alias))
                elif origin[1] is None:
                    package, _, last = tree.target_module(origin[0]).rpartition(".")
                    groups[package].append((last, alias or (words[0] if words[0] != last else None)))
                else:
                    new = tree.new_name(*origin)
                    groups[tree.target_module(origin[0])].append((new, alias or (words[0] if words[0] != new else None)))
            own_line = begin.endswith("\n") or begin.strip(" ") == ""
            indent = begin.rpartition("\n")[2]
            lines = [render_import(m, n) for m, n in sorted(groups.items())]
            if not own_line and any("\n" in line for line in lines):
                return match.group(0)
            if own_line and indent.strip() == "":
                return begin + f"\n{indent}".join(line.replace("\n", f"\n{indent}") for line in lines)
            return begin + "; ".join(lines)

        text = re.sub(r"(^[ \t]*|[^\n]?)\bfrom (snakelab[\w.]+) import (\([^()]*\)|[\w, ]+)", imported, text, flags=re.MULTILINE)
        text = re.sub(r"\bsnakelab(?:\.[A-Za-z_]\w*)+", named, text)

        def pathed(match):
            path = match.group(0)
            inner = path.removeprefix("src/").removeprefix("snakelab/").removesuffix(".py")
            name = dotted(inner)
            if name in tree.home and ("/" in inner):
                prefix = path[: len(path) - len(inner) - 3]
                return prefix + tree.home[name]
            return path

        text = re.sub(r"\b(?:src/)?(?:snakelab/)?(?:[a-z_0-9]+/)+[a-z_0-9]+\.py\b", pathed, text)
        for old, new in tree.plan.paths:
            text = re.sub(rf"src/snakelab/{re.escape(old)}\b", f"src/snakelab/{new}", text)
        return text


# ---- packages --------------------------------------------------------------------------------------------------------


LAZY = '''"""{doc}"""

from snakelab.parameters.submodules import public_names

__getattr__, __dir__, __all__ = public_names(__name__, __file__)
'''


def package_of(target: str) -> str:
    """The package whose stub names the public objects of a target: that of a plug-in holds those of its folders."""
    parts = target.split("/")[:-1]
    return "/".join(parts[:2]) if parts[:1] == ["plugins"] else "/".join(parts)


def package_files(tree: Tree) -> tuple[dict[str, str], dict[str, dict[str, tuple[str, str]]]]:
    """Texts of all `__init__` files and stubs; and the public names of each package."""
    public: dict[str, dict[str, tuple[str, str]]] = collections.defaultdict(dict)
    sources = [("snakelab", name) for name in tree.stub("snakelab")]
    for module in tree.modules.values():
        if module.is_package and module.name != "snakelab":
            names = set(module.imported) - module.imported_checking | set(tree.stub(module.name))
            if module.path.startswith("scenarios"):
                names |= module.imported_checking
            sources += [(module.name, name) for name in names if not name.startswith("_")]
    for module_name, name in sources:
        origin = tree.resolve(module_name, name)
        if origin is None or origin[1] is None or origin[0] not in tree.home:
            continue
        target = tree.home[origin[0]]
        package = package_of(target)
        if not package or package in ("parameters",) or name.startswith("_"):
            continue
        below = target.removesuffix(".py")[len(package) + 1 :].replace("/", ".")
        public[package][name] = (below, tree.new_name(*origin))
    texts = {}
    folders = {"/".join(t.split("/")[:-1]) for t in tree.plan.targets if "/" in t}
    folders |= {f"{'/'.join(f.split('/')[:n])}" for f in folders for n in range(1, f.count("/") + 1)}
    for folder in sorted(folders):
        doc = tree.plan.packages.get(folder, "")
        if not doc:
            tree.problems.append(f"package {folder} has no docstring")
        if not public.get(folder):
            lazy = folder in ("parameters", "kernels") or folder.startswith("plugins") or folder == "robots/library"
            texts[f"{folder}/__init__.py"] = f'"""{doc}"""\n' if lazy and folder != "robots/library" else LAZY.format(doc=doc)
            if texts[f"{folder}/__init__.py"].count("public_names"):
                texts[f"{folder}/__init__.pyi"] = f'"""{doc}"""\n'
            continue
        texts[f"{folder}/__init__.py"] = LAZY.format(doc=doc)
        texts[f"{folder}/__init__.pyi"] = stub_text("Public names of the package, imported at their first use.", public[folder])
    return texts, public


def stub_text(doc: str, names: dict[str, tuple[str, str]]) -> str:
    lines = [f'"""{doc}"""', ""]
    by_module = collections.defaultdict(list)
    for name, (module, original) in names.items():
        by_module[module].append(f"{original} as {name}")
    for module, parts in sorted(by_module.items()):
        line = f"from .{module} import {', '.join(sorted(parts))}"
        if len(line) > 118:
            line = f"from .{module} import (\n" + "".join(f"    {p},\n" for p in sorted(parts)) + ")"
        lines.append(line)
    return "\n".join(lines) + "\n"


# ---- targets ---------------------------------------------------------------------------------------------------------


def ordered(tree: Tree, target: str) -> list[Module]:
    """Members in the given order, but each after those that it imports at module level."""
    here = [tree.modules[dotted(m)] for m in tree.plan.targets[target] if dotted(m) in tree.modules]
    names = {m.name for m in here}
    needs: dict[str, set[str]] = {}
    for module in here:
        needs[module.name] = set()
        for name, (source, original) in module.imported.items():
            if name in module.imported_checking or source.split(".")[0] != "snakelab":
                continue
            origin = tree.resolve(source, original)
            if origin and origin[0] in names and origin[0] != module.name:
                needs[module.name].add(origin[0])
    result: list[Module] = []
    waiting = list(here)
    while waiting:
        for module in waiting:
            if needs[module.name] <= {m.name for m in result}:
                result.append(module)
                waiting.remove(module)
                break
        else:
            tree.problems.append(f"{target}: members import each other: {[m.path for m in waiting]}")
            result += waiting
            break
    return result


def import_block(entries: list[tuple], own: str) -> str:
    plain, froms = set(), collections.defaultdict(set)
    for entry in entries:
        if entry[0] == "import":
            plain.add((entry[1], entry[2]))
        else:
            froms[entry[1]].add((entry[2], entry[3]))
    lines = [f"import {n}" + (f" as {a}" if a else "") for n, a in sorted(plain, key=lambda x: (x[0], x[1] or ""))]
    for module, names in sorted(froms.items()):
        lines.append(render_import(module, sorted(names, key=lambda x: (x[0], x[1] or ""))))
    return "\n".join(lines)


def heading(doc: str) -> str:
    lines = doc.strip().splitlines()
    title = lines[0].rstrip(".")
    rest = textwrap.dedent("\n".join(lines[1:])).strip()
    bar = "# " + "-" * 118
    wrapped = textwrap.wrap(title, 116) if len(title) > 116 else [title]
    out = [bar, *[f"# {line}" for line in wrapped]]
    if rest:
        out.append("#")
        out += [f"# {line}".rstrip() for line in rest.splitlines()]
    out.append(bar)
    return "\n".join(out)


def build(tree: Tree, rewriter: Rewriter, target: str) -> str:
    members = ordered(tree, target)
    docs, bodies, real, checking = [], [], [], []
    first = tree.modules[dotted(tree.plan.targets[target][0])]
    lead = rewriter.plain_text(ast.get_docstring(first.tree) or "")
    for module in members:
        doc, body, r, c = rewriter.member(module, target)
        real += r
        checking += c
        docs.append((module, doc))
        bodies.append(body)
    have = {(e[1:]) for e in real}
    checking = [e for e in checking if e[1:] not in have]
    if checking:
        real.append(("from", "typing", "TYPE_CHECKING", None))
    else:
        real = [
            e
            for e in real
            if not (e[0] == "from" and e[2] == "TYPE_CHECKING") or any("TYPE_CHECKING" in b for b in bodies)
        ]
    head = tree.plan.docs.get(target, "")
    own = head or lead
    parts = ['"""' + own.strip() + ('\n"""' if "\n" in own.strip() else '"""')]
    block = import_block(real, target)
    if block:
        parts.append(block)
    if checking:
        parts.append("if TYPE_CHECKING:\n" + textwrap.indent(import_block(checking, target), "    "))
    for (module, doc), body in zip(docs, bodies, strict=True):
        if not body:
            continue
        if len(members) > 1 and doc and (head or module is not first):
            parts.append(heading(doc) + "\n\n" + body)
        else:
            parts.append(body)
    return "\n\n\n".join(parts) + "\n"


# ---- accounting ------------------------------------------------------------------------------------------------------


class _Anonymous(ast.NodeTransformer):
    """A definition without the names of what it uses: what must be equal before and after."""

    def visit_Name(self, node):
        return ast.Name("_", node.ctx)

    def visit_Attribute(self, node):
        if isinstance(node.value, ast.Name):  # a module's attribute may become a name
            return ast.Name("_", node.ctx)
        self.generic_visit(node)
        return node

    def visit_ImportFrom(self, node):
        return None

    def visit_Import(self, node):
        return None

    def visit_Pass(self, node):
        return None

    def visit_Global(self, node):
        return None

    def visit_Constant(self, node):
        return ast.Constant(re.sub(r"\W+", "", node.value)[:40]) if isinstance(node.value, str) else node

    def visit_FunctionDef(self, node):
        self.generic_visit(node)
        node.name = "_"
        return node

    visit_ClassDef = visit_AsyncFunctionDef = visit_FunctionDef


def account(text: str) -> collections.Counter:
    """Every top-level statement of a module that is no import, by its tree without names."""
    counted: collections.Counter = collections.Counter()
    body = ast.parse(text).body
    for node in body:
        if isinstance(node, ast.Import | ast.ImportFrom):
            continue
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            continue
        if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
            continue
        kind = getattr(node, "name", "")
        counted[type(node).__name__ + " " + ast.dump(_Anonymous().visit(node))] += 1
    return counted


def main():
    plan = read_plan(Path(sys.argv[1]))
    write = "--write" in sys.argv
    tree = Tree(plan)
    tree.choose_names()
    rewriter = Rewriter(tree)
    before: collections.Counter = collections.Counter()
    for module in tree.modules.values():
        if module.name in tree.home:
            before += account(module.text)
    new: dict[str, str] = {}
    for target in plan.targets:
        try:
            new[target] = build(tree, rewriter, target)
            ast.parse(new[target])
        except (AssertionError, SyntaxError) as error:
            tree.problems.append(f"{target}: {type(error).__name__} {str(error)[:600]}")
    after: collections.Counter = collections.Counter()
    for target, text in new.items():
        try:
            after += account(text)
        except SyntaxError:
            pass
    lost, gained = before - after, after - before
    for kind, rows in (("lost", lost), ("gained", gained)):
        for row, count in list(rows.items())[:20]:
            tree.problems.append(f"{kind} {count}: {row[:300]}")
    graph = check_graph(new)
    for line in tree.problems + graph:
        print(line)
    lengths = {t: x.count("\n") for t, x in new.items()}
    print(
        f"{len(tree.modules)} modules -> {len(new)} files, {len({Path(t).parent for t in new})} folders; definitions {sum(before.values())} -> {sum(after.values())}"
    )
    print("long:", {t: n for t, n in lengths.items() if n > 700})
    print("short:", {t: n for t, n in lengths.items() if n < 120})
    if not write:
        return
    users: dict[Path, str] = {}
    for folder in USERS:
        for file in sorted((ROOT / folder).rglob("*.py")):
            if "_build" in file.parts or "jupyter_execute" in file.parts or ".venv" in file.parts:
                continue
            text = file.read_text(encoding="utf-8")
            if "snakelab" in text:
                users[file] = rewriter.user(file)
    for pattern in TEXTS:
        for file in sorted(ROOT.glob(pattern)):
            if (
                file.is_file()
                and "CHANGELOG" not in file.name
                and "node_modules" not in file.parts
                and "_build" not in file.parts
            ):
                try:
                    text = file.read_text(encoding="utf-8")
                except UnicodeDecodeError:
                    continue
                users[file] = rewriter.plain_text(text)
    for module in tree.modules.values():
        if module.name != "snakelab":
            module.file.unlink()
    for stub in SRC.rglob("*.pyi"):
        if stub.parent != SRC:
            stub.unlink()
    for old, new_path in plan.paths:
        (SRC / new_path).parent.mkdir(parents=True, exist_ok=True)
        subprocess.run(["git", "mv", "-k", str(SRC / old), str(SRC / new_path)], check=True)
    for target, text in [*new.items(), *tree.packages_text.items()]:
        file = SRC / target
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    write_root(tree)
    for file, text in users.items():
        if file.exists() and file.read_text(encoding="utf-8") != text:
            file.write_text(text, encoding="utf-8")
    for line in tree.problems:
        print("PROBLEM", line)


def write_root(tree: Tree):
    """The stub of the root: its names, each with its new module."""
    names = {}
    for name in tree.stub("snakelab"):
        origin = tree.resolve("snakelab", name)
        if origin is None or origin[0] not in tree.home:
            print("PROBLEM root name", name, origin)
            continue
        names[name] = (tree.target_module(origin[0]).removeprefix("snakelab."), tree.new_name(*origin))
    doc = ast.get_docstring(ast.parse((SRC / "__init__.pyi").read_text()))
    (SRC / "__init__.pyi").write_text(stub_text(doc, names))


def check_graph(new: dict[str, str]) -> list[str]:
    """Circles of imports at module level among the targets, and imports of heavy packages that members did not share."""
    names = {dotted(t.removesuffix(".py")): t for t in new}
    edges: dict[str, set[str]] = collections.defaultdict(set)
    all_edges: dict[str, set[str]] = collections.defaultdict(set)
    for target, text in new.items():
        me = dotted(target.removesuffix(".py"))
        try:
            parsed = ast.parse(text)
        except SyntaxError:
            continue
        checking = set()
        for node in ast.walk(parsed):
            if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
                checking.update(map(id, ast.walk(node)))
        for node in ast.walk(parsed):
            if (
                isinstance(node, ast.ImportFrom)
                and (node.module or "").startswith("snakelab")
                and id(node) not in checking
            ):
                for alias in node.names:
                    other = f"{node.module}.{alias.name}" if f"{node.module}.{alias.name}" in names else node.module
                    if other in names and other != me:
                        all_edges[me].add(other)
                        if node in parsed.body:
                            edges[me].add(other)
    lines = []
    for label, graph in (("circle at module level", edges), ("circle with local imports", all_edges)):
        for group in components(graph, set(names)):
            inside = {a: sorted(b for b in graph[a] if b in group) for a in group}
            lines.append(
                f"{label} of {len(group)}: "
                + ("; ".join(f"{a[9:]} -> {', '.join(x[9:] for x in b)}" for a, b in sorted(inside.items())))
            )
    return lines


def components(graph, nodes):
    index, low, stack, on, result, counter = {}, {}, [], set(), [], [0]
    sys.setrecursionlimit(10000)

    def visit(v):
        index[v] = low[v] = counter[0]
        counter[0] += 1
        stack.append(v)
        on.add(v)
        for w in graph.get(v, ()):
            if w not in index:
                visit(w)
                low[v] = min(low[v], low[w])
            elif w in on:
                low[v] = min(low[v], index[w])
        if low[v] == index[v]:
            group = set()
            while True:
                w = stack.pop()
                on.discard(w)
                group.add(w)
                if w == v:
                    break
            if len(group) > 1:
                result.append(group)

    for v in sorted(nodes):
        if v not in index:
            visit(v)
    return result


if __name__ == "__main__":
    main()
