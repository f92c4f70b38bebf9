import type { RunTrace, TracedSandbox } from "../../control/reports.ts";
import type { RecordedRun } from "../../control/shared/trace-text.ts";
import { defined } from "../../core/defined.ts";
import type { Exchange } from "../../core/exchange.ts";
import { isTerminal } from "../../core/job/state.ts";
import { parseJson } from "../../core/json.ts";
import { grouped } from "../../findings/grouped.ts";
import { decidedReport } from "../../findings/report/fails.ts";
import type { Report } from "../../findings/report/report-of.ts";
import { isSuccess } from "../../findings/status-reads.ts";
import type { SimulatorOptions } from "../../options/options.ts";
import { type OpenSimulator, openSimulator } from "../../simulator/start-simulator.ts";
import type { Operation } from "../../spec/operation.ts";
import { readResponse } from "../../spec/read-response.ts";
import type { Calls, RecordedCall } from "../plan/call-map.ts";
import type { SeenRun } from "../verdict/missed-damage.ts";
import { type CommandEnd, runTimed, type TimedCommand } from "./processes.ts";

export type Explored = {
  readonly program: string;
  readonly args: readonly string[];
  readonly options: SimulatorOptions;
  /** Command-line arguments for repeating an experiment, in addition to its scenario. */
  readonly repeatWords: readonly string[];
  readonly environmentOf: (opened: OpenSimulator) => NodeJS.ProcessEnv;
};

type RunChange = Pick<TimedCommand, "signal"> & {
  /** The scenario file to apply over each sandbox's own scenario. */
  readonly over?: string;
  readonly limitMs?: TimedCommand["limitMs"];
};

export type RunResult = SeenRun &
  CommandEnd &
  RecordedRun & { readonly spec: ReturnType<OpenSimulator["spec"]> };

export function runOnce(
  { program, args, options, environmentOf }: Explored,
  { over, limitMs, signal }: RunChange,
): Promise<RunResult> {
  return recordRun(defined({ ...options, over }), (opened, calls) =>
    runTimed({
      ...{ program, args, env: environmentOf(opened), signal, limitMs },
      extraMs: () => withheldMs(calls),
    }),
  );
}

/** Total time, in milliseconds, that a client waited for responses that faults withheld. */
export function withheldMs(calls: readonly Pick<RecordedCall, "exchange">[]): number {
  return calls
    .filter(({ exchange: { fault, end } }) => fault !== undefined && end === "aborted")
    .reduce((sum, { exchange }) => sum + exchange.durationMs, 0);
}

/** Opens a simulator for `act`, and records all calls to the simulator until `act` has ended. */
export async function recordRun(
  options: SimulatorOptions,
  act: (
    opened: OpenSimulator,
    calls: readonly Pick<RecordedCall, "exchange">[],
  ) => Promise<CommandEnd>,
): Promise<RunResult> {
  const calls: Omit<RecordedCall, "use">[] = [];
  const opened = await openSimulator({
    ...options,
    onExchange: (exchange, sandbox) => void calls.push({ sandbox, exchange }),
  });
  const { simulator } = opened;
  try {
    const ended = await act(opened, calls);
    await requestsEnd(simulator);
    const report = decidedReport(await simulator.control.report({ all: true }));
    const active = report.lives.filter(
      ({ phases }) => !isTerminal(phases.at(-1)?.state ?? "failed"),
    );
    const spec = opened.spec();
    const inOrder = calls
      .toSorted((a, b) => a.exchange.id - b.exchange.id)
      .map(({ sandbox, exchange }) => {
        const operation = spec.operations.find((it) => it.operationId === exchange.operationId);
        const rows = operation && rowsIn(operation, exchange);
        return { sandbox, exchange, use: operation?.use ?? "", rows };
      });
    return {
      ...ended,
      ...{ report, findings: report.findings, calls: inOrder, spec },
      activeJobs: new Set(active.map(({ jobId }) => jobId)),
      trace: withEnded(await simulator.control.trace(), report, inOrder),
    };
  } finally {
    await simulator.close();
  }
}

/** The rows in a job's view, or the whole view if the journal has only its beginning. */
function rowsIn({ use, reads, response: template }: Operation, { response }: Exchange): unknown {
  const { status, body } = response;
  if (use !== "getJob" || !reads("lines") || !isSuccess(status)) return undefined;
  if (body?.isCut === true) return body;
  const { values } = readResponse(template, parseJson(body?.text ?? "") ?? null);
  return values.find(({ name }) => name === "job.lines")?.value;
}

const MOST_TURNS = 1000;

/** Waits until the server has noticed that the ended client's connections are closed. */
export async function requestsEnd({ control }: OpenSimulator["simulator"]): Promise<void> {
  for (let turn = 0; turn < MOST_TURNS; turn++) {
    await new Promise((resolve) => setImmediate(resolve));
    const sandboxes = await control.sandboxes();
    if (sandboxes.every(({ openRequests }) => openRequests === 0)) return;
  }
}

/** Adds the sandboxes that tests have deleted, with their exchanges; all other data is gone. */
function withEnded(trace: RunTrace, { sandboxes }: Report, calls: Calls): RunTrace {
  const ended = new Map(grouped(sandboxes, ({ name }) => name));
  for (const { sandbox } of trace.sandboxes) ended.delete(sandbox.name);
  const traced = [...ended.values()].map(([{ name, scenario, seed, clock }]): TracedSandbox => {
    const exchanges = calls.flatMap((call) => (call.sandbox === name ? [call.exchange] : []));
    const sandbox = {
      ...{ name, scenario, seed, clock, now: exchanges.at(-1)?.at ?? 0 },
      ...{ jobs: 0, exchanges: exchanges.length, droppedExchanges: 0 },
      ...{ byteLength: 0, openRequests: 0 },
    };
    return { sandbox, jobs: [], exchanges, faults: [] };
  });
  return { ...trace, sandboxes: [...trace.sandboxes, ...traced] };
}
