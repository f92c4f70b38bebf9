"""Runs the batch code of `pydantic-ai`, unmodified, against the service.

`run.mjs` starts it with OPENAI_BASE_URL and OPENAI_API_KEY set.
"""

import asyncio
import os
from datetime import timedelta

from pydantic_ai import ModelRequest
from pydantic_ai.direct import model_request_batch
from pydantic_ai.models.batch import BatchRequest
from pydantic_ai.models.openai import OpenAIResponsesModel
from pydantic_ai.providers.openai import OpenAIProvider

SOON = timedelta(milliseconds=200)


def pydantic_ai(texts):
    provider = OpenAIProvider(base_url=os.environ["OPENAI_BASE_URL"])
    model = OpenAIResponsesModel("gpt-4o-mini", provider=provider)
    requests = [
        BatchRequest(custom_id=f"row-{n}", messages=[ModelRequest.user_text_prompt(text)])
        for n, text in enumerate(texts)
    ]
    run = model_request_batch(model, requests, poll_interval=SOON, max_poll_interval=SOON)
    return asyncio.run(run)


def pydantic_ai_whole_life():
    good, bad = pydantic_ai(["Say something.", "Please fail for good."])
    assert good.text and good.usage.output_tokens > 0, good
    assert isinstance(bad, Exception), bad


def pydantic_ai_expired():
    """Half of the rows expire; the SDK submits them again, in a batch that ends."""
    responses = pydantic_ai([f"Say {n}." for n in range(40)])
    assert len(responses) == 40 and all(each.text for each in responses), responses


for part in (pydantic_ai_whole_life, pydantic_ai_expired):
    part()
    print(f"{part.__name__} passed", flush=True)
