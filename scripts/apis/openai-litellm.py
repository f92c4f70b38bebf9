"""Runs the batch code of `litellm` and `instructor`, unmodified, against the service.

`run.mjs` starts it with OPENAI_BASE_URL and OPENAI_API_KEY set.
"""

import asyncio
import json
import os
import time

# It would fetch prices otherwise.
os.environ["LITELLM_LOCAL_MODEL_COST_MAP"] = "True"

import litellm
from instructor.batch import BatchProcessor, BatchSuccess
from litellm.batches.batch_utils import calculate_batch_cost_and_usage, get_file_content_as_dictionary
from pydantic import BaseModel

MODEL = "gpt-4o-mini"
OWN = {"custom_llm_provider": "openai"}


def until_ended(status):
    deadline = time.monotonic() + 60
    while status() not in ("completed", "failed", "expired", "cancelled"):
        assert time.monotonic() < deadline
        time.sleep(0.2)


def created(texts):
    lines = [
        {
            "custom_id": f"row-{n}",
            "method": "POST",
            "url": "/v1/chat/completions",
            "body": {"model": MODEL, "messages": [{"role": "user", "content": text}]},
        }
        for n, text in enumerate(texts)
    ]
    content = "".join(json.dumps(line) + "\n" for line in lines).encode()
    file = litellm.create_file(file=("input.jsonl", content), purpose="batch", **OWN)
    endpoint, window = "/v1/chat/completions", "24h"
    return litellm.create_batch(
        completion_window=window, endpoint=endpoint, input_file_id=file.id, **OWN
    )


def rows_of(file_id):
    return get_file_content_as_dictionary(litellm.file_content(file_id=file_id, **OWN).content)


def litellm_whole_life():
    batch = created(["Say something.", "Please fail for good.", "Say more."])
    until_ended(lambda: litellm.retrieve_batch(batch_id=batch.id, **OWN).status)
    ended = litellm.retrieve_batch(batch_id=batch.id, **OWN)
    assert (ended.request_counts.completed, ended.request_counts.failed) == (2, 1), ended
    rows = rows_of(ended.output_file_id)
    assert sorted(row["custom_id"] for row in rows) == ["row-0", "row-2"], rows
    counting = calculate_batch_cost_and_usage(
        file_content_dictionary=rows, custom_llm_provider="openai"
    )
    counted = asyncio.run(counting)
    assert counted.successful_requests == 2 and counted.usage.completion_tokens > 0, counted
    assert counted.cost > 0, counted
    assert [row["custom_id"] for row in rows_of(ended.error_file_id)] == ["row-1"]
    assert batch.id in [each.id for each in litellm.list_batches(**OWN).data]


def litellm_expired():
    """Half of the rows are in the output, the others in the error file."""
    batch = created([f"Say {n}." for n in range(40)])
    until_ended(lambda: litellm.retrieve_batch(batch_id=batch.id, **OWN).status)
    ended = litellm.retrieve_batch(batch_id=batch.id, **OWN)
    assert ended.status == "expired", ended
    rows = [*rows_of(ended.output_file_id), *rows_of(ended.error_file_id)]
    assert sorted(row["custom_id"] for row in rows) == sorted(f"row-{n}" for n in range(40)), rows


class City(BaseModel):
    name: str
    population: int


def instructor_batch():
    """It reads only the output file, and its list of batches expects metadata in each of them."""
    processor = BatchProcessor(f"openai/{MODEL}", City)
    texts = ["Which city?", "Please fail for good.", "Another city?"]
    messages = [[{"role": "user", "content": text}] for text in texts]
    batch_id = processor.submit_batch(processor.create_batch_from_messages(messages))
    until_ended(lambda: processor.get_batch_status(batch_id)["status"])
    found = {each.custom_id: each for each in processor.retrieve_results(batch_id)}
    assert sorted(found) == ["request-0", "request-2"], found
    for each in found.values():
        assert isinstance(each, BatchSuccess) and isinstance(each.result, City), each


for part in (litellm_whole_life, litellm_expired, instructor_batch):
    part()
    print(f"{part.__name__} passed", flush=True)
