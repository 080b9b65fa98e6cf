"""Many small numbers at once: one instruction for a whole vector of them, written like arithmetic.

numba counts in 64 bits, eight numbers to the widest vector there is. In lanes of 8 bits the same vector holds 64, so
the kernels that must be fastest write their vectors themselves: `emitted` makes a function that numba code can call
from one that writes instructions, and `Lanes` are what it writes with. The compiler cuts the vectors to whatever width
the processor has; nothing here asks for a particular one.

All numbers are unsigned and wrap around; `below`, `min`, `max` and `>>` see them so.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import wraps
from typing import Any, TypeAlias

from llvmlite import ir  # type: ignore[import-untyped]
from numba import types
from numba.core import cgutils as untyped_cgutils
from numba.extending import intrinsic as untyped_intrinsic

cgutils: Any = untyped_cgutils
_intrinsic: Any = untyped_intrinsic

Builder: TypeAlias = Any
"""What instructions are written with: llvmlite's IRBuilder."""
Value: TypeAlias = Any
"""A number or a pointer while the machine runs."""

INT64 = ir.IntType(64)


@dataclass(frozen=True, slots=True)
class Lanes:
    """A vector of numbers while the machine runs; a plain int beside it stands for itself in every lane."""

    builder: Builder
    value: Value

    @property
    def bits(self) -> int:
        """How wide a lane is."""
        return int(self.value.type.element.width)

    @property
    def count(self) -> int:
        """How many lanes there are."""
        return int(self.value.type.count)

    def __add__(self, other: Operand) -> Lanes:
        return self._with(self.builder.add, other)

    def __sub__(self, other: Operand) -> Lanes:
        return self._with(self.builder.sub, other)

    def __mul__(self, other: Operand) -> Lanes:
        return self._with(self.builder.mul, other)

    def __and__(self, other: Operand) -> Lanes:
        return self._with(self.builder.and_, other)

    def __or__(self, other: Operand) -> Lanes:
        return self._with(self.builder.or_, other)

    def __xor__(self, other: Operand) -> Lanes:
        return self._with(self.builder.xor, other)

    def __rshift__(self, other: Operand) -> Lanes:
        return self._with(self.builder.lshr, other)

    def min(self, other: Operand) -> Lanes:
        return self._called("umin", other)

    def max(self, other: Operand) -> Lanes:
        return self._called("umax", other)

    def minus(self, other: Operand) -> Lanes:
        """The difference, and 0 where it would be less."""
        return self._called("usub.sat", other)

    def rotated(self, left: int) -> Lanes:
        """Each lane turned left by so many bits."""
        return self._called("fshl", self, left)

    def times_high(self, other: Operand) -> Lanes:
        """The upper half of the products."""
        double = self.widened(2 * self.bits) * Lanes(self.builder, self._operand(other)).widened(2 * self.bits)
        return (double >> self.bits).narrowed(self.bits)

    def equals(self, other: Operand) -> Lanes:
        """A lane of one bit for each: whether the two are equal."""
        return self._compared("==", other)

    def below(self, other: Operand) -> Lanes:
        """A lane of one bit for each: whether this one is less."""
        return self._compared("<", other)

    def choose(self, yes: Lanes, no: Lanes) -> Lanes:
        """From lanes of one bit: the one where it is set, else the other."""
        return Lanes(self.builder, self.builder.select(self.value, yes.value, no.value))

    def inverted(self) -> Lanes:
        return self ^ (1 << self.bits) - 1

    def widened(self, bits: int) -> Lanes:
        return Lanes(self.builder, self.builder.zext(self.value, _vector(bits, self.count)))

    def narrowed(self, bits: int) -> Lanes:
        return Lanes(self.builder, self.builder.trunc(self.value, _vector(bits, self.count)))

    def seen_as(self, bits: int) -> Lanes:
        """The same bits in lanes of another width, the lowest part of a lane first."""
        lanes = self.bits * self.count // bits
        return Lanes(self.builder, self.builder.bitcast(self.value, _vector(bits, lanes)))

    def picked(self, places: Sequence[int]) -> Lanes:
        """The lanes of those places, in that order."""
        order = ir.Constant(_vector(32, len(places)), list(places))
        return Lanes(self.builder, self.builder.shuffle_vector(self.value, self.value, order))

    def looked_up(self, table: Value) -> Lanes:
        """The entries of a table of 32 bits at these places; that they lie in the table is the caller's promise."""
        kind = _vector(32, self.count)
        places = self.builder.gep(table, [self.widened(32).value], source_etype=kind.element)
        # llvmlite has no vectors of addresses: it takes this one for a single address.
        places.type = ir.VectorType(ir.PointerType(), self.count)
        every = _vector(1, self.count)
        name = f"llvm.masked.gather.v{self.count}i32.v{self.count}p0"
        function = _declared(self.builder, name, kind, [places.type, every, kind])
        found = self.builder.call(
            function, [places, ir.Constant(every, [1] * self.count), ir.Constant(kind, ir.Undefined)]
        )
        return Lanes(self.builder, found)

    def highest(self) -> Value:
        """The greatest lane."""
        return self._reduced("umax")

    def lowest(self) -> Value:
        """The least lane."""
        return self._reduced("umin")

    def set_bits(self) -> Value:
        """How many of 64 lanes of one bit are set."""
        function = _declared(self.builder, "llvm.ctpop.i64", INT64, [INT64])
        return self.builder.call(function, [self.as_number()])

    def as_number(self) -> Value:
        """64 lanes of one bit as one number, the first lane lowest."""
        return self.builder.bitcast(self.value, INT64)

    def put(self, array: Value, at: Value) -> None:
        """Write the lanes into an array, from that item on."""
        address = self.builder.bitcast(self.builder.gep(array, [at]), self.value.type.as_pointer())
        self.builder.store(self.value, address, align=self.bits // 8)

    def _operand(self, other: Operand) -> Value:
        if isinstance(other, Lanes):
            return other.value
        each = [other] * self.count if isinstance(other, int) else list(other)
        return ir.Constant(self.value.type, each)

    def _with(self, instruction: Callable[[Value, Value], Value], other: Operand) -> Lanes:
        return Lanes(self.builder, instruction(self.value, self._operand(other)))

    def _compared(self, how: str, other: Operand) -> Lanes:
        return Lanes(self.builder, self.builder.icmp_unsigned(how, self.value, self._operand(other)))

    def _called(self, name: str, *others: Operand) -> Lanes:
        kind = self.value.type
        operands = [self.value, *map(self._operand, others)]
        function = _declared(self.builder, f"llvm.{name}.v{self.count}i{self.bits}", kind, [kind] * len(operands))
        return Lanes(self.builder, self.builder.call(function, operands))

    def _reduced(self, name: str) -> Value:
        kind = self.value.type
        function = _declared(self.builder, f"llvm.vector.reduce.{name}.v{self.count}i{self.bits}", kind.element, [kind])
        return self.builder.zext(self.builder.call(function, [self.value]), INT64)


Operand: TypeAlias = Lanes | int | Sequence[int]
"""What stands on the right: lanes, one int for all lanes, or an int for each."""


def splat(builder: Builder, bits: int, count: int, number: int) -> Lanes:
    """That number in every lane."""
    return Lanes(builder, ir.Constant(_vector(bits, count), [number] * count))


def spread(builder: Builder, value: Value, count: int) -> Lanes:
    """A number that the machine knows, in every lane."""
    alone = builder.insert_element(
        ir.Constant(ir.VectorType(value.type, count), ir.Undefined), value, ir.Constant(ir.IntType(32), 0)
    )
    return Lanes(builder, alone).picked([0] * count)


def taken(builder: Builder, array: Value, at: Value, bits: int, count: int) -> Lanes:
    """So many items of an array, from that one on."""
    address = builder.bitcast(builder.gep(array, [at]), _vector(bits, count).as_pointer())
    return Lanes(builder, builder.load(address, align=bits // 8))


def flags(builder: Builder, value: Value) -> Lanes:
    """A number of 64 bits as lanes of one bit, the lowest first."""
    return Lanes(builder, builder.bitcast(value, _vector(1, 64)))


def number(value: int) -> Value:
    """A plain int as the machine's."""
    return ir.Constant(INT64, value)


def emitted(write: Callable[..., Value]) -> Callable[..., Any]:
    """A function for numba code, out of one that writes its instructions.

    It takes arrays and integers and gives an integer of 64 bits. `write` is given the builder, then for each array the
    address of its first item and for each integer its value, and hands back the value to give.
    """

    @wraps(write)  # numba reads the names of the arguments
    def typed(_: Any, *arguments: Any) -> tuple[Any, Any]:
        signature = types.int64(*(kind if isinstance(kind, types.Array) else types.int64 for kind in arguments))

        def lowered(context: Any, builder: Builder, signature: Any, values: Sequence[Value]) -> Value:
            return write(
                builder,
                *(
                    context.make_array(kind)(context, builder, value).data if isinstance(kind, types.Array) else value
                    for kind, value in zip(signature.args, values, strict=True)
                ),
            )

        return signature, lowered

    made: Callable[..., Any] = _intrinsic(typed)
    return made


def _vector(bits: int, count: int) -> Any:
    return ir.VectorType(ir.IntType(bits), count)


def _declared(builder: Builder, name: str, returns: Any, takes: Sequence[Any]) -> Any:
    return cgutils.get_or_insert_function(builder.module, ir.FunctionType(returns, takes), name)
