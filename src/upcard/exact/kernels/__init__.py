"""Counting kernels of the exact mathematics: arrays in, integer counts out; `upcard.compiled` loads them."""
