"""Sandboxes of a running simulator, one a test, with the standard library alone. Copy this file."""

import json
import os
import re
import urllib.request


class Sandbox:
    """A world of its own: hand `base_url`, `deployment_url` and `api_key` to the client under test."""

    def __init__(self, name, scenario=None, clock=None):
        self._control_url = os.environ["BATCH_SIM_CONTROL_URL"]
        self.api_key = None
        wanted = {"name": re.sub(r"[^\w.-]+", "-", name)[:100], "scenario": scenario, "clock": clock}
        given = {key: value for key, value in wanted.items() if value is not None}
        made = self.control("POST", "/sandboxes", given)
        self.api_key = made["apiKey"]
        self.base_url = made["baseUrl"]
        self.deployment_url = made["deploymentUrl"]

    def control(self, method, path, body=None):
        """Asks the control API about this sandbox; /_sim/openapi.json describes it all."""
        headers = {"Content-Type": "application/json"}
        if self.api_key is not None:
            headers["Authorization"] = f"Key {self.api_key}"
        data = None if body is None else json.dumps(body).encode()
        url = self._control_url + path
        request = urllib.request.Request(url, data=data, headers=headers, method=method)
        with urllib.request.urlopen(request, timeout=30) as response:
            text = response.read()
            return json.loads(text) if text else None

    def expect_finding(self, finding_id):
        """Says that the test provokes a finding on purpose."""
        self.control("POST", "/findings/expected", {"id": finding_id})

    def expect_client_error(self):
        """Says that the client reported an error, of what happened up to now."""
        self.control("POST", "/findings/client-error", {})

    def close(self):
        """Deletes the sandbox; raises an AssertionError of what the client did wrong."""
        findings = [
            finding
            for finding in self.control("GET", "/findings")
            if finding["severity"] != "info" and not finding["isExpected"]
        ]
        self.control("DELETE", "/sandbox")
        lines = [f"{each['id']}: {each['sentence']}\n  do: {each['cure']}" for each in findings]
        assert not findings, "batch-sim found:\n" + "\n".join(lines)
