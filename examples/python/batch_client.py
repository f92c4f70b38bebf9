"""A client of the batch inference service that needs only the standard library."""

import http.client
import json
import time
import urllib.error
import urllib.request

TERMINAL = {"SUCCEEDED", "FAILED", "CANCELLED"}
TEMPORARY = {408, 429, 500, 502, 503, 504}
MAX_TRIES = 12
MAX_IDLE_POLLS = 60


class BatchError(Exception):
    """Raised if a job did not succeed, or if the service does not respond."""


class BatchClient:
    """A client that follows the contract and survives the service's failures."""

    def __init__(self, base_url, deployment_url, api_key, sleep=time.sleep, timeout=10):
        self._base_url = base_url
        self._deployment_url = deployment_url
        self._api_key = api_key
        self._sleep = sleep
        self._timeout = timeout
        self._known = set()

    def run(self, inputs):
        """Runs a job until it ends; returns one output per input, in the same order."""
        job_id = self.submit(inputs)
        job = self.follow(job_id)
        if job["status"] != "SUCCEEDED":
            reason = (job["failure_reason"] or {}).get("message", "")
            raise BatchError(f"Job {job_id} is {job['status']}: {reason}")
        return self.results(job_id, len(inputs))

    def submit(self, inputs):
        """Submits a job. If the response is lost, looks for the job before submitting it again."""
        for tries in range(MAX_TRIES):
            status, body, _ = self._send(f"{self._base_url}/batch-inference", {"inputs": inputs})
            if status is not None and status not in TEMPORARY:
                job_id = self._read(status, body)["job_id"]
                self._known.add(job_id)
                return job_id
            lost = self._find_lost(len(inputs))
            if lost is not None:
                return lost
            self._back_off(tries)
        raise BatchError("The service does not accept jobs.")

    def follow(self, job_id):
        """Polls a job until it has ended. Cancels it if it makes no progress for a long time."""
        job = self._wait_for_end(job_id)
        if job is not None:
            return job
        self.cancel(job_id)
        raise BatchError(f"Job {job_id} made no progress for a long time and was canceled.")

    def _wait_for_end(self, job_id):
        """Polls a job until it has ended; returns None if it makes no progress for a long time."""
        progress, idle = None, 0
        while idle < MAX_IDLE_POLLS:
            job = self._get(f"/jobs/{job_id}", may_be_new=True)["job"]
            if job["status"] in TERMINAL:
                return job
            seen = (job["status"], job["rows_completed"])
            progress, idle = seen, idle + 1 if seen == progress else 0
            self._sleep(2)
        return None

    def cancel(self, job_id):
        """Cancels a job and polls it until it ends: it may succeed anyway."""
        # Regardless of the response, the job's state shows what happened.
        self._retried(f"{self._deployment_url}/v1/job-cancel/{job_id}", final={404})
        job = self._wait_for_end(job_id)
        if job is None:
            raise BatchError(f"Job {job_id} was canceled, but does not end.")
        return job

    def results(self, job_id, num_rows):
        """The outputs of a job that has succeeded. Repeats a download that breaks off or lacks rows."""
        url = f"{self._base_url}/jobs/{job_id}/results?result_format=json"
        for tries in range(MAX_TRIES):
            status, body = self._retried(url, final={409})
            outputs = body.get("outputs") if status == 200 and isinstance(body, dict) else None
            if outputs is not None and len(outputs) == num_rows:
                return outputs
            self._back_off(tries)
        raise BatchError(f"The results of job {job_id} can't be read.")

    def _find_lost(self, num_rows):
        for job in self._get("/list-jobs")["jobs"]:
            if job["job_id"] not in self._known and job["num_rows"] == num_rows:
                self._known.add(job["job_id"])
                return job["job_id"]
        return None

    def _get(self, path, may_be_new=False):
        for tries in range(MAX_TRIES):
            status, body = self._retried(self._base_url + path, final={404} if may_be_new else set())
            if status == 200 and isinstance(body, dict):
                return body
            self._back_off(tries)
        raise BatchError(f"{path} gets no valid response.")

    def _retried(self, url, final):
        for tries in range(MAX_TRIES):
            status, body, retry_after = self._send(url)
            if status is not None and (status < 300 or status in final):
                return status, body
            if status is not None and status not in TEMPORARY:
                self._read(status, body)
            self._back_off(tries, retry_after)
        raise BatchError("The service does not respond.")

    @staticmethod
    def _read(status, body):
        if status >= 300 or not isinstance(body, dict):
            detail = body.get("detail", body) if isinstance(body, dict) else body
            raise BatchError(f"The service responded with {status}: {detail}")
        return body

    def _send(self, url, json_body=None):
        """Sends a request once; returns the status, the body, and the seconds to wait before the next attempt.

        The status is None without a response, and the body is None if it can't be read.
        """
        headers = {"Authorization": f"Key {self._api_key}", "Content-Type": "application/json"}
        data = None if json_body is None else json.dumps(json_body).encode()
        request = urllib.request.Request(url, data=data, headers=headers)
        status, retry_after = None, 0
        try:
            with self._open(request) as response:
                if response.status >= 300:
                    # An error counts even if its body breaks off.
                    status = response.status
                    retry_after = float(response.headers.get("Retry-After") or 0)
                text = response.read()
                status = response.status
                return status, json.loads(text), retry_after
        except (OSError, ValueError, http.client.HTTPException):
            return status, None, retry_after

    def _open(self, request):
        try:
            return urllib.request.urlopen(request, timeout=self._timeout)
        except urllib.error.HTTPError as error:
            return error  # An HTTPError can be read like any response.

    def _back_off(self, tries, retry_after=0):
        """Waits as long as Retry-After says, or twice as long as the last time."""
        self._sleep(max(retry_after, 0.5 * 2 ** min(tries, 6)))
