"""Runs the batch code of `bespokelabs-curator`, unmodified, against the service.

`run.mjs` starts it with OPENAI_BASE_URL and OPENAI_API_KEY set.
"""

import os
import tempfile

# Neither telemetry, nor prices from elsewhere, nor what an earlier run has cached.
os.environ["TELEMETRY_ENABLED"] = "0"
os.environ["LITELLM_LOCAL_MODEL_COST_MAP"] = "True"
os.environ["CURATOR_DISABLE_RICH_DISPLAY"] = "1"
os.environ["CURATOR_CACHE_DIR"] = tempfile.mkdtemp()

from bespokelabs import curator

SETTINGS = {
    "base_url": os.environ["OPENAI_BASE_URL"],
    "batch_check_interval": 1,
    "batch_size": 3,
    "require_all_responses": False,
    "max_retries": 1,
}


def curator_batches():
    """Four requests in two batches; the one that failed is submitted once more, in a third."""
    texts = ["Say something.", "Please fail for good.", "Say more.", "Say even more."]
    model = curator.LLM(
        model_name="gpt-4o-mini", backend="openai", batch=True, backend_params=SETTINGS
    )
    found = model(texts)
    responses = getattr(found, "dataset", found)["response"]
    assert len(responses) == 3 and all(responses), responses


curator_batches()
print("curator_batches passed", flush=True)
