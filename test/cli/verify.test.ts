import { once } from "node:events";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { Ajv2020 } from "ajv/dist/2020.js";
import { jenkinsProblems } from "../findings/report/jenkins-junit.ts";
import { parseXml } from "../findings/report/xml.ts";
import { json, serve } from "../record/support.ts";
import { overlayFile } from "../support/overlay-file.ts";
import { type Ended, launch, run } from "./process.ts";
import { DRIFT, folderFor, KEY, verify } from "./verify-command.ts";

test("from a drifted service to a run without differences, with the overlay that verify wrote", async () => {
  const drift = await overlayFile(DRIFT);
  await using service = await launch(["--clock", "poll:1s", "--overlay", drift]);
  const patch = await folderFor("verified.yaml");
  const reports = await folderFor("reports");
  const first = await verify(service.ready.baseUrl, "--write", patch, "--report-dir", reports);
  expect([first.code, first.stdout]).toEqual([3, ""]);
  const plan = first.stderr.slice(0, first.stderr.indexOf("Wrote"));
  expect(plan).toMatch(
    /^verify will send these requests to http:\/\/127\.0\.0\.1:\d+\/:\n {2}GET \/try-authentication\n/,
  );
  expect(plan).toMatch(
    /\n\d+ requests, and status requests until the jobs have ended; 1 job with 1 row in total\.\n$/,
  );
  expect(
    first.stderr.slice(first.stderr.indexOf("Wrote")).replace(/\d+ requests/, "N requests"),
  ).toBe(`Wrote \`${patch}\`. Use it with \`--overlay ${patch}\`.

Contradicts the interface document (1)
  The service returns 410, not 404, in cancelJob for a job that doesn't exist.

Answers an open question (2)
  The service returns 201, not 200, in createJob.
    assumption \`create-status\`: set it to \`201\`
  The state RUNNING is named \`PROCESSING\`.
    open question: \`job-states\`

N requests, 3 differences; an overlay from \`--write\` can remove 3.
`);
  const written = await Promise.all(
    [patch, ...(await readdir(reports)).map((name) => join(reports, name))].map((file) =>
      readFile(file, "utf8"),
    ),
  );
  expect([first.stderr, ...written].filter((text) => text.includes(KEY))).toEqual([]);
  expect((await readdir(reports)).sort()).toEqual(["junit.xml", "verify.html", "verify.json"]);
  const report = JSON.parse(await readFile(join(reports, "verify.json"), "utf8"));
  const validate = new Ajv2020({ strict: false }).compile(
    JSON.parse(await readFile("dist/verify.schema.json", "utf8")),
  );
  expect([validate(report), validate.errors]).toEqual([true, null]);
  expect(await readFile(join(reports, "verify.html"), "utf8")).toContain("<mark>410</mark>");
  const junit = await readFile(join(reports, "junit.xml"), "utf8");
  expect(junit).toContain('failures="3" errors="0"');
  expect(jenkinsProblems(parseXml(junit))).toEqual([]);
  const rewritten = await verify(service.ready.baseUrl, "--write", patch);
  expect(rewritten.stderr).toContain(`Wrote \`${patch}\`.`);
  const second = await verify(service.ready.baseUrl, "--overlay", patch, "--json");
  expect([second.code, JSON.parse(second.stdout).differences]).toEqual([0, []]);
});

test.each([
  ["package.json", "{}\n"],
  ["mine.yaml", "overlay: 1.1.0\ninfo: { title: Mine, version: '1' }\nactions: []\n"],
])("--write doesn't replace %s, which verify didn't write", async (name, content) => {
  const file = await folderFor(name);
  await writeFile(file, content);
  const { code, stderr } = await verify("http://127.0.0.1:1", "--write", file);
  expect([code, stderr]).toEqual([
    2,
    `batch-sim: Expected \`--write\` to name a new file, an overlay that \`verify\` wrote, or an overlay in use, got \`${file}\`. Choose another name; to add to an overlay, also pass it with \`--overlay\`.\n`,
  ]);
  expect(await readFile(file, "utf8")).toBe(content);
});

test("a failed download of a succeeded job isn't taken for one of an unsuccessful job", async () => {
  const folder = await folderFor("run");
  const scenario = `${folder}.json`;
  const faults = [
    { on: "getResults", times: 1, status: 502 },
    { on: "getResults", times: 1, status: 410 },
  ];
  await writeFile(scenario, JSON.stringify({ faults }));
  const client = `
    const { BATCH_SIM_BASE_URL: url, BATCH_SIM_API_KEY: key } = process.env;
    const headers = { authorization: "Key " + key, "content-type": "application/json" };
    const call = (path, init) => fetch(url + path, { headers, ...init });
    const body = JSON.stringify({ inputs: ["a"] });
    const { job_id: id } = await (await call("/batch-inference", { method: "POST", body })).json();
    for (const _ of "1234567") await call("/job-status/" + id);
    for (const _ of "123") console.log((await call("/jobs/" + id + "/results?result_format=json")).status);`;
  const command = ["node", "--input-type=module", "-e", client];
  const settings = ["--scenario", scenario, "--clock", "poll", "--report-dir", folder];
  const ran = await run(["exec", ...settings, "--", ...command]);
  expect(ran.stdout).toBe("502\n410\n200\n");
  const { code, stderr } = await run(["verify", "--against-trace", join(folder, "trace.ndjson")]);
  expect([code, stderr]).toEqual([0, expect.stringContaining("0 differences")]);
});

/** Runs a client, which gets `url`, `key`, and `call`, with these options, and compares its calls with the simulator's. */
async function verifiedClient(options: readonly string[], client: string): Promise<Ended> {
  const folder = await folderFor("run");
  const script = `
    const { BATCH_SIM_BASE_URL: url, BATCH_SIM_API_KEY: key } = process.env;
    const headers = { authorization: "Bearer " + key };
    const call = async (path, init) => (await fetch(url + path, { headers, ...init })).json();
    const post = (path, body) =>
      call(path, { method: "POST", body: JSON.stringify(body), headers: { ...headers, "content-type": "application/json" } });
    ${client}`;
  const command = ["node", "--input-type=module", "-e", script];
  const ran = await run([
    "exec",
    ...options,
    "--clock",
    "poll",
    "--report-dir",
    folder,
    "--",
    ...command,
  ]);
  expect([ran.code, ran.stdout]).toEqual([0, ""]);
  return run(["verify", ...options, "--against-trace", join(folder, "trace.ndjson")]);
}

test("a key in the other header that an API accepts isn't missing", async () => {
  const { code, stderr } = await verifiedClient(
    ["--api", "anthropic"],
    `const params = { model: "claude-sonnet-4-5", max_tokens: 5, messages: [{ role: "user", content: "Hi" }] };
    const path = "/v1/messages/batches";
    const { id } = await post(path, { requests: [{ custom_id: "a", params }] });
    while ((await call(path + "/" + id)).processing_status !== "ended");
    await (await fetch(url + path + "/" + id + "/results", { headers })).text();`,
  );
  expect([code, stderr]).toEqual([0, expect.stringContaining("0 differences")]);
});

test("jobs over files don't differ from jobs that verify can't create", async () => {
  const { code, stderr } = await verifiedClient(
    ["--api", "openai"],
    `const endpoint = "/v1/chat/completions";
    const body = { model: "gpt-4o-mini", messages: [{ role: "user", content: "Hi" }] };
    const form = new FormData();
    form.set("purpose", "batch");
    form.set("file", new Blob([JSON.stringify({ custom_id: "a", method: "POST", url: endpoint, body }) + "\\n"]), "a.jsonl");
    const { id: input_file_id } = await call("/files", { method: "POST", body: form });
    const { id } = await post("/batches", { input_file_id, endpoint, completion_window: "24h" });
    let batch;
    while ((batch = await call("/batches/" + id)).status !== "completed");
    await (await fetch(url + "/files/" + batch.output_file_id + "/content", { headers })).text();`,
  );
  expect([code, stderr]).toEqual([0, expect.stringContaining("0 differences")]);
});

test.each([
  ["", 4],
  ["--jobs 0", 0],
])(
  "without a job to compare, the result is inconclusive unless nobody asked for one: %s",
  async (size, code) => {
    await using service = await launch(["--api", "openai"]);
    const options = ["--api", "openai", ...size.split(" ").filter((word) => word !== "")];
    const ended = await verify(service.ready.baseUrl, ...options);
    expect(ended.code).toBe(code);
    expect(ended.stderr).toContain("0 differences");
    expect(ended.stderr.includes("No job was compared")).toBe(code === 4);
  },
);

test("an example that the spec refuses is a mistake, and the message says so", async () => {
  const overlay = await overlayFile(`
  - target: $.paths['/v1/messages/batches'].post.requestBody.content['application/json'].examples.oneMessage.value.requests[0].params
    remove: true`);
  const options = ["--api", "anthropic", "--overlay", overlay];
  await using service = await launch(["--clock", "poll:1s", ...options]);
  const { code, stderr } = await verify(service.ready.baseUrl, ...options);
  expect([code, stderr.split("\n").at(-2)]).toEqual([
    2,
    expect.stringMatching(
      /^batch-sim: The simulator refused to create a job \(status 400\), so the comparison is incomplete\. Use an overlay to correct the create request's example, or create no jobs with `--jobs 0`\. The simulator says: .*`requests\.0\.params`/,
    ),
  ]);
});

test("nothing is sent before somebody confirms the plan", async () => {
  await using service = await launch();
  const { code, stderr } = await run(
    ["verify", "--against", service.ready.baseUrl, "--api-key-from", "SERVICE_KEY", "--jobs", "0"],
    { env: { SERVICE_KEY: KEY } },
  );
  expect([code, stderr.split("\n").slice(-3)]).toEqual([
    2,
    [
      "12 requests; 0 jobs with 0 rows in total.",
      "batch-sim: This will send the requests above to the service. Standard input is not a terminal, so you can't confirm this here. To proceed, add `--yes`.",
      "",
    ],
  ]);
});

/** The last sentence of an inconclusive run. */
const verdictOf = ({ stderr }: Ended): string => stderr.trim().split("\n").at(-1) ?? "";

test("a target that isn't the service is a sentence", async () => {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address() as { port: number };
  await new Promise((resolve) => probe.close(resolve));
  await using page = await serve(
    (_, res) => void res.writeHead(200, { "content-type": "text/html" }).end("<h1>Hi</h1>"),
  );
  await using closed = await serve((_, res) => json(res, { detail: "Who are you?" }, 401));
  const [none, html, refused, tls] = await Promise.all([
    verify(`http://127.0.0.1:${port}`),
    verify(page.url),
    verify(closed.url),
    verify(page.url.replace("http:", "https:")),
  ]);
  expect([none, html, refused, tls].map(({ code }) => code)).toEqual([4, 4, 4, 4]);
  expect([none, html, refused].map(verdictOf)).toEqual([
    `Failed to reach \`http://127.0.0.1:${port}\`: nothing is listening at 127.0.0.1:${port}. Check \`--against\`, and whether the service is running.`,
    `\`${page.url}/\` does not serve this API: it responded with an HTML page. Check \`--against\`.`,
    `\`${closed.url}/\` refused the first request with status 401, probably because the API key is not accepted. Check the variable that \`--api-key-from\` names. The service says: {"detail":"Who are you?"}`,
  ]);
  expect(verdictOf(tls)).toMatch(/^Failed to connect to `https:\/\/127\.0\.0\.1:\d+` over TLS: /);
});

test.each([
  [
    [],
    "Expected `--against` with the base URL of the service, such as `https://api.example.com`, or `--against-trace` with a recording, got neither.\nbatch-sim: Expected `--api-key-from` with the name of the environment variable that contains the service's API key, got nothing.",
  ],
  [
    ["--against", "http://127.0.0.1:1", "--api-key-from", "SERVICE_KEY"],
    "Expected the environment variable `SERVICE_KEY` to contain the service's API key, got nothing.",
  ],
  [
    ["--against-trace", "none.ndjson"],
    "Failed to read the recording `none.ndjson`: ENOENT: no such file or directory, open 'none.ndjson'. `batch-sim record` writes recordings as `trace.ndjson`.",
  ],
])("%j is a mistake", async (options, message) => {
  const { code, stderr } = await run(["verify", ...options]);
  expect([code, stderr]).toEqual([2, `batch-sim: ${message}\n`]);
});
