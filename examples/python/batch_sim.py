"""A sandbox of a running simulator for each test. Needs only the standard library. Copy this file."""

import json
import os
import urllib.error
import urllib.request


class Sandbox:
    """A sandbox: pass `base_url`, `deployment_url`, and `api_key` to the client under test."""

    def __init__(self, name, scenario=None, clock=None, allow_no_requests=False):
        self._allow_no_requests = allow_no_requests
        self._control_url = os.environ.get("BATCH_SIM_CONTROL_URL")
        if self._control_url is None:
            raise RuntimeError(
                "BATCH_SIM_CONTROL_URL is not set. Run the tests with"
                " `npx batch-sim exec --clock poll -- python3 -m unittest`."
            )
        self._control_token = os.environ.get("BATCH_SIM_CONTROL_TOKEN")
        self.api_key = None
        wanted = {"name": name, "replace": True, "scenario": scenario, "clock": clock}
        given = {key: value for key, value in wanted.items() if value is not None}
        made = self.control("POST", "/sandboxes", given)
        self.api_key = made["apiKey"]
        self.base_url = made["baseUrl"]
        self.deployment_url = made["deploymentUrl"]

    def control(self, method, path, body=None):
        """Calls the control API for this sandbox; /_sim/openapi.json describes every route."""
        headers = {"Content-Type": "application/json"}
        if self.api_key is not None:
            headers["Authorization"] = f"Key {self.api_key}"
        if self._control_token:
            headers["X-Sim-Control-Token"] = self._control_token
        data = None if body is None else json.dumps(body).encode()
        url = self._control_url + path
        request = urllib.request.Request(url, data=data, headers=headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=30) as response:
                text = response.read()
                return json.loads(text) if text else None
        except urllib.error.HTTPError as error:
            with error:
                text = error.read().decode()
            raise RuntimeError(f"{method} {url} responded with {error.code}: {text}") from None

    def expect_finding(self, finding_id):
        """Declares that the test provokes a finding on purpose."""
        self.control("POST", "/findings/expected", {"id": finding_id})

    def expect_client_error(self):
        """Declares that the client reported an error about what has happened so far."""
        self.control("POST", "/findings/client-error", {})

    def close(self):
        """Deletes the sandbox; raises an AssertionError if its client did something wrong, or sent no request."""
        try:
            findings = [
                finding
                for finding in self.control("GET", "/findings")
                if finding["severity"] != "info" and not finding["isExpected"]
            ]
            num_requests = self.control("GET", "/journal/count")["count"]
        finally:
            self.control("DELETE", "/sandbox")
        lines = [f"{each['id']}: {each['sentence']}\n  do: {each['cure']}" for each in findings]
        assert not findings, "batch-sim found:\n" + "\n".join(lines)
        assert num_requests > 0 or self._allow_no_requests, (
            "The sandbox received no requests. Check the client's base URL and API key."
        )
