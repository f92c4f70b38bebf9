"""A pytest fixture that gives each test its own sandboxes. Copy it together with `batch_sim.py`."""

import itertools
import pathlib
import sys

import pytest

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent))

from batch_sim import Sandbox  # noqa: E402


@pytest.fixture
def open_sandbox(request):
    """Creates a sandbox; the test fails when it ends if its client did something wrong."""
    numbers = itertools.count(1)

    def open_one(**options):
        # The node ID contains the file; any further sandbox of the test gets a number.
        number, name = next(numbers), request.node.nodeid
        box = Sandbox(name if number == 1 else f"{name} ({number})", **options)
        # pytest closes every sandbox, even if the test or another sandbox fails.
        request.addfinalizer(box.close)
        return box

    return open_one
