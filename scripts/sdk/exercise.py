"""Runs the Python SDK `sutro`, unmodified, against a simulator with the overlay `client-sdk`.

Each part has its own sandbox and asserts what the SDK returns and prints. Exits with 1 if a part fails, or if the SDK has
calls that the overlay doesn't know. `run.mjs` starts it.
"""

import contextlib
import importlib.metadata
import io
import os
import sys
import tempfile
import time
import traceback
from unittest import mock

# The SDK keeps its configuration and cache in the home folder.
os.environ["HOME"] = tempfile.mkdtemp()
os.environ["NO_PROXY"] = "127.0.0.1"
# Wide enough for every column of the jobs that the command line lists.
os.environ["POLARS_TABLE_WIDTH"] = "1000"

import sutro  # noqa: E402

import calls  # noqa: E402
import command_line  # noqa: E402
import functions  # noqa: E402
import infer  # noqa: E402
import jobs  # noqa: E402
import results  # noqa: E402
from simulator import Sandbox  # noqa: E402

PARTS = [*infer.PARTS, *functions.PARTS, *results.PARTS, *jobs.PARTS, *command_line.PARTS]


def run(so, part):
    """Runs a part; returns whether it passed, and its sandbox's calls that no operation matches."""
    name, act, scenario = part
    started = time.monotonic()
    output = io.StringIO()
    box = Sandbox(name, scenario)
    so.set_api_key(box.key)
    problem = ""
    with contextlib.redirect_stdout(output), contextlib.redirect_stderr(output):
        try:
            act(so, box, output.getvalue)
        except Exception:
            problem = traceback.format_exc()
    seconds = f"{time.monotonic() - started:.1f} s"
    print(f"ok      {name} ({seconds})" if problem == "" else f"FAILED  {name} ({seconds})")
    if problem != "":
        print(f"{output.getvalue()}\n{problem}")
    unmatched = box.exchanges(unmatched="true")
    return problem == "", {(each["method"], each["url"].split("?")[0]) for each in unmatched}


def main():
    version = importlib.metadata.version("sutro")
    print(f"sutro {version} at {os.environ['SUTRO_API_URL']}")
    so = sutro.Sutro(api_key="unused", api_url=os.environ["SUTRO_API_URL"])
    # Each poll moves the simulator's clock, so there is nothing to wait for.
    with mock.patch("time.sleep"):
        outcomes = [run(so, part) for part in PARTS]
    failed = [name for (name, _, _), (passed, _) in zip(PARTS, outcomes) if not passed]
    unknown = sorted(set(calls.unknown_calls()).union(*(unmatched for _, unmatched in outcomes)))
    print(f"{len(PARTS) - len(failed)} parts passed, {len(failed)} failed")
    for name in failed:
        print(f"- {name}")
    for method, path in unknown:
        print(f"sutro {version} has a call that the overlay doesn't know: {method} {path}")
    sys.exit(1 if failed or unknown else 0)


main()
