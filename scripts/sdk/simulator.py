"""The control API of the running simulator: a sandbox for each part of the exercise."""

import os

import requests

CONTROL_URL = os.environ["BATCH_SIM_CONTROL_URL"]


class Sandbox:
    """A sandbox with its own key, on a clock that moves with each poll."""

    def __init__(self, name, scenario):
        body = {"name": name, "scenario": scenario, "clock": "poll"}
        response = requests.post(f"{CONTROL_URL}/sandboxes", json=body)
        response.raise_for_status()
        self.key = response.json()["apiKey"]

    def call(self, method, path, **options):
        """Sends a request to the control API for this sandbox, and returns the response's JSON, if any."""
        headers = {"authorization": f"Key {self.key}"}
        response = requests.request(method, CONTROL_URL + path, headers=headers, **options)
        response.raise_for_status()
        return response.json() if response.content else None

    def put_file(self, name, content):
        """Stores a file, and returns its URL."""
        return self.call("PUT", f"/files/{name}", data=content)["url"]

    def exchanges(self, **query):
        """The recorded exchanges that match a query, oldest first."""
        return self.call("GET", "/journal", params=query)

    def add_fault(self, **rule):
        self.call("POST", "/faults", json={"faults": [rule]})
