"""Runs the Python SDK `anthropic`, unmodified, through the life of message batches, and parses every body strictly.

`run.mjs` starts it with ANTHROPIC_BASE_URL and ANTHROPIC_API_KEY set.
"""

import json
import os
import time
import urllib.request

import anthropic
from anthropic.types.messages import (
    DeletedMessageBatch,
    MessageBatch,
    MessageBatchIndividualResponse,
)
from anthropic.types.shared import ErrorResponse

client = anthropic.Anthropic()
batches = client.messages.batches


def request(custom_id, **params):
    messages = [{"role": "user", "content": f"Say something about {custom_id}."}]
    base = {"model": "claude-sonnet-4-5", "max_tokens": 200, "messages": messages}
    return {"custom_id": custom_id, "params": {**base, **params}}


def strict(response, model):
    """The SDK doesn't validate what it receives, so its own types must accept the body as it was sent."""
    assert response.headers["request-id"].startswith("req_"), response.headers
    return model.model_validate(json.loads(response.text()), strict=False)


def control(method, path, body=None):
    url = os.environ["BATCH_SIM_CONTROL_URL"] + path
    headers = {"x-api-key": os.environ["ANTHROPIC_API_KEY"], "content-type": "application/json"}
    data = None if body is None else json.dumps(body).encode()
    urllib.request.urlopen(urllib.request.Request(url, data, headers, method=method)).read()


def ended(batch_id):
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        batch = strict(batches.with_raw_response.retrieve(batch_id), MessageBatch)
        counts = batch.request_counts
        total = sum(counts.model_dump().values())
        if batch.processing_status == "ended":
            assert counts.processing == 0 and batch.results_url and batch.ended_at, batch
            return batch, total
        time.sleep(0.3)
    raise AssertionError(f"{batch_id} has not ended")


def lines_of(batch):
    raw = urllib.request.Request(batch.results_url, headers={"x-api-key": client.api_key})
    text = urllib.request.urlopen(raw).read().decode()
    parsed = [MessageBatchIndividualResponse.model_validate_json(line) for line in text.strip("\n").split("\n")]
    streamed = list(batches.results(batch.id))
    assert [each.model_dump() for each in parsed] == [each.model_dump() for each in streamed]
    return streamed


def whole_life():
    schema = {"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"]}
    tool = {"name": "count", "input_schema": schema}
    created = strict(
        batches.with_raw_response.create(
            requests=[
                request("text"),
                request("short", max_tokens=2),
                request("tool", tools=[tool], tool_choice={"type": "tool", "name": "count"}),
                {"custom_id": "bad", "params": {"model": "m", "max_tokens": 0, "messages": []}},
            ]
        ),
        MessageBatch,
    )
    assert created.processing_status == "in_progress" and created.request_counts.processing == 4
    batch, total = ended(created.id)
    assert total == 4 and batch.request_counts.succeeded == 3 and batch.request_counts.errored == 1
    text, short, tool_use, bad = lines_of(batch)
    assert text.result.message.content[0].text and text.result.message.stop_reason == "end_turn"
    assert short.result.message.stop_reason == "max_tokens"
    assert isinstance(tool_use.result.message.content[0].input["n"], int)
    assert bad.result.type == "errored" and bad.result.error.error.type == "invalid_request_error"
    deleted = strict(batches.with_raw_response.delete(created.id), DeletedMessageBatch)
    assert deleted.id == created.id
    try:
        batches.retrieve(created.id)
        raise AssertionError("a deleted batch was found")
    except anthropic.NotFoundError as error:
        assert ErrorResponse.model_validate(error.body).error.type == "not_found_error", error.body


def canceled():
    created = batches.create(requests=[request(f"row-{n}") for n in range(200)])
    cancel = strict(batches.with_raw_response.cancel(created.id), MessageBatch)
    assert cancel.processing_status == "canceling" and cancel.cancel_initiated_at
    batch, total = ended(created.id)
    results = lines_of(batch)
    kinds = [each.result.type for each in results]
    assert len(kinds) == total == 200 and set(kinds) <= {"succeeded", "canceled"}
    assert kinds.count("canceled") == batch.request_counts.canceled > 0


def ended_early():
    """Batches that expire, or that somebody else cancels, keep the rows that finished."""
    for count, kind in ((40, "expired"), (30, "canceled")):
        created = batches.create(requests=[request(f"row-{n}") for n in range(count)])
        batch, total = ended(created.id)
        kinds = [each.result.type for each in lines_of(batch)]
        assert total == count and kinds.count("succeeded") == kinds.count(kind) == count / 2, kinds
        assert getattr(batch.request_counts, kind) == count / 2, batch


def two_pages():
    made = [batches.create(requests=[request(f"page-{n}")]).id for n in range(3)]
    raw = json.loads(batches.with_raw_response.list(limit=2).text())
    assert [MessageBatch.model_validate(each).id for each in raw["data"]] == made[:0:-1], raw
    page = batches.list(limit=2)
    assert page.has_more and len(page.data) == 2 and page.data[0].id == made[-1], page
    assert [each.id for each in batches.list(limit=2)][:3] == made[::-1]
    for batch_id in made:
        batch, _ = ended(batch_id)
        lines_of(batch)


def retried():
    """The SDK's own retries get through an outage, and it has its own errors for what it doesn't repeat."""
    # At most two are retried in a row.
    for statuses in ((429, 529), (500, 503)):
        for status in statuses:
            rule = {"on": "getJob", "status": status, "headers": {"retry-after": "0"}, "times": 1}
            control("POST", "/faults", {"faults": [rule]})
        created = batches.create(requests=[request(f"retried-{statuses[0]}")])
        batch, _ = ended(created.id)
        lines_of(batch)
    try:
        batches.create(requests=[request("same"), request("same")])
        raise AssertionError("equal IDs were accepted")
    except anthropic.BadRequestError as error:
        wrong = ErrorResponse.model_validate(error.body)
        assert wrong.error.type == "invalid_request_error", error.body


for part in (whole_life, canceled, ended_early, two_pages, retried):
    part()
    print(f"anthropic {anthropic.__version__} (Python): {part.__name__} passed", flush=True)
