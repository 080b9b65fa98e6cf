"""The stand-alone verifier's own Ed25519 against another's: they must agree on what is signed, and on what is not."""

from __future__ import annotations

from random import Random

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from hypothesis import given, settings
from hypothesis import strategies as st

from upcard.audit.standalone.verify_journal import ORDER, D, P, add, combined, is_signed, point
from upcard.journal.proof.key import signed_by

NEUTRAL = (0, 1, 1, 0)


def made(seed: bytes, message: bytes) -> tuple[bytes, bytes]:
    key = Ed25519PrivateKey.from_private_bytes(seed)
    return key.public_key().public_bytes_raw(), key.sign(message)


def test_two_hundred_random_messages_are_signed() -> None:
    random = Random(20)
    for length in range(200):
        message = random.randbytes(length)
        key, signature = made(random.randbytes(32), message)
        assert is_signed(key, signature, message)
        assert not is_signed(key, signature, message + b"\0")


@settings(deadline=None, max_examples=150)
@given(st.binary(min_size=32, max_size=32), st.binary(max_size=80), st.integers(0, 64 * 8 - 1))
def test_one_bit_of_a_signature_undoes_it(seed: bytes, message: bytes, bit: int) -> None:
    key, signature = made(seed, message)
    bent = bytearray(signature)
    bent[bit // 8] ^= 1 << bit % 8
    assert not is_signed(key, bytes(bent), message)
    assert not signed_by(key, bytes(bent), message)


@settings(deadline=None, max_examples=150)
@given(st.binary(min_size=32, max_size=32), st.binary(max_size=40), st.integers(0, 255))
def test_one_bit_of_a_key_undoes_it(seed: bytes, message: bytes, bit: int) -> None:
    key, signature = made(seed, message)
    bent = bytearray(key)
    bent[bit // 8] ^= 1 << bit % 8
    assert is_signed(bytes(bent), signature, message) is signed_by(bytes(bent), signature, message) is False


def test_a_number_beyond_the_order_of_the_group_is_not_taken() -> None:
    """S and S plus the order stand for the same multiple; were both taken, a signature could be changed by anybody."""
    random = Random(21)
    for _ in range(20):
        message = random.randbytes(30)
        key, signature = made(random.randbytes(32), message)
        s = int.from_bytes(signature[32:], "little") + ORDER
        other = signature[:32] + s.to_bytes(32, "little")
        assert not is_signed(key, other, message)
        assert not signed_by(key, other, message)


@pytest.mark.parametrize("beyond", range(19))
@pytest.mark.parametrize("odd", [0, 1])
def test_a_point_has_one_encoding(beyond: int, odd: int) -> None:
    assert point((P + beyond + odd * 2**255).to_bytes(32, "little")) is None


def test_the_neutral_point_has_no_second_sign() -> None:
    assert point((1).to_bytes(32, "little")) == NEUTRAL
    assert point((1 + 2**255).to_bytes(32, "little")) is None


def test_a_commitment_that_is_encoded_otherwise_is_not_taken() -> None:
    """With the neutral point as key and as R, any message is signed by S = 0; only the plain encoding may count."""
    neutral = (1).to_bytes(32, "little")
    for r in (P + 1, 1 + 2**255, P + 1 + 2**255):
        signature = r.to_bytes(32, "little") + bytes(32)
        assert not is_signed(neutral, signature, b"m")
        assert not signed_by(neutral, signature, b"m")


@settings(deadline=None, max_examples=100)
@given(st.binary(min_size=32, max_size=32))
def test_points_lie_on_the_curve(encoded: bytes) -> None:
    found = point(encoded)
    if found is None:
        return
    x, y, _, product = found
    assert (y * y - x * x - 1 - D * x * x * y * y) % P == 0
    assert product == x * y % P
    assert (y | (x & 1) << 255).to_bytes(32, "little") == encoded


def test_the_base_has_the_order_of_the_group() -> None:
    base = point((4 * pow(5, -1, P) % P).to_bytes(32, "little"))
    assert base
    for s, k in ((ORDER, 0), (0, ORDER), (ORDER - 1, 1), (5, ORDER - 5)):
        x, y, z, _ = combined(s, base, k, base)
        assert (x, y) == (0, z)
    x, y, z, _ = add(combined(ORDER - 1, base, 0, base), base)
    assert (x, y) == (0, z)
