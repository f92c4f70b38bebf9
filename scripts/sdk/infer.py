"""Jobs from every kind of input, with every option that the SDK sends."""

import io
import math
import tempfile

import pandas as pd
import polars as pl
from pydantic import BaseModel

TEXTS = ["Great product", "Never again"]
MODEL = "gemma-4-31b-it"


def inputs_of(so, job_id):
    return so.get_job_results(job_id, include_inputs=True)["inputs"].to_list()


def a_list_attached(so, box, printed):
    job_id = so.infer(TEXTS, model=MODEL)
    assert so.get_job_status(job_id) == "SUCCEEDED"
    assert "Job results received" in printed()
    lines = [each["operationId"] for each in box.exchanges(jobId=job_id)]
    assert "streamJobProgress" in lines and lines.count("getResults") == 1, lines


def options_of_a_job(so, box, printed):
    job_id = so.infer(
        ["the same", "the same"],
        model=MODEL,
        name="reviews",
        description="Two reviews",
        system_prompt="Classify the sentiment.",
        sampling_params={"max_tokens": 5, "temperature": 0.7},
        random_seed_per_input=True,
        truncate_rows=False,
        job_priority=1,
    )
    outputs = so.await_job_completion(job_id)["inference_result"].to_list()
    assert outputs[0] != outputs[1] and all(len(each.encode()) <= 20 for each in outputs), outputs
    job = so.list_jobs()[0]
    shown = [job[key] for key in ("job_id", "name", "description", "job_priority", "num_rows")]
    assert shown == [job_id, "reviews", "Two reviews", 1, 2], shown


def data_frames(so, box, printed):
    frame = pl.DataFrame({"title": ["A", "B"], "text": TEXTS})
    job_id = so.infer(frame, model=MODEL, column="text")
    assert inputs_of(so, job_id) == TEXTS
    job_id = so.infer(frame.to_pandas(), model=MODEL, column=["title", ": ", "text"])
    assert inputs_of(so, job_id) == ["A: Great product", "B: Never again"]
    assert isinstance(frame.to_pandas(), pd.DataFrame)


def local_files(so, box, printed):
    frame = pl.DataFrame({"text": TEXTS})
    with tempfile.TemporaryDirectory() as folder:
        frame.write_csv(f"{folder}/rows.csv")
        frame.write_parquet(f"{folder}/rows.parquet")
        with open(f"{folder}/rows.txt", "w") as file:
            file.write("\n".join(TEXTS))
        for name, column in (("rows.csv", "text"), ("rows.parquet", "text"), ("rows.txt", None)):
            job_id = so.infer(f"{folder}/{name}", model=MODEL, column=column)
            assert inputs_of(so, job_id) == TEXTS, name


def urls_of_csv_and_parquet(so, box, printed):
    frame = pl.DataFrame({"id": [7, 9], "text": TEXTS})
    csv, parquet = io.BytesIO(), io.BytesIO()
    frame.write_csv(csv)
    frame.write_parquet(parquet)
    for name, file in (("rows.csv", csv), ("rows.parquet", parquet)):
        url = box.put_file(name, file.getvalue())
        job_id = so.infer(url, model=MODEL, column="text", id_column="id", job_priority=1)
        so.await_job_completion(job_id, obtain_results=False)
        results = so.get_job_results(job_id, include_inputs=True, with_original_df=frame)
        assert results.columns == ["id", "text", "inputs", "inference_result"], results.columns
        assert results["inputs"].to_list() == TEXTS
        plain = so.get_job_results(job_id)
        assert plain["id"].to_list() == [7, 9] and plain.columns[0] == "id", plain


def a_schema(so, box, printed):
    class Review(BaseModel):
        label: str
        stars: int

    job_id = so.infer(TEXTS, model=MODEL, output_schema=Review)
    results = so.get_job_results(job_id)
    assert dict(results.schema) == {"label": pl.String, "stars": pl.Int64}, results.schema
    raw = so.get_job_results(job_id, unpack_json=False)["inference_result"].to_list()
    assert [Review.model_validate_json(each).stars for each in raw] == results["stars"].to_list()


def reasoning(so, box, printed):
    job_id = so.infer(TEXTS, model="gpt-oss-20b")
    assert so.get_job_results(job_id).columns == ["content", "reasoning_content"]
    schema = {
        "type": "object",
        "properties": {"label": {"type": "string"}},
        "required": ["label"],
    }
    job_id = so.infer(TEXTS, model="qwen-3.5-2b-thinking", output_schema=schema)
    results = so.get_job_results(job_id, unwrap_reasoning=True)
    assert results.columns == ["reasoning_content", "label"], results.columns
    assert all(results["label"].to_list()) and all(results["reasoning_content"].to_list())


def a_dry_run(so, box, printed):
    job_id = so.infer(TEXTS, model=MODEL, dry_run=True)
    job = so.list_jobs()[0]
    assert job["job_id"] == job_id and job["status"] == "SUCCEEDED" and job["dryrun"] is True
    assert isinstance(job["cost_estimate"], float) and job["cost_estimate"] > 0, job
    assert f"Cost estimates retrieved for job {job_id}: ${job['cost_estimate']}" in printed()


def several_models(so, box, printed):
    models = ["qwen-3.5-2b", "gpt-oss-120b-no-thinking"]
    job_ids = so.infer_per_model(TEXTS, models, names=["one", "two"])
    jobs = {job["job_id"]: job["model"] for job in so.list_jobs()}
    assert [jobs[job_id] for job_id in job_ids] == models, jobs


def embeddings(so, box, printed):
    vectors = so.embed([*TEXTS, TEXTS[0]])["inference_result"].to_list()
    assert [len(each) for each in vectors] == [1024, 1024, 1024]
    assert all(math.isclose(math.hypot(*each), 1, abs_tol=1e-4) for each in vectors)
    assert vectors[0] == vectors[2] != vectors[1]


def templates(so, box, printed):
    classes = {"good": "They like it.", "bad": "They don't."}
    results = so.classify(TEXTS, classes=classes, include_scratchpad=True)
    assert results.columns == ["scratchpad", "classification"], results.columns
    scores = so.score(pl.DataFrame({"text": TEXTS}), column="text", criteria=["praise"])["score"]
    assert all(0 <= each <= 10 for each in scores), scores


PARTS = [
    ("infer: a list, attached", a_list_attached, "happy-path"),
    ("infer: a job's options", options_of_a_job, "happy-path"),
    ("infer: data frames", data_frames, "happy-path"),
    ("infer: local files", local_files, "happy-path"),
    ("infer: URLs of CSV and Parquet files, with an ID column", urls_of_csv_and_parquet, "happy-path"),
    ("infer: a schema", a_schema, "happy-path"),
    ("infer: reasoning", reasoning, "happy-path"),
    ("infer: a dry run", a_dry_run, "happy-path"),
    ("infer: several models", several_models, "happy-path"),
    ("embed", embeddings, "happy-path"),
    ("classify and score", templates, "happy-path"),
]
