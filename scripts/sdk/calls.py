"""The calls in the SDK's source, compared with the operations that the overlay knows."""

import os
import re

import requests
import sutro

REQUEST = re.compile(r'do_request\(\s*"([A-Z]+)",\s*f?"([^"]+)"')
LOOKUP = re.compile(r'_request_attached_job_json\(\s*f?"([^"]+)"')


def shape(path):
    return "/" + re.sub(r"\{[^}]*\}", "{}", path).lstrip("/")


def calls_in_source():
    """Method and path of each call, with `{}` for a value."""
    found = set()
    for folder, _, names in os.walk(os.path.dirname(sutro.__file__)):
        for name in names:
            if not name.endswith(".py"):
                continue
            with open(os.path.join(folder, name)) as file:
                text = file.read()
            found.update((method, shape(path)) for method, path in REQUEST.findall(text))
            found.update(("GET", shape(path)) for path in LOOKUP.findall(text))
    return found


def unknown_calls():
    """The calls in the SDK's source that the simulator doesn't serve."""
    url = f"{os.environ['SUTRO_API_URL']}/openapi.json"
    paths = requests.get(url).json()["paths"]
    served = {
        (method.upper(), shape(path)) for path, item in paths.items() for method in item
    }
    calls = calls_in_source()
    assert len(calls) >= 10, f"Expected to find the SDK's calls in its source, got {calls}."
    return sorted(calls - served)
