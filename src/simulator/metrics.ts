import { collectDefaultMetrics, type Metric, Registry } from "prom-client";
import type { Probes } from "../control/control-path.ts";
import { BUCKET_SECONDS, type OperationCounts } from "../http/request-counts.ts";
import type { Sandbox } from "../state/sandbox.ts";
import type { Sandboxes } from "../state/sandboxes.ts";
import type { SandboxStore } from "../stores/stores.ts";
import { readData } from "./package-file.ts";
import type { ServerParts } from "./server-parts.ts";

export type MeasuredServer = Pick<ServerParts, "requests" | "vitals">;

type MeasuredState = {
  readonly open: { readonly sandboxes: Sandboxes };
  readonly saved: SandboxStore | undefined;
};

/** A process that has the state or, as a follower, forwards requests to the leader. */
export type MeasuredProcess = Pick<Probes, "status"> & {
  /** The state; undefined if another process has it. */
  readonly current: () => MeasuredState | undefined;
  /** Number of times that this process has become the leader. */
  readonly takeovers: () => number;
};

/** Metrics of the Node.js process; all simulators in the process share them. */
let ofProcess: Registry | undefined;

type MetricValue = {
  /** The value's name, if it differs from the metric's name. */
  readonly metricName?: string;
  readonly labels?: Readonly<Record<string, string | number>>;
  readonly value: number;
};

/** Functions that read a metric's values, by the metric's name in `data/metrics.yaml`. */
type MetricValues = Readonly<Record<string, () => readonly MetricValue[]>>;

export async function metricsOf(
  server: MeasuredServer,
  process: MeasuredProcess,
): Promise<Registry> {
  if (ofProcess === undefined) {
    ofProcess = new Registry();
    collectDefaultMetrics({ register: ofProcess });
  }
  const own = new Registry();
  const table = await readData<Readonly<Record<string, object>>>("metrics");
  for (const [shortName, values] of Object.entries(valuesOf(server, process))) {
    const name = PREFIX + shortName;
    const get = async (): Promise<object> => ({ ...table[shortName], name, values: values() });
    // prom-client's histogram would have to be loaded on the first request, and would take twenty
    // times as long as `RequestCounts` to count a request.
    own.registerMetric({ name, get } as unknown as Metric);
  }
  return Registry.merge([own, ofProcess]);
}

const PREFIX = "batch_sim_";

function valuesOf({ requests, vitals }: MeasuredServer, process: MeasuredProcess): MetricValues {
  const { operations } = requests;
  const sandboxes = (): readonly Sandbox[] => process.current()?.open.sandboxes.all() ?? [];
  const read = (): readonly Sandbox[] => sandboxes().filter(({ loading }) => loading === undefined);
  const sum = (sizeOf: (sandbox: Sandbox) => number) => () => [
    { value: read().reduce((total, each) => total + sizeOf(each), 0) },
  ];
  return {
    requests_total: () =>
      [...operations].flatMap(([operation, { statuses }]) =>
        [...statuses].map(([status, value]) => ({ labels: { operation, status }, value })),
      ),
    request_duration_seconds: () =>
      [...operations].flatMap(([operation, counts]) => durations(operation, counts)),
    sandboxes: () => [{ value: sandboxes().length }],
    unread_sandboxes: () => [{ value: sandboxes().length - read().length }],
    jobs: sum(({ state }) => state.jobs.size),
    journal_exchanges: sum(({ journal }) => journal.length),
    journal_bytes: sum(({ journal }) => journal.byteLength),
    store_lag_seconds: () => [{ value: (process.current()?.saved?.lagMs ?? 0) / 1000 }],
    event_loop_delay_seconds: () => {
      const { p50Ms, p99Ms, worstMs } = vitals.read().eventLoopDelay;
      return [
        { labels: { quantile: "0.5" }, value: p50Ms / 1000 },
        { labels: { quantile: "0.99" }, value: p99Ms / 1000 },
        { labels: { quantile: "1" }, value: worstMs / 1000 },
      ];
    },
    role: () => [{ labels: { role: process.status().role }, value: 1 }],
    term: () => [{ value: process.status().term ?? 0 }],
    takeovers_total: () => [{ value: process.takeovers() }],
  };
}

function durations(
  operation: string,
  { buckets, seconds }: OperationCounts,
): readonly MetricValue[] {
  const name = `${PREFIX}request_duration_seconds`;
  let count = 0;
  const lines = buckets.map((own, index) => {
    count += own;
    const le = BUCKET_SECONDS[index] ?? "+Inf";
    return { metricName: `${name}_bucket`, labels: { le, operation }, value: count };
  });
  return [
    ...lines,
    { metricName: `${name}_sum`, labels: { operation }, value: seconds },
    { metricName: `${name}_count`, labels: { operation }, value: count },
  ];
}
