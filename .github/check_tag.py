"""Check that a tag and all files state one version: `python .github/check_tag.py v0.9.0 [--notes]`.

With --notes the entries of that version in CHANGELOG.md are printed. Python 3.11 or later, without other packages.
"""

import json
import re
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def versions(root: Path = ROOT) -> dict[str, str]:
    """Return the version that each file states."""
    citation = (root / "CITATION.cff").read_text(encoding="utf-8")
    recipe = (root / "conda" / "recipe.yaml").read_text(encoding="utf-8")
    return {
        "pyproject.toml": tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"],
        "CITATION.cff": _found(r"^version: (\S+)$", citation),
        ".zenodo.json": json.loads((root / ".zenodo.json").read_text(encoding="utf-8"))["version"],
        "conda/recipe.yaml": _found(r'^  version: "(\S+)"$', recipe),
    }


def notes(version: str, changelog: str) -> str:
    """Return the entries of a version; empty if it has no heading `## VERSION - DATE`."""
    match = re.search(
        rf"^## {re.escape(version)} - \d{{4}}-\d\d-\d\d\n(.*?)(?=^## |\Z)", changelog, re.DOTALL | re.MULTILINE
    )
    return match[1].strip() if match else ""


def main(tag: str, *options: str) -> str:
    """Return the error; empty if there is none."""
    wrong = [f"{name} states {version}" for name, version in versions().items() if f"v{version}" != tag]
    if wrong:
        return f"the tag is {tag}, but {', '.join(wrong)}"
    entries = notes(tag[1:], (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"))
    if not entries:
        return f"CHANGELOG.md has no entries below a heading `## {tag[1:]} - YEAR-MONTH-DAY`"
    print(entries if "--notes" in options else f"{tag}: all files agree")
    return ""


def _found(pattern: str, text: str) -> str:
    match = re.search(pattern, text, re.MULTILINE)
    return match[1] if match else "no version"


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]) or 0)
