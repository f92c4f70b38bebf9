"""A client of the batch inference service, with the standard library alone."""

import http.client
import json
import time
import urllib.error
import urllib.request

TERMINAL = {"SUCCEEDED", "FAILED", "CANCELLED"}
PASSING = {408, 429, 500, 502, 503, 504}
MAX_TRIES = 12
MAX_IDLE_LOOKS = 60


class BatchError(Exception):
    """A job that did not end as it should, or a service that does not answer."""


class BatchClient:
    """Keeps the contract, and survives what the service can do to it."""

    def __init__(self, base_url, deployment_url, api_key, sleep=time.sleep, timeout=10):
        self._base_url = base_url
        self._deployment_url = deployment_url
        self._api_key = api_key
        self._sleep = sleep
        self._timeout = timeout
        self._known = set()

    def run(self, inputs):
        """Runs a job to its end; returns one output an input, in their order."""
        job_id = self.submit(inputs)
        job = self.follow(job_id)
        if job["status"] != "SUCCEEDED":
            reason = (job["failure_reason"] or {}).get("message", "")
            raise BatchError(f"Job {job_id} is {job['status']}: {reason}")
        return self.results(job_id, len(inputs))

    def submit(self, inputs):
        """Submits a job. Where the answer is lost, it looks for the job before it submits it again."""
        for tries in range(MAX_TRIES):
            status, body = self._send(f"{self._base_url}/batch-inference", {"inputs": inputs})
            if status is not None and status not in PASSING:
                job_id = self._read(status, body)["job_id"]
                self._known.add(job_id)
                return job_id
            lost = self._find_lost(len(inputs))
            if lost is not None:
                return lost
            self._back_off(tries)
        raise BatchError("The service takes no jobs.")

    def follow(self, job_id):
        """Follows a job until it has ended. One that makes no progress for long is cancelled, and given up."""
        news, idle = None, 0
        while idle < MAX_IDLE_LOOKS:
            job = self._get(f"/jobs/{job_id}", may_be_new=True)["job"]
            if job["status"] in TERMINAL:
                return job
            seen = (job["status"], job["rows_completed"])
            news, idle = seen, idle + 1 if seen == news else 0
            self._sleep(2)
        self.cancel(job_id)
        raise BatchError(f"Job {job_id} made no progress for long, and was cancelled.")

    def cancel(self, job_id):
        """Cancels a job and follows it to its end: it may have succeeded all the same."""
        # Whatever the answer is, the job's state says what became of it.
        self._retried(f"{self._deployment_url}/v1/job-cancel/{job_id}", fine={404})
        return self.follow(job_id)

    def results(self, job_id, num_rows):
        """The outputs of a job that has succeeded. A download that breaks off, or is short, is fetched again."""
        url = f"{self._base_url}/jobs/{job_id}/results?result_format=json"
        for tries in range(MAX_TRIES):
            status, body = self._retried(url, fine={409})
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
            status, body = self._retried(self._base_url + path, fine={404} if may_be_new else set())
            if status == 200 and isinstance(body, dict):
                return body
            self._back_off(tries)
        raise BatchError(f"{path} is not answered.")

    def _retried(self, url, fine):
        for tries in range(MAX_TRIES):
            status, body = self._send(url)
            if status is not None and (status < 300 or status in fine):
                return status, body
            if status is not None and status not in PASSING:
                self._read(status, body)
            self._back_off(tries, body)
        raise BatchError("The service does not answer.")

    @staticmethod
    def _read(status, body):
        if status >= 300 or not isinstance(body, dict):
            raise BatchError(f"The service answered {status}: {body}")
        return body

    def _send(self, url, json_body=None):
        """One try: its status and body. No status where there was no answer; no body where it can't be read."""
        headers = {"Authorization": f"Key {self._api_key}", "Content-Type": "application/json"}
        data = None if json_body is None else json.dumps(json_body).encode()
        request = urllib.request.Request(url, data=data, headers=headers)
        try:
            with urllib.request.urlopen(request, timeout=self._timeout) as response:
                return response.status, json.loads(response.read())
        except urllib.error.HTTPError as error:
            error.close()
            return error.code, float(error.headers.get("Retry-After") or 0)
        except (OSError, http.client.HTTPException):
            return None, None
        except ValueError:
            return 200, None

    def _back_off(self, tries, retry_after=None):
        """Waits as long as the service asks for, or twice as long each time."""
        wanted = retry_after if isinstance(retry_after, float) else 0
        self._sleep(max(wanted, 0.5 * 2 ** min(tries, 6)))
