"""Building libraries of compiled kernels: Numba, LLVM and a linker, in processes of their own."""
