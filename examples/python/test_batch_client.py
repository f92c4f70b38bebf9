import unittest

from batch_client import BatchClient, BatchError
from batch_sim import Sandbox

REVIEWS = ["Great product", "Never again"]


class BatchClientTest(unittest.TestCase):
    def client(self, **options):
        """A client in its own sandbox; the test fails if the client does something wrong."""
        self.sandbox = Sandbox(self.id(), **options)
        self.addCleanup(self.sandbox.close)
        box = self.sandbox
        return BatchClient(
            box.base_url, box.deployment_url, box.api_key, sleep=lambda _: None, timeout=2
        )

    def test_runs_a_job_until_it_ends(self):
        self.assertEqual(len(self.client().run(REVIEWS)), 2)

    def test_reports_why_a_job_failed(self):
        with self.assertRaisesRegex(BatchError, "ran out of memory"):
            self.client(scenario="job-fails-midway").run(REVIEWS)

    def test_submits_a_job_once_even_if_the_response_is_lost(self):
        self.client(scenario="lost-create-response").run(REVIEWS)
        self.assertEqual(len(self.sandbox.control("GET", "/jobs")), 1)

    def test_downloads_truncated_results_again(self):
        self.assertEqual(len(self.client(scenario="truncated-download").run(REVIEWS)), 2)

    def test_polls_a_canceled_job_until_it_ends(self):
        client = self.client(scenario="cancel-slow")
        self.assertEqual(client.cancel(client.submit(REVIEWS))["status"], "CANCELLED")

    def test_has_no_findings_in_any_scenario(self):
        self.client(allow_no_requests=True)
        scenarios = self.sandbox.control("GET", "/scenarios")
        self.doCleanups()
        for scenario in scenarios:
            with self.subTest(scenario["name"]):
                try:
                    self.client(scenario=scenario["name"]).run(REVIEWS)
                except BatchError:
                    pass  # The client reported the problem; it can't do more.
                finally:
                    self.doCleanups()


if __name__ == "__main__":
    unittest.main()
