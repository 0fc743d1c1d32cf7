"""The kernels that are written in LLVM: single instructions, and sums that stay in registers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from tenback.sim.search.workspace import HIDDEN, PILE_WIDTH

if TYPE_CHECKING:
    from collections.abc import Callable

keep: Any = cgutils.alloca_once_value
FLOAT = ir.FloatType()
WEIGHT = 4  # bytes of a number, and the alignment of the arrays


def _instruction(emit: Callable[[Any, Any], Any]) -> Any:
    """A function of one word that is one instruction."""

    def typed(_typing: Any, _word: Any) -> Any:
        return types.uint64(types.uint64), lambda _, build, __, words: emit(build, words[0])

    return intrinsic(typed)


def _barrier() -> Any:
    """Empty inline assembly, which LLVM cannot move or vectorise."""

    def typed(_typing: Any) -> Any:
        signature = ir.FunctionType(ir.VoidType(), [])
        return types.void(), lambda _, build, __, ___: build.asm(
            signature, "", "", [], side_effect=True
        )

    return intrinsic(typed)


def _data(context: Any, builder: Any, kind: Any, array: Any) -> Any:
    return context.make_array(kind)(context, builder, array).data


def _load(builder: Any, data: Any, offset: Any, vector: Any) -> Any:
    place = builder.bitcast(builder.gep(data, [offset]), vector.as_pointer())
    return builder.load(place, align=WEIGHT, typ=vector)


def _sum(width: int, *, weighted: bool = False) -> Any:
    """A function that adds rows of a table to a sum: rows picked by number, or weighted rows."""

    def typed(_typing: Any, total: Any, table: Any, chosen: Any, _count: Any) -> Any:
        def emit(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            kinds = signature.args
            data = [_data(context, builder, kinds[at], values[at]) for at in range(3)]
            vector = ir.VectorType(FLOAT, width)
            index = values[3].type
            zero = ir.Constant(index, 0)
            kept = keep(builder, _load(builder, data[0], zero, vector))
            with cgutils.for_range(builder, values[3]) as loop:
                pick = builder.load(builder.gep(data[2], [loop.index]))
                line = loop.index if weighted else pick
                row = _load(builder, data[1], builder.mul(line, ir.Constant(index, width)), vector)
                if weighted:
                    first = ir.Constant(ir.IntType(32), 0)
                    one = builder.insert_element(ir.Constant(vector, ir.Undefined), pick, first)
                    same = ir.Constant(ir.VectorType(ir.IntType(32), width), [0] * width)
                    row = builder.fmul(
                        row, builder.shuffle_vector(one, one, same), flags=["contract"]
                    )
                builder.store(builder.fadd(builder.load(kept), row, flags=["contract"]), kept)
            place = builder.bitcast(data[0], vector.as_pointer())
            builder.store(builder.load(kept), place, align=WEIGHT)
            return context.get_dummy_value()

        return types.void(total, table, chosen, types.int64), emit

    return intrinsic(typed)


_DEFINED = ir.Constant(ir.IntType(1), 0)  # the result for an empty word is 64

INTRINSICS: Final = {
    "ones": _instruction(lambda build, word: build.ctpop(word)),
    "zeros_below": _instruction(lambda build, word: build.cttz(word, _DEFINED)),
    "zeros_above": _instruction(lambda build, word: build.ctlz(word, _DEFINED)),
    "keep_scalar": _barrier(),
    "add_pile_facts": _sum(PILE_WIDTH),
    "add_table_facts": _sum(HIDDEN),
    "add_weighted": _sum(HIDDEN, weighted=True),
}
"""By the name of the function in `tenback.sim` that defines what each does."""
