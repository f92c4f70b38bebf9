"""Runs the batch code of `pydantic-ai` and, for Anthropic's API, of `instructor`, unmodified, against the service.

`run.mjs` starts it with the name of the API, and with the variables of that API's SDK set.
"""

import asyncio
import os
import sys
import time
from datetime import timedelta

from pydantic import BaseModel
from pydantic_ai import ModelRequest
from pydantic_ai.direct import model_request_batch
from pydantic_ai.models.batch import BatchRequest

SOON = timedelta(milliseconds=200)
IS_ANTHROPIC = sys.argv[1] == "anthropic"

# Only the package of one API is installed.
if IS_ANTHROPIC:
    from instructor.batch import BatchProcessor, BatchError, BatchSuccess
    from pydantic_ai.models.anthropic import AnthropicModel
    from pydantic_ai.providers.anthropic import AnthropicProvider

    def new_model():
        provider = AnthropicProvider(base_url=os.environ["ANTHROPIC_BASE_URL"])
        return AnthropicModel("claude-sonnet-4-5", provider=provider)
else:
    from pydantic_ai.models.openai import OpenAIResponsesModel
    from pydantic_ai.providers.openai import OpenAIProvider

    def new_model():
        provider = OpenAIProvider(base_url=os.environ["OPENAI_BASE_URL"])
        return OpenAIResponsesModel("gpt-4o-mini", provider=provider)


def pydantic_ai(texts):
    requests = [
        BatchRequest(custom_id=f"row-{n}", messages=[ModelRequest.user_text_prompt(text)])
        for n, text in enumerate(texts)
    ]
    # A model's connections belong to one event loop.
    run = model_request_batch(new_model(), requests, poll_interval=SOON, max_poll_interval=SOON)
    return asyncio.run(run)


def pydantic_ai_whole_life():
    good, bad = pydantic_ai(["Say something.", "Please fail for good."])
    assert good.text and good.usage.output_tokens > 0, good
    assert isinstance(bad, Exception), bad


def pydantic_ai_expired():
    """Half of the rows expire; the SDK submits them again, in a batch that ends."""
    responses = pydantic_ai([f"Say {n}." for n in range(40)])
    assert len(responses) == 40 and all(each.text for each in responses), responses


class City(BaseModel):
    name: str
    population: int


def instructor_batch():
    processor = BatchProcessor("anthropic/claude-sonnet-4-5", City)
    texts = ["Which city?", "Please fail for good.", "Another city?"]
    messages = [[{"role": "user", "content": text}] for text in texts]
    batch_id = processor.submit_batch(processor.create_batch_from_messages(messages))
    deadline = time.monotonic() + 60
    while processor.get_batch_status(batch_id)["status"] != "ended":
        assert time.monotonic() < deadline
        time.sleep(0.2)
    first, second, third = processor.retrieve_results(batch_id)
    assert isinstance(first, BatchSuccess) and isinstance(first.result, City), first
    assert isinstance(second, BatchError), second
    assert isinstance(third, BatchSuccess) and third.custom_id == "request-2", third
    assert batch_id in [each.id for each in processor.list_batches()]


others = (instructor_batch,) if IS_ANTHROPIC else ()
for part in (pydantic_ai_whole_life, pydantic_ai_expired, *others):
    part()
    print(f"{part.__name__} passed", flush=True)
