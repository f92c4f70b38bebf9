import unittest

from batch_client import BatchClient, BatchError
from batch_sim import Sandbox

REVIEWS = ["Great product", "Never again"]


class BatchClientTest(unittest.TestCase):
    def client(self, **options):
        """A client in a sandbox of its own; the test fails by what it did wrong."""
        self.sandbox = Sandbox(self.id(), **options)
        self.addCleanup(self.sandbox.close)
        box = self.sandbox
        return BatchClient(
            box.base_url, box.deployment_url, box.api_key, sleep=lambda _: None, timeout=2
        )

    def test_runs_a_job_to_its_end(self):
        self.assertEqual(len(self.client().run(REVIEWS)), 2)

    def test_says_why_a_job_failed(self):
        with self.assertRaisesRegex(BatchError, "ran out of memory"):
            self.client(scenario="job-fails-midway").run(REVIEWS)

    def test_submits_a_job_once_also_where_the_answer_is_lost(self):
        self.client(scenario="lost-create-response").run(REVIEWS)
        self.assertEqual(len(self.sandbox.control("GET", "/jobs")), 1)

    def test_fetches_results_again_that_came_broken(self):
        self.assertEqual(len(self.client(scenario="truncated-download").run(REVIEWS)), 2)

    def test_follows_a_cancelled_job_to_its_end(self):
        client = self.client(scenario="cancel-slow")
        self.assertEqual(client.cancel(client.submit(REVIEWS))["status"], "CANCELLED")

    def test_has_no_findings_in_any_scenario(self):
        self.client()
        scenarios = self.sandbox.control("GET", "/scenarios")
        self.doCleanups()
        for scenario in scenarios:
            with self.subTest(scenario["name"]):
                try:
                    self.client(scenario=scenario["name"]).run(REVIEWS)
                except BatchError:
                    pass  # What went wrong was reported: that is all a client can do.
                finally:
                    self.doCleanups()


if __name__ == "__main__":
    unittest.main()
