import { heading, table } from "./markdown.mjs";
import { sampleRun } from "./sample-run.mjs";

const INTRODUCTION = `
This page shows what clients receive by default. The spec defines these shapes, so [overlays](overlays.md) can change
them; print the spec in effect with \`npx batch-sim spec\`. The examples are from one run with the default seed. Each
job has two inputs and the sampling parameter \`max_tokens: 16\`, and uses the default model.

## Job record

\`GET /jobs/{job_id}\` returns \`{"job": …}\`, and \`GET /list-jobs\` returns \`{"jobs": […]}\`, newest first.
`;

const JOB_NOTES = `\
- Token counts and \`job_cost\` (in US dollars) cover only the completed rows. Tokens are estimated: one per four bytes of
  UTF-8, rounded up. Prices come from the model catalog.
- \`cost_estimate\` is an object with \`input_tokens\`, \`output_tokens\`, and \`cost_usd\` for a dry run, and null otherwise.
- A \`datetime_…\` field is null until its event happens.

\`GET /job-status/{job_id}\` returns only the state: \`{"job_status": {"<job_id>": "RUNNING"}}\`.

## Failure reason

\`failure_reason\` is an object with a \`message\` if the job failed, and null otherwise. The message is the \`reason\` in the
[scenario](scenarios.md), or it says what else made the job fail, such as an input that can't be used:
`;

const JSON_NOTES = `\
## Results as JSON

\`GET /jobs/{job_id}/results?result_format=json\` returns one object. \`inputs\` and \`cumulative_logprobs\` are present if
requested with \`include_inputs=true\` and \`include_cumulative_logprobs=true\`. In inputs, half a surrogate pair (such as
the JSON escape \`\\ud800\`), which UTF-8 can't represent, becomes U+FFFD when the job is created.
`;

const CSV_NOTES = `\
With a \`json_schema\` or a reasoning model, each output is a *string* that contains JSON.

## Results as CSV

\`result_format=csv\` returns a ZIP file named \`<job_id>.zip\` with one entry, \`<job_id>.csv\`. The first line is the
header, and the column named after the job ID holds the outputs. \`inputs\` and \`cumulative_logprobs\` are columns if
requested.
`;

const PARQUET_NOTES = `\
## Results as Parquet

\`result_format=parquet\` returns one Parquet file, compressed with zstd, with one row for each input of the job.
None of its columns is nullable:
`;

const ROW_NOTES = "With both parameters, the file for the results above contains:\n";

const PROGRESS_NOTES = `\
With the assumption \`parquet-columns: job-id\`, the output column is named after the job ID.

## Progress stream

\`GET /stream-job-progress/{job_id}\` returns JSON lines until the job ends. For one job, the last two lines were:
`;

const DATASET_NOTES = `\
## Datasets

\`POST /upload-to-dataset\` returns the dataset, and \`POST /list-datasets\` returns \`{"datasets": […]}\`:
`;

const HEADERS = `\
## Headers

| header | meaning |
|---|---|
| \`x-sim-fault\` | The name of the fault rule that changed the response. |
| \`x-sim-error\` | The \`SIM_…\` code, if batch-sim itself failed or rejected the request. See [Errors](errors.md). |
| \`x-sim-version\` | The version of batch-sim. |
| \`Content-Disposition\` | The name of the file, if the response is a file of results or a file of a dataset. |
| \`Retry-After\` | Seconds to wait; sent with some errors, such as 429. See [Time](time.md#real-and-scaled). |
`;

const REQUESTED_WITH = {
  inputs: "with `include_inputs=true`",
  cumulative_logprobs: "with `include_cumulative_logprobs=true`",
};

/** The page on what clients receive, with the responses of a real run. */
export async function renderResponseShapes() {
  const { job, results, csv, parquet, progress, dataset } = await sampleRun();
  const columns = parquet.columns.map(({ name, type }) => [
    `\`${name}\``,
    type,
    REQUESTED_WITH[name] ?? "always",
  ]);
  const names = parquet.columns.map(({ name }) => name);
  const rows = parquet.rows.map((row) => names.map((name) => String(row[name])));
  return [
    heading("Response shapes") + INTRODUCTION,
    fenced("json", JSON.stringify(job, null, 2)),
    JOB_NOTES,
    fenced("json", JSON.stringify({ failure_reason: job.failure_reason }, null, 2)),
    JSON_NOTES,
    fenced("json", JSON.stringify(results, null, 2)),
    CSV_NOTES,
    fenced("text", csv),
    PARQUET_NOTES,
    table(["column", "type", "present"], columns),
    ROW_NOTES,
    table(names, rows),
    PROGRESS_NOTES,
    fenced("json", progress),
    DATASET_NOTES,
    fenced("json", JSON.stringify(dataset, null, 2)),
    HEADERS,
  ].join("\n");
}

function fenced(language, text) {
  return `\`\`\`${language}\n${text.trimEnd()}\n\`\`\`\n`;
}
