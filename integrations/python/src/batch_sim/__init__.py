"""A simulator of a batch inference service, for the tests of its clients."""

from ._program import ProgramNotFound, find_program
from ._server import Server, start
from .client import AsyncControl, Control, SimError
from .sandbox import FindingsError, Response, Sandbox, open_sandbox

__all__ = [
    "AsyncControl",
    "Control",
    "FindingsError",
    "ProgramNotFound",
    "Response",
    "Sandbox",
    "Server",
    "SimError",
    "find_program",
    "open_sandbox",
    "start",
]
