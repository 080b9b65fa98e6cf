"""A verifier that stands alone: one file, the standard library, nothing of ours. Copy it, read it, run it."""
