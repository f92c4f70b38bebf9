"""Puts the built program into the wheel, and into the source archive, from which a wheel can be built anywhere."""

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

#: Everything that the command line reads, relative to the root of the checkout.
CONTENTS = ["package.json", "openapi.yaml", "LICENSE", "overlays", "scenarios", "dist"]

#: Parts of these files that only JavaScript projects use.
UNUSED = ["dist/types", "dist/runners", "dist/index.cjs", "dist/index.js", "dist/.built-from"]


class Program(BuildHookInterface[Any]):
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        target = "program" if self.target_name == "sdist" else "batch_sim/_program"
        root = self._root()
        for name in CONTENTS:
            for path in files_below(root / name):
                inside = path.relative_to(root).as_posix()
                if not any(inside == each or inside.startswith(f"{each}/") for each in UNUSED):
                    build_data["force_include"][str(path)] = f"{target}/{inside}"

    def _root(self) -> Path:
        here = Path(self.root)
        unpacked = here / "program"
        root = unpacked if unpacked.exists() else here.parent.parent
        if (root / "dist" / "cli.cjs").exists():
            return root
        raise FileNotFoundError(f"{root / 'dist' / 'cli.cjs'} does not exist. Run `npm ci` in the checkout first.")


def files_below(path: Path) -> list[Path]:
    return sorted(each for each in path.rglob("*") if each.is_file()) if path.is_dir() else [path]
