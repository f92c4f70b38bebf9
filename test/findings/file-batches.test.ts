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

// Mistakes that clients of file batches make, as reported by their users, each next to a correct client.

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

/** Reads all files that the batch names. */
const readsBoth: Client = async (sim) => {
  const batch = await runBatch(sim, ROWS);
  for (const id of ["output_file_id", "error_file_id"])
    if (typeof batch[id] === "string") await linesOf(sim, batch[id]);
};

/** Reads only the file that says which rows failed. */
const readsErrorsOnly: Client = async (sim) => {
  await content(sim, (await runBatch(sim, ROWS))["error_file_id"]);
};

/** Reads nothing, although it polls until the batch has ended. */
const readsNothing: Client = async (sim) => {
  await runBatch(sim, ROWS);
};

/** Polls until the batch is neither waiting nor running. */
const stopsWhenNotRunning: Client = async (sim) => {
  const { body: batch } = await createBatch(sim, await uploaded(sim, ROWS));
  const active = ["validating", "in_progress", "finalizing"];
  for (let { status } = batch; active.includes(String(status)); )
    ({ status } = (await call(sim, "GET", `/batches/${batch["id"]}`)).body);
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

/** Submits all rows again, in a file of their own, in the order that they happen to have. */
function submitsTwice(rows: readonly Json[], again: readonly Json[] = rows): Client {
  return async (sim) => {
    for (const each of [rows, again]) await readAll(sim, await runBatch(sim, each));
  };
}

/** Uploads the file again and creates a second batch when a create request gets no response. */
const startsOver: Client = async (sim) => {
  const run = (): Promise<Json> => runBatch(sim, ROWS);
  await readAll(sim, await run().catch(run));
};

/** Gets no response for one batch, and creates the next batch of the same file, with other metadata. */
const createsNext: Client = async (sim) => {
  const file = await uploaded(sim, ROWS);
  const create = (day: string) => createBatch(sim, file, CHAT, { metadata: { day } });
  await expect(create("1")).rejects.toThrow();
  const { body } = await create("2");
  await readAll(sim, await ended(sim, String(body["id"])));
};

/** Looks in the list for the batch whose create request got no response. */
const looksInList: Client = async (sim) => {
  await expect(createBatch(sim, await uploaded(sim, ROWS))).rejects.toThrow();
  const [batch] = (await call(sim, "GET", "/batches")).body["data"] as Json[];
  await readAll(sim, await ended(sim, String(batch?.["id"])));
};

/** Runs the same batch every day, and never reads about failed rows. */
const ignoresErrorsDaily: Client = async (sim) => {
  await readsOutputOnly(sim);
  await readsOutputOnly(sim);
};

/** Reports which rows failed, without the reasons, as its test expects. */
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

/** Downloads the file with an unchecked ID. */
function downloadsBlindly(name: string): Client {
  return async (sim) => {
    const batch = await runBatch(sim, ROWS);
    for (const id of ["output_file_id", "error_file_id"]) {
      const response = await send(sim, "GET", `/files/${batch[id] ?? name}/content`);
      await response.text();
    }
  };
}

type Reading = {
  readonly linesIn: (text: string) => readonly string[];
  /** Whether the client submits a row again because of its output. */
  readonly isBad?: (output: string) => boolean;
};

/** Resubmits, once, the rows that it doesn't find in the output file, or whose outputs it rejects. */
function resubmits(rows: readonly Json[], { linesIn, isBad = () => false }: Reading): Client {
  return async (sim) => {
    const first = await runBatch(sim, rows);
    const done = linesIn(await textOf(sim, first)).flatMap((line) => {
      const found = parsed(line);
      return found === undefined || isBad(outputIn(found)) ? [] : [found["custom_id"]];
    });
    const left = rows.filter((row) => !done.includes(row["custom_id"]));
    if (left.length > 0) await textOf(sim, await runBatch(sim, left));
  };
}

async function textOf(sim: TestSimulator, batch: Json): Promise<string> {
  return (await send(sim, "GET", `/files/${batch["output_file_id"]}/content`)).text();
}

function parsed(line: string): Json | undefined {
  try {
    return JSON.parse(line) as Json;
  } catch {
    return undefined;
  }
}

function outputIn(line: Json): string {
  const { response } = line as {
    response: { body: { choices: [{ message: { content: string } }] } };
  };
  return response.body.choices[0].message.content;
}

const atLineFeeds = (text: string): readonly string[] => text.split("\n");

/** Splits like Python's `splitlines()`. */
const atSeparators = (text: string): readonly string[] =>
  text.split(/\r\n|[\n\r\v\f\x85\u2028\u2029]/);

const isLong = (output: string): boolean => output.includes("\n");

const splitsWrongly = resubmits(ROWS, { linesIn: atSeparators });
const rejectsLong = resubmits(ROWS, { linesIn: atLineFeeds, isBad: isLong });

/** A row for each kind of edge case, and more. */
const MANY_ROWS = Array.from({ length: 20 }, (_, index) => chatLine(`row-${index}`));

/** More rows than are compared one by one. */
const TOO_MANY_ROWS = Array.from({ length: 2001 }, (_, index) => chatLine(`row-${index}`));

/** The same prompts for another model. */
const OTHER_ROWS = IDS.map((id) => chatLine(id, { model: "gpt-4o" }));

/** Resubmits the broken rows' IDs with other prompts. */
const asksAnew: Client = async (sim) => {
  await textOf(sim, await runBatch(sim, ROWS));
  const messages = [{ role: "user", content: "Something else" }];
  await textOf(sim, await runBatch(sim, [chatLine("row-1", { messages })]));
};

/** A scenario with different outputs for the first rows. */
function outputs(...texts: readonly string[]): string {
  const rows = texts.map((text, index) => ({ index: index + 1, outcome: { text } }));
  return JSON.stringify({ name: "outputs", rows });
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

const ALL_FAIL_AND_EXPIRE = JSON.stringify({
  name: "all-fail-and-expire",
  profiles: [{ outcome: { expired: { at: "50%", after: "1m" } } }],
  rows: [{ outcome: { error: { status: 500 } } }],
});

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
  "reads only the error file": {
    scenario: "some-rows-fail",
    bad: [[readsErrorsOnly, "never-downloaded"]],
    good: [readsBoth],
  },
  "reads only the error file of an expired batch": {
    scenario: "expires-halfway",
    bad: [[readsErrorsOnly, "finished-rows-dropped"]],
    good: [readsBoth],
  },
  "reads only the error file if every finished row failed": {
    yaml: ALL_FAIL_AND_EXPIRE,
    bad: [],
    good: [readsErrorsOnly, readsBoth, readsNothing],
  },
  "requests no results of a failed batch": {
    scenario: "job-fails-midway",
    bad: [],
    good: [readsNothing, readsBoth],
  },
  "treats a batch that someone else is canceling as ended": {
    scenario: "canceled-halfway",
    bad: [[stopsWhenNotRunning, "cancelling-taken-for-end"]],
    good: [readsBoth],
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
  "splits the lines of a file at U+2028": {
    scenario: "edge-values",
    bad: [
      [resubmits(MANY_ROWS, { linesIn: atSeparators }), "lines-split-wrongly"],
      [
        resubmits(MANY_ROWS, { linesIn: (text) => text.split(/[\n\u2028\u2029]/) }),
        "lines-split-wrongly",
      ],
    ],
    good: [
      resubmits(MANY_ROWS, { linesIn: atLineFeeds }),
      resubmits(MANY_ROWS, { linesIn: atLineFeeds, isBad: isLong }),
    ],
  },
  "splits a line that has nothing else in it": {
    yaml: outputs("a\u2028b", "c\u0085d"),
    bad: [[splitsWrongly, "lines-split-wrongly"]],
    good: [rejectsLong, asksAnew],
  },
  "splits a line that has line breaks, as other lines do": {
    yaml: outputs("a\u2028b\n", "c\nd"),
    bad: [[splitsWrongly, "lines-split-wrongly"]],
    good: [rejectsLong],
  },
  "submits all rows of an expired batch again, in whatever file": {
    scenario: "expires-halfway",
    bad: [
      [submitsTwice(ROWS), "finished-rows-repeated"],
      [submitsTwice(ROWS, ROWS.toReversed()), "finished-rows-repeated"],
      [submitsTwice(TOO_MANY_ROWS), "finished-rows-repeated"],
    ],
    good: [resubmitsMissing, submitsTwice(ROWS, OTHER_ROWS)],
  },
  "starts over after a lost response": {
    scenario: "lost-create-response",
    bad: [[startsOver, "created-twice"]],
    good: [looksInList, createsNext],
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

test("an output file that has expired was downloaded too late; a file that was read before is fine", async () => {
  await using sim = await startOpenAi({ clock: "manual" });
  const { body } = await createBatch(sim, await uploaded(sim, ROWS));
  await sim.clock.advance("30m");
  const { body: batch } = await call(sim, "GET", `/batches/${body["id"]}`);
  const { id, output_file_id } = batch;
  await sim.clock.advance("31d");
  await content(sim, output_file_id);
  const sentence = `The client was told that job ${id} was completed, but requested its results 31d later, after they had expired.`;
  expect(sim.report().findings).toEqual([
    expect.objectContaining({ id: "downloaded-too-late", sentence }),
  ]);
  const next = await createBatch(sim, await uploaded(sim, ROWS));
  await sim.clock.advance("30m");
  const { body: read } = await call(sim, "GET", `/batches/${next.body["id"]}`);
  await content(sim, read["output_file_id"]);
  await sim.clock.advance("31d");
  const { status, body: gone } = await call(sim, "GET", `/files/${read["output_file_id"]}`);
  expect([status, gone["error"]]).toEqual([
    404,
    expect.objectContaining({ message: `File \`${read["output_file_id"]}\` has expired.` }),
  ]);
  expect(idsIn(sim)).toEqual(["downloaded-too-late"]);
});

test("different mistakes at one location are separate findings, each with all of its values", async () => {
  await using sim = await startOpenAi();
  const form = (...parts: readonly (readonly [name: string, value: string | File])[]): FormData => {
    const made = new FormData();
    for (const [name, value] of [["purpose", "batch"], ...parts] as const)
      if (typeof value === "string") made.append(name, value);
      else made.append(name, value, value.name);
    return made;
  };
  const file = (name: string): File => new File([jsonLines(ROWS)], name);
  for (const body of [
    form(["file", file("a.txt")]),
    form(["file", file("b.csv")]),
    form(["file", "content"]),
    form(["file", file("a.jsonl")], ["file", file("b.jsonl")]),
  ])
    expect((await send(sim, "POST", "/files", { body })).status).toBe(400);
  const { findings } = sim.report();
  expect(findings.map(({ id, exchangeCount }) => [id, exchangeCount])).toEqual([
    ["invalid-request", 2],
    ["invalid-request", 1],
    ["invalid-request", 1],
  ]);
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
    ["unknown-file", "GET /v1/files/null/content did not name a file: the file ID was `null`."],
    ["unknown-file", "GET /v1/files//content did not name a file: the file ID was empty."],
    [
      "unknown-file",
      `POST /v1/batches: Expected the purpose of file \`${other["id"]}\` to be \`batch\`, got \`user_data\`.`,
    ],
    [
      "failed-rows-unread",
      `The client was told that job ${all["id"]} was completed with failed rows (all rows, so the job has no results file), but never downloaded the file that explains the failures.`,
    ],
    [
      "failed-rows-unread",
      `The client was told that job ${some["id"]} was completed with failed rows (3 of 6), but never downloaded the file that explains the failures.`,
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
    `The client was told that job ${batch["id"]} was completed before the job had an output file, but did not poll again.`,
    "A job may succeed before its status contains a file's ID. Keep polling, with a limit, until the ID appears.",
  ]);
  for (let polls = 0; polls < 2; polls++) await call(sim, "GET", `/batches/${body["id"]}`);
  expect(idsIn(sim)).not.toContain("never-downloaded");
});

test("an upload is repeated with its file if that is short text", async () => {
  const bodies: (readonly [string | undefined, boolean])[] = [];
  for (const end of ["", " ".repeat(17_000), "\0"]) {
    await using sim = await startOpenAi({ scenario: "some-rows-fail" });
    const { body } = await upload(sim, jsonLines(ROWS) + end);
    const { body: created } = await createBatch(sim, String(body["id"]));
    await ended(sim, String(created["id"]));
    const [sent] = sim.report().reproductions[0]?.requests ?? [];
    bodies.push([sent?.body, sent?.isCut ?? true]);
  }
  const whole = expect.stringMatching(
    /^--.*\r\n[\s\S]*\r\n\r\n\{"custom_id":"row-0"[\s\S]*--\r\n$/,
  );
  expect(bodies).toEqual([
    [whole, false],
    [undefined, true],
    [undefined, true],
  ]);
});

test("rows are submitted again for other reasons than their lines", async () => {
  // The client may reject outputs with line breaks, and no other output has any.
  await using one = await startOpenAi({ yaml: outputs("a\u2028b\n") });
  await rejectsLong(one);
  expect(idsIn(one)).toEqual([]);
  // The client may repeat the whole job.
  await using whole = await startOpenAi({
    yaml: 'name: all\nrows: [{ outcome: { text: "a\\Lb" } }]\n',
  });
  await splitsWrongly(whole);
  expect(idsIn(whole)).toEqual([]);
});

test("the sentence about split lines names both jobs", async () => {
  await using sim = await startOpenAi({ yaml: outputs("a\u2028b") });
  await splitsWrongly(sim);
  const [second, first] = (await call(sim, "GET", "/batches")).body["data"] as Json[];
  expect(
    sim.report().findings.map(({ sentence, exchanges }) => [sentence, exchanges.length]),
  ).toEqual([
    [
      `The client submitted 1 row of job ${first?.["id"]} again as job ${second?.["id"]}: exactly the successful row whose line contains a line separator such as U+2028.`,
      2,
    ],
  ]);
});

test.each([true, false])(
  "results-too-early: a client that finds the output file in a list of files (%s) is fine",
  async (lists) => {
    await using sim = await startOpenAi({ clock: "poll" });
    const { body } = await createBatch(sim, await uploaded(sim, ROWS));
    const state = async (): Promise<unknown> =>
      (await call(sim, "GET", `/batches/${body["id"]}`)).body["status"];
    while ((await state()) !== "finalizing");
    if (lists) await call(sim, "GET", "/files");
    await content(sim, `file-output-${body["id"]}`);
    const ids = idsIn(sim);
    if (lists) expect(ids).not.toContain("results-too-early");
    else expect(ids).toContain("results-too-early");
  },
);
