"""The Merkle tree: RFC 6962 by its own definitions, the vectors of Certificate Transparency, and forgeries."""

from __future__ import annotations

from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from awhm.events import merkle
from awhm.events.merkle import EMPTY, Frontier

# The entries and roots that implementations of Certificate Transparency have tested themselves with since 2013.
ENTRIES = ["", "00", "10", "2021", "3031", "40414243", "5051525354555657", "606162636465666768696a6b6c6d6e6f"]
ROOTS = [
    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
]
# (index, size) and the nodes of the proof, of the same source.
INCLUSIONS = {
    (0, 1): [],
    (0, 8): [
        "96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7",
        "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
        "6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4",
    ],
    (5, 8): [
        "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
        "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0",
        "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    ],
    (2, 3): ["fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125"],
}
CONSISTENCIES = {
    (1, 8): [
        "96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7",
        "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
        "6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4",
    ],
    (6, 8): [
        "0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a",
        "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0",
        "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    ],
}

hashes = st.binary(min_size=32, max_size=32)
trees = st.lists(hashes, max_size=70)


def leaves() -> list[bytes]:
    return [sha256(b"\x00" + bytes.fromhex(entry)).digest() for entry in ENTRIES]


# The definitions of RFC 6962, section 2.1, as they stand there: recursive, and slow.


def power(size: int) -> int:
    k = 1
    while k * 2 < size:
        k *= 2
    return k


def tree_hash(data: list[bytes]) -> bytes:
    if len(data) < 2:
        return data[0] if data else sha256().digest()
    k = power(len(data))
    return sha256(b"\x01" + tree_hash(data[:k]) + tree_hash(data[k:])).digest()


def path(m: int, data: list[bytes]) -> list[bytes]:
    if len(data) == 1:
        return []
    k = power(len(data))
    if m < k:
        return [*path(m, data[:k]), tree_hash(data[k:])]
    return [*path(m - k, data[k:]), tree_hash(data[:k])]


def subproof(m: int, data: list[bytes], complete: bool) -> list[bytes]:
    if m == len(data):
        return [] if complete else [tree_hash(data)]
    k = power(len(data))
    if m <= k:
        return [*subproof(m, data[:k], complete), tree_hash(data[k:])]
    return [*subproof(m - k, data[k:], False), tree_hash(data[:k])]


def inclusion(index: int, data: list[bytes]) -> list[bytes]:
    return merkle.roots(merkle.inclusion(index, len(data)), [data])


def consistency(old: int, data: list[bytes]) -> list[bytes]:
    return merkle.roots(merkle.consistency(old, len(data)), [data])


def test_the_roots_of_the_known_entries() -> None:
    assert [merkle.root(leaves()[:size]).hex() for size in range(9)] == ROOTS


@pytest.mark.parametrize("case", INCLUSIONS)
def test_the_known_inclusion_proofs(case: tuple[int, int]) -> None:
    index, size = case
    found = inclusion(index, leaves()[:size])
    assert [one.hex() for one in found] == INCLUSIONS[case]
    assert merkle.includes(leaves()[index], index, size, found, bytes.fromhex(ROOTS[size]))


@pytest.mark.parametrize("case", CONSISTENCIES)
def test_the_known_consistency_proofs(case: tuple[int, int]) -> None:
    old, new = case
    found = consistency(old, leaves()[:new])
    assert [one.hex() for one in found] == CONSISTENCIES[case]
    assert merkle.extends(old, bytes.fromhex(ROOTS[old]), new, bytes.fromhex(ROOTS[new]), found)


@given(trees, st.data())
def test_a_tree_grown_in_any_steps_has_the_root_of_the_definition(data: list[bytes], draw: st.DataObject) -> None:
    tree = Frontier()
    while tree.size < len(data):
        tree.extend(data[tree.size : tree.size + draw.draw(st.integers(1, 20))])
        again = Frontier(tree.size, tree.peaks)
        assert again.root() == tree.root() == tree_hash(data[: tree.size])
    assert tree.root() == tree_hash(data)


@given(trees.filter(bool), st.data())
def test_every_inclusion_proof_is_that_of_the_definition_and_holds(data: list[bytes], draw: st.DataObject) -> None:
    index = draw.draw(st.integers(0, len(data) - 1))
    found = inclusion(index, data)
    assert found == path(index, data)
    root = tree_hash(data)
    assert merkle.includes(data[index], index, len(data), found, root)
    other = draw.draw(hashes.filter(lambda one: one != data[index]))
    assert not merkle.includes(other, index, len(data), found, root)
    assert not merkle.includes(data[index], index, len(data), [*found, other], root)
    for at in range(len(found)):
        assert not merkle.includes(data[index], index, len(data), found[:at] + found[at + 1 :], root)
    if len(set(data)) == len(data):
        elsewhere = draw.draw(st.integers(-2, len(data) + 2).filter(lambda at: at != index))
        assert not merkle.includes(data[index], elsewhere, len(data), found, root)


@given(trees, st.data())
def test_every_consistency_proof_is_that_of_the_definition_and_holds(data: list[bytes], draw: st.DataObject) -> None:
    old = draw.draw(st.integers(0, len(data)))
    found = consistency(old, data)
    if 0 < old < len(data):
        assert found == subproof(old, data, True)
    before, now = tree_hash(data[:old]), tree_hash(data)
    assert merkle.extends(old, before, len(data), now, found)
    other = draw.draw(hashes.filter(lambda one: one not in (before, now)))
    assert not merkle.extends(old, other, len(data), now, found)
    assert not merkle.extends(old, before, len(data), now, [*found, other])
    if 0 < old < len(data):
        assert not merkle.extends(old, before, len(data), other, found)
        assert not merkle.extends(old, before, len(data), now, found[:-1])
        changed = [draw.draw(hashes), *data[1:old]]
        assert merkle.extends(old, tree_hash(changed), len(data), now, found) == (changed == data[:old])


@given(trees.filter(bool), st.data())
def test_one_pass_in_batches_of_any_size_gives_the_same_proof(data: list[bytes], draw: st.DataObject) -> None:
    size = draw.draw(st.integers(1, 9))
    batches = [data[at : at + size] for at in range(0, len(data), size)]
    index = draw.draw(st.integers(0, len(data) - 1))
    assert merkle.roots(merkle.inclusion(index, len(data)), batches) == path(index, data)


def test_bounds_are_refused_and_an_empty_tree_is_the_hash_of_nothing() -> None:
    assert merkle.root([]) == EMPTY == sha256().digest()
    for index, size in [(-1, 4), (4, 4), (0, 0)]:
        with pytest.raises(ValueError, match="no leaf"):
            merkle.inclusion(index, size)
    with pytest.raises(ValueError, match="does not begin"):
        merkle.consistency(5, 4)
    with pytest.raises(ValueError, match="peaks"):
        Frontier(3, [EMPTY])
    with pytest.raises(ValueError, match="the proof needs 8"):
        merkle.roots(merkle.inclusion(0, 8), [leaves()[:5]])
    assert not merkle.extends(5, EMPTY, 4, EMPTY, [])
    assert not merkle.extends(0, leaves()[0], 4, EMPTY, [])
    assert not merkle.extends(3, EMPTY, 4, EMPTY, [])
    assert not merkle.includes(EMPTY, 0, 0, [], EMPTY)


@pytest.mark.parametrize("size", [1, 255, 256, 257, 4097])
def test_sizes_around_a_full_tree(size: int) -> None:
    data = [at.to_bytes(32, "big") for at in range(size)]
    root = tree_hash(data)
    assert merkle.root(data) == root
    for index in {0, size // 2, size - 1}:
        assert merkle.includes(data[index], index, size, inclusion(index, data), root)
    for old in {1, size // 2 or 1, size - 1 or 1, size}:
        assert merkle.extends(old, tree_hash(data[:old]), size, root, consistency(old, data))
