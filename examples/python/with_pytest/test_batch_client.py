import pytest

from batch_client import BatchClient, BatchError

REVIEWS = ["Great product", "Never again"]


def client_in(box, **options):
    patience = {"sleep": lambda _: None, "timeout": 2}
    return BatchClient(box.base_url, box.deployment_url, box.api_key, **patience, **options)


@pytest.mark.parametrize("scenario", ["happy-path", "flaky-network", "results-late", "outage"])
def test_runs_a_job_until_it_ends_or_reports_why_not(open_sandbox, scenario):
    client = client_in(open_sandbox(scenario=scenario))
    try:
        assert len(client.run(REVIEWS)) == 2
    except BatchError as error:
        assert str(error)


def test_runs_jobs_in_two_sandboxes(open_sandbox):
    for box in [open_sandbox(), open_sandbox(scenario="slow-job")]:
        assert len(client_in(box).run(REVIEWS)) == 2


def test_reports_a_malformed_key(open_sandbox):
    # Requests with a malformed key are recorded in the default sandbox, not in this one.
    box = open_sandbox(allow_no_requests=True)
    # The test provokes this finding on purpose, so it must not fail the run.
    box.expect_finding("key-malformed")
    box.api_key, key = "two words", box.api_key
    client = client_in(box)
    box.api_key = key
    with pytest.raises(BatchError, match="responded with 401"):
        client.submit(REVIEWS)
