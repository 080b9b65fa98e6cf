"""Exact mathematics: every figure a fraction.

Kernels count deals as integers; this room prices the counts. In: rules, pay tables, meters. Out: counts, fractions and
strategies. It never imports `games`, nor they it, so that their agreement means something.
"""
