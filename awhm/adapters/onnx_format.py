"""The few parts of ONNX's file format that are needed to read weights out of a model and to write another one.

A file is a protobuf message (https://github.com/onnx/onnx, onnx.proto; field numbers are from there). Only what the
one model that is read (`minilm.WEIGHTS`, checked by its digest) consists of is understood.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from struct import pack
from typing import NamedTuple

import numpy as np

from awhm.events.fold import Array

FLOAT, BYTE, INT8, INT64 = 1, 2, 3, 7  # TensorProto.DataType
IR_VERSION = 10
CONTRIB = "com.microsoft"  # the operators that onnxruntime has beside those of the standard
_DTYPES = {FLOAT: "<f4", BYTE: "u1", INT8: "i1", INT64: "<i8"}
_TYPES = {np.dtype(dtype): number for number, dtype in _DTYPES.items()}
_GRAPH, _INITIALIZER = 7, 5  # fields of a ModelProto and a GraphProto


class Node(NamedTuple):
    """One operator of a graph: its inputs ("" for one that is left out) and outputs by name, and its attributes."""

    operator: str
    inputs: Sequence[str]
    outputs: Sequence[str]
    attributes: Mapping[str, int | float]
    domain: str = ""


class Value(NamedTuple):
    """An input or output of a graph: its name, its type, and its axes, of any length where they have a name."""

    name: str
    type: int
    axes: Sequence[str | int]


def tensors(model: bytes) -> dict[str, Array]:
    """The weights of a model by name, in the order of the file. Raises ValueError for types other than these four."""
    found: dict[str, Array] = {}
    for graph in _of(memoryview(model), _GRAPH):
        for tensor in _of(graph, _INITIALIZER):
            name, weights = _tensor(tensor)
            found[name] = weights
    return found


def model(
    nodes: Sequence[Node], weights: Mapping[str, Array], inputs: Sequence[Value], outputs: Sequence[Value], opset: int
) -> bytes:
    """A model's file: nodes in an order in which they can run, weights by name, operators of these two sets."""
    graph: Pieces = [
        *chain.from_iterable(_message(1, _node(node)) for node in nodes),
        *_message(2, [b"graph"]),
        *chain.from_iterable(_message(_INITIALIZER, _written(name, each)) for name, each in weights.items()),
        *chain.from_iterable(_message(11, _value(value)) for value in inputs),
        *chain.from_iterable(_message(12, _value(value)) for value in outputs),
    ]
    sets = [_message(8, [*_text(1, domain), _number(2, number)]) for domain, number in (("", opset), (CONTRIB, 1))]
    return b"".join([_number(1, IR_VERSION), *_message(_GRAPH, graph), *chain.from_iterable(sets)])


# Reading ------------------------------------------------------------------------------------------------


def _fields(message: memoryview) -> Iterator[tuple[int, int | memoryview]]:
    """The fields of a message with their numbers: numbers as such, anything of its own length as bytes."""
    at = 0
    while at < len(message):
        key, at = _varint(message, at)
        kind = key & 7
        if kind == 0:
            value, at = _varint(message, at)
            yield key >> 3, value
            continue
        size, at = _varint(message, at) if kind == 2 else ({1: 8, 5: 4}[kind], at)
        yield key >> 3, message[at : at + size]
        at += size


def _of(message: memoryview, number: int) -> Iterator[memoryview]:
    for found, value in _fields(message):
        if found == number and isinstance(value, memoryview):
            yield value


def _varint(message: memoryview, at: int) -> tuple[int, int]:
    value = shift = 0
    while True:
        byte = message[at]
        value |= (byte & 127) << shift
        at += 1
        if byte < 128:
            return value, at
        shift += 7


def _tensor(message: memoryview) -> tuple[str, Array]:
    shape: list[int] = []
    kind, name, raw = 0, "", memoryview(b"")
    for number, value in _fields(message):
        if isinstance(value, int):
            if number == 1:
                shape.append(value)
            elif number == 2:
                kind = value
        elif number == 8:
            name = bytes(value).decode()
        elif number == 9:
            raw = value
        elif number == 1:
            at = 0
            while at < len(value):
                length, at = _varint(value, at)
                shape.append(length)
    if kind not in _DTYPES:
        return name, np.zeros(0)
    return name, np.frombuffer(raw, _DTYPES[kind]).reshape(shape)


# Writing ------------------------------------------------------------------------------------------------

Pieces = list[bytes | memoryview]  # of a message, which are joined once at the end: weights are copied only then


def _node(node: Node) -> Pieces:
    return [
        *chain.from_iterable(_text(1, name) for name in node.inputs),
        *chain.from_iterable(_text(2, name) for name in node.outputs),
        *_text(4, node.operator),
        *chain.from_iterable(_message(5, _attribute(name, value)) for name, value in node.attributes.items()),
        *_text(7, node.domain),
    ]


def _attribute(name: str, value: float) -> Pieces:
    if isinstance(value, int):
        return [*_text(1, name), _number(3, value), _number(20, 2)]
    return [*_text(1, name), _varied(2 << 3 | 5), pack("<f", value), _number(20, 1)]


def _written(name: str, weights: Array) -> Pieces:
    numbers = [_number(1, length) for length in weights.shape]
    content = np.ascontiguousarray(weights).reshape(-1).view(np.uint8).data
    return [*numbers, _number(2, _TYPES[weights.dtype]), *_text(8, name), *_message(9, [content])]


def _value(value: Value) -> Pieces:
    axes: list[Pieces] = [[_number(1, axis)] if isinstance(axis, int) else _text(2, axis) for axis in value.axes]
    shape = list(chain.from_iterable(_message(1, axis) for axis in axes))
    tensor = [_number(1, value.type), *_message(2, shape)]
    return [*_text(1, value.name), *_message(2, _message(1, tensor))]


def _text(number: int, text: str) -> Pieces:
    return _message(number, [text.encode()])


def _message(number: int, content: Pieces) -> Pieces:
    return [_varied(number << 3 | 2) + _varied(sum(map(len, content))), *content]


def _number(number: int, value: int) -> bytes:
    return _varied(number << 3) + _varied(value & (1 << 64) - 1)


def _varied(value: int) -> bytes:
    """A number as a varint: seven bits a byte, the lowest first."""
    found = bytearray()
    while value > 127:
        found.append(value & 127 | 128)
        value >>= 7
    found.append(value)
    return bytes(found)
