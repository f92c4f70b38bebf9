import { expect, test } from "@jest/globals";
import {
  CHAT,
  call,
  chatLine,
  createBatch,
  ended,
  type Json,
  jsonLines,
  linesOf,
  runBatch,
  send,
  startOpenAi,
  upload,
  uploaded,
} from "../support/openai-client.ts";
import type { TestOptions, TestSimulator } from "../support/simulator.ts";
import { idsIn } from "./support.ts";

// What clients of batches in files get wrong, as its users report, each next to a client that gets it right.

type Client = (sim: TestSimulator) => Promise<void>;

const IDS = Array.from({ length: 6 }, (_, index) => `row-${index}`);
const ROWS = IDS.map((id) => chatLine(id));

async function content(sim: TestSimulator, fileId: unknown): Promise<void> {
  const response = await send(sim, "GET", `/files/${fileId}/content`);
  await response.text();
}

/** Reads only the output file. */
const readsOutputOnly: Client = async (sim) => {
  const batch = await runBatch(sim, ROWS);
  if (batch["output_file_id"] !== null) await content(sim, batch["output_file_id"]);
};

/** Reads whatever files the batch names. */
const readsBoth: Client = async (sim) => {
  const batch = await runBatch(sim, ROWS);
  for (const id of ["output_file_id", "error_file_id"])
    if (typeof batch[id] === "string") await linesOf(sim, batch[id]);
};

/** Submits again what is not in the output file. */
const resubmitsMissing: Client = async (sim) => {
  let left = ROWS;
  for (let tries = 0; tries < 2 && left.length > 0; tries++) {
    const batch = await runBatch(sim, left);
    const lines = await linesOf(sim, batch["output_file_id"]);
    left = left.filter((row) => lines[String(row["custom_id"])] === undefined);
    if (tries > 0) await linesOf(sim, batch["error_file_id"]);
  }
};

/** Runs the same batch every day, and never reads about failed rows. */
const ignoresErrorsDaily: Client = async (sim) => {
  await readsOutputOnly(sim);
  await readsOutputOnly(sim);
};

/** Says which rows failed, without the reasons, as its test knows. */
const reportsCounts: Client = async (sim) => {
  await readsOutputOnly(sim);
  await sim.expectClientError();
};

/** Concludes from the first response after the end that there is no output. */
const recordsNoOutput: Client = async (sim) => {
  const batch = await runBatch(sim, ROWS);
  expect(batch["output_file_id"]).toBe(null);
};

/** Polls on until the batch names a file. */
const waitsForFile: Client = async (sim) => {
  const { id } = await runBatch(sim, ROWS);
  for (let polls = 0; polls < 5; polls++) {
    const { body } = await call(sim, "GET", `/batches/${id}`);
    if (body["output_file_id"] === null) continue;
    await linesOf(sim, body["output_file_id"]);
    return;
  }
  throw new Error("The batch names no file.");
};

/** Downloads the file with an ID that it doesn't look at. */
function downloadsBlindly(name: string): Client {
  return async (sim) => {
    const batch = await runBatch(sim, ROWS);
    for (const id of ["output_file_id", "error_file_id"]) {
      const response = await send(sim, "GET", `/files/${batch[id] ?? name}/content`);
      await response.text();
    }
  };
}

/** Creates batches from files with bad lines. */
function submits(...lines: readonly unknown[]): Client {
  return async (sim) => {
    expect((await runBatch(sim, lines))["status"]).toBe("failed");
  };
}

/** Looks at the problems, and corrects the file. */
const correctsFile: Client = async (sim) => {
  expect(await runBatch(sim, ROWS)).toMatchObject({ errors: { data: [{ line: 2 }] } });
};

/** Stops at an interrupt, as a program does that doesn't handle it. */
const stopsAtOnce: Client = async (sim) => {
  const { body } = await createBatch(sim, await uploaded(sim, ROWS));
  expect((await call(sim, "GET", `/batches/${body["id"]}`)).body["status"]).not.toBe("completed");
};

/** Cancels the batch at an interrupt. */
const cancelsAtInterrupt: Client = async (sim) => {
  const { body } = await createBatch(sim, await uploaded(sim, ROWS));
  await call(sim, "GET", `/batches/${body["id"]}`);
  await call(sim, "POST", `/batches/${body["id"]}/cancel`);
  await readAll(sim, await ended(sim, String(body["id"])));
};

async function readAll(sim: TestSimulator, batch: Json): Promise<void> {
  for (const id of ["output_file_id", "error_file_id"])
    if (typeof batch[id] === "string") await content(sim, batch[id]);
}

const EMPTY_ID = "name: empty\nassumptions: { empty-error-file: empty }\n";

const { method: _, ...WITHOUT_METHOD } = chatLine("c");

type Case = TestOptions & {
  readonly bad: readonly (readonly [Client, ...string[]])[];
  readonly good: readonly Client[];
};

const CASES: Readonly<Record<string, Case>> = {
  "never reads the error file": {
    scenario: "some-rows-fail",
    bad: [
      [readsOutputOnly, "failed-rows-unread"],
      [ignoresErrorsDaily, "failed-rows-unread", "failed-rows-unread"],
    ],
    good: [readsBoth, resubmitsMissing, reportsCounts],
  },
  "gives up because there is no output file": {
    scenario: "all-rows-fail",
    bad: [
      [readsOutputOnly, "failed-rows-unread"],
      [downloadsBlindly("None"), "unknown-file"],
    ],
    good: [readsBoth],
  },
  "believes that there is no output, because it is not named yet": {
    scenario: "output-file-late",
    bad: [[recordsNoOutput, "never-downloaded"]],
    good: [waitsForFile],
  },
  "downloads an error file that doesn't exist": {
    bad: [
      [downloadsBlindly("null"), "unknown-file"],
      [downloadsBlindly("undefined"), "unknown-file"],
      [downloadsBlindly("file-1"), "unknown-file"],
    ],
    good: [readsBoth],
  },
  "downloads an error file without an ID": {
    yaml: EMPTY_ID,
    bad: [[downloadsBlindly(""), "unknown-file"]],
    good: [async (sim) => content(sim, (await runBatch(sim, ROWS))["output_file_id"])],
  },
  "repeats an ID, or omits what each line needs": {
    bad: [
      [submits(chatLine("a"), chatLine("a")), "invalid-lines"],
      [submits(chatLine("a"), { ...WITHOUT_METHOD }), "invalid-lines"],
      [submits(chatLine("a"), { ...chatLine("b"), url: "/v1/embeddings" }), "invalid-lines"],
    ],
    good: [readsBoth],
  },
  "stops without canceling": {
    scenario: "slow-job",
    bad: [[stopsAtOnce, "still-active"]],
    good: [cancelsAtInterrupt],
  },
};

test.each(Object.entries(CASES))(
  "a client that %s is found, and a good one is not",
  async (_, each) => {
    const { bad, good, ...options } = each;
    for (const [client, ...found] of bad) {
      await using sim = await startOpenAi(options);
      await client(sim);
      expect(idsIn(sim)).toEqual(found);
    }
    for (const client of good) {
      await using sim = await startOpenAi(options);
      await client(sim);
      expect(idsIn(sim)).toEqual([]);
    }
  },
);

test("a client may look whether a file that it deleted is gone, and repeat the deletion, but not download it", async () => {
  await using sim = await startOpenAi();
  const fileId = await uploaded(sim, ROWS);
  const path = `/files/${fileId}`;
  for (const method of ["DELETE", "GET", "DELETE"]) await call(sim, method, path);
  expect(idsIn(sim)).toEqual([]);
  await content(sim, fileId);
  expect(idsIn(sim)).toEqual(["unknown-file"]);
});

test("a file that the scenario rejects is not the client's fault", async () => {
  await using sim = await startOpenAi({ scenario: "bad-input-file" });
  await correctsFile(sim);
  expect(idsIn(sim)).toEqual([]);
});

test("the sentences name the job, the lines, and the files", async () => {
  await using sim = await startOpenAi({ scenario: "some-rows-fail" });
  const repeated = Array.from({ length: 5 }, () => chatLine("same"));
  const failed = await runBatch(sim, repeated);
  const all = await runBatch(sim, ROWS.slice(0, 1));
  await content(sim, all["output_file_id"]);
  const some = await runBatch(sim, ROWS);
  await content(sim, some["output_file_id"]);
  await send(sim, "GET", "/files//content");
  const { body: other } = await upload(sim, jsonLines(ROWS), { purpose: "user_data" });
  await createBatch(sim, String(other["id"]), CHAT);
  const code = "(duplicate_custom_id)";
  const message = "The custom_id for this request is a duplicate of another request: same";
  const { findings } = sim.report();
  expect(
    findings
      .filter(({ severity }) => severity !== "info")
      .map(({ id, sentence }) => [id, sentence]),
  ).toEqual([
    [
      "invalid-lines",
      `Job ${failed["id"]} failed because of its input file: line 2: ${message} ${code}; line 3: ${message} ${code}; line 4: ${message} ${code}; and 1 more.`,
    ],
    ["unknown-file", "GET /v1/files/null/content named no file: its ID was `null`."],
    ["unknown-file", "GET /v1/files//content named no file: its ID was empty."],
    [
      "unknown-file",
      `POST /v1/batches: Expected the purpose of file \`${other["id"]}\` to be \`batch\`, got \`user_data\`.`,
    ],
    [
      "failed-rows-unread",
      `The client was told that job ${all["id"]} was completed with failed rows (all of them, so it has no other file), and never downloaded the file that says why.`,
    ],
    [
      "failed-rows-unread",
      `The client was told that job ${some["id"]} was completed with failed rows (3 of 6), and never downloaded the file that says why.`,
    ],
  ]);
});

test("an output file that is not named yet has a cure of its own", async () => {
  await using sim = await startOpenAi({ scenario: "output-file-late", clock: "manual" });
  const { body } = await createBatch(sim, await uploaded(sim, ROWS));
  await sim.clock.advance("7s");
  const { body: batch } = await call(sim, "GET", `/batches/${body["id"]}`);
  expect([batch["status"], batch["output_file_id"]]).toEqual(["completed", null]);
  const [found] = sim.report().findings.filter(({ id }) => id === "never-downloaded");
  expect([found?.sentence, found?.cure]).toEqual([
    `The client was told that job ${batch["id"]} was completed before it named its output file, and did not ask again.`,
    "A job may name its files a while after it has succeeded: poll on until it does, with a limit.",
  ]);
});
