"""The command line: `batch-sim`, or `python -m batch_sim`."""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import sys

from ._program import ProgramNotFound, find_program


def main() -> int:
    """Runs the program with this process's arguments; returns its exit status."""
    try:
        words = [*find_program(), *sys.argv[1:]]
    except ProgramNotFound as error:
        print(f"batch-sim: {error}", file=sys.stderr)
        return 2
    try:
        if os.name == "posix":
            os.execvp(words[0], words)
        # Windows can't replace a process. Ctrl+C reaches the program by itself.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        return subprocess.call(words)
    except OSError as error:
        print(f"batch-sim: Failed to start `{shlex.join(words)}`: {error}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
