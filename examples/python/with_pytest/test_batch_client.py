import pytest

from batch_client import BatchClient, BatchError

REVIEWS = ["Great product", "Never again"]


def client_in(box, **options):
    patience = {"sleep": lambda _: None, "timeout": 2}
    return BatchClient(box.base_url, box.deployment_url, box.api_key, **patience, **options)


@pytest.mark.parametrize("scenario", ["happy-path", "flaky-network", "results-late", "outage"])
def test_runs_a_job_to_its_end_or_says_why_not(open_sandbox, scenario):
    client = client_in(open_sandbox(scenario=scenario))
    try:
        assert len(client.run(REVIEWS)) == 2
    except BatchError as error:
        assert str(error)


def test_reports_a_key_in_a_wrong_form(open_sandbox):
    box = open_sandbox()
    # The test does it on purpose: the finding is expected, and fails nothing.
    box.expect_finding("key-malformed")
    box.api_key, key = "two words", box.api_key
    client = client_in(box)
    box.api_key = key
    with pytest.raises(BatchError, match="answered 401"):
        client.submit(REVIEWS)
