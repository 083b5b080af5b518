"""Regenerate data and compare digests: `python -m reproductions.data library/planar_prototype --out out/data`.

Without names, the data of the committed manifest are generated. The groups are library (all recordings of the library),
courses (images for SLAM, 5 courses of 5 seeds, 1 to 3 min each), pipe_study (120 trials, 15 to 30 min).
"""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from reproductions.data.collection import chosen
from reproductions.data.manifest import MANIFEST, read_manifest, verdict, write_manifest


def main(words: Sequence[str]) -> int:
    """Generate and compare the data; return the exit code, 1 if a result differs from the manifest."""
    parser = argparse.ArgumentParser("python -m reproductions.data", description=__doc__)
    parser.add_argument("names", nargs="*", help="names, groups or patterns, as in library 'courses/creeping_*'")
    parser.add_argument("--out", type=Path, default=Path("out/data"), help="folder of the files and of their manifest")
    parser.add_argument("--write", action="store_true", help="put the digests into the committed manifest")
    asked = parser.parse_args(words)
    known = read_manifest(MANIFEST)
    try:
        wanted = chosen(asked.names or list(known))
    except KeyError as problem:
        print(f"error: {problem.args[0]}", file=sys.stderr)
        return 2
    by_name, differ = {}, False
    for data in wanted:
        folder = asked.out / data.name
        by_name[data.name] = data.make(folder)
        messages, agrees = verdict(by_name[data.name], known.get(data.name))
        differ |= not agrees
        print(f"{data.name}: {by_name[data.name].sha256[:16]}, {messages}", flush=True)
        write_manifest(asked.out / MANIFEST.name, by_name)
    if asked.write:
        write_manifest(MANIFEST, known | by_name)
        print(f"wrote {MANIFEST}")
        return 0
    return int(differ)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
