"""Every kernel keeps the machine code that it was compiled with, whatever else has been compiled or loaded before it.

A kernel's code holds its own copies of the functions that it calls. Numba gives copies of one function one name in the whole
process, and the first that arrives serves all. But copies are not alike: each was optimised with its caller, and they
differ in the last bits. So a run gave other last bits in the process that compiled, or after another kernel was
loaded. Here a copy's name is known in its own kernel only.
"""

from typing import Any

from llvmlite.binding import Linkage, parse_assembly
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, DefaultPassBuilder

from snakelab.interrupts import held_interrupts

ENVIRONMENT = "_ZN08NumbaEnv"


class OwnCodeLibrary(JITCodeLibrary):
    """Compiled code that other code may copy, but not call into.

    Attributes:
        is_part: Nothing but other code that copies it needs it, so that it gets no machine code of its own.
    """

    is_part = False
    _final_module: Any

    def _finalize_final_module(self) -> None:
        """Hide the copies at the last moment: all is optimised, nothing is machine code yet.

        What the next kernel takes its copies from is kept as it was: there they must have their common names, or two callees
        would each bring a copy of what both call.

        Ctrl-C waits, for seconds at most: LLVM hands the machine code over through a callback, in which it would be swallowed
        together with the code.
        """
        self._shared_module = _for_callers(self._final_module)
        if self.is_part:
            self._final_module = _environments(self._final_module)
        for function in self._final_module.functions:
            if function.linkage == Linkage.linkonce_odr and not function.is_declaration:
                function.linkage = Linkage.internal
        with held_interrupts("SIGINT"):
            JITCodeLibrary._finalize_final_module(self)


def _for_callers(module: Any) -> Any:
    """A copy of a module of LLVM that can be linked many times into another."""
    shared = module.clone()
    for function in shared.functions:
        if function.linkage == Linkage.external and not function.is_declaration:
            function.linkage = Linkage.linkonce_odr
    return shared


def _environments(module: Any) -> Any:
    """A module with the environments of another one, the only objects in it that Numba asks for by their address."""
    names = [variable.name for variable in module.global_variables if variable.name.startswith(ENVIRONMENT)]
    lines = [f'target triple = "{module.triple}"', *(f'@"{name}" = common global ptr null' for name in names)]
    made = parse_assembly("\n".join(lines))
    made.name, made.data_layout = module.name, module.data_layout
    return made


class OwnCodeCompiler(CompilerBase):
    """Numba's compiler, with `OwnCodeLibrary` for what it makes. Code from the disk comes as it was stored."""

    def define_pipelines(self) -> list[Any]:
        """The usual passes; they fill the library that they find."""
        if self.state.library is None:
            self.state.library = OwnCodeLibrary(self.state.targetctx.codegen(), self.state.func_id.func_qualname)
            self.state.library.enable_object_caching()
            self.state.library.is_part = self.state.flags.no_cpython_wrapper
        return [DefaultPassBuilder.define_nopython_pipeline(self.state)]
