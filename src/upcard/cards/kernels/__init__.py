"""Kernels that rank hands by the thousand million: arrays in, arrays out; `upcard.compiled` loads them."""
