"""Any value of a type, chosen by a dealer: what a careless or hostile client could send that still decodes."""

from typing import Any

import msgspec

from ludoteca.kernel import Dealer, choose

TRIES = 16

_INTEGERS = (-1, 0, 1, 2, 3, 5, 7, 8, 14, 15, 40, 1000)
_STRINGS = ("", "x", "black", "place_more", "é", "0")
_LENGTHS = (0, 1, 2, 3, 4)


def arbitrary(kind: Any, dealer: Dealer) -> Any | None:
    """A value of `kind`, whose bounds are kept but whose sense is not; None if none was found in a few tries."""
    info = msgspec.inspect.type_info(kind)
    for _ in range(TRIES):
        try:
            return msgspec.convert(_tree(info, dealer), kind, str_keys=True)
        except msgspec.ValidationError:
            continue  # outside the type's bounds: it would never get past decoding
    return None


def _pick(options: Any, dealer: Dealer) -> Any:
    return choose(dealer, options)


def _tree(info: Any, dealer: Dealer) -> Any:
    match info:
        case msgspec.inspect.UnionType(types=types):
            return _tree(_pick(types, dealer), dealer)
        case msgspec.inspect.StructType(fields=fields, tag=tag, tag_field=tag_field):
            body = {field.encode_name: _tree(field.type, dealer) for field in fields}
            return body if tag is None else {tag_field: tag, **body}
        case msgspec.inspect.LiteralType(values=values):
            return _pick(values, dealer)
        case msgspec.inspect.EnumType(cls=cls):
            return _pick(tuple(member.value for member in cls), dealer)
        case msgspec.inspect.IntType():
            return _pick(_INTEGERS, dealer)
        case msgspec.inspect.BoolType():
            return _pick((False, True), dealer)
        case msgspec.inspect.NoneType():
            return None
        case msgspec.inspect.StrType():
            return _pick(_STRINGS, dealer)
        case msgspec.inspect.TupleType(item_types=items):
            return [_tree(item, dealer) for item in items]
        case msgspec.inspect.VarTupleType(item_type=item) | msgspec.inspect.FrozenSetType(item_type=item):
            return [_tree(item, dealer) for _ in range(_pick(_LENGTHS, dealer))]
        case _:
            raise TypeError(f"an action may not hold {info}")
