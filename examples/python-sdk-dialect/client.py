"""A client for the dialect of the overlay `client-sdk` that needs only the standard library.

It does what an SDK of such a service does: it sends null for what is not set, polls the status every five seconds, reads
progress line by line until the connection closes, and parses reasoning outputs whose content is an object.
"""

import argparse
import json
import time
import urllib.error
import urllib.request

TERMINAL = ("SUCCEEDED", "FAILED", "CANCELLED")


class ServiceError(Exception):
    """A response other than 2xx, with its status and detail."""

    def __init__(self, status, body):
        super().__init__(f"{status} {body.get('detail')}")
        self.status = status


class Client:
    def __init__(self, base_url, api_key, poll_interval=5.0):
        self.base_url = base_url.rstrip("/")
        self.api_key = api_key
        self.poll_interval = poll_interval

    def infer(
        self,
        inputs,
        model="model-3.1-8b",
        name=None,
        description=None,
        column_name=None,
        id_column_name=None,
        json_schema=None,
        system_prompt=None,
        sampling_params=None,
        job_priority=0,
        cost_estimate=False,
        random_seed_per_input=False,
        truncate_rows=True,
    ):
        """Creates a job; returns its ID."""
        payload = dict(locals())
        del payload["self"]
        return self._json("POST", "/batch-inference", payload)["results"]

    def status(self, job_id):
        return self._json("GET", f"/job-status/{job_id}")["job_status"][job_id]

    def job(self, job_id):
        return self._json("GET", f"/jobs/{job_id}")["job"]

    def wait(self, job_id):
        """Polls until the job is in a terminal state; yields each state when it is first seen."""
        seen = None
        while seen not in TERMINAL:
            state = self.status(job_id)
            if state != seen:
                yield state
            seen = state
            if seen not in TERMINAL:
                time.sleep(self.poll_interval)

    def progress(self, job_id):
        """Yields a job's progress updates, line by line, until the service closes the connection."""
        with self._open("GET", f"/stream-job-progress/{job_id}") as response:
            for line in response:
                if line.strip():
                    yield json.loads(line)

    def results(self, job_id, include_inputs=False, include_cumulative_logprobs=False):
        payload = {
            "job_id": job_id,
            "include_inputs": include_inputs,
            "include_cumulative_logprobs": include_cumulative_logprobs,
        }
        return self._json("POST", "/job-results", payload)["results"]

    def cancel(self, job_id):
        return self._json("GET", f"/job-cancel/{job_id}")

    def _json(self, method, path, payload=None):
        with self._open(method, path, payload) as response:
            return json.load(response)

    def _open(self, method, path, payload=None):
        data = None if payload is None else json.dumps(payload).encode()
        request = urllib.request.Request(self.base_url + path, data=data, method=method)
        request.add_header("Authorization", f"Key {self.api_key}")
        request.add_header("Content-Type", "application/json")
        try:
            return urllib.request.urlopen(request)
        except urllib.error.HTTPError as error:
            raise ServiceError(error.code, json.load(error)) from None


def main(client):
    reviews = ["Great product", "Never again", "It works"]

    job_id = client.infer(reviews, name="reviews", system_prompt="Classify the sentiment.")
    states = list(client.wait(job_id))
    print("states:", " ".join(states))
    assert states[-1] == "SUCCEEDED", states

    results = client.results(job_id, include_inputs=True, include_cumulative_logprobs=True)
    assert results["inputs"] == reviews, results
    assert len(results["outputs"]) == len(results["cumulative_logprobs"]) == 3, results
    assert set(client.results(job_id)) == {"outputs", "confidence_score"}
    print("outputs:", len(results["outputs"]))

    schema = {"type": "object", "properties": {"label": {"type": "string"}}, "required": ["label"]}
    job_id = client.infer(reviews, model="model-3.1-32b-reasoning", json_schema=schema)
    updates = list(client.progress(job_id))
    rows = [update["result"] for update in updates if update["update_type"] == "progress"]
    tokens = [update["result"] for update in updates if update["update_type"] == "tokens"]
    assert rows == sorted(rows) and rows[-1] == 3, rows
    assert tokens[-1]["output_tokens"] > 0, tokens
    print("progress:", len(updates), "updates, then the connection closed")

    assert client.status(job_id) == "SUCCEEDED"
    output = json.loads(client.results(job_id)["outputs"][0])
    assert isinstance(output["content"]["label"], str), output
    assert isinstance(output["reasoning_content"], str), output
    print("content:", json.dumps(output["content"]))

    job_id = client.infer(reviews, cost_estimate=True)
    list(client.wait(job_id))
    estimate = client.job(job_id)["cost_estimate"]
    assert isinstance(estimate, float) and estimate > 0, estimate
    print("cost estimate:", estimate)

    job_id = client.infer(reviews)
    assert client.cancel(job_id)["cancelled"] is True
    states = list(client.wait(job_id))
    assert states[-1] == "CANCELLED", states
    try:
        client.results(job_id)
    except ServiceError as error:
        print("results of a cancelled job:", error.status)
    else:
        raise AssertionError("a cancelled job has no results")

    try:
        client.infer(reviews, name="n" * 46)
    except ServiceError as error:
        print("a name of 46 characters:", error.status)
    else:
        raise AssertionError("a name has at most 45 characters")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--base-url", default="http://127.0.0.1:4010/v1")
    parser.add_argument("--api-key", default="sim-key")
    parser.add_argument("--poll-interval", type=float, default=5.0, help="seconds between two polls")
    arguments = parser.parse_args()
    main(Client(arguments.base_url, arguments.api_key, arguments.poll_interval))
