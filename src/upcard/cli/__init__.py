"""The command line."""


def main() -> None:
    """Nothing yet."""
