"""A pytest fixture that gives each test its own sandboxes. Copy it together with `batch_sim.py`."""

import pathlib
import sys

import pytest

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent))

from batch_sim import Sandbox  # noqa: E402


@pytest.fixture
def open_sandbox(request):
    """Creates a sandbox; the test fails at its end if its client did something wrong."""
    boxes = []

    def open_one(**options):
        box = Sandbox(request.node.name, **options)
        boxes.append(box)
        return box

    yield open_one
    for box in boxes:
        box.close()
