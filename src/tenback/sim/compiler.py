"""Marks for kernels, and the entries through which Python calls them.

A kernel is a function in the part of Python that Numba compiles. At run time it stays a plain
function that Python never calls: `tenback.sim.builder` has compiled the kernels into libraries, and
an entry calls their machine code through ctypes. So a program that plays games loads no Numba.
"""

from __future__ import annotations

import ctypes
from functools import update_wrapper
from operator import index
from struct import Struct
from typing import (
    TYPE_CHECKING,
    Any,
    Final,
    Generic,
    NamedTuple,
    ParamSpec,
    Protocol,
    TypeAlias,
    TypeVar,
)

import numpy as np

from tenback.sim.library import symbol_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

Function = TypeVar("Function", bound="Callable[..., Any]")
Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")


class Many(NamedTuple):
    """A parameter of an entry: an array of any length."""

    kind: Any
    dimensions: int = 1


FORMATS: Final = {
    "b": {1: "?"},
    "u": {1: "B", 2: "H", 4: "I", 8: "Q"},
    "i": {1: "b", 2: "h", 4: "i", 8: "q"},
    "f": {4: "f", 8: "d"},
}
"""The formats of scalars in memory, by kind and size."""

Parameter: TypeAlias = "type[np.generic] | np.dtype[Any] | Many"
"""The type of a parameter of an entry: a scalar, one row of an array of records, or an array."""


class Compiler(Protocol):
    """Compiles kernels; only processes that build libraries have one."""

    def compile(self, function: Callable[..., Any], *, inline: bool) -> Callable[..., Any]:
        """A kernel."""

    def intrinsic(self, name: str) -> Callable[..., Any]:
        """The kernel in LLVM with this name."""

    def export(self, entry: Entry[..., Any]) -> None:
        """Make an entry part of the library."""


class _Process:
    compiler: Compiler | None = None


def compile_with(compiler: Compiler) -> None:
    """Compile all kernels that are imported from now on."""
    _Process.compiler = compiler


def kernel(function: Function) -> Function:
    """A kernel that the compiler inlines into the kernels that call it."""
    return _kernel(function, inline=True)


def noinline(function: Function) -> Function:
    """A kernel that the compiler inlines if it finds that worthwhile."""
    return _kernel(function, inline=False)


def _kernel(function: Function, *, inline: bool) -> Function:
    compiler = _Process.compiler
    made: Any = compiler.compile(function, inline=inline) if compiler else function
    return made


def intrinsic(function: Function) -> Function:
    """A kernel whose compiled form is in `tenback.sim.builder.intrinsics`; this one defines it."""
    compiler = _Process.compiler
    made: Any = compiler.intrinsic(function.__name__) if compiler else function
    return made


def entry(
    *parameters: Parameter, returns: type[np.generic] | None = None
) -> Callable[[Callable[Parameters, Result]], Entry[Parameters, Result]]:
    """A kernel that Python calls, with the types of its parameters and of its result.

    For a row, Python passes an array whose first row it is.
    """

    def make(function: Callable[Parameters, Result]) -> Entry[Parameters, Result]:
        made = Entry(function, parameters, returns)
        if _Process.compiler:
            _Process.compiler.export(made)
        return made

    return make


class Entry(Generic[Parameters, Result]):
    """Calls a compiled kernel; the first call loads its library, or has it built."""

    def __init__(
        self,
        function: Callable[Parameters, Result],
        parameters: Sequence[Parameter],
        returns: type[np.generic] | None,
    ) -> None:
        update_wrapper(self, function)
        self.name = function.__name__
        self.function, self.parameters, self.returns = function, tuple(parameters), returns
        self.symbol = f"{function.__module__}.{function.__name__}".replace(".", "_")
        words = "".join(map(_format, self.parameters))
        self._call = Struct(f"={_word(returns)}Q{words}")
        self._result = Struct(f"={_word(returns)}") if returns else None
        self._memory = ctypes.c_char * self._call.size
        self._function: Callable[[Any], int] | None = None

    def __call__(self, *arguments: Parameters.args, **none: Parameters.kwargs) -> Result:
        """The result of the kernel."""
        return self.bind(*arguments, **none)()

    def bind(self, *arguments: Parameters.args, **_none: Parameters.kwargs) -> Callable[[], Result]:
        """A call that can be repeated, with the same numbers and the same arrays.

        It costs less than a new one: arguments are checked only once. One thread may use it.
        """
        function = self._function or self._load()
        if len(arguments) != len(self.parameters):
            raise TypeError(f"{self.name} takes {len(self.parameters)} arguments")
        pairs = zip(self.parameters, arguments, strict=True)
        words = [word for parameter, argument in pairs for word in _words(parameter, argument)]
        memory = self._memory()
        self._call.pack_into(memory, 0, 0, 0, *words)
        result, symbol = self._result, self.symbol

        def call(_alive: Any = arguments) -> Any:
            if function(memory):
                raise RuntimeError(f"the kernel {symbol} has failed")
            return result.unpack_from(memory)[0] if result else None

        return call

    def _load(self) -> Callable[[Any], int]:
        function: Any = symbol_of(self.__module__, self.symbol)
        function.restype, function.argtypes = ctypes.c_int32, [ctypes.c_void_p]
        self._function = function
        return self._function


# A call is a row of words: those of the result and of an exception, then the arguments. A record is
# the address of its row; an array is what Numba knows of it: owner, parent, number and size of its
# items, the address of its data, and the length and the stride of each dimension.


def _format(parameter: Parameter) -> str:
    if isinstance(parameter, Many):
        return "Q" * (5 + 2 * parameter.dimensions)
    return _word(None if isinstance(parameter, np.dtype) else parameter)


def _word(scalar: type[np.generic] | None) -> str:
    """The format of a scalar, or of an address, in a word of eight bytes."""
    kind = np.dtype(scalar or np.uint64)
    return f"{FORMATS[kind.kind][kind.itemsize]}{8 - kind.itemsize}x"


def _words(parameter: Parameter, argument: Any) -> Iterator[Any]:
    if isinstance(parameter, Many):
        _check(argument, np.dtype(parameter.kind), parameter.dimensions)
        yield from (0, 0, argument.size, argument.itemsize, argument.ctypes.data)
        yield from argument.shape
        yield from argument.strides
    elif isinstance(parameter, np.dtype):
        _check(argument, parameter, 1)
        if not len(argument):
            raise TypeError("no row")
        yield argument.ctypes.data
    else:
        yield float(argument) if issubclass(parameter, np.floating) else index(argument)


def _check(array: Any, kind: np.dtype[Any], dimensions: int) -> None:
    """A kernel believes what it gets: another type or layout would make it write anywhere."""
    if not isinstance(array, np.ndarray):
        raise TypeError(f"an array of {kind} is needed, not {type(array).__name__}")
    flags = array.flags
    if array.dtype != kind or array.ndim != dimensions or not flags.c_contiguous & flags.aligned:
        raise TypeError(
            f"a contiguous array of {kind} with {dimensions} dimensions is needed, "
            f"not one of {array.dtype} with {array.ndim}"
        )
