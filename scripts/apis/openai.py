"""Runs the Python SDK `openai`, unmodified, through the life of files and batches, and parses every body and line strictly.

`run.mjs` starts it with OPENAI_BASE_URL and OPENAI_API_KEY set.
"""

import io
import json
import os
import time
import urllib.request

import openai
from openai.types import Batch, Completion, CreateEmbeddingResponse, FileDeleted, FileObject
from openai.types.chat import ChatCompletion
from openai.types.responses import Response

client = openai.OpenAI()
CHAT = "/v1/chat/completions"
SCHEMA = {
    "type": "object",
    "properties": {"n": {"type": "integer"}},
    "required": ["n"],
    "additionalProperties": False,
}


def line(custom_id, url=CHAT, **body):
    defaults = {
        CHAT: {"messages": [{"role": "user", "content": f"Say something about {custom_id}."}]},
        "/v1/responses": {"input": f"Say something about {custom_id}."},
        "/v1/embeddings": {"input": custom_id},
        "/v1/completions": {"prompt": "Once upon a time"},
    }
    return {
        "custom_id": custom_id,
        "method": "POST",
        "url": url,
        "body": {"model": "gpt-4o-mini", **defaults[url], **body},
    }


def strict(response, model):
    """The SDK doesn't validate what it receives, so its own types must accept the body as it was sent."""
    assert response.headers["x-request-id"].startswith("req_"), response.headers
    return model.model_validate(json.loads(response.text), strict=False)


def control(method, path, body=None):
    url = os.environ["BATCH_SIM_CONTROL_URL"] + path
    key = {"authorization": f"Bearer {client.api_key}", "content-type": "application/json"}
    data = None if body is None else json.dumps(body).encode()
    urllib.request.urlopen(urllib.request.Request(url, data, key, method=method)).read()


def upload(lines, name="input.jsonl"):
    content = "".join(json.dumps(each) + "\n" for each in lines).encode()
    file = client.files.with_raw_response.create(file=(name, content), purpose="batch")
    found = strict(file, FileObject)
    assert found.bytes == len(content) and found.filename == name, found
    assert client.files.content(found.id).content == content
    return found


def create(lines, endpoint=CHAT, **more):
    return strict(
        client.batches.with_raw_response.create(
            input_file_id=upload(lines).id, endpoint=endpoint, completion_window="24h", **more
        ),
        Batch,
    )


def ended(batch_id):
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        batch = strict(client.batches.with_raw_response.retrieve(batch_id), Batch)
        if batch.status in ("completed", "failed", "expired", "cancelled"):
            return batch
        time.sleep(0.3)
    raise AssertionError(f"{batch_id} has not ended")


BODIES = {
    CHAT: ChatCompletion,
    "/v1/responses": Response,
    "/v1/embeddings": CreateEmbeddingResponse,
    "/v1/completions": Completion,
}


def bodies_of(batch):
    """The response bodies in the output file, by ID."""
    if batch.output_file_id is None:
        return {}
    file = strict(client.files.with_raw_response.retrieve(batch.output_file_id), FileObject)
    content = client.files.content(file.id).content
    assert len(content) == file.bytes and file.purpose == "batch_output", file
    found = {}
    for text in content.decode().split("\n")[:-1]:
        each = json.loads(text)
        assert set(each) == {"id", "custom_id", "response", "error"}, each
        assert each["id"].startswith("batch_req_") and each["error"] is None, each
        assert each["response"]["status_code"] == 200 and each["response"]["request_id"], each
        body = BODIES[batch.endpoint].model_validate(each["response"]["body"], strict=False)
        found[each["custom_id"]] = body
    return found


def errors_of(batch):
    if batch.error_file_id is None:
        return {}
    texts = client.files.content(batch.error_file_id).content.decode().split("\n")[:-1]
    return {each["custom_id"]: each for each in map(json.loads, texts)}


def whole_life():
    tool = {"type": "function", "function": {"name": "count", "parameters": SCHEMA}}
    formed = {"type": "json_schema", "json_schema": {"name": "count", "schema": SCHEMA}}
    created = create(
        [
            line("text"),
            line("short", max_tokens=2),
            line("tool", tools=[tool], tool_choice="required"),
            line("json", response_format=formed),
            line("bad", messages=[]),
        ],
        metadata={"customer": "c-1"},
    )
    assert created.status == "validating" and created.metadata == {"customer": "c-1"}
    batch = ended(created.id)
    counts = batch.request_counts
    assert (counts.total, counts.completed, counts.failed) == (5, 4, 1), counts
    assert batch.created_at <= batch.in_progress_at <= batch.finalizing_at <= batch.completed_at
    found = bodies_of(batch)
    assert found["text"].choices[0].finish_reason == "stop" and found["text"].choices[0].message.content
    assert found["short"].choices[0].finish_reason == "length"
    call = found["tool"].choices[0].message.tool_calls[0]
    assert isinstance(json.loads(call.function.arguments)["n"], int)
    assert isinstance(json.loads(found["json"].choices[0].message.content)["n"], int)
    (bad,) = errors_of(batch).values()
    assert bad["response"]["status_code"] == 400 and bad["error"] is None, bad
    deleted = strict(client.files.with_raw_response.delete(batch.output_file_id), FileDeleted)
    assert deleted.deleted
    try:
        client.files.retrieve(batch.output_file_id)
        raise AssertionError("a deleted file was found")
    except openai.NotFoundError as error:
        assert error.body["type"] == "invalid_request_error", error.body


def other_endpoints():
    url = "/v1/responses"
    tool = {"type": "function", "name": "count", "parameters": SCHEMA}
    chosen = {"type": "function", "name": "count"}
    batch = ended(create([line("text", url), line("tool", url, tools=[tool], tool_choice=chosen)], url).id)
    found = bodies_of(batch)
    assert found["text"].output_text and found["text"].usage.total_tokens > 0
    assert isinstance(json.loads(found["tool"].output[0].arguments)["n"], int)
    url = "/v1/embeddings"
    several = line("b", url, dimensions=8)
    several["body"]["input"] = ["a", "b"]
    found = bodies_of(ended(create([line("a", url, dimensions=8), several], url).id))
    vector = found["a"].data[0].embedding
    assert len(vector) == 8 and abs(sum(each * each for each in vector) - 1) < 1e-4
    first, second = found["b"].data
    assert (first.index, second.index) == (0, 1) and first.embedding == vector != second.embedding
    url = "/v1/completions"
    assert bodies_of(ended(create([line("a", url)], url).id))["a"].choices[0].text


def failed():
    batch = ended(create([line("same"), line("same")]).id)
    assert batch.status == "failed" and batch.output_file_id is None and batch.error_file_id is None
    assert batch.model is None
    (problem,) = batch.errors.data
    assert (problem.code, problem.line) == ("duplicate_custom_id", 2), problem
    other = client.files.create(file=io.BytesIO(b"{}"), purpose="user_data")
    try:
        client.batches.create(input_file_id=other.id, endpoint=CHAT, completion_window="24h")
        raise AssertionError("a file with another purpose was accepted")
    except openai.BadRequestError as error:
        assert error.body["param"] == "input_file_id", error.body


def canceled():
    created = create([line(f"row-{n}") for n in range(200)])
    cancel = strict(client.batches.with_raw_response.cancel(created.id), Batch)
    assert cancel.status == "cancelling" and cancel.cancelling_at
    batch = ended(created.id)
    assert batch.status == "cancelled" and batch.cancelled_at
    done, not_done = bodies_of(batch), errors_of(batch)
    assert len(done) + len(not_done) == 200 and not set(done) & set(not_done)
    assert {each["error"]["code"] for each in not_done.values()} == {"batch_cancelled"}


def two_pages():
    made = [create([line(f"page-{n}")]).id for n in range(3)]
    page = client.batches.list(limit=2)
    assert page.has_more and [each.id for each in page.data] == made[:0:-1], page
    assert [each.id for each in client.batches.list(limit=2)][:3] == made[::-1]
    for batch_id in made:
        assert len(bodies_of(ended(batch_id))) == 1
    files = [each.id for each in client.files.list(limit=2, purpose="batch")]
    assert len(files) == len(set(files)) >= 3


def retried():
    """The SDK's own retries get through an outage and resets, and it has its own errors for what it doesn't repeat."""
    rules = (
        {"on": "getJob", "status": 429, "headers": {"retry-after": "0"}},
        {"on": "getJob", "status": 500},
        {"on": "getFileContent", "status": 503},
        {"on": "getJob", "reset": "beforeHeaders"},
    )
    for rule in rules:
        created = create([line("retried")])
        control("POST", "/faults", {"faults": [{**rule, "times": 1}]})
        batch = ended(created.id)
        assert len(bodies_of(batch)) == 1
    try:
        client.batches.retrieve("batch_0")
        raise AssertionError("an unknown batch was found")
    except openai.NotFoundError as error:
        assert error.body["message"], error.body


for part in (whole_life, other_endpoints, failed, canceled, two_pages, retried):
    part()
    print(f"openai {openai.__version__} (Python): {part.__name__} passed", flush=True)
