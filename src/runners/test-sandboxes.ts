import { relative } from "node:path";
import type { SandboxOptions } from "../control/arguments.ts";
import type { Control, SandboxHandle } from "../control/control.ts";
import { counted } from "../core/counted.ts";
import { defined } from "../core/defined.ts";
import { type CallSite, calledAt, callSite } from "../findings/call-site.ts";
import { failureIn, type NoFindingsOptions, optionError } from "../findings/expect-no-findings.ts";
import type { Report } from "../findings/report/report-of.ts";
import { viewerAddress } from "../options/command-environment.ts";

/**
 * Options for a test's sandbox, and for judging it at the end. By default, the sandbox is named
 * after the test.
 */
export type TestSandboxOptions = SandboxOptions & NoFindingsOptions;

/** Creates a sandbox that belongs to the running test. */
export type OpenSandbox = (options?: TestSandboxOptions) => Promise<SandboxHandle>;

/** The result of `useBatchSim`; with vitest, the fixtures in each test's context. */
export type BatchSim = {
  /** Creates a sandbox named after the test. The sandbox is judged and deleted after the test. */
  readonly sandbox: OpenSandbox;
};

/** Titles that are taken in this process. Concurrent tests may have the same title. */
const inUse = new Set<string>();

type OpenedSandbox = {
  readonly box: SandboxHandle;
  readonly title: string;
  readonly judging: NoFindingsOptions;
  /** Where the test created the sandbox. */
  readonly site: CallSite;
};

/** Manages a test's sandboxes; `testTitle` is the test's name, with its file and suites. */
export function testSandboxes(testTitle: string, control: () => Promise<Control>) {
  const opened: OpenedSandbox[] = [];
  /** Creates a sandbox, by default named after the test; if the name is taken, adds a number. */
  const open: OpenSandbox = async (given = {}) => {
    const site = callSite(callSite);
    const wrong = optionError(given, ["scenario", "seed", "clock", "name", "replace"]);
    if (wrong !== undefined) throw wrong;
    const { severity, allowNoRequests, ...options } = given;
    const made = await control();
    const title = claimTitle(testTitle);
    const box = await made.sandbox({ name: title, replace: true, ...options });
    opened.push({ box, title, judging: defined({ severity, allowNoRequests }), site });
    return box;
  };
  return {
    open,
    /**
     * Judges the sandboxes, and deletes them unless the test has failed and they can be viewed
     * later. Rejects if a client did something wrong that the test did not declare. `print` shows a
     * message together with the test.
     */
    finish: async (hasFailed: boolean, print: (message: string) => void): Promise<void> => {
      const errors: unknown[] = [];
      for (const { box, title, judging, site } of opened.splice(0)) {
        let isKept = false;
        try {
          const report = await box.report();
          // A test that failed may not have sent its first request.
          const strictness = hasFailed ? { ...judging, allowNoRequests: true } : judging;
          const failure = failureIn(report, strictness, `the sandbox \`${box.title}\``);
          const page = viewerAddress(box.name);
          isKept = page !== undefined && (hasFailed || failure !== undefined);
          if (hasFailed) print(account(box, report, failure?.message ?? ""));
          if (isKept) print(`  viewer: ${page}`);
          if (failure !== undefined) throw failure;
        } catch (error) {
          // The error comes from a hook, so its stack doesn't contain a line from the test.
          errors.push(error instanceof Error ? calledAt(error, site) : error);
        } finally {
          inUse.delete(title);
          if (!isKept) await box[Symbol.asyncDispose]();
        }
      }
      if (errors.length > 1) throw new AggregateError(errors, errors.map(String).join("\n\n"));
      if (errors.length === 1) throw errors[0];
    },
  };
}

/** A test's title, with the path of its file relative to the current folder. */
export function titleIn(file: string, test: string): string {
  return `${relative(process.cwd(), file).replaceAll("\\", "/")} > ${test}`;
}

function claimTitle(title: string): string {
  let free = title;
  for (let number = 2; inUse.has(free); number++) free = `${title} (${number})`;
  inUse.add(free);
  return free;
}

/** Describes a failed test's requests; adds the command to repeat them unless `message` has it. */
function account(box: SandboxHandle, report: Report, message: string): string {
  const start = `batch-sim: The sandbox \`${box.title}\` received`;
  const [about] = report.sandboxes;
  if (about === undefined) return `${start} no requests. ${report.strays ?? ""}`.trimEnd();
  const { exchanges, jobs, repeat } = about;
  const stalls = report.findings.filter(({ id }) => id === "clock-stalled");
  return [
    `${start} ${counted(exchanges, "request")} and has ${counted(jobs, "job")}.`,
    ...stalls.map(({ sentence, cure }) => `  ${sentence} ${cure}`),
    ...(message.includes(repeat) ? [] : [`  again: ${repeat}`]),
  ].join("\n");
}
