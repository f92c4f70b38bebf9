import { readFileSync } from "node:fs";
import { expect, test } from "@jest/globals";
import { openDocument } from "../../src/simulator/open-document.ts";
import { textFile } from "../support/overlay-file.ts";
import { startTestSimulator, type TestSimulator } from "../support/simulator.ts";

// The tutorial, step by step: each YAML block is added to the file, each transcript is played, and each mistake gets its message.

/** The correct form of the page's deliberate mistakes. */
const RIGHT: Readonly<Record<string, string>> = {
  "use: createJop": "use: createJob",
  "inputs: body.item": "inputs: body.items",
  "promt: /text": "prompt: /text",
  "row.errorMesage": "row.errorMessage",
  "results-not-redy": "results-not-ready",
};

type Block = { readonly kind: "yaml" | "text"; readonly code: string; readonly before: string };

function blocks(): readonly Block[] {
  const page = readFileSync("docs/write-an-api.md", "utf8");
  return page.split(/^```(?=yaml|text)/m).flatMap((piece, index, pieces) => {
    const [, kind, code] = /^(yaml|text)\n([\s\S]*?)^```$/m.exec(piece) ?? [];
    if (kind !== "yaml" && kind !== "text") return [];
    return [{ kind, code: code ?? "", before: pieces[index - 1] ?? "" }];
  });
}

/** Each step: the file so far, and the blocks of text that follow. */
function steps(): readonly { readonly file: string; readonly texts: readonly Block[] }[] {
  const found: { file: string; texts: Block[] }[] = [];
  for (const block of blocks()) {
    if (block.kind === "text") found.at(-1)?.texts.push(block);
    else found.push({ file: (found.at(-1)?.file ?? "") + block.code, texts: [] });
  }
  return found;
}

const STEPS = steps();

test("the page has four steps, fewer than 150 lines of YAML, and a mistake in each", () => {
  expect(STEPS.length).toBe(4);
  expect(STEPS.at(-1)?.file.split("\n").length).toBeLessThan(150);
  const mistakes = STEPS.map(({ texts }) => texts.filter(isMessage).length);
  expect(mistakes).toEqual([2, 1, 1, 1]);
});

function isMessage({ code }: Block): boolean {
  return code.startsWith("tidal.yaml:");
}

test.each(STEPS.map((step, index) => [index + 1, step] as const))(
  "step %d can be served, and responds as the page says",
  async (_, { file, texts }) => {
    const overlay = await textFile(file);
    for (const { code } of texts.filter((text) => !isMessage(text))) {
      await using sim = await startTestSimulator({ overlays: [overlay], clock: "poll" });
      await play(sim, code.trimEnd().split("\n"), keyHeader(sim, file));
    }
  },
);

function keyHeader({ apiKey }: TestSimulator, file: string): Record<string, string> {
  const isOwn = file.includes("x-tidal-key");
  return isOwn ? { "x-tidal-key": apiKey } : { authorization: `Bearer ${apiKey}` };
}

async function play(
  sim: TestSimulator,
  lines: readonly string[],
  key: Readonly<Record<string, string>>,
): Promise<void> {
  let id = "";
  for (let at = 0; at < lines.length; at += 2) {
    const [, method = "", path = "", body] = /^(\w+) (\S+)(?: (.*))?$/.exec(lines[at] ?? "") ?? [];
    const response = await fetch(sim.baseUrl + path.replace("job_…", id), {
      method,
      headers: { ...key, "content-type": "application/json" },
      ...(body !== undefined && { body }),
    });
    const text = (await response.text()).trimEnd();
    id = /"(job_\w+)"/.exec(text)?.[1] ?? id;
    const parts = (lines[at + 1] ?? "").split("…");
    const pattern = new RegExp(`^${parts.map(escaped).join('[^"`]+')}$`);
    expect(`${response.status} ${text}`).toMatch(pattern);
  }
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

const MISTAKES = STEPS.flatMap(({ file, texts }) =>
  texts.filter(isMessage).map(({ code, before }) => {
    const wrong = [...before.matchAll(/\bFor `([^`]+)`/g)].at(-1)?.[1] ?? "";
    return [wrong, { file, message: code.trimEnd() }] as const;
  }),
);

test.each(MISTAKES)("with %s, the message is the page's", async (wrong, { file, message }) => {
  const overlay = await textFile(file.replace(RIGHT[wrong] ?? "?", wrong));
  const outcome = await openDocument([overlay]).catch((error: unknown) => error);
  const [, ...lines] = (outcome as Error).message.split("\n");
  expect(lines.map((line) => line.replace(overlay, "tidal.yaml"))).toEqual([message]);
});

test("the overlay that init --api writes can be served", async () => {
  const overlays = ["examples/overlay/my-api.yaml"];
  await using sim = await startTestSimulator({ overlays, clock: "poll" });
  const lines = [
    'POST /jobs {"items":[{"key":"a","text":"Hello"}]}',
    '200 {"id":"job_…","status":"queued","items":1,"done":0,"failed":0}',
    "GET /jobs/job_…/results",
    '409 {"problem":"Job `job_…` is queued, so its results are not ready."}',
    "GET /jobs/job_…",
    '200 {"id":"job_…","status":"running","items":1,"done":0,"failed":0}',
    "GET /jobs/job_…",
    '200 {"id":"job_…","status":"running","items":1,"done":0,"failed":0}',
    "GET /jobs/job_…",
    '200 {"id":"job_…","status":"done","items":1,"done":1,"failed":0}',
    "GET /jobs/job_…/results",
    '200 {"key":"a","answer":"…"}',
    "POST /jobs/job_…/cancel",
    '200 {"id":"job_…","status":"done","items":1,"done":1,"failed":0}',
  ];
  await play(sim, lines, keyHeader(sim, ""));
});
