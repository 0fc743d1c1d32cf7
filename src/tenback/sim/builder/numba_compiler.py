"""Kernels to object code: Numba lowers every function once, LLVM optimises all of them together.

By itself Numba optimises each function with everything it calls and makes machine code of it, so
that inner kernels are compiled again with each of their callers. Here a function is lowered and
left alone until the module of a whole library is put together.
"""

from __future__ import annotations

import time
from importlib import import_module
from typing import TYPE_CHECKING, Any

import llvmlite.binding as llvm
import numba
import numpy as np
from llvmlite import ir
from numba.core import codegen as typed_codegen
from numba.core import compiler as typed_compiler
from numba.core import types
from numba.core.compiler_lock import global_compiler_lock
from numba.core.registry import cpu_target as typed_target

from tenback.sim.builder.intrinsics import INTRINSICS
from tenback.sim.compiler import Many, compile_with

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from tenback.sim.builder.progress import ProgressFile
    from tenback.sim.compiler import Entry, Parameter

# What Numba's own code leaves without types.
codegen: Any = typed_codegen
compiler: Any = typed_compiler
cpu_target: Any = typed_target

OPTIONS = {
    "error_model": "numpy",
    "no_cpython_wrapper": True,
    "no_cfunc_wrapper": True,
    "_nrt": False,  # kernels allocate nothing
}
SPEED = 3  # the level of LLVM's optimisations


class _Part(codegen.CPUCodeLibrary):  # type: ignore[misc]
    """A lowered function, to be optimised with the library that it becomes part of."""

    def finalize(self) -> None:
        self._finalized = True

    def parts(self, seen: set[_Part]) -> Iterator[_Part]:
        """This part and all that it calls, each once."""
        if self not in seen:
            seen.add(self)
            yield self
            for part in self._linking_libraries:
                yield from part.parts(seen)


class NumbaCompiler:
    """Compiles what a library exports. There is one in a process: Numba's state is changed."""

    def __init__(self) -> None:
        self._exported: list[Entry[..., Any]] = []
        self._lowered = 0
        self._progress: ProgressFile | None = None
        cpu_target.target_context.codegen()._library_class = _Part
        cpu_target.target_context.get_executable = self._name
        compile_with(self)

    def compile(self, function: Callable[..., Any], *, inline: bool) -> Callable[..., Any]:
        """A kernel."""
        njit: Any = numba.njit
        made: Callable[..., Any] = njit(forceinline=inline, **OPTIONS)(function)
        return made

    def intrinsic(self, name: str) -> Callable[..., Any]:
        """The kernel in LLVM with this name."""
        made: Callable[..., Any] = INTRINSICS[name]
        return made

    def export(self, entry: Entry[..., Any]) -> None:
        """Make an entry part of the library."""
        self._exported.append(entry)

    def lower(self, modules: Sequence[str], progress: ProgressFile | None = None) -> Any:
        """The entries of some modules and all that they call, as LLVM takes it."""
        for module in modules:
            import_module(module)
        began, self._lowered, self._progress = time.monotonic(), 0, progress
        entries = [each for each in self._exported if each.__module__ in modules]
        if not entries:
            raise ValueError(f"no entries in {', '.join(modules)}")
        linked = _linked(entries)
        if progress:
            progress.write_lowered(time.monotonic() - began)
        return linked

    def _name(self, *_: Any) -> Callable[..., Any]:
        """What Numba knows a kernel by, which it has just lowered: Python calls none here."""
        self._lowered += 1
        if self._progress:
            self._progress.write(self._lowered)
        name: list[Any] = []
        return name.append  # Numba wants a builtin, each time another one

    def emit(self, module: Any, cpu: str) -> bytes:
        """A module, optimised, as object code for a CPU."""
        machine = llvm.Target.from_triple(llvm.get_process_triple()).create_target_machine(
            cpu="" if cpu == "generic" else cpu, opt=SPEED, reloc="pic", codemodel="default"
        )
        module.triple = llvm.get_process_triple()
        module.data_layout = str(machine.target_data)
        for full in (False, True):
            options = llvm.create_pipeline_tuning_options()
            options.speed_level = SPEED if full else 0
            options.loop_vectorization = full
            options.slp_vectorization = False
            builder = llvm.create_pass_builder(machine, options)
            builder.getModulePassManager().run(module, builder)
        code: bytes = machine.emit_object(module)
        return code


@global_compiler_lock  # type: ignore[untyped-decorator]
def _linked(entries: Iterable[Entry[..., Any]]) -> Any:
    """A module with the entries and all kernels that they call; only the entries can be seen."""
    seen: set[_Part] = set()
    linked = llvm.parse_assembly("")
    names = set()
    for entry in entries:
        library = _lowered(entry)
        names.add(entry.symbol)
        for part in library.parts(seen):
            linked.link_in(part._final_module, preserve=True)
    for function in linked.functions:
        if not function.is_declaration and function.name not in names:
            function.linkage = "internal"
    for variable in linked.global_variables:
        if not variable.is_declaration:
            variable.linkage = "internal"
    linked.verify()
    return linked


def _lowered(entry: Entry[..., Any]) -> _Part:
    flags = compiler.Flags()
    flags.no_compile = flags.no_cpython_wrapper = flags.no_cfunc_wrapper = True
    flags.error_model = OPTIONS["error_model"]
    context = cpu_target.target_context
    library: _Part = context.codegen().create_library(entry.symbol)
    parameters = tuple(map(_type, entry.parameters))
    lowered = compiler.compile_extra(
        cpu_target.typing_context,
        context,
        entry.function,
        parameters,
        _scalar(entry.returns) if entry.returns else types.none,
        flags,
        locals={},
        library=library,
    )
    returned, name = lowered.signature.return_type, lowered.fndesc.llvm_func_name
    kind = context.call_conv.get_function_type(returned, parameters)
    _add_call(library, name, kind, entry.symbol)
    return library


def _add_call(library: _Part, name: str, kind: Any, symbol: str) -> None:
    """The function that Python calls: it finds all it needs in a row of words, see `Entry`."""
    module = library.create_ir_module(symbol)
    called = ir.Function(module, kind, name)
    called.linkage = "external"
    words = ir.FunctionType(ir.IntType(32), [ir.IntType(64).as_pointer()])
    function = ir.Function(module, words, symbol)
    builder = ir.IRBuilder(function.append_basic_block())

    def place(number: int, pointer: Any) -> Any:
        address = builder.gep(function.args[0], [ir.Constant(ir.IntType(64), number)])
        return builder.bitcast(address, pointer)

    result, error, *arguments = kind.args
    loaded = [
        builder.load(place(number, argument.as_pointer()))
        for number, argument in enumerate(arguments, 2)
    ]
    builder.ret(builder.call(called, [place(0, result), place(1, error), *loaded]))
    library.add_ir_module(module)


def _type(parameter: Parameter) -> Any:
    """The type of a parameter, as Numba knows it."""
    if isinstance(parameter, Many):
        return types.Array(_scalar(parameter.kind), parameter.dimensions, "C")
    return _scalar(parameter)


def _scalar(kind: Any) -> Any:
    return numba.from_dtype(np.dtype(kind))
