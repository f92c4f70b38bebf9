import { expect, test } from "@jest/globals";
import { CODECS } from "../../../src/codec/codecs.ts";
import { openDocument } from "../../../src/simulator/open-document.ts";
import { overlayFile } from "../../support/overlay-file.ts";
import { LISTED_FORMATS, LISTED_TYPES } from "../../support/results-formats.ts";

const RESULTS = "$.paths['/jobs/{job_id}/results'].get";
const PLACE = 'paths["/jobs/{job_id}/results"].get.x-batch-sim.response';
const STREAMED =
  "Expected each column (`ids`, `inputs`, `outputs`, `cumulativeLogprobs`, `confidenceScores`) to be a complete value, such as `{ $eval: outputs }`, not part of a string or an expression, because the simulator replaces the value with the streamed rows.";

/** The problems of an overlay with these actions, without the positions in its file. */
async function complaintsOf(actions: string): Promise<string[]> {
  const file = await overlayFile(actions);
  const outcome = await openDocument([file]).catch((error: unknown) => error);
  expect(outcome).toMatchObject({ name: "SimulatorError", code: "SIM_OVERLAY" });
  const [, ...lines] = (outcome as Error).message.split("\n");
  return lines.map((line) => line.replace(/^.*?overlay\.yaml:\d+:\d+ /, "").replace(PLACE, "…"));
}

/** Actions that change the description of a format. */
function change(format: string, update: string): string {
  return `- { target: "${RESULTS}['x-batch-sim'].response.${format}", update: ${update} }`;
}

/** Actions that replace the body of the JSON format. */
function body(template: string): string {
  const target = `${RESULTS}['x-batch-sim'].response.json`;
  return `
- { target: "${target}.body", remove: true }
- { target: "${target}", update: { body: ${template} } }
- { target: $.components.schemas.Results, remove: true }
- { target: $.components.schemas, update: { Results: {} } }`;
}

/** Actions that let requests ask for a format `jsonl` with this description. */
function jsonl(description: string): string {
  return `
- { target: "${RESULTS}.parameters[?@.name == 'result_format'].schema", update: { enum: [jsonl] } }
- { target: "${RESULTS}.responses['200'].content", update: { application/jsonl: { schema: { type: string } } } }
- { target: "${RESULTS}['x-batch-sim'].response", update: { jsonl: ${description} } }`;
}

const CODEC_NAMES = Object.keys(CODECS)
  .map((name) => `\`${name}\``)
  .join(", ");

const COLUMNS = "{ inputs: i, outputs: o, cumulativeLogprobs: c }";

test.each<[string, string, string]>([
  [
    "a format without a codec",
    jsonl(`{ contentType: application/jsonl, columns: ${COLUMNS} }`),
    `….jsonl.codec: Expected \`codec\` to be one of ${CODEC_NAMES}, got nothing.`,
  ],
  [
    "a codec that doesn't exist",
    change("csv", "{ codec: csv }"),
    `….csv.codec: Expected \`codec\` to be one of ${CODEC_NAMES}, got \`"csv"\` (string).`,
  ],
  [
    "a format that requests can ask for, without a description",
    `- { target: "${RESULTS}['x-batch-sim'].response.csv", remove: true }`,
    "….csv: Expected an object with `codec` and `contentType`, got nothing.",
  ],
  [
    "a description of a format that no request can ask for",
    `- { target: "${RESULTS}['x-batch-sim'].response", update: { xlsx: { codec: jsonl } } }`,
    `….xlsx: Expected a format that a request can select (${LISTED_FORMATS}), got \`xlsx\`. Add it to the \`enum\` of the parameter that \`request.format\` names.`,
  ],
  [
    "formats that aren't listed",
    `- { target: "${RESULTS}.parameters[?@.name == 'result_format'].schema.enum", remove: true }`,
    "…: Expected `request.format` to be a constant, or a place whose schema lists the formats in `enum`.",
  ],
  [
    "no body for the codec json",
    `- { target: "${RESULTS}['x-batch-sim'].response.json.body", remove: true }`,
    "….json: Expected `body`, which the codec `json` needs, got nothing.",
  ],
  [
    "no columns for the codec parquet",
    `- { target: "${RESULTS}['x-batch-sim'].response.parquet.columns", remove: true }`,
    "….parquet: Expected `columns`, which the codec `parquet` needs, got nothing.",
  ],
  [
    "a key that the codec doesn't use",
    change("parquet", "{ entryName: rows }"),
    "….parquet.entryName: Unknown key `entryName`. Expected `codec`, `contentType`, `fileName`, `columns`.",
  ],
  [
    "a misspelled key",
    change("csv", "{ filename: rows }"),
    "….csv.filename: Unknown key `filename`. Did you mean `fileName`?",
  ],
  [
    "an unknown column",
    change("csv", "{ columns: { output: text } }"),
    "….csv.columns.output: Unknown key `output`. Did you mean `outputs`?",
  ],
  [
    "a column without a name",
    `
- { target: "${RESULTS}['x-batch-sim'].response.csv.columns", remove: true }
- { target: "${RESULTS}['x-batch-sim'].response.csv", update: { columns: { outputs: o, cumulativeLogprobs: c } } }`,
    "….csv.columns: Expected a name for the column `inputs`, got nothing.",
  ],
  [
    "an empty name of a column",
    change("csv", '{ columns: { inputs: "" } }'),
    '….csv.columns.inputs: Expected the template to render a nonempty string, got `""` (string).',
  ],
  [
    "two columns of one name",
    change("parquet", "{ columns: { inputs: outputs } }"),
    "….parquet.columns: Expected each column to have its own name, got `outputs` twice.",
  ],
  [
    "a file name made from rows",
    change("parquet", '{ fileName: "${outputs}" }'),
    "….parquet.fileName: Failed to render the template: Expected the template's `outputs` to have a value, got none at `outputs`. The template can use `jobId`, `includeInputs`, `includeCumulativeLogprobs`, `idColumn`, `hasConfidence`.",
  ],
  [
    "a content type that isn't declared",
    change("csv", "{ contentType: text/csv }"),
    `….csv.contentType: Expected a content type that the success response declares (${LISTED_TYPES}), got \`"text/csv"\` (string).`,
  ],
  [
    "a file where the schema has a JSON object",
    change("parquet", "{ contentType: application/json }"),
    "….parquet.contentType: Expected the schema that the document declares for this content type to accept a string, as the codec `parquet` requires: it must be object.",
  ],
  [
    "a body that maps over a column",
    body("{ texts: { $map: { $eval: outputs }, each(text): { t: { $eval: text } } } }"),
    `….json.body: ${STREAMED}`,
  ],
  [
    "a body that counts a column",
    body("{ n: { $eval: len(outputs) }, outputs: { $eval: outputs } }"),
    `….json.body: ${STREAMED}`,
  ],
  [
    "a body that depends on whether there are rows",
    body("{ $if: outputs, then: { outputs: { $eval: outputs } }, else: {} }"),
    `….json.body: ${STREAMED}`,
  ],
  ["a body with a column in a string", body('{ text: "${outputs}" }'), `….json.body: ${STREAMED}`],
  [
    "a body that picks a row",
    body('{ first: { $eval: "outputs[0:1]" } }'),
    `….json.body: ${STREAMED}`,
  ],
  [
    "a body with an unknown value",
    body("{ outputs: { $eval: output } }"),
    "….json.body.outputs: Failed to render the template: Expected the template's `output` to have a value, got none at `output`. Did you mean `outputs`?",
  ],
  [
    "a body that fails only with inputs",
    body(
      "{ $if: includeInputs, then: { inputs: { $eval: input } }, else: { outputs: { $eval: outputs } } }",
    ),
    "….json.body.then.inputs: Failed to render the template: Expected the template's `input` to have a value, got none at `input`. Did you mean `inputs`?",
  ],
])("%s", async (_, actions, complaint) => {
  expect(await complaintsOf(actions)).toEqual([complaint]);
});

test.each<[string, string, string]>([
  [
    "a binding",
    "- { target: \"$.paths['/list-jobs'].get['x-batch-sim']\", update: { responses: {} } }",
    'paths["/list-jobs"].get.x-batch-sim.responses: Unknown key `responses`. Did you mean `response`?',
  ],
  [
    "lines",
    "- { target: \"$.paths['/stream-job-progress/{job_id}'].get['x-batch-sim'].response\", update: { line: {} } }",
    'paths["/stream-job-progress/{job_id}"].get.x-batch-sim.response.line: Unknown key `line`. Did you mean `lines`?',
  ],
  [
    "an uploaded file",
    "- { target: \"$.paths['/download-from-dataset'].post['x-batch-sim'].response\", update: { fileName: rows } }",
    'paths["/download-from-dataset"].post.x-batch-sim.response.fileName: Unknown key `fileName`. Expected `contentType`.',
  ],
])("an unknown key in the description of %s", async (_, actions, complaint) => {
  expect(await complaintsOf(actions)).toEqual([complaint]);
});

test("a template within a list of jobs is told which values a job has", async () => {
  const target = "$.paths['/list-jobs'].get['x-batch-sim'].response.jobs['each(job)']";
  const [complaint] = await complaintsOf(
    `- { target: "${target}", update: { owner: { $eval: job.department } } }`,
  );
  expect(complaint).toMatch(
    /\["each\(job\)"\]\.owner: .* got none at `department`\. The template can use `jobs`, `job\.jobId`, `job\.name`, .*`job\.failureReason`, .*`lastId`, `total`\.$/,
  );
});
