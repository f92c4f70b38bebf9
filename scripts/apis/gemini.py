"""Runs the Python SDK `google-genai`, unmodified, through the life of batch jobs.

`run.mjs` starts it with GOOGLE_GEMINI_BASE_URL and GEMINI_API_KEY set.
"""

import io
import json
import time

from google import genai
from google.genai import errors, types

MODEL = "gemini-2.5-flash"

client = genai.Client()
beta = genai.Client(http_options=types.HttpOptions(api_version="v1beta"))
batches = client.batches


def request(n, text=None, **config):
    contents = [{"role": "user", "parts": [{"text": text or f"Say {n}."}]}]
    return {"contents": contents, "metadata": {"key": f"row-{n}", "n": str(n)}, "config": config or None}


def requests(count):
    return [request(n) for n in range(count)]


def ended(name, api=client):
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        job = api.batches.get(name=name)
        if job.done:
            return job
        time.sleep(0.3)
    raise AssertionError(f"{name} has not ended")


def expect(code, status, call):
    try:
        call()
    except errors.APIError as error:
        assert (error.code, error.status) == (code, status), error
        return error
    raise AssertionError(f"expected {code} {status}")


def inline():
    for api in (client, beta):
        src = [request(0), request(1, "Please fail for good."), request(2)]
        created = api.batches.create(model=MODEL, src=src, config={"display_name": "three"})
        assert created.state == types.JobState.JOB_STATE_PENDING and not created.done, created
        assert (created.display_name, created.model) == ("three", f"models/{MODEL}"), created
        job = ended(created.name, api)
        assert job.state == types.JobState.JOB_STATE_SUCCEEDED and job.end_time, job
        responses = job.dest.inlined_responses
        assert [each.metadata["n"] for each in responses] == ["0", "1", "2"], responses
        assert responses[1].error.code == 3 and responses[1].response is None, responses[1]
        for each in (responses[0], responses[2]):
            assert each.error is None and each.response.text, each
            usage = each.response.usage_metadata
            assert usage.total_token_count == usage.prompt_token_count + usage.candidates_token_count
            assert each.response.candidates[0].finish_reason == types.FinishReason.STOP


def structured():
    schema = {
        "type": "OBJECT",
        "properties": {"n": {"type": "INTEGER"}, "word": {"type": "STRING", "nullable": True}},
        "required": ["n", "word"],
    }
    form = {"response_mime_type": "application/json", "response_schema": schema}
    standard = {"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"]}
    tools = [{"function_declarations": [
        {"name": "other", "parameters": schema},
        {"name": "count", "parameters_json_schema": standard},
    ]}]
    calling = {"function_calling_config": {"mode": "ANY", "allowed_function_names": ["count"]}}
    src = [
        request(0, "Count.", **form),
        request(1, "Count.", response_mime_type="application/json", response_json_schema=standard),
        request(2, "Count.", tools=tools, tool_config=calling),
        request(3, "Tell a story.", max_output_tokens=5),
        request(4, "Answer.", system_instruction="Be brief. " * 50),
    ]
    plain, standard_form, tool, cut, system = [
        each.response for each in ended(batches.create(model=MODEL, src=src).name).dest.inlined_responses
    ]
    assert isinstance(json.loads(plain.text)["n"], int) and "word" in json.loads(plain.text), plain
    assert isinstance(json.loads(standard_form.text)["n"], int), standard_form
    (call,) = tool.function_calls
    assert call.name == "count" and isinstance(call.args["n"], int), call
    assert cut.candidates[0].finish_reason == types.FinishReason.MAX_TOKENS, cut
    assert system.usage_metadata.prompt_token_count > 50, system


def uploaded(lines):
    data = "\n".join(map(json.dumps, lines)).encode()
    config = {"display_name": "rows", "mime_type": "application/jsonl"}
    return client.files.upload(file=io.BytesIO(data), config=config), data


def files():
    texts = ["Say something.", "Please fail for good.", "Say more."]
    lines = [{"key": f"row-{n}", "request": {"contents": [{"parts": [{"text": text}]}]}} for n, text in enumerate(texts)]
    file, data = uploaded(lines)
    assert (file.display_name, file.size_bytes, file.state, file.source) == ("rows", len(data), "ACTIVE", "UPLOADED"), file
    assert client.files.download(file=file.name) == data
    job = ended(batches.create(model=MODEL, src=file.name).name)
    assert job.state == "JOB_STATE_SUCCEEDED" and job.dest.inlined_responses is None, job
    output = client.files.download(file=job.dest.file_name).decode()
    good, bad, other = [json.loads(line) for line in output.split("\n")[:-1]]
    assert (bad["key"], bad["error"]["code"]) == ("row-1", 3), bad
    for each, key in ((good, "row-0"), (other, "row-2")):
        assert each["key"] == key and types.GenerateContentResponse.model_validate(each["response"]).text, each
    written = client.files.get(name=job.dest.file_name)
    assert (written.size_bytes, written.source) == (len(output.encode()), "GENERATED"), written
    assert {each.name for each in client.files.list()} >= {file.name, written.name}
    wrong, _ = uploaded([{"key": "a"}])
    failed = ended(batches.create(model=MODEL, src=wrong.name).name)
    assert failed.state == "JOB_STATE_FAILED" and failed.dest is None, failed
    client.files.delete(name=file.name)
    expect(404, "NOT_FOUND", lambda: client.files.get(name=file.name))
    expect(400, "INVALID_ARGUMENT", lambda: batches.create(model=MODEL, src=file.name))


def large_file():
    """The SDK sends parts of 8 MiB."""
    lines = [{"key": f"row-{n}", "request": {"contents": [{"parts": [{"text": f"{n} " * 250_000}]}]}} for n in range(42)]
    file, data = uploaded(lines)
    assert len(data) > 20_000_000 and file.size_bytes == len(data), file
    assert client.files.download(file=file.name) == data
    job = ended(batches.create(model=MODEL, src=file.name).name)
    output = client.files.download(file=job.dest.file_name).decode()
    assert [json.loads(line)["key"] for line in output.splitlines()] == [line["key"] for line in lines], job


def ended_early():
    for count, state in ((40, "JOB_STATE_EXPIRED"), (30, "JOB_STATE_CANCELLED")):
        job = ended(batches.create(model=MODEL, src=requests(count)).name)
        assert job.state == state and len(job.dest.inlined_responses) == count // 2, job


def canceled():
    created = batches.create(model=MODEL, src=requests(200))
    batches.cancel(name=created.name)
    job = ended(created.name)
    assert job.state == "JOB_STATE_CANCELLED", job


def pages():
    made = [ended(batches.create(model=MODEL, src=requests(1)).name).name for _ in range(3)]
    pager = batches.list(config={"page_size": 2})
    assert len(pager.page) == 2, pager
    names = [job.name for job in pager]
    assert names[:3] == made[::-1] and len(names) > 3, names
    batches.delete(name=made[0])
    error = expect(404, "NOT_FOUND", lambda: batches.get(name=made[0]))
    assert made[0].removeprefix("batches/") in error.message, error


def mistakes():
    created = batches.create(model=MODEL, src=requests(200))
    expect(400, "FAILED_PRECONDITION", lambda: batches.delete(name=created.name))
    batches.cancel(name=created.name)
    expect(400, "INVALID_ARGUMENT", lambda: batches.create(model=MODEL, src=[]))
    stranger = genai.Client(http_options=types.HttpOptions(api_version="v2"))
    expect(404, "NOT_FOUND", lambda: stranger.batches.get(name=created.name))


for part in (inline, structured, files, large_file, ended_early, canceled, pages, mistakes):
    part()
    print(f"google-genai (Python): {part.__name__} passed", flush=True)
