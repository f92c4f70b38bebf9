import type { SandboxOptions } from "../control/arguments.ts";
import type { Control, SandboxHandle } from "../control/control.ts";
import { SimulatorError } from "../core/errors.ts";
import { type CallSite, calledAt, callSite } from "../findings/call-site.ts";
import { expectNoFindings, type NoFindingsOptions } from "../findings/expect-no-findings.ts";
import { isSuccess } from "../findings/status-reads.ts";

/** How to create a test's sandbox, and how strictly to judge it at the end. By default, it is named after the test. */
export type TestSandboxOptions = SandboxOptions & NoFindingsOptions;

/** Creates a sandbox that belongs to the running test. */
export type OpenSandbox = (options?: TestSandboxOptions) => Promise<SandboxHandle>;

/** Facts about a test that `TestSandboxes` needs. */
export type TestFacts = {
  /** The test's name, with its file and suites. */
  readonly title: string;
  readonly control: () => Promise<Control>;
};

/** The end of a test. */
export type TestEnd = {
  /** Whether the test itself has failed. */
  readonly hasFailed: boolean;
  /** Shows a message together with the test. */
  readonly print: (message: string) => void;
};

/** Maximum number of characters to quote from a response. */
const MAX_BODY_LENGTH = 240;

/** Names of the sandboxes that tests in this process use: concurrent tests may have the same title. */
const inUse = new Set<string>();

type OpenedSandbox = {
  readonly box: SandboxHandle;
  readonly title: string;
  readonly judging: NoFindingsOptions;
  /** On the wall clock, in milliseconds since 1970. */
  readonly openedAt: number;
  /** Where the test created it. */
  readonly site: CallSite;
};

/** The sandboxes of one test. */
export class TestSandboxes {
  readonly #facts: TestFacts;
  readonly #opened: OpenedSandbox[] = [];

  constructor(facts: TestFacts) {
    this.#facts = facts;
  }

  /** Creates a sandbox. Any further sandbox for the same test gets the test's name with a number. */
  readonly open: OpenSandbox = async ({ severity, allowNoRequests, ...options } = {}) => {
    const site = callSite(callSite);
    const control = await this.#facts.control();
    const openedAt = Date.now();
    const title = claimTitle(this.#facts.title);
    const box = await control.sandbox({ name: title, replace: true, ...options });
    const judging = {
      ...(severity === undefined ? {} : { severity }),
      ...(allowNoRequests === undefined ? {} : { allowNoRequests }),
    };
    this.#opened.push({ box, title, judging, openedAt, site });
    return box;
  };

  /** Judges the sandboxes and deletes them. Rejects if a client did something wrong that the test did not declare. */
  async finish({ hasFailed, print }: TestEnd): Promise<void> {
    const errors: unknown[] = [];
    for (const opened of this.#opened.splice(0)) {
      const { box, title, judging } = opened;
      try {
        if (hasFailed) print(await repetition(opened));
        // A test that failed may not have sent its first request.
        await expectNoFindings(box, hasFailed ? { ...judging, allowNoRequests: true } : judging);
      } catch (error) {
        const explanation = await explained(error, opened);
        // The hook that judges has no line of the test in its stack.
        errors.push(
          explanation instanceof Error ? calledAt(explanation, opened.site) : explanation,
        );
      } finally {
        inUse.delete(title);
        await box[Symbol.asyncDispose]();
      }
    }
    if (errors.length > 1) throw new AggregateError(errors, errors.map(String).join("\n\n"));
    if (errors.length === 1) throw errors[0];
  }
}

/** If a sandbox got no requests, its client may have sent them without its key. */
async function explained(error: unknown, opened: OpenedSandbox): Promise<unknown> {
  if (!(error instanceof SimulatorError) || error.code !== "SIM_NO_REQUESTS") return error;
  return new SimulatorError(error.code, error.message + (await refusedText(opened)));
}

function claimTitle(title: string): string {
  let free = title;
  for (let number = 2; inUse.has(free); number++) free = `${title} (${number})`;
  inUse.add(free);
  return free;
}

/** How to start a sandbox's simulator again, for investigating a failed test. */
async function repetition(opened: OpenedSandbox): Promise<string> {
  const { box } = opened;
  const { sandboxes, findings } = await box.report();
  const [about] = sandboxes;
  if (about === undefined)
    return `batch-sim: The sandbox ${box.name} received no requests.${await refusedText(opened)}`;
  const { name, exchanges, jobs, repeat } = about;
  const stalls = findings.filter(({ id }) => id === "clock-stalled");
  return [
    `batch-sim: The sandbox ${name} received ${counted(exchanges, "request")} and has ${counted(jobs, "job")}.`,
    ...stalls.map(({ sentence, cure }) => `  ${sentence} ${cure}`),
    `  again: ${repeat}`,
  ].join("\n");
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

/**
 * Requests without an accepted key that the server has refused since a sandbox was created; "" if there were none. They have no
 * sandbox, so any test that ran at the same time may have sent them.
 */
async function refusedText({ box, openedAt }: OpenedSandbox): Promise<string> {
  const keyless = await box.control.journal.find({ keyless: true });
  const refused = keyless.filter(
    ({ response, wallAt }) => !isSuccess(response.status) && wallAt >= openedAt,
  );
  const last = refused.at(-1);
  if (last === undefined) return "";
  const { method, url, response } = last;
  const requests = refused.length === 1 ? "1 request" : `${refused.length} requests`;
  const body = response.body?.text?.slice(0, MAX_BODY_LENGTH) ?? "";
  return ` Meanwhile, the server refused ${requests} without an accepted key, from this test or another one; the last one: ${method} ${url}: ${`${response.status} ${body}`.trim()}`;
}
