"""Runs the Python SDK `mistralai` and its own `BatchClient`, unmodified, through the life of batch jobs and files.

`run.mjs` starts it with BATCH_SIM_BASE_URL and MISTRAL_API_KEY set. The SDK validates every body with pydantic.
"""

import asyncio
import json
import os
import time

from mistralai.client import Mistral
from mistralai.client.errors import SDKError
from mistralai.client.models import (
    ChatCompletionRequest,
    ChatCompletionResponse,
    EmbeddingRequest,
    EmbeddingResponse,
    File,
)
from mistralai.extra.batch import BatchClient, BatchInput, BatchRequestError, is_terminal

CHAT = "/v1/chat/completions"
MODEL = "mistral-small-latest"

client = Mistral(api_key=os.environ["MISTRAL_API_KEY"], server_url=os.environ["BATCH_SIM_BASE_URL"])
jobs = client.batch.jobs


def body(text, **more):
    return {"messages": [{"role": "user", "content": text}], **more}


def requests(count):
    return [{"custom_id": f"row-{n}", "body": body(f"Say {n}.")} for n in range(count)]


def ended(job_id, **more):
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        job = jobs.get(job_id=job_id, **more)
        if is_terminal(job.status):
            return job
        time.sleep(0.3)
    raise AssertionError(f"{job_id} has not ended")


def lines_of(file_id):
    content = client.files.download(file_id=file_id).read()
    file = client.files.retrieve(file_id=file_id)
    assert file.size_bytes == len(content) and file.source == "mistral", file
    return [json.loads(line) for line in content.decode().split("\n")[:-1]]


async def batch_client():
    """The SDK's own batch code: inline, with a file, and for embeddings."""
    batch = BatchClient(client, endpoint=CHAT, response_body_type=ChatCompletionResponse)
    payload = {
        f"row-{n}": ChatCompletionRequest(model=MODEL, messages=[{"role": "user", "content": text}])
        for n, text in enumerate(["Say something.", "Please fail for good.", "Say more."])
    }
    for threshold in (1000, 1):
        inputs = BatchInput.from_payload(payload)
        options = {"poll_interval_seconds": 0.3, "inline_threshold": threshold}
        result = await batch.run(inputs, model=MODEL, **options)
        assert result.job.status == "SUCCESS", result.job
        assert result.job.failed_requests == 1 and result.job.succeeded_requests == 2, result.job
        assert sorted(result.by_id()) == ["row-0", "row-2"], result
        (error,) = result.errors()
        assert isinstance(error, BatchRequestError) and error.status_code == 400, error
    left = (await client.files.list_async()).data
    assert left == [], left
    vectors = BatchClient(client, endpoint="/v1/embeddings", response_body_type=EmbeddingResponse)
    inputs = {"a": EmbeddingRequest(model="mistral-embed", inputs=["one", "two"])}
    result = await vectors.run(inputs, model="mistral-embed", poll_interval_seconds=0.3)
    (response,) = result.by_id().values()
    assert [len(each.embedding) for each in response.data] == [1024, 1024], response


def inline():
    created = jobs.create(
        endpoint=CHAT, model=MODEL, requests=requests(3), metadata={"customer": "c-1"}
    )
    assert created.status == "QUEUED" and created.input_files == [] and created.outputs is None
    job = ended(created.id, inline=True)
    assert job.metadata == {"customer": "c-1"} and job.model == MODEL
    assert sorted(each["custom_id"] for each in job.outputs) == ["row-0", "row-1", "row-2"]
    for each in job.outputs:
        ChatCompletionResponse.model_validate(each["response"]["body"])
    assert sorted(map(json.dumps, job.outputs)) == sorted(map(json.dumps, lines_of(job.output_file)))


def tool():
    schema = {"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"]}
    function = {"name": "count", "parameters": schema}
    wanted = body("Count.", tools=[{"type": "function", "function": function}], tool_choice="any")
    job = ended(jobs.create(endpoint=CHAT, model=MODEL, requests=[{"custom_id": "t", "body": wanted}]).id)
    (line,) = lines_of(job.output_file)
    (choice,) = ChatCompletionResponse.model_validate(line["response"]["body"]).choices
    assert choice.finish_reason == "tool_calls"
    assert isinstance(json.loads(choice.message.tool_calls[0].function.arguments)["n"], int)


def uploaded(texts):
    content = "".join(f"{text}\n" for text in texts).encode()
    return client.files.upload(file=File(file_name="rows.jsonl", content=content), purpose="batch", expiry=24)


def files():
    file = uploaded(json.dumps(each) for each in requests(2))
    assert (file.num_lines, file.sample_type, file.source) == (2, "batch_request", "upload"), file
    job = ended(jobs.create(endpoint=CHAT, model=MODEL, input_files=[file.id], timeout_hours=1).id)
    assert (job.status, job.input_files, job.errors) == ("SUCCESS", [file.id], [])
    bad = uploaded(['{"custom_id": "a"}', "{"])
    failed = ended(jobs.create(endpoint=CHAT, model=MODEL, input_files=[bad.id]).id)
    assert failed.status == "FAILED" and len(failed.errors) == 2, failed
    assert client.files.delete(file_id=file.id).deleted is True
    try:
        client.files.retrieve(file_id=file.id)
        raise AssertionError("a deleted file was found")
    except SDKError as error:
        assert error.status_code == 404


def ended_early():
    for count, status in ((40, "TIMEOUT_EXCEEDED"), (30, "CANCELLED")):
        job = ended(jobs.create(endpoint=CHAT, model=MODEL, requests=requests(count)).id)
        assert (job.status, job.succeeded_requests) == (status, count // 2), job
        assert len(lines_of(job.output_file)) == count // 2


def canceled():
    created = jobs.create(endpoint=CHAT, model=MODEL, requests=requests(200))
    assert jobs.cancel(job_id=created.id).status == "CANCELLATION_REQUESTED"
    job = ended(created.id)
    assert job.status == "CANCELLED" and job.completed_requests < 200, job


def two_pages():
    made = [jobs.create(endpoint=CHAT, model=MODEL, requests=requests(1)).id for _ in range(3)]
    for job_id in made:
        ended(job_id)
    pages = [jobs.list(page=page, page_size=2) for page in (0, 1)]
    assert [each.id for page in pages for each in page.data][:3] == made[::-1]
    assert pages[0].total == pages[1].total >= 3
    assert jobs.list(status=["RUNNING"]).data == []
    assert {each.status for each in jobs.list(status=["SUCCESS", "CANCELLED"]).data} == {"SUCCESS", "CANCELLED"}
    assert jobs.delete(job_id=made[0]).deleted is True
    try:
        jobs.create(endpoint=CHAT, model=MODEL)
        raise AssertionError("a job without input was created")
    except SDKError as error:
        assert error.status_code == 422, error


asyncio.run(batch_client())
print("mistralai (Python): batch_client passed", flush=True)
for part in (inline, tool, files, ended_early, canceled, two_pages):
    part()
    print(f"mistralai (Python): {part.__name__} passed", flush=True)
