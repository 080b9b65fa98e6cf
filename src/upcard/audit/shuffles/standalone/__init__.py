"""A verifier of one shuffle for strangers: one file of plain Python."""
