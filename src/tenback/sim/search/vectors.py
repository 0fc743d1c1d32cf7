"""Sums of rows that stay in vector registers, which LLVM does not do by itself."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

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


def _data(context: Any, builder: Any, kind: Any, array: Any) -> Any:
    return context.make_array(kind)(context, builder, array).data


def _load(builder: Any, data: Any, offset: Any, vector: Any) -> Any:
    place = builder.bitcast(builder.gep(data, [offset]), vector.as_pointer())
    return builder.load(place, align=WEIGHT, typ=vector)


def _sum(width: int, *, weighted: bool = False) -> Callable[..., Any]:
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

    made: Any = intrinsic(typed)
    return made


add_pile_facts = _sum(PILE_WIDTH)
"""`(total, table, facts, count)`: add the rows that the first `count` facts name."""

add_table_facts = _sum(HIDDEN)
"""The same for facts about the table."""

add_weighted = _sum(HIDDEN, weighted=True)
"""`(total, table, weights, count)`: add the first `count` rows, each by its weight."""
