"""Kernels that deal rounds by the million: prices in, counts and sums out; `upcard.compiled` loads them."""
