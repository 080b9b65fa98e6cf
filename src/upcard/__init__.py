"""Upcard runs regulated casino poker tables exactly as the law writes them."""

__version__ = "0.1.0"
