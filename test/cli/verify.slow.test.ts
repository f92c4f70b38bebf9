import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { parse } from "yaml";
import { overlayFile } from "../support/overlay-file.ts";
import { launch, run } from "./process.ts";
import { DRIFT, folderFor, KEY, verify } from "./verify-command.ts";

test("an overlay that is in use is extended, and a project file's overlays count", async () => {
  const drift = await overlayFile(DRIFT);
  await using service = await launch(["--clock", "poll:1s", "--overlay", drift]);
  const own = await overlayFile(
    "  # Known since May.\n  - { target: \"$['x-states']\", update: { running: PROCESSING } }",
  );
  const other = await overlayFile('- { target: "$.info", update: { title: Ours } }');
  const project = await folderFor("batch-sim.yaml");
  await writeFile(project, `overlays: ["${other}", "${own}"]\n`);
  const { baseUrl } = service.ready;
  const first = await verify(baseUrl, "--config", project, "--write", own);
  expect(first.stderr).toContain(
    `\nAdded to \`${own}\`. Use it with \`--overlay ${other} --overlay ${own}\`.\n`,
  );
  const written = await readFile(own, "utf8");
  expect(written).toContain("# Known since May.");
  expect(parse(written).actions).toMatchObject([
    { update: { running: "PROCESSING" } },
    { update: { default: 201 } },
    { update: { status: 410 } },
  ]);
  const second = await verify(baseUrl, "--config", project);
  expect([first.code, second.code]).toEqual([3, 0]);
});

test("a recording is compared offline", async () => {
  const drift = await overlayFile(DRIFT);
  await using service = await launch(["--clock", "poll:1s", "--overlay", drift]);
  const out = await folderFor("recording");
  const client = await folderFor("client.mjs");
  await writeFile(
    client,
    `
const headers = { authorization: "Key ${KEY}", "content-type": "application/json" };
const call = async (path, init) => (await fetch(process.env.BATCH_SIM_BASE_URL + path, { headers, ...init })).json();
const { job_id: id } = await call("/batch-inference", { method: "POST", body: '{"inputs":["a"]}' });
while ((await call("/job-status/" + id)).job_status[id] !== "SUCCEEDED");
await call("/jobs/" + id + "/results?result_format=json");
`,
  );
  const command = ["record", "--target", service.ready.baseUrl, "--out", out];
  expect((await run([...command, "--", process.execPath, client])).code).toBe(0);
  const trace = join(out, "trace.ndjson");
  const found = await run(["verify", "--against-trace", trace, "--json"]);
  const { differences } = JSON.parse(found.stdout);
  expect([found.code, differences.map(({ sentence }: { sentence: string }) => sentence)]).toEqual([
    3,
    ["The service returns 201, not 200, in createJob.", "The state RUNNING is named `PROCESSING`."],
  ]);
  const same = await run(["verify", "--against-trace", trace, "--overlay", drift]);
  expect([same.code, same.stderr]).toEqual([
    0,
    expect.stringMatching(/\n\d+ requests, 0 differences\.\n$/),
  ]);
});
