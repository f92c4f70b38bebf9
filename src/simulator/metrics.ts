import { Counter, collectDefaultMetrics, Gauge, type Histogram, Registry } from "prom-client";
import type { ReplicaStatus } from "../control/control-path.ts";
import type { LoopDelay } from "../control/reports.ts";
import {
  BUCKET_SECONDS,
  type OperationCounts,
  type RequestCounts,
} from "../http/request-counts.ts";
import type { Sandbox } from "../state/sandbox.ts";

export type MetricSources = {
  readonly requests: RequestCounts;
  readonly status: () => ReplicaStatus;
  /** How often this process has become the leader. */
  readonly takeovers: () => number;
  /** The sandboxes; none while another process has them. */
  readonly sandboxes: () => readonly Sandbox[];
  /** How long the oldest change that is not stored has been waiting, in milliseconds. */
  readonly lagMs: () => number;
  readonly eventLoopDelay: () => LoopDelay;
};

/** Those of the process, which its simulators share. */
let ofProcess: Registry | undefined;

/** Defines the metrics of a simulator; everything is read when they are asked for. */
export function metricsOf(sources: MetricSources): Registry {
  if (ofProcess === undefined) {
    ofProcess = new Registry();
    collectDefaultMetrics({ register: ofProcess });
  }
  const own = new Registry();
  addRequests(own, sources.requests);
  addState(own, sources);
  addReplica(own, sources);
  return Registry.merge([own, ofProcess]);
}

function addRequests(register: Registry, { operations }: RequestCounts): void {
  new Counter({
    name: "batch_sim_requests_total",
    help: "Requests to the simulated service; the status is 0 if there was no response.",
    labelNames: ["operation", "status"],
    registers: [register],
    collect() {
      this.reset();
      for (const [operation, { statuses }] of operations)
        for (const [status, count] of statuses) this.inc({ operation, status }, count);
    },
  });
  const name = "batch_sim_request_duration_seconds";
  const get = async (): Promise<object> => ({
    name,
    help: "Wall-clock time from a request to the end of its response, with delays that a scenario asks for.",
    type: "histogram",
    values: [...operations].flatMap(([operation, counts]) => durations(name, operation, counts)),
  });
  // The package's histogram would have to be loaded with the first request, and takes twenty times as long to count it.
  register.registerMetric({ name, get } as unknown as Histogram);
}

function durations(
  name: string,
  operation: string,
  { buckets, seconds }: OperationCounts,
): readonly object[] {
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

function addState(register: Registry, { sandboxes, lagMs, eventLoopDelay }: MetricSources): void {
  const read = (): readonly Sandbox[] => sandboxes().filter(({ loading }) => loading === undefined);
  const sum = (sizeOf: (sandbox: Sandbox) => number) => (): number =>
    read().reduce((total, each) => total + sizeOf(each), 0);
  const gauges: Readonly<Record<string, readonly [help: string, read: () => number]>> = {
    sandboxes: ["Sandboxes.", () => sandboxes().length],
    unread_sandboxes: [
      "Sandboxes that are still being read from the store; their jobs and exchanges don't count.",
      () => sandboxes().length - read().length,
    ],
    jobs: ["Jobs in all sandboxes.", sum(({ state }) => state.jobs.size)],
    journal_exchanges: ["Exchanges in all journals.", sum(({ journal }) => journal.length)],
    journal_bytes: ["Approximate size of all journals.", sum(({ journal }) => journal.byteLength)],
    store_lag_seconds: [
      "Age of the oldest change or exchange that is not stored.",
      () => lagMs() / 1000,
    ],
  };
  for (const [name, [help, value]] of Object.entries(gauges))
    addGauge(register, { name, help, read: () => [[{}, value()]] });
  addGauge(register, {
    name: "event_loop_delay_seconds",
    help: "How late the event loop was in the last minute or two.",
    label: "quantile",
    read: () => {
      const { p50Ms, p99Ms, worstMs } = eventLoopDelay();
      return [
        [{ quantile: "0.5" }, p50Ms / 1000],
        [{ quantile: "0.99" }, p99Ms / 1000],
        [{ quantile: "1" }, worstMs / 1000],
      ];
    },
  });
}

function addReplica(
  register: Registry,
  { status, takeovers }: Pick<MetricSources, "status" | "takeovers">,
): void {
  addGauge(register, {
    name: "role",
    help: "1 for the role of this process: single, leader, or follower.",
    label: "role",
    read: () => [[{ role: status().role }, 1]],
  });
  addGauge(register, {
    name: "term",
    help: "Number of the leader's term, as far as this process knows it; 0 for a single process.",
    read: () => [[{}, status().term ?? 0]],
  });
  new Counter({
    name: "batch_sim_takeovers_total",
    help: "How often this process has begun to lead.",
    registers: [register],
    collect() {
      this.reset();
      this.inc(takeovers());
    },
  });
}

type GaugeParts = {
  readonly name: string;
  readonly help: string;
  readonly label?: string;
  readonly read: () => readonly (readonly [Record<string, string>, number])[];
};

function addGauge(register: Registry, { name, help, label, read }: GaugeParts): void {
  new Gauge({
    name: `batch_sim_${name}`,
    help,
    labelNames: label === undefined ? [] : [label],
    registers: [register],
    collect() {
      this.reset();
      for (const [labels, value] of read()) this.set(labels, value);
    },
  });
}
