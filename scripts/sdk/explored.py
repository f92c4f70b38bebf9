"""A test of a client that uses the SDK, for `explore`: labels for two reviews, waited for in the SDK's own loop."""

import os
import tempfile
from unittest import TestCase, main, mock

# The SDK keeps results in the home folder by address and job ID: a run whose simulator has the port of an earlier one
# would get that run's results without asking for them.
os.environ["HOME"] = tempfile.mkdtemp()

import sutro  # noqa: E402

REVIEWS = ["Great product", "Never again"]
LABEL = {
    "type": "object",
    "properties": {"label": {"enum": ["positive", "negative"]}},
    "required": ["label"],
}


class Labels(TestCase):
    def test_labels_every_review(self):
        with mock.patch("time.sleep"):
            job = sutro.infer(REVIEWS, model="gemma-4-31b-it", output_schema=LABEL, stay_attached=False)
            results = sutro.await_job_completion(job)
        self.assertEqual(["positive", "negative"], results["label"].to_list())


if __name__ == "__main__":
    main()
