import { expect, test } from "@jest/globals";
import { chatLine, startOpenAi, uploaded } from "../support/openai-client.ts";
import { startTestSimulator } from "../support/simulator.ts";

const SECRET = "canary-5f0c2d71";

const KEY = "sk-a-clients-own-key-0123456789";

/** Names that a client may make from a URL, or with its own key. */
const NAMES = [`rows.csv?api_key=${SECRET}`, `rows-${KEY}.csv`];

test("a secret in a file's name is shown neither in the journal nor in the snapshot", async () => {
  const kept: unknown[] = [];
  await using sim = await startTestSimulator({
    clock: "manual",
    apiKeys: [KEY],
    onExchange: (exchange) => kept.push(exchange),
  });
  const created = await sim.client.json<{ dataset_id: string }>("GET", "/create-dataset");
  const { dataset_id } = created.body;
  for (const file_name of NAMES) {
    const body = new FormData();
    body.append("dataset_id", dataset_id);
    body.append("file", new Blob(["inputs\na\n"], { type: "text/csv" }), file_name);
    const uploaded = await sim.client.request("POST", "/upload-to-dataset", { body });
    expect(uploaded.status).toBe(200);
    const json = { dataset_id, file_name };
    const found = await sim.client.request("POST", "/download-from-dataset", { json });
    expect(found.headers.get("content-disposition")).toBe(`attachment; filename="${file_name}"`);
    const other = { dataset_id, file_name: `${file_name}.zip` };
    const missing = await sim.client.json("POST", "/download-from-dataset", other);
    expect(missing.status).toBe(404);
  }
  const { body } = await sim.client.json("POST", "/list-dataset-files", { dataset_id });
  expect(body).toEqual({ files: NAMES });
  expect(kept).toHaveLength(8);
  const shown = JSON.stringify([
    kept,
    sim.exchanges(),
    await sim.control.snapshot(),
    await sim.control.trace(),
    await sim.control.report(),
  ]);
  expect(shown.match(new RegExp(`.{0,60}(${SECRET}|${KEY})`, "g"))).toBeNull();
  const { datasets } = await sim.control.snapshot();
  expect(datasets[0]?.files.map(({ fileName }) => fileName)).toEqual([
    "rows.csv?api_key=***",
    "rows-***.csv",
  ]);
});

test("a secret member of an uploaded file's lines is shown nowhere", async () => {
  await using sim = await startOpenAi();
  const tools = [{ type: "mcp", server_url: `https://a/?token=${SECRET}`, authorization: SECRET }];
  await uploaded(sim, [chatLine("a"), chatLine("b", { tools })]);
  const shown = JSON.stringify([sim.exchanges(), await sim.control.trace()]);
  expect(shown).toContain("authorization");
  expect(shown.match(new RegExp(`.{0,60}${SECRET}`, "g"))).toBeNull();
});
