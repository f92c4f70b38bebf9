"""The server that all processes of a test run share."""

from __future__ import annotations

import os
import secrets
import subprocess
import threading
from collections.abc import Sequence
from multiprocessing.connection import Client, Listener
from typing import Any

from ._program import find_program
from ._server import Server, environment, start
from .client import Control

#: Host and port at which workers ask for the server's addresses, and the secret that they must send.
Address = tuple[str, int, str]


class Simulator:
    """The addresses of a running simulator, and control over its default sandbox."""

    def __init__(self, control_url: str, base_url: str, deployment_url: str, api_key: str) -> None:
        self.control = Control(control_url, api_key=api_key)
        self.control_url = self.control.control_url
        self.base_url = base_url
        self.deployment_url = deployment_url
        self.api_key = api_key


class SharedServer:
    """Starts a server when it is first needed, unless the environment names a running one."""

    def __init__(self, *, command: str | None, options: Sequence[str], address: Address | None) -> None:
        self._command = command
        self._options = options
        self._address = address
        self._lock = threading.Lock()
        self._server: Server | None = None
        self._listener: Listener | None = None

    def simulator(self) -> Simulator:
        """The running simulator. Under xdist, the main process starts it, so that it outlives every worker."""
        url = os.environ.get("BATCH_SIM_CONTROL_URL")
        if url:
            root = url.removesuffix("/_sim")
            base = os.environ.get("BATCH_SIM_BASE_URL", root)
            key = os.environ.get("BATCH_SIM_API_KEY", "sim-key")
            return Simulator(url, base, os.environ.get("BATCH_SIM_DEPLOYMENT_URL", base), key)
        if self._address is not None:
            return Simulator(*_ask(self._address))
        return Simulator(*self._addresses())

    def address_for_workers(self) -> Address:
        """Starts to listen for workers, and returns the address at which they ask for the server."""
        if self._listener is None:
            secret = secrets.token_hex()
            self._listener = Listener(("127.0.0.1", 0), backlog=64, authkey=secret.encode())
            host, port = self._listener.address
            self._for_workers = (str(host), int(port), secret)
            threading.Thread(target=self._answer_workers, daemon=True).start()
        return self._for_workers

    def write_reports(self, folder: str) -> None:
        """Writes the reports on every sandbox, as `batch-sim report` does."""
        url = os.environ.get("BATCH_SIM_CONTROL_URL") or (self._server and self._server.control_url)
        if not url:
            return
        words = [*find_program(self._command), "report", url.removesuffix("/_sim")]
        subprocess.run([*words, "--fail-on", "never", "--report-dir", folder], check=True, env=environment(self._command))

    def close(self) -> None:
        """Stops the server, if this process has started it."""
        if self._listener is not None:
            self._listener.close()
        if self._server is not None:
            self._server.close()

    def _addresses(self) -> tuple[str, str, str, str]:
        with self._lock:
            if self._server is None:
                self._server = start(*self._options, command=self._command)
        found = self._server
        return found.control_url, found.base_url, found.deployment_url, found.api_key

    def _answer_workers(self) -> None:
        assert self._listener is not None
        while True:
            try:
                with self._listener.accept() as connection:
                    connection.send(self._answer())
            except OSError:
                return
            except Exception:
                # The worker has ended in the meantime, or another program connected.
                continue

    def _answer(self) -> Any:
        try:
            return self._addresses()
        except Exception as error:
            return str(error)


def _ask(address: Address) -> tuple[str, str, str, str]:
    host, port, secret = address
    with Client((host, port), authkey=secret.encode()) as connection:
        answer = connection.recv()
    if isinstance(answer, str):
        raise RuntimeError(answer)
    control_url, base_url, deployment_url, api_key = answer
    return control_url, base_url, deployment_url, api_key
