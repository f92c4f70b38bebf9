"""Results with every option, and downloads that are interrupted and resumed."""

import os
import tempfile

import pandas as pd
import polars as pl
import requests

from infer import MODEL, TEXTS

NUMBERS = ["inference_result", "cumulative_logprobs"]


def submit(so, inputs=TEXTS, **options):
    """Creates a job and waits until it has succeeded; returns its ID."""
    job_id = so.infer(inputs, model=MODEL, stay_attached=False, **options)
    assert so.await_job_completion(job_id, obtain_results=False) is None
    return job_id


def every_option(so, box, printed):
    job_id = submit(so)
    plain = so.get_job_results(job_id)
    assert plain.columns == ["inference_result"] and plain.height == 2
    both = so.get_job_results(job_id, include_inputs=True, include_cumulative_logprobs=True)
    assert both.columns == ["inputs", *NUMBERS] and both["inputs"].to_list() == TEXTS
    assert all(each < 0 for each in both["cumulative_logprobs"])
    assert len(box.exchanges(operation="getResults")) == 2
    so.get_job_results(job_id, include_inputs=True)
    assert len(box.exchanges(operation="getResults")) == 2, "the cache was not used"
    fresh = so.get_job_results(job_id, disable_cache=True, output_column="answer")
    assert fresh["answer"].to_list() == plain["inference_result"].to_list()
    assert len(box.exchanges(operation="getResults")) == 3


def joined_with_the_original(so, box, printed):
    job_id = submit(so)
    original = pl.DataFrame({"text": TEXTS})
    joined = so.get_job_results(job_id, with_original_df=original)
    assert joined.columns == ["text", "inference_result"] and joined["text"].to_list() == TEXTS
    joined = so.get_job_results(job_id, with_original_df=original.to_pandas())
    assert isinstance(joined, pd.DataFrame) and list(joined.columns) == ["text", "inference_result"]


def after_an_interruption(so, box, printed):
    job_id = submit(so)
    try:
        so.get_job_results(job_id)
        raise AssertionError("the download was not interrupted")
    except requests.RequestException:
        pass
    assert so.get_job_results(job_id).height == 2
    assert [each["end"] for each in box.exchanges(operation="getResults")] == ["cut", "finished"]


def a_resumed_download(so, box, printed):
    job_id = submit(so, [f"Review {index}" for index in range(200)])
    payload = so.results_download_url(job_id, include_inputs=True)
    size = payload["artifact"]["size_bytes"]
    box.add_fault(on="getResultsFile", times=1, truncate={"atShare": "50%"})
    with tempfile.TemporaryDirectory() as folder:
        path = f"{folder}/results.parquet"
        assert so.download_job_results(job_id, path, include_inputs=True) is None
        assert "rerun to resume" in printed()
        # The SDK writes 8 MiB at a time. To keep this small, half of the file takes the place of its first chunk.
        received = size // 2
        with open(f"{path}.part", "wb") as part:
            part.write(requests.get(payload["urls"]["get"]).content[:received])
        assert so.download_job_results(job_id, path, include_inputs=True) == path
        assert os.listdir(folder) == ["results.parquet"] and os.path.getsize(path) == size
        frame = pl.read_parquet(path)
    last = box.exchanges(operation="getResultsFile")[-1]
    assert last["response"]["status"] == 206, last["response"]["status"]
    assert last["request"]["headers"]["range"] == f"bytes={received}-"
    outputs = so.get_job_results(job_id)["inference_result"].to_list()
    assert frame["outputs"].to_list() == outputs and frame["inputs"][0] == "Review 0"


PARTS = [
    ("results: every option, and the cache", every_option, "happy-path"),
    ("results: joined with the original", joined_with_the_original, "happy-path"),
    ("results: after an interruption (truncated-download)", after_an_interruption, "truncated-download"),
    ("results: a resumed download", a_resumed_download, "happy-path"),
]
