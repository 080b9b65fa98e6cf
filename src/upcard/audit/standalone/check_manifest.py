"""Compare the files of a copy with its manifest, and the manifest with its signature: plain Python, to be read first.

    python3 check_manifest.py [PUBLIC_HEX_OR_FILE]

Run it in the folder of the copy. The public key is the one in heads.pub unless another is given; it proves something
only where you had it from elsewhere. Exit status 0, or 1 and the files that are not as the manifest says.
"""

import hashlib
import json
import sys
from pathlib import Path


def others(manifest: bytes) -> list[str]:
    """The files that are missing or not the same."""
    wrong = []
    for name, digest in json.loads(manifest)["files"].items():
        path = Path(name)
        if not path.is_file() or hashlib.sha256(path.read_bytes()).hexdigest() != digest:
            wrong.append(name)
    return wrong


def signed(manifest: bytes, key: str) -> str:
    """What is to be said of the signature; empty where it is wrong."""
    if not Path("manifest.sig").is_file():
        return "the manifest is not signed"
    from verify_journal import is_signed  # type: ignore[import-not-found]  # it lies beside, in a copy

    given = Path(key).read_text() if Path(key).is_file() else key
    right = is_signed(bytes.fromhex(given), bytes.fromhex(Path("manifest.sig").read_text()), manifest)
    return "the manifest is signed by the key" if right else ""


def main() -> str:
    manifest = Path("manifest.json").read_bytes()
    if wrong := others(manifest):
        sys.exit(f"not as the manifest says: {', '.join(wrong)}")
    said = signed(manifest, sys.argv[1] if len(sys.argv) > 1 else "heads.pub")
    if not said:
        sys.exit("the manifest is not signed by the key")
    return f"{len(json.loads(manifest)['files'])} files are as the manifest says; {said}\n"


if __name__ == "__main__":
    sys.stdout.write(main())
