"""Emulator of a GPU's threads: translates PTX, the assembly language of NVIDIA GPUs, to machine code of this computer.

It checks device code without a GPU: what runs is the output of the GPU's compiler, one thread after the other. Each instruction
becomes a few of LLVM, which comes with Numba. Kernels must be independent of other threads: barriers are not supported, and
shared memory is that of all threads, see `EmulatedKernel.shared`. Approximate instructions are computed exactly, so that last
bits may differ from a GPU's.

Source of the meaning of the instructions: NVIDIA, Parallel Thread Execution ISA, version 8.8.
"""

import ctypes
import re
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from snakelab.errors import SimulationError

# Types of registers and instructions in LLVM.
LLVM = {
    "pred": "i1",
    **dict.fromkeys(("b8", "u8", "s8"), "i8"),
    **dict.fromkeys(("b16", "u16", "s16"), "i16"),
    **dict.fromkeys(("b32", "u32", "s32"), "i32"),
    **dict.fromkeys(("b64", "u64", "s64"), "i64"),
    "f32": "float",
    "f64": "double",
}
BITS = {"i1": 1, "i8": 8, "i16": 16, "i32": 32, "i64": 64, "float": 32, "double": 64}
SPECIAL = {"%tid.x": "%tid", "%ctaid.x": "%ctaid", "%ntid.x": "%ntid"}
ROUNDING = {"rni": "roundeven", "rmi": "floor", "rpi": "ceil", "rzi": "trunc"}
ORDERED = {"eq": "oeq", "ne": "one", "lt": "olt", "le": "ole", "gt": "ogt", "ge": "oge", "num": "ord", "nan": "uno"}
UNSIGNED = {"lo": "ult", "ls": "ule", "hi": "ugt", "hs": "uge"}
FUNCTIONS = {"sqrt": "llvm.sqrt", "sin": "llvm.sin", "cos": "llvm.cos", "ex2": "llvm.exp2", "lg2": "llvm.log2"}


class EmulatedKernel:
    """Kernel of a PTX text as machine code of this computer.

    Args:
        ptx: The text.

    Raises:
        SimulationError: if it has an instruction that is not supported.
    """

    def __init__(self, ptx: str):
        import llvmlite.binding as llvm

        llvm.initialize_native_target()
        llvm.initialize_native_asmprinter()
        translation = _Translation(ptx)
        self.n_parameters = translation.n_parameters
        module = llvm.parse_assembly(translation.text())
        module.verify()
        target = llvm.Target.from_default_triple().create_target_machine(
            cpu=llvm.get_host_cpu_name(), features=llvm.get_host_cpu_features().flatten(), opt=0, jit=True
        )
        self._engine = llvm.create_mcjit_compiler(module, target)
        self._engine.finalize_object()
        self._shared = translation.shared
        run = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_int32, ctypes.c_int32)
        self._run = run(self._engine.get_function_address("run"))

    def __call__(self, n_threads: int, arguments: Sequence[Any], block: int = 32) -> None:
        """Run the kernel.

        Args:
            n_threads: Number of threads, rounded up to whole blocks [-].
            arguments: Arrays of NumPy, numbers, and (named) tuples of them, as for a kernel of Numba.
            block: Threads of a block [-].
        """
        words = [word for argument in arguments for word in _words(argument)]
        if len(words) != self.n_parameters:
            raise SimulationError(f"the kernel has {self.n_parameters} parameters, got {len(words)} numbers")
        given = (ctypes.c_uint64 * len(words))(*words)
        self._run(ctypes.cast(given, ctypes.c_void_p), -(-n_threads // block), block)

    @property
    def shared(self) -> list[np.ndarray]:
        """Bytes of each array in shared memory, which is zero before the first run, and which all blocks use in turn."""
        places = [(self._engine.get_global_value_address(name), size) for name, size in self._shared.items()]
        return [np.ctypeslib.as_array((ctypes.c_uint8 * size).from_address(place)) for place, size in places]


def _words(argument: Any) -> list[int]:
    """Parameters that Numba passes to a kernel for one argument, 64 bits each."""
    if argument is None:
        return [0]
    if isinstance(argument, tuple):
        return [word for item in argument for word in _words(item)]
    if isinstance(argument, np.ndarray):
        head = [0, 0, argument.size, argument.itemsize, argument.ctypes.data]
        return [word & (2**64 - 1) for word in (*head, *argument.shape, *argument.strides)]
    value = np.asarray(argument)
    size = {1: np.uint8, 2: np.uint16, 4: np.uint32, 8: np.uint64}[value.itemsize]
    return [int(value.reshape(1).view(size)[0])]


# ----------------------------------------------------------------------------------------------------------------------
# Translation of a text: its constants and functions
# ----------------------------------------------------------------------------------------------------------------------


class _Translation:
    """Translation of a PTX text to one of LLVM."""

    def __init__(self, ptx: str):
        body = re.sub(r"//[^\n]*|/\*.*?\*/", "", ptx.replace("\0", ""), flags=re.S)
        self.globals: dict[str, str] = {}
        self.shared: dict[str, int] = {}  # sizes of shared arrays [bytes]
        self.declared: set[str] = set()
        self.lines: list[str] = []
        self._constants(body)
        self.functions: dict[str, str] = {}
        found = list(_functions(body))
        self.n_parameters = max(len(parameters) for kind, _, _, parameters, _ in found if kind == "entry")
        for kind, name, _, _, _ in found:
            self.functions[name] = "kernel" if kind == "entry" else f"function{len(self.functions)}"
        for kind, name, results, parameters, code in found:
            self.lines += _Function(self, kind, self.functions[name], results, parameters, code).lines
        self.lines.append(RUN)

    def text(self) -> str:
        """The text of LLVM."""
        return "\n".join([*sorted(self.declared), *self.lines])

    def declare(self, result: str, name: str, *arguments: str) -> str:
        """Name of an external function, which is declared."""
        self.declared.add(f"declare {result} @{name}({', '.join(arguments)})")
        return f"@{name}"

    def _constants(self, body: str) -> None:
        """Global and shared arrays, with their numbers if they have some."""
        place = r"\.(global|const|shared)\s+(?:\.align\s+(\d+)\s+)?\.(\w+)\s+([\w$]+)(?:\[(\d+)\])?"
        for space, align, kind, name, count, values in re.findall(place + r"(?:\s*=\s*(\{[^}]*\}|[^;]+))?;", body):
            element, n = LLVM[kind], int(count or 1)
            text = "zeroinitializer"
            if values:
                numbers = [value.strip() for value in values.strip("{} \n").split(",") if value.strip()]
                numbers += ["0"] * (n - len(numbers))
                text = f"[{', '.join(f'{element} {value}' for value in numbers)}]"
            own = self.globals[name] = f"@constant{len(self.globals)}"
            self.lines.append(f"{own} = global [{n} x {element}] {text}, align {align or 1}")
            if space == "shared":
                self.shared[own[1:]] = n * BITS[element] // 8


def _functions(body: str) -> Any:
    """Kind, name, results, parameters and code of each function that has code."""
    for found in re.finditer(r"\.(entry|func)\s*(?:\(([^)]*)\)\s*)?([\w$]+)\s*\(([^)]*)\)([^{};]*)\{", body):
        kind, results, name, parameters, _ = found.groups()
        depth, at = 1, found.end()
        while depth:
            at += 1
            depth += (body[at] == "{") - (body[at] == "}")
        yield kind, name, _parameters(results or ""), _parameters(parameters), body[found.end() : at]


def _parameters(text: str) -> list[str]:
    """Names of parameters."""
    return [re.sub(r"\[\d+\]$", "", part.split()[-1]) for part in text.split(",") if part.strip()]


# Runs the threads of all blocks, one after the other.
RUN = """
define void @run(ptr %parameters, i32 %blocks, i32 %ntid) {
  %n = mul i32 %blocks, %ntid
  br label %test
test:
  %i = phi i32 [0, %0], [%next, %body]
  %more = icmp ult i32 %i, %n
  br i1 %more, label %body, label %end
body:
  %ctaid = udiv i32 %i, %ntid
  %tid = urem i32 %i, %ntid
  call void @kernel(ptr %parameters, i32 %tid, i32 %ctaid, i32 %ntid)
  %next = add i32 %i, 1
  br label %test
end:
  ret void
}"""


# ----------------------------------------------------------------------------------------------------------------------
# Translation of a function, instruction by instruction
# ----------------------------------------------------------------------------------------------------------------------


class _Function:
    """Translation of one function. Registers, parameters and local memory are variables on the stack.

    Args:
        whole: The text that contains it.
        kind: "entry" for a kernel.
        name: Its name in LLVM.
        results: Names of its results.
        parameters: Names of its parameters.
        code: Its instructions.
    """

    def __init__(
        self, whole: _Translation, kind: str, name: str, results: list[str], parameters: list[str], code: str
    ) -> None:
        self.whole, self.entry = whole, kind == "entry"
        self.places = {key: i for i, key in enumerate(parameters)}
        self.memory: dict[str, str] = {}  # local memory and parameters of calls, by name
        self.kinds: dict[str, str] = {}  # type of each register
        self.variables: list[str] = ["%carry = alloca i32"]
        self.code: list[str] = []
        self.count = 0
        given = ["ptr %parameters"]
        if not self.entry:
            given = [f"ptr %result{i}" for i in range(len(results))] + [
                f"ptr %given{i}" for i in range(len(parameters))
            ]
            self.memory |= {key: f"%result{i}" for i, key in enumerate(results)}
            self.memory |= {key: f"%given{i}" for i, key in enumerate(parameters)}
        for statement in _statements(code):
            self._statement(statement)
        thread = "i32 %tid, i32 %ctaid, i32 %ntid"
        head = f"define internal void @{name}({', '.join(given)}, {thread}) {{"
        if self.entry:
            head = head.replace("internal ", "")
        self.lines = [head, *self.variables, *self.code, "ret void", "}"]

    # ---- statements --------------------------------------------------------------------------------------------------
    def _statement(self, text: str) -> None:
        if label := re.fullmatch(r"([\w$]+):", text):
            self.code += [f"br label %{_label(label[1])}", f"{_label(label[1])}:"]
        elif text.startswith(".reg"):
            self._registers(text)
        elif found := re.match(r"\.(?:local|param)\s+(?:\.align\s+(\d+)\s+)?\.(\w+)\s+([\w$]+)(?:\[(\d+)\])?$", text):
            align, kind, name, count = found.groups()
            own = f"%memory{len(self.variables)}"
            self.variables.append(f"{own} = alloca [{count or 1} x {LLVM[kind]}], align {max(8, int(align or 8))}")
            self.memory[name] = own
        elif not text.startswith("."):
            self._instruction(text)

    def _registers(self, text: str) -> None:
        kind, names = re.fullmatch(r"\.reg\s+\.(\w+)\s+(.*)", text, re.S).groups()  # type: ignore[union-attr]
        for name in (part.strip() for part in names.split(",")):
            base, _, count = name.partition("<")
            for own in [name] if not count else [f"{base}{i}" for i in range(int(count.rstrip(">")))]:
                if own not in self.kinds:
                    self.variables.append(f"{_variable(own)} = alloca {LLVM[kind]}")
                self.kinds[own] = LLVM[kind]

    def _instruction(self, text: str) -> None:
        after = ""
        if guard := re.match(r"@(!?)(%\w+)\s+", text):
            taken, after = self._new("taken"), self._new("after")
            condition = self.read(guard[2], "pred")
            first, second = (after, taken) if guard[1] else (taken, after)
            self.code += [f"br i1 {condition}, label {first}, label {second}", f"{taken[1:]}:"]
            text = text[guard.end() :]
        name, _, rest = text.partition(" ")
        operands = _operands(rest.strip())
        self._operation(name.strip(), operands)
        if after:
            self.code += [f"br label {after}", f"{after[1:]}:"]

    def _operation(self, name: str, operands: list[str]) -> None:
        parts = name.split(".")
        handler: Callable[[list[str], list[str]], None] | None = getattr(self, f"_do_{parts[0]}", None)
        if handler is None:
            raise SimulationError(f"the emulator of a GPU does not support the instruction {name!r}")
        handler(parts, operands)

    # ---- values ------------------------------------------------------------------------------------------------------
    def _new(self, prefix: str = "v") -> str:
        self.count += 1
        return f"%{prefix}.{self.count}"

    def emit(self, expression: str) -> str:
        """Name of the value of an expression of LLVM."""
        name = self._new()
        self.code.append(f"{name} = {expression}")
        return name

    def read(self, operand: str, kind: str) -> str:
        """Value of an operand as a type of PTX."""
        wanted = LLVM[kind]
        if operand in SPECIAL:
            return self._fitted(SPECIAL[operand], "i32", wanted, False)
        if operand in self.kinds:
            have = self.kinds[operand]
            return self._fitted(self.emit(f"load {have}, ptr {_variable(operand)}"), have, wanted, kind[0] == "s")
        if operand.startswith("0d"):
            return self._fitted(str(int(operand[2:], 16)), "i64", wanted, False)
        if operand.startswith("0f"):
            return self._fitted(str(int(operand[2:], 16)), "i32", wanted, False)
        if re.fullmatch(r"-?(0x[0-9a-fA-F]+|\d+)U?", operand):
            number = int(operand.rstrip("U"), 0)
            return str(number) if wanted != "i1" else str(number != 0).lower()
        return self._fitted(self.address_of(operand), "i64", wanted, False)

    def address_of(self, name: str) -> str:
        """Address of a global array or of local memory, a 64-bit integer."""
        place = self.memory.get(name) or self.whole.globals.get(name)
        if place is None:
            raise SimulationError(f"the emulator of a GPU does not know {name!r}")
        return self.emit(f"ptrtoint ptr {place} to i64")

    def write(self, operand: str, value: str, kind: str) -> None:
        """Assign a value of a type of PTX to a register."""
        if operand == "_":
            return
        have = self.kinds[operand]
        self.code.append(
            f"store {have} {self._fitted(value, LLVM[kind], have, kind[0] == 's')}, ptr {_variable(operand)}"
        )

    def _fitted(self, value: str, have: str, wanted: str, signed: bool) -> str:
        """Value with the bits of another one; integers are extended or truncated."""
        if have == wanted:
            return value
        if have in ("float", "double"):
            same = f"i{BITS[have]}"
            return self._fitted(self.emit(f"bitcast {have} {value} to {same}"), same, wanted, signed)
        if wanted in ("float", "double"):
            same = f"i{BITS[wanted]}"
            return self.emit(f"bitcast {same} {self._fitted(value, have, same, signed)} to {wanted}")
        way = "trunc" if BITS[have] > BITS[wanted] else "sext" if signed and have != "i1" else "zext"
        return self.emit(f"{way} {have} {value} to {wanted}")

    def call(self, result: str, name: str, *values: str, kinds: tuple[str, ...] = ()) -> str:
        """Value of a call of an external function or intrinsic, by default with arguments of the type of the result."""
        types = kinds or (result,) * len(values)
        called = self.whole.declare(result, name, *types)
        return self.emit(f"call {result} {called}({', '.join(f'{t} {v}' for t, v in zip(types, values, strict=True))})")

    def pointer(self, operand: str, space: str) -> str:
        """Pointer of an address in brackets."""
        found = re.fullmatch(r"\[\s*([%\w$.]+)\s*(?:\+\s*(-?\d+))?\s*\]", operand)
        if found is None:
            raise SimulationError(f"the emulator of a GPU does not support the address {operand!r}")
        base, offset = found[1], int(found[2] or 0)
        if space == "param" and self.entry and base in self.places:
            return self.emit(f"getelementptr i8, ptr %parameters, i64 {8 * self.places[base] + offset}")
        if base in self.memory:
            return self.emit(f"getelementptr i8, ptr {self.memory[base]}, i64 {offset}")
        address = self.read(base, "b64")
        return self.emit(f"inttoptr i64 {self.emit(f'add i64 {address}, {offset}')} to ptr")

    # ---- memory, moves and control -----------------------------------------------------------------------------------
    def _do_ld(self, parts: list[str], o: list[str]) -> None:
        kind, space = parts[-1], next((p for p in parts if p in ("param", "global", "local", "const")), "")
        start, names = self.pointer(o[1], space), _operands(o[0].strip("{}"))
        for i, name in enumerate(names):
            place = start if i == 0 else self.emit(f"getelementptr {LLVM[kind]}, ptr {start}, i64 {i}")
            self.write(name, self.emit(f"load {LLVM[kind]}, ptr {place}, align 1"), kind)

    def _do_st(self, parts: list[str], o: list[str]) -> None:
        kind, space = parts[-1], next((p for p in parts if p in ("param", "global", "local")), "")
        start = self.pointer(o[0], space)
        for i, name in enumerate(_operands(o[1].strip("{}"))):
            place = start if i == 0 else self.emit(f"getelementptr {LLVM[kind]}, ptr {start}, i64 {i}")
            self.code.append(f"store {LLVM[kind]} {self.read(name, kind)}, ptr {place}, align 1")

    def _do_atom(self, parts: list[str], o: list[str]) -> None:
        kind = parts[-1]
        if "add" not in parts or kind[0] == "f":
            raise SimulationError(f"the emulator of a GPU does not support the instruction {'.'.join(parts)!r}")
        place = self.pointer(o[1], "global")  # threads run one after the other
        before = self.emit(f"load {LLVM[kind]}, ptr {place}, align 1")
        total = self.emit(f"add {LLVM[kind]} {before}, {self.read(o[2], kind)}")
        self.code.append(f"store {LLVM[kind]} {total}, ptr {place}, align 1")
        self.write(o[0], before, kind)

    def _do_red(self, parts: list[str], o: list[str]) -> None:
        self._do_atom(parts, ["_", *o])

    def _do_mov(self, parts: list[str], o: list[str]) -> None:
        kind = parts[-1]
        if o[0].startswith("{"):
            names = _operands(o[0].strip("{}"))
            bits = BITS[LLVM[kind]] // len(names)
            value = self.read(o[1], kind)
            for i, name in enumerate(names):
                self.write(name, self.emit(f"lshr {LLVM[kind]} {value}, {i * bits}"), kind)
        elif o[1].startswith("{"):
            names, total = _operands(o[1].strip("{}")), "0"
            bits = BITS[LLVM[kind]] // len(names)
            for i, name in enumerate(names):
                item = self._fitted(self.read(name, f"b{bits}"), f"i{bits}", LLVM[kind], False)
                total = self.emit(f"or {LLVM[kind]} {total}, {self.emit(f'shl {LLVM[kind]} {item}, {i * bits}')}")
            self.write(o[0], total, kind)
        else:
            self.write(o[0], self.read(o[1], kind), kind)

    def _do_cvta(self, parts: list[str], o: list[str]) -> None:
        self.write(o[0], self.read(o[1], "b64"), "b64")

    def _do_bra(self, parts: list[str], o: list[str]) -> None:
        self.code += [f"br label %{_label(o[-1])}", f"{self._new('dead')[1:]}:"]

    def _do_ret(self, parts: list[str], o: list[str]) -> None:
        self.code += ["ret void", f"{self._new('dead')[1:]}:"]

    _do_exit = _do_trap = _do_ret

    def _do_call(self, parts: list[str], o: list[str]) -> None:
        results = _operands(o[0].strip("()")) if o[0].startswith("(") else []
        name = o[1] if results else o[0]
        given = _operands(o[-1].strip("() \n\t")) if o[-1].startswith("(") and o[-1] is not o[0] else []
        places = [f"ptr {self.memory[key]}" for key in (*results, *given)]
        if name not in self.whole.functions:
            raise SimulationError(f"the emulator of a GPU does not know the function {name!r}")
        passed = ", ".join([*places, "i32 %tid, i32 %ctaid, i32 %ntid"])
        self.code.append(f"call void @{self.whole.functions[name]}({passed})")

    # ---- arithmetic --------------------------------------------------------------------------------------------------
    def _binary(self, parts: list[str], o: list[str], real: str, whole: str) -> None:
        kind = parts[-1]
        operation = real if kind[0] == "f" else whole
        self.write(o[0], self.emit(f"{operation} {LLVM[kind]} {self.read(o[1], kind)}, {self.read(o[2], kind)}"), kind)

    def _do_add(self, parts: list[str], o: list[str]) -> None:
        if "cc" in parts or parts[0] == "addc":
            self._with_carry(parts, o[0], [self._wide(x, parts[-1]) for x in o[1:3]], "add")
        else:
            self._binary(parts, o, "fadd", "add")

    _do_addc = _do_add

    def _do_sub(self, parts: list[str], o: list[str]) -> None:
        if "cc" in parts or parts[0] == "subc":
            self._with_carry(parts, o[0], [self._wide(x, parts[-1]) for x in o[1:3]], "sub")
        else:
            self._binary(parts, o, "fsub", "sub")

    _do_subc = _do_sub

    def _wide(self, operand: str, kind: str) -> str:
        """A 32-bit operand as an unsigned number of 64 bits."""
        return self.emit(f"zext i32 {self.read(operand, kind)} to i64")

    def _with_carry(self, parts: list[str], out: str, values: list[str], operation: str) -> None:
        """Sum or difference of 32-bit numbers with the carry of the instruction before, or with a carry for the next one."""
        total = self.emit(f"{operation} i64 {values[0]}, {values[1]}")
        if parts[0].endswith("c"):
            before = self.emit(f"zext i32 {self.emit('load i32, ptr %carry')} to i64")
            total = self.emit(f"{operation} i64 {total}, {before}")
        if "cc" in parts:
            carry = self.emit(f"and i64 {self.emit(f'lshr i64 {total}, 32')}, 1")
            self.code.append(f"store i32 {self.emit(f'trunc i64 {carry} to i32')}, ptr %carry")
        self.write(out, self.emit(f"trunc i64 {total} to i32"), "u32")

    def _do_mul(self, parts: list[str], o: list[str]) -> None:
        kind = parts[-1]
        if "wide" in parts:
            self.write(o[0], self._product(o[1], o[2], kind), f"{kind[0]}{2 * BITS[LLVM[kind]]}")
        elif "hi" in parts:
            self.write(o[0], self._high(self._product(o[1], o[2], kind), kind), kind)
        else:
            self._binary(parts, o, "fmul", "mul")

    def _product(self, a: str, b: str, kind: str) -> str:
        """Product of integers with twice their bits."""
        wide, way = f"i{2 * BITS[LLVM[kind]]}", "sext" if kind[0] == "s" else "zext"
        values = [self.emit(f"{way} {LLVM[kind]} {self.read(x, kind)} to {wide}") for x in (a, b)]
        return self.emit(f"mul {wide} {values[0]}, {values[1]}")

    def _high(self, product: str, kind: str) -> str:
        bits = BITS[LLVM[kind]]
        return self.emit(f"trunc i{2 * bits} {self.emit(f'lshr i{2 * bits} {product}, {bits}')} to {LLVM[kind]}")

    def _do_mad(self, parts: list[str], o: list[str]) -> None:
        kind = parts[-1]
        if kind[0] == "f":
            self._do_fma(parts, o)
            return
        if "wide" in parts:
            wide = f"{kind[0]}{2 * BITS[LLVM[kind]]}"
            product = self._product(o[1], o[2], kind)
            self.write(o[0], self.emit(f"add {LLVM[wide]} {product}, {self.read(o[3], wide)}"), wide)
            return
        if "hi" in parts:
            product = self._high(self._product(o[1], o[2], kind), kind)
        else:
            product = self.emit(f"mul {LLVM[kind]} {self.read(o[1], kind)}, {self.read(o[2], kind)}")
        if "cc" in parts or parts[0] == "madc":
            self._with_carry(parts, o[0], [self.emit(f"zext i32 {product} to i64"), self._wide(o[3], kind)], "add")
        else:
            self.write(o[0], self.emit(f"add {LLVM[kind]} {product}, {self.read(o[3], kind)}"), kind)

    _do_madc = _do_mad

    def _do_fma(self, parts: list[str], o: list[str]) -> None:
        kind = parts[-1]
        values = [self.read(x, kind) for x in o[1:4]]
        self.write(o[0], self.call(LLVM[kind], f"llvm.fma.{kind}", *values), kind)

    def _do_div(self, parts: list[str], o: list[str]) -> None:
        self._binary(parts, o, "fdiv", "sdiv" if parts[-1][0] == "s" else "udiv")

    def _do_rem(self, parts: list[str], o: list[str]) -> None:
        self._binary(parts, o, "frem", "srem" if parts[-1][0] == "s" else "urem")

    def _do_rcp(self, parts: list[str], o: list[str]) -> None:
        kind = parts[-1]
        self.write(o[0], self.emit(f"fdiv {LLVM[kind]} 1.0, {self.read(o[1], kind)}"), kind)

    def _do_rsqrt(self, parts: list[str], o: list[str]) -> None:
        kind = parts[-1]
        root = self.call(LLVM[kind], f"llvm.sqrt.{kind}", self.read(o[1], kind))
        self.write(o[0], self.emit(f"fdiv {LLVM[kind]} 1.0, {root}"), kind)

    def _do_sqrt(self, parts: list[str], o: list[str]) -> None:
        kind = parts[-1]
        self.write(o[0], self.call(LLVM[kind], f"{FUNCTIONS[parts[0]]}.{kind}", self.read(o[1], kind)), kind)

    _do_sin = _do_cos = _do_ex2 = _do_lg2 = _do_sqrt

    def _do_tanh(self, parts: list[str], o: list[str]) -> None:
        self.write(o[0], self.call("float", "tanhf", self.read(o[1], "f32")), "f32")

    def _do_neg(self, parts: list[str], o: list[str]) -> None:
        kind = parts[-1]
        value = self.read(o[1], kind)
        way = f"fneg {LLVM[kind]} {value}" if kind[0] == "f" else f"sub {LLVM[kind]} 0, {value}"
        self.write(o[0], self.emit(way), kind)

    def _do_abs(self, parts: list[str], o: list[str]) -> None:
        kind = parts[-1]
        value = self.read(o[1], kind)
        if kind[0] == "f":
            self.write(o[0], self.call(LLVM[kind], f"llvm.fabs.{kind}", value), kind)
        else:
            size = LLVM[kind]
            self.write(o[0], self.call(size, f"llvm.abs.{size}", value, "false", kinds=(size, "i1")), kind)

    def _do_min(self, parts: list[str], o: list[str]) -> None:
        kind = parts[-1]
        name = f"{parts[0]}num.{kind}" if kind[0] == "f" else f"{'s' if kind[0] == 's' else 'u'}{parts[0]}.{LLVM[kind]}"
        self.write(o[0], self.call(LLVM[kind], f"llvm.{name}", self.read(o[1], kind), self.read(o[2], kind)), kind)

    _do_max = _do_min

    def _do_copysign(self, parts: list[str], o: list[str]) -> None:
        kind = parts[-1]
        values = self.read(o[2], kind), self.read(o[1], kind)
        self.write(o[0], self.call(LLVM[kind], f"llvm.copysign.{kind}", *values), kind)

    # ---- bits --------------------------------------------------------------------------------------------------------
    def _do_and(self, parts: list[str], o: list[str]) -> None:
        self._binary(parts, o, parts[0], parts[0])

    _do_or = _do_xor = _do_and

    def _do_not(self, parts: list[str], o: list[str]) -> None:
        kind = parts[-1]
        ones = "true" if kind == "pred" else "-1"
        self.write(o[0], self.emit(f"xor {LLVM[kind]} {self.read(o[1], kind)}, {ones}"), kind)

    def _do_shl(self, parts: list[str], o: list[str]) -> None:
        kind = parts[-1]
        size, value = LLVM[kind], self.read(o[1], kind)
        most = BITS[size] - 1
        by = self.read(o[2], "u32")
        kept = self._fitted(self.call("i32", "llvm.umin.i32", by, str(most)), "i32", size, False)
        way = "shl" if parts[0] == "shl" else "ashr" if kind[0] == "s" else "lshr"
        shifted = self.emit(f"{way} {size} {value}, {kept}")
        if way != "ashr":
            beyond = self.emit(f"icmp ugt i32 {by}, {most}")
            shifted = self.emit(f"select i1 {beyond}, {size} 0, {size} {shifted}")
        self.write(o[0], shifted, kind)

    _do_shr = _do_shl

    def _do_shf(self, parts: list[str], o: list[str]) -> None:
        name = "llvm.fshl.i32" if "l" in parts else "llvm.fshr.i32"
        high, low, by = self.read(o[2], "b32"), self.read(o[1], "b32"), self.read(o[3], "b32")
        self.write(o[0], self.call("i32", name, high, low, by), "b32")

    def _do_bfi(self, parts: list[str], o: list[str]) -> None:
        size = LLVM[parts[-1]]
        place, count = (self._fitted(self.read(x, "u32"), "i32", size, False) for x in o[3:5])
        ones = self.emit(f"sub {size} {self.emit(f'shl {size} 1, {count}')}, 1")
        mask = self.emit(f"shl {size} {ones}, {place}")
        put = self.emit(f"and {size} {self.emit(f'shl {size} {self.read(o[1], parts[-1])}, {place}')}, {mask}")
        rest = self.emit(f"and {size} {self.read(o[2], parts[-1])}, {self.emit(f'xor {size} {mask}, -1')}")
        self.write(o[0], self.emit(f"or {size} {put}, {rest}"), parts[-1])

    def _do_popc(self, parts: list[str], o: list[str]) -> None:
        kind = parts[-1]
        self.write(o[0], self.call(LLVM[kind], f"llvm.ctpop.{LLVM[kind]}", self.read(o[1], kind)), kind)

    def _do_clz(self, parts: list[str], o: list[str]) -> None:
        kind = parts[-1]
        size = LLVM[kind]
        self.write(o[0], self.call(size, f"llvm.ctlz.{size}", self.read(o[1], kind), "false", kinds=(size, "i1")), kind)

    # ---- comparisons and conversions ---------------------------------------------------------------------------------
    def _do_setp(self, parts: list[str], o: list[str]) -> None:
        kind, how = parts[-1], parts[1]
        a, b = self.read(o[1], kind), self.read(o[2], kind)
        if kind[0] == "f":
            way = ORDERED.get(how) or f"u{ORDERED[how[:-1]][1:]}"
            value = self.emit(f"fcmp {way} {LLVM[kind]} {a}, {b}")
        else:
            sign = "" if how in ("eq", "ne") else "s" if kind[0] == "s" else "u"
            value = self.emit(f"icmp {UNSIGNED.get(how, sign + how)} {LLVM[kind]} {a}, {b}")
        for logic in ("and", "or", "xor"):
            if logic in parts[2:-1]:
                value = self.emit(f"{logic} i1 {value}, {self.read(o[3], 'pred')}")
        self.write(o[0], value, "pred")

    def _do_selp(self, parts: list[str], o: list[str]) -> None:
        kind = parts[-1]
        a, b, p = self.read(o[1], kind), self.read(o[2], kind), self.read(o[3], "pred")
        self.write(o[0], self.emit(f"select i1 {p}, {LLVM[kind]} {a}, {LLVM[kind]} {b}"), kind)

    def _do_cvt(self, parts: list[str], o: list[str]) -> None:
        to, of = parts[-2], parts[-1]
        value, have, wanted = self.read(o[1], of), LLVM[of], LLVM[to]
        if of[0] == "f":
            for name in parts:
                if name in ROUNDING:
                    value = self.call(have, f"llvm.{ROUNDING[name]}.{of}", value)
        if of[0] == "f" and to[0] == "f":
            if BITS[have] != BITS[wanted]:
                value = self.emit(f"{'fptrunc' if BITS[have] > BITS[wanted] else 'fpext'} {have} {value} to {wanted}")
            if "sat" in parts:
                value = self.call(wanted, f"llvm.maxnum.{to}", value, "0.0")
                value = self.call(wanted, f"llvm.minnum.{to}", value, "1.0")
        elif of[0] == "f":
            name = f"llvm.fpto{'s' if to[0] == 's' else 'u'}i.sat.{wanted}.{of}"
            value = self.call(wanted, name, value, kinds=(have,))
        elif to[0] == "f":
            value = self.emit(f"{'s' if of[0] == 's' else 'u'}itofp {have} {value} to {wanted}")
        else:
            value = self._fitted(value, have, wanted, of[0] == "s")
        self.write(o[0], value, to)


# ----------------------------------------------------------------------------------------------------------------------
# Parts of a text
# ----------------------------------------------------------------------------------------------------------------------


def _statements(code: str) -> Any:
    """Declarations, labels and instructions of a function; braces that only limit names are left out."""
    for part in code.split(";"):
        text = part.strip()
        while True:
            text = text.lstrip("{} \t\n") if not re.match(r"\{[^}]*\}", text) else text
            if found := re.match(r"([\w$]+):", text):
                yield found[0]
                text = text[found.end() :].strip()
            else:
                break
        text = re.sub(r"\s*\}\s*$", "", text) if text.count("}") > text.count("{") else text
        if text:
            yield re.sub(r"\s+", " ", text)


def _operands(text: str) -> list[str]:
    """Operands of an instruction: registers, numbers, addresses in brackets, lists in braces or parentheses."""
    found, depth, start = [], 0, 0
    for i, letter in enumerate(text):
        depth += (letter in "{[(") - (letter in "}])")
        if letter == "," and depth == 0:
            found.append(text[start:i].strip())
            start = i + 1
    return [*found, text[start:].strip()] if text.strip() else []


def _variable(register: str) -> str:
    return f"%r.{register[1:]}" if register.startswith("%") else f"%own.{register}"


def _label(name: str) -> str:
    return f"L.{name.replace('$', '.')}"
