/** Upper bounds of a histogram's buckets, in seconds. */
export const BUCKET_SECONDS: readonly number[] = [
  0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
];

export type OperationCounts = {
  /** Number of calls by response status; status 0 means no response. */
  readonly statuses: Map<number, number>;
  /** Number of calls per bucket; the last bucket has no upper bound. */
  readonly buckets: number[];
  seconds: number;
};

export class RequestCounts {
  /** Keyed by operation ID; the key `none` is for requests that match no operation. */
  readonly operations = new Map<string, OperationCounts>();

  add(operationId: string | undefined, status: number, durationMs: number): void {
    const name = operationId ?? "none";
    const counts = this.operations.get(name) ?? {
      statuses: new Map(),
      buckets: new Array<number>(BUCKET_SECONDS.length + 1).fill(0),
      seconds: 0,
    };
    this.operations.set(name, counts);
    counts.statuses.set(status, (counts.statuses.get(status) ?? 0) + 1);
    const seconds = durationMs / 1000;
    counts.seconds += seconds;
    const found = BUCKET_SECONDS.findIndex((bound) => seconds <= bound);
    const bucket = found === -1 ? BUCKET_SECONDS.length : found;
    counts.buckets[bucket] = (counts.buckets[bucket] ?? 0) + 1;
  }
}
