"""Object code that LLVM puts into memory, where no linker has made a library of it."""

from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, Any

import llvmlite.binding as llvm

if TYPE_CHECKING:
    from pathlib import Path


class Objects:
    """Object code as ctypes shows a library: its functions are attributes."""

    def __init__(self, file: Path) -> None:
        llvm.initialize_native_target()
        llvm.initialize_native_asmprinter()
        machine = llvm.Target.from_default_triple().create_target_machine()
        self._engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), machine)
        self._engine.add_object_file(llvm.object_file.ObjectFileRef.from_path(str(file)))
        self._engine.finalize_object()

    def __getattr__(self, name: str) -> Any:
        address = self._engine.get_function_address(name)
        if not address:
            raise AttributeError(name)
        return ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p)(address)
