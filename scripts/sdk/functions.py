"""Functions: many rows that are objects, and one input at once."""

import polars as pl
from pydantic import BaseModel

import sutro

ROWS = [{"review": "Great product", "stars": 5}, {"review": "Never again", "stars": 1}]


def rows_that_are_objects(so, box, printed):
    for data in (ROWS, pl.DataFrame(ROWS)):
        job_id = so.batch_run_function("sentiment", data, job_name="reviews")
        results = so.await_job_completion(job_id)
        assert results.columns == ["inference_result", "confidence_score"], results.columns
        assert all(0 <= each <= 1 for each in results["confidence_score"])
        inputs = so.get_job_results(job_id, include_inputs=True)["inputs"].to_list()
        assert inputs == ROWS, inputs
    assert so.list_jobs()[0]["model"] == "sentiment"


def one_input(so, box, printed):
    class Review(BaseModel):
        review: str

    result = so.run_function("sentiment", ROWS[0])
    assert isinstance(result.output, str) and 0 <= result.confidence <= 1, result
    assert result.usage["input_tokens"] > 0 and result.request_id.startswith("run-"), result
    assert result.function["name"] == "sentiment"
    unscored = so.run_function("sentiment", ROWS[0], confidence_scoring=False)
    assert unscored.output == result.output and unscored.confidence is None
    image = sutro.Image.from_bytes(b"\x89PNG", "image/png")
    for value in ("Great product", Review(review="Great product"), {"photo": image}):
        assert so.run_function("sentiment", value).output


def refused_inputs(so, box, printed):
    box.add_fault(on="runFunction", rateLimit={"requests": 1, "per": "1m"})
    so.run_function("sentiment", "Great product")
    try:
        so.run_function("sentiment", "Never again")
        raise AssertionError("the second call was not limited")
    except sutro.SutroRateLimitError as error:
        assert error.retry_after > 0 and error.detail, error
    box.call("POST", "/reset")
    try:
        so.run_function("sentiment", "x" * 100_000)
        raise AssertionError("the long input was accepted")
    except sutro.SutroValidationError as error:
        assert error.detail.startswith("The input has 25000 tokens"), error.detail


PARTS = [
    ("functions: rows that are objects", rows_that_are_objects, "happy-path"),
    ("functions: one input", one_input, "happy-path"),
    ("functions: refused inputs", refused_inputs, "happy-path"),
]
