import { SimulatorError } from "../core/errors.ts";
import type { Sandbox } from "../state/sandbox.ts";
import type { ControlHost, Scope } from "./host.ts";
import { readArguments } from "./read-arguments.ts";
import { CONTROL_ROUTES } from "./routes.ts";
import type { AnswerOf, ArgumentsOf, VerbName } from "./verb.ts";
import { listAssumptions } from "./verbs/assumptions.ts";
import { advanceClock, advanceUntil, clockReading } from "./verbs/clock.ts";
import { addFaults, listFaults, removeFault, unusedFaults } from "./verbs/faults.ts";
import { putFile } from "./verbs/files.ts";
import { expectClientError, expectFinding, findFindings, getReport } from "./verbs/findings.ts";
import { failJob, forceJob, getJob, listJobs } from "./verbs/jobs.ts";
import { clearJournal, countExchanges, findExchanges, waitForExchange } from "./verbs/journal.ts";
import {
  createSandbox,
  deleteSandbox,
  getHealth,
  getSandbox,
  listSandboxes,
  reset,
} from "./verbs/sandboxes.ts";
import { getScenario, listScenarios, putScenario } from "./verbs/scenario.ts";
import { getSnapshot } from "./verbs/snapshot.ts";

type Verbs = {
  readonly [Name in VerbName]: (
    scope: Scope,
    args: ArgumentsOf<Name>,
  ) => AnswerOf<Name> | Promise<AnswerOf<Name>>;
};

const VERBS: Verbs = {
  readClock: ({ sandbox }) => clockReading(sandbox),
  advanceClock,
  advanceUntil,
  listJobs,
  getJob,
  forceJob,
  failJob,
  listFaults,
  unusedFaults,
  addFaults,
  removeFault,
  getScenario,
  putScenario,
  listScenarios,
  findExchanges,
  countExchanges,
  waitForExchange,
  clearJournal,
  listAssumptions,
  putFile,
  getSnapshot,
  reset,
  createSandbox,
  listSandboxes,
  getSandbox,
  deleteSandbox,
  getReport,
  findFindings,
  expectFinding,
  expectClientError,
  getHealth,
};

/** Who asks: the key that names the sandbox, the origin that was asked, and a signal that aborts when nobody waits any more. */
export type Caller = {
  readonly key: string | undefined;
  readonly origin?: string;
  readonly signal?: AbortSignal;
};

/** A verb by its name, with arguments as they were given. */
export type Request<Name extends VerbName> = { readonly name: Name; readonly args: unknown };

/** Does a verb. Rejects with a SimulatorError for arguments or a key that are not right, and for what can't be done. */
export async function perform<Name extends VerbName>(
  host: ControlHost,
  { key, origin, signal }: Caller,
  { name, args: given }: Request<Name>,
): Promise<AnswerOf<Name>> {
  const args = await readArguments(name, given);
  const sandbox = CONTROL_ROUTES[name].isOfServer ? host.sandboxes.default : sandboxOf(host, key);
  const leave = host.sandboxes.enter(sandbox);
  try {
    return await VERBS[name]({ host, sandbox, origin, signal }, args);
  } finally {
    leave();
  }
}

function sandboxOf({ sandboxes }: ControlHost, key: string | undefined): Sandbox {
  const sandbox = key === undefined ? undefined : sandboxes.forKey(key);
  if (sandbox !== undefined) return sandbox;
  throw new SimulatorError(
    "SIM_UNKNOWN_SANDBOX",
    "Failed to find the sandbox of the API key: the key is not accepted, or its sandbox was deleted, or dropped as the one that was unused for the longest time. Make a new one, or raise `maxSandboxes` and `maxSandboxBytes`.",
  );
}
