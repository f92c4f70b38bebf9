"""Following, canceling, and listing jobs, and scenarios in which these go wrong."""

from infer import MODEL, TEXTS
from results import submit


def attach(so, box, printed):
    job_id = so.infer(TEXTS, model=MODEL, stay_attached=False)
    so.attach(job_id)
    assert "Job found!" in printed() and "Job succeeded" in printed()
    so.attach(job_id)
    assert "Job already completed" in printed()
    so.attach("job-none")
    assert "Job job-none not found" in printed()


def cancel(so, box, printed):
    job_id = so.infer(TEXTS, model=MODEL, stay_attached=False)
    assert so.cancel_job(job_id)["cancelled"] is True
    assert so.await_job_completion(job_id) is None and "Job has been cancelled" in printed()
    assert so.get_job_status(job_id) == "CANCELLED"
    assert so.get_job_results(job_id) is None and "Bad status code: 409" in printed()


def list_jobs(so, box, printed):
    first, second = submit(so), submit(so, ["Only one"])
    jobs = so.list_jobs()
    assert [(job["job_id"], job["status"]) for job in jobs] == [
        (second, "SUCCEEDED"),
        (first, "SUCCEEDED"),
    ], jobs


def account(so, box, printed):
    assert so.try_authentication(box.key) == {"authenticated": True}
    quotas = so.get_quotas()
    assert [each["row_quota"] for each in quotas] == [500_000, 5_000_000], quotas


def results_late(so, box, printed):
    job_id = so.infer(TEXTS, model=MODEL)
    statuses = [each["response"]["status"] for each in box.exchanges(operation="getResults")]
    assert statuses[0] == 409 and statuses[-1] == 200, statuses
    assert so.get_job_results(job_id).height == 2


def cancel_404(so, box, printed):
    job_id = so.infer(TEXTS, model=MODEL, stay_attached=False)
    assert so.cancel_job(job_id) is None
    assert "Failed to cancel job" in printed() and "The job does not exist." in printed()
    assert so.await_job_completion(job_id).height == 2


def job_fails_midway(so, box, printed):
    reason = "The inference engine ran out of memory."
    assert so.infer(TEXTS, model=MODEL) is None
    assert f"Failure reason: {reason}" in printed()
    job = so.list_jobs()[0]
    assert job["status"] == "FAILED" and job["failure_reason"] == {"message": reason}, job
    assert so.await_job_completion(job["job_id"]) is None and "Job has failed" in printed()


PARTS = [
    ("attach", attach, "happy-path"),
    ("cancel", cancel, "happy-path"),
    ("list", list_jobs, "happy-path"),
    ("the key and its quotas", account, "happy-path"),
    ("results-late", results_late, "results-late"),
    ("cancel-404", cancel_404, "cancel-404"),
    ("job-fails-midway", job_fails_midway, "job-fails-midway"),
]
