"""Runs the Python SDK `groq`, unmodified, through the life of files and batches, and parses every body and line strictly.

`run.mjs` starts it with GROQ_BASE_URL and GROQ_API_KEY set.
"""

import json
import time

import groq
from groq.types import (
    BatchCreateResponse,
    BatchListResponse,
    BatchRetrieveResponse,
    FileCreateResponse,
    FileDeleteResponse,
)
from groq.types.chat import ChatCompletion

client = groq.Groq()
URL = "/v1/chat/completions"


def line(custom_id, **body):
    messages = [{"role": "user", "content": f"Say something about {custom_id}."}]
    base = {"model": "llama-3.3-70b-versatile", "messages": messages}
    return {"custom_id": custom_id, "method": "POST", "url": URL, "body": {**base, **body}}


def strict(response, model):
    return model.model_validate(json.loads(response.text()), strict=False)


def create(lines):
    content = "".join(json.dumps(each) + "\n" for each in lines).encode()
    raw = client.files.with_raw_response.create(file=("input.jsonl", content), purpose="batch")
    file = strict(raw, FileCreateResponse)
    assert client.files.content(file.id).read() == content
    request = {"input_file_id": file.id, "endpoint": URL, "completion_window": "24h"}
    return strict(client.batches.with_raw_response.create(**request), BatchCreateResponse)


def ended(batch_id):
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        raw = client.batches.with_raw_response.retrieve(batch_id)
        batch = strict(raw, BatchRetrieveResponse)
        if batch.status in ("completed", "failed", "expired", "cancelled"):
            return batch
        time.sleep(0.3)
    raise AssertionError(f"{batch_id} has not ended")


def lines_of(file_id):
    texts = client.files.content(file_id).read().decode().split("\n")[:-1]
    return {each["custom_id"]: each for each in map(json.loads, texts)}


def whole_life():
    batch = ended(create([line("a"), line("b", messages=[])]).id)
    assert (batch.request_counts.completed, batch.request_counts.failed) == (1, 1)
    (a,) = lines_of(batch.output_file_id).values()
    body = ChatCompletion.model_validate(a["response"]["body"], strict=False)
    assert body.choices[0].message.content
    assert lines_of(batch.error_file_id)["b"]["response"]["status_code"] == 400
    deleted = strict(client.files.with_raw_response.delete(batch.output_file_id), FileDeleteResponse)
    assert deleted.deleted
    try:
        client.files.info(batch.output_file_id)
        raise AssertionError("a deleted file was found")
    except groq.NotFoundError:
        pass


def canceled_and_listed():
    # So many run for two minutes, so that the cancel request arrives in time.
    created = create([line(f"row-{n}") for n in range(200)])
    client.batches.cancel(created.id)
    batch = ended(created.id)
    assert batch.status == "cancelled" and lines_of(batch.error_file_id)
    listed = strict(client.batches.with_raw_response.list(), BatchListResponse)
    assert created.id in [each.id for each in listed.data]


for part in (whole_life, canceled_and_listed):
    part()
    print(f"groq {groq.__version__} (Python): {part.__name__} passed", flush=True)
