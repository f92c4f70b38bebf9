import { counted } from "../../core/counted.ts";
import { defined } from "../../core/defined.ts";
import { grouped } from "../../findings/grouped.ts";
import type { Operation } from "../../spec/operation.ts";
import type { FieldsOfRequest } from "../../spec/request-map.ts";
import type { Spec } from "../../spec/spec.ts";

/** A request to send, or to repeat until its job has ended. */
export type Probe = {
  readonly operation: Operation;
  readonly fields: FieldsOfRequest;
  readonly key: "own" | "none" | "malformed";
  /** Why the service should refuse the request, in words. */
  readonly refusal?: string;
  /** Number of the job that the request creates or is about. */
  readonly job?: number;
  readonly untilEnded?: boolean;
};

/** Whether to create jobs and, if so, whether to test cancellation and cost estimates, too. */
export type PlanSize = { readonly jobs: 0 | 1; readonly isDeep: boolean };

/** The input of every job. No other input is sent. */
export const INPUT = "Reply with the word hello.";

/** An ID that no service gives to a job. */
export const MISSING_JOB = "no-such-job";

/** Keys that a service must refuse. */
const BAD_KEYS: readonly Pick<Probe, "key" | "refusal">[] = [
  { key: "none", refusal: "without a key" },
  { key: "malformed", refusal: "with a malformed key" },
];

/** Plans the requests that show whether a service follows its spec. No request deletes anything. */
export function probesOf(spec: Spec, { jobs, isDeep }: PlanSize): readonly Probe[] {
  const of = (...uses: readonly string[]): readonly Operation[] =>
    uses.flatMap((use) => spec.operations.find((operation) => operation.use === use) ?? []);
  const [create] = of("createJob").filter(({ inputsPath }) => inputsPath !== undefined);
  const [checked] = of("getResults", "listJobs");
  // If the API has no key scheme, no key is malformed.
  const keys = spec.keyScheme.scheme === "" ? BAD_KEYS.slice(0, 1) : BAD_KEYS;
  const own = (operation: Operation, fields: FieldsOfRequest = {}, job?: number): Probe =>
    defined({ operation, fields, key: "own", job });
  const refused: readonly Probe[] = [
    ...(checked === undefined
      ? []
      : keys.map((key) => ({ ...own(checked, unknown(checked)), ...key }))),
    ...of("getJobStatus", "getJob", "getResults", "cancelJob").map((operation) => ({
      ...own(operation, unknown(operation)),
      refusal: "for a job that doesn't exist",
    })),
    ...(create === undefined ? [] : [{ ...own(create), refusal: "without inputs" }]),
  ];
  const results = (job: number, more: FieldsOfRequest = {}): readonly Probe[] =>
    of("getResults").flatMap((operation) =>
      formatsOf(operation).map((format) => own(operation, { ...format, ...more }, job)),
    );
  const about = (job: number, ...uses: readonly string[]): readonly Probe[] =>
    of(...uses).map((operation) => own(operation, {}, job));
  const followed = (job: number): readonly Probe[] =>
    about(job, "getJobStatus", "getJob")
      .slice(0, 1)
      .map((probe) => ({ ...probe, untilEnded: true }));
  const created = (job: number, fields: FieldsOfRequest = {}): readonly Probe[] =>
    create === undefined ? [] : [own(create, { inputs: [INPUT], ...fields }, job)];
  const first: readonly Probe[] = [
    ...created(1),
    ...results(1).slice(0, 1),
    ...about(1, "getJob"),
    ...followed(1),
    ...about(1, "getJob", "streamJobProgress"),
    ...results(1, { includeInputs: true, includeCumulativeLogprobs: true }),
    ...about(1, "cancelJob"),
    ...followed(1),
  ];
  const deep: readonly Probe[] = [
    ...created(2),
    ...about(2, "cancelJob", "cancelJob"),
    ...followed(2),
    ...results(2).slice(0, 1),
    ...created(3, { dryRun: true }),
  ];
  return [
    ...of("tryAuthentication", "getQuotas", "getOpenApi", "listDatasets").map((operation) =>
      own(operation),
    ),
    ...refused,
    ...(jobs === 0 ? [] : first),
    ...(jobs === 0 || !isDeep ? [] : deep),
    ...of("listJobs").map((operation) => own(operation)),
  ];
}

/** Whether a probe creates a job; such a job always has one input. */
export function createsJob(probe: Probe): probe is Probe & { readonly job: number } {
  return probe.operation.use === "createJob" && probe.job !== undefined;
}

function unknown(operation: Operation): FieldsOfRequest {
  return { jobId: MISSING_JOB, ...formatsOf(operation)[0] };
}

/** Request fields for each format in which an operation serves results. */
function formatsOf({ use, response, formatOf }: Operation): readonly FieldsOfRequest[] {
  if (use !== "getResults") return [{}];
  const only = formatOf({ path: {}, query: {}, header: {}, body: {} });
  const formats = typeof only === "string" ? [only] : Object.keys(response as object);
  return formats.map((format) => ({ format }));
}

export function planText(probes: readonly Probe[], against: string): string {
  const once = probes.filter(({ untilEnded }) => untilEnded !== true);
  const counts = grouped(once, ({ operation: { method, path }, refusal = "" }) =>
    `${method} ${path} ${refusal}`.trim(),
  );
  const lines = [...counts].map(
    ([line, { length }]) => `  ${line}${length > 1 ? ` (${length} times)` : ""}`,
  );
  const polls = probes.some(({ untilEnded }) => untilEnded === true)
    ? ", and status requests until the jobs have ended"
    : "";
  const jobs = probes.filter(createsJob).length;
  return [
    `verify will send to ${against}:`,
    ...lines,
    `${counted(once.length, "request")}${polls}; ${counted(jobs, "job")} with ${counted(jobs, "row")} in total.`,
  ].join("\n");
}
