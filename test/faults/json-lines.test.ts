import { expect, test } from "@jest/globals";
import { create, ended, requests, start } from "../overlays/message-batches.ts";
import { chatLine, runBatch, send, startOpenAi } from "../support/openai-client.ts";
import type { TestSimulator } from "../support/simulator.ts";

type Download = (
  headers?: Record<string, string>,
) => Promise<{ readonly fault: string | null; readonly text: string }>;

async function openAiFile(yaml: string): Promise<readonly [TestSimulator, Download]> {
  const sim = await startOpenAi({ yaml });
  const batch = await runBatch(
    sim,
    ["a", "b", "c"].map((id) => chatLine(id)),
  );
  return [
    sim,
    async (headers = {}) => {
      const path = `/files/${batch["output_file_id"]}/content`;
      const response = await send(sim, "GET", path, { headers });
      return { fault: response.headers.get("x-sim-fault"), text: await response.text() };
    },
  ];
}

async function anthropicResults(yaml: string): Promise<readonly [TestSimulator, Download]> {
  const sim = await start({ yaml });
  const { results_url: url } = await ended(sim, (await create(sim, requests(3)))["id"]);
  return [
    sim,
    async (headers = {}) => {
      const response = await fetch(String(url), {
        headers: { "x-api-key": sim.apiKey, ...headers },
      });
      return { fault: response.headers.get("x-sim-fault"), text: await response.text() };
    },
  ];
}

type Line = Record<string, unknown>;

function linesIn(text: string): Line[] {
  expect(text.endsWith("\n")).toBe(true);
  return text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
}

const APIS = [
  ["openai", openAiFile],
  ["anthropic", anthropicResults],
] as const;

const CHANGES: readonly (readonly [string, (line: Line) => Line])[] = [
  ["dropField: /custom_id", ({ custom_id: _, ...others }) => others],
  ["addField: { at: /note, value: new }", (line) => ({ ...line, note: "new" })],
  [
    "renameField: { at: /custom_id, to: id_ }",
    ({ custom_id, ...rest }) => ({ id_: custom_id, ...rest }),
  ],
];

for (const [api, open] of APIS) {
  test.each(CHANGES)(`%s changes every line of results (${api})`, async (fault, change) => {
    const [sim, download] = await open(`faults: [{ name: f, on: results, times: 1, ${fault} }]`);
    await using _ = sim;
    const [bad, good] = [await download(), await download()];
    expect([bad.fault, good.fault]).toEqual(["f", null]);
    expect(linesIn(bad.text)).toEqual(linesIn(good.text).map(change));
  });

  test(`malformedJson breaks the last line of results (${api})`, async () => {
    const [sim, download] = await open(
      "faults: [{ name: f, on: results, times: 1, malformedJson: true }]",
    );
    await using _ = sim;
    const [bad, good] = [await download(), await download()];
    expect([bad.fault, `${bad.text}}\n`]).toEqual(["f", good.text]);
  });

  test(`a field that no line has changes nothing (${api})`, async () => {
    const [sim, download] = await open("faults: [{ name: f, on: results, dropField: /nothing }]");
    await using _ = sim;
    expect((await download()).fault).toBe(null);
  });
}

test("part of a changed file is part of the changed lines", async () => {
  const [sim, download] = await openAiFile("faults: [{ on: results, dropField: /custom_id }]");
  await using _ = sim;
  const whole = await download();
  const [head, tail] = [
    await download({ range: "bytes=0-99" }),
    await download({ range: "bytes=100-" }),
  ];
  expect(head.text + tail.text).toBe(whole.text);
});
