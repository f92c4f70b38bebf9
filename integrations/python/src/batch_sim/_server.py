"""Starts a simulator that ends with this process, however the process ends."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import tempfile
import threading
from collections.abc import Sequence
from types import TracebackType
from typing import Any

from ._program import COMMAND_VARIABLE, find_program, typed_command
from .client import Control

#: Variables that `batch-sim exec` and the pytest plugin set for clients, and that the simulator must not get.
CLIENT_VARIABLES = (
    "BATCH_SIM_BASE_URL",
    "BATCH_SIM_DEPLOYMENT_URL",
    "BATCH_SIM_CONTROL_URL",
    "BATCH_SIM_API_KEY",
)

_STOP_TIMEOUT = 10


class Server:
    """A running simulator. Stops at the end of a `with` block, with `close`, and with this process."""

    def __init__(self, process: subprocess.Popen[str], ready: dict[str, Any], token: str | None) -> None:
        self._process = process
        self.pid: int = process.pid
        self.base_url: str = ready["baseUrl"]
        self.deployment_url: str = ready["deploymentUrl"]
        self.control_url: str = ready["controlUrl"]
        self.api_key: str = ready["apiKey"]
        self.version: str = ready["version"]
        self.control = Control(self.control_url, api_key=self.api_key, control_token=token)

    def close(self) -> None:
        """Stops the simulator. Does nothing if it has stopped."""
        stop(self._process)

    def __enter__(self) -> Server:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def start(
    *options: str,
    command: str | Sequence[str] | None = None,
    control_token: str | None = None,
    timeout: float = 60,
) -> Server:
    """Starts a simulator on a free port with these options of the command line, such as `"--scenario", "slow-job"`."""
    token = () if control_token is None else ("--control-token", control_token)
    words = [*find_program(command), "start", "--port", "0", *options, *token]
    errors = tempfile.TemporaryFile("w+")
    try:
        process = subprocess.Popen(
            [*words, "--json", "--log", "silent", "--exit-with-parent"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
            env=environment(command),
            # Ctrl+C is for the tests: the simulator is needed until they have ended.
            start_new_session=True,
        )
    except OSError as error:
        raise RuntimeError(f"Failed to start `{shlex.join(words)}`: {error}") from error
    _close_in_forks(process)
    try:
        ready = _ready(process, timeout)
    except ValueError as error:
        stop(process)
        errors.seek(0)
        problem = errors.read().strip() or str(error)
        raise RuntimeError(f"Failed to start `{shlex.join(words)}`: {problem}") from None
    return Server(process, ready, control_token)


def environment(command: str | Sequence[str] | None) -> dict[str, str]:
    """The program's environment, with the command that findings show to run the program again."""
    kept = {name: value for name, value in os.environ.items() if name not in CLIENT_VARIABLES}
    return {**kept, COMMAND_VARIABLE: typed_command(command)}


def stop(process: subprocess.Popen[str]) -> None:
    """Closes a simulator's standard input, which ends it; kills it if that takes too long."""
    if process.stdin is not None:
        process.stdin.close()
    try:
        process.wait(_STOP_TIMEOUT)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    if process.stdout is not None:
        process.stdout.close()


def _close_in_forks(process: subprocess.Popen[str]) -> None:
    """Closes the pipe in forked children, which would otherwise keep the simulator running after this process ends."""
    pipe = process.stdin
    if pipe is None or not hasattr(os, "register_at_fork"):
        return
    number = pipe.fileno()

    def close() -> None:
        if not pipe.closed:
            os.close(number)

    os.register_at_fork(after_in_child=close)


def _ready(process: subprocess.Popen[str], timeout: float) -> dict[str, Any]:
    """The addresses that the simulator prints; raises a ValueError that says why there are none."""
    lines: list[str] = []
    output = process.stdout
    assert output is not None
    reader = threading.Thread(target=lambda: lines.append(output.readline()), daemon=True)
    reader.start()
    reader.join(timeout)
    if reader.is_alive():
        raise ValueError(f"it was not ready within {timeout:g} s")
    line = lines[0].strip() if lines else ""
    if not line:
        raise ValueError("it ended without printing its addresses")
    try:
        ready = json.loads(line)
    except ValueError:
        ready = None
    if not isinstance(ready, dict):
        raise ValueError(f"it printed `{line}` instead of its addresses")
    return ready
