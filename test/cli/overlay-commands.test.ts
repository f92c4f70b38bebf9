import { expect, test } from "@jest/globals";
import { parse } from "yaml";
import { PRINTED_TEXTS } from "../../src/cli/commands/printed-texts.ts";
import { overlayFile, textFile } from "../support/overlay-file.ts";

test("the shipped overlays, a line each", async () => {
  expect((await PRINTED_TEXTS.overlays()).split("\n")).toEqual([
    expect.stringMatching(/^anthropic {3}Anthropic's Message Batches API/),
    expect.stringMatching(/^client-sdk {2}The Python SDK sutro 0\.1\.67's API, with \/v1/),
    expect.stringMatching(/^gemini {6}Gemini's Batch and Files APIs/),
    expect.stringMatching(/^groq {8}Groq's Batch and Files APIs/),
    expect.stringMatching(/^mistral {5}Mistral's Batch and Files APIs/),
    expect.stringMatching(/^openai {6}OpenAI's Batch and Files APIs/),
    expect.stringMatching(/^strict {6}Only the documented operations and fields/),
    "",
  ]);
});

test("the spec in effect, as YAML and as JSON", async () => {
  const overlays = [
    await overlayFile("- { target: \"$['x-states']\", update: { queued: waiting } }"),
  ];
  const scenario = await textFile("assumptions: { create-status: 201 }");
  const yaml = await PRINTED_TEXTS.spec({ overlays, scenario });
  const document = parse(yaml);
  const json = await PRINTED_TEXTS.spec({ overlays, scenario, json: true });
  expect(JSON.parse(json)).toEqual(document);
  expect(document).toMatchObject({ openapi: "3.1.1", "x-states": { queued: "waiting" } });
  expect(Object.keys(document.paths["/batch-inference"].post.responses)).toContain("201");
  expect(document.components.schemas.JobState.enum).toContain("waiting");
});

test("every assumption, with its value in effect and where that was set", async () => {
  const overlays = ["client-sdk"];
  const scenario = await textFile("assumptions: { create-status: 201, rate-limit: 5 }");
  const table = await PRINTED_TEXTS.assumptions({ overlays, scenario });
  expect(`\n${table}`).toContain(`
create-status            201  [scenario]
                         Which HTTP status does the service return for a successful create request? (part 4.1)
                         or: 200, 202
`);
  expect(table).toContain(`
reasoning-content        object  [overlay, a deviation]
                         What is the type of \`content\` in a reasoning model's output if the job has a schema? (part 2, output content rule 3)
                         or: string
`);
  expect(table).toContain(`
cancel-status            200  [default]
                         Which HTTP status does the service return for a successful cancel request? (part 4.3)
                         or: 202
`);
  expect(table).toContain("\njob-operation            GET {base_url}/jobs/{job_id}  [overlay]\n");
  expect(table).toContain("\nlist-operation           GET {base_url}/list-jobs  [overlay]\n");
  expect(table).toContain(
    "\nauth-operation           GET {base_url}/try-authentication, GET {base_url}/auth/check  [overlay]\n",
  );
  expect(table).toContain("\nrate-limit               5  [scenario]\n");
  expect(table).toContain("\nretention                forever  [default]\n");
});

test("every assumption, as JSON", async () => {
  const options = { overlays: ["strict"], json: true };
  const rows = JSON.parse(await PRINTED_TEXTS.assumptions(options));
  expect(rows).toContainEqual({
    id: "status-operation",
    question: "Which method, path, and response does the job status endpoint have?",
    section: "4.4",
    inForce: "not served",
    setBy: "overlay",
    alternatives: [],
    deviations: [],
  });
  expect(rows.map(({ setBy }: { setBy: string }) => setBy)).not.toContain("scenario");
});
