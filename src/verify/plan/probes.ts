import { counted } from "../../core/counted.ts";
import { defined } from "../../core/defined.ts";
import { grouped } from "../../findings/grouped.ts";
import type { Operation } from "../../spec/operation.ts";
import { bodyPathOf, type FieldsOfRequest } from "../../spec/request-map.ts";
import type { Spec } from "../../spec/spec.ts";

/** A request to send, or to repeat until its job has ended. */
export type Probe = {
  readonly operation: Operation;
  readonly fields: FieldsOfRequest;
  readonly key: "own" | "none" | "malformed";
  /** Why the service should refuse the request, in words. */
  readonly refusal?: string;
  /** The plan's number for the job that the request creates or is about. */
  readonly job?: number;
  readonly untilEnded?: boolean;
};

/** Whether to create jobs and, if so, whether to test cancellation and cost estimates, too. */
export type PlanSize = { readonly jobs: 0 | 1; readonly isDeep: boolean };

/** The input of every job. If inputs aren't strings, the spec's example is used instead. */
const INPUT = "Reply with the word hello.";

/** Keys that a service must refuse. */
const BAD_KEYS: readonly Pick<Probe, "key" | "refusal">[] = [
  { key: "none", refusal: "without a key" },
  { key: "malformed", refusal: "with a malformed key" },
];

/** Plans the requests that show whether a service follows its spec. No request deletes anything. */
export function probesOf(spec: Spec, { jobs, isDeep }: PlanSize): readonly Probe[] {
  const of = (...uses: readonly string[]): readonly Operation[] =>
    uses.flatMap((use) => spec.operations.find((operation) => operation.use === use) ?? []);
  const creates = of("createJob").filter(({ inputsPath }) => inputsPath !== undefined);
  const hasJobs = jobs > 0 && creates.some((create) => Array.isArray(inputsFor(create)));
  const checked = of("getResults", "listJobs").slice(0, 1);
  // If the API has no key scheme, no key can be malformed.
  const keys = spec.keyScheme.scheme === "" ? BAD_KEYS.slice(0, 1) : BAD_KEYS;
  const own = (operation: Operation, fields: FieldsOfRequest = {}, job?: number): Probe =>
    defined({ operation, fields, key: "own", job });
  const refused: readonly Probe[] = [
    ...checked.flatMap((each) => keys.map((key) => ({ ...own(each, unknown(each)), ...key }))),
    ...of("getJobStatus", "getJob", "getResults", "cancelJob").map((operation) => ({
      ...own(operation, unknown(operation)),
      refusal: "for a job that doesn't exist",
    })),
    ...creates.map((create) => ({ ...own(create), refusal: "without inputs" })),
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
    creates.map((create) => own(create, { inputs: inputsFor(create), ...fields }, job));
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
    // If the request couldn't contain `dryRun`, it would create a real job.
    ...created(3, { dryRun: true }).filter(
      ({ operation: { served } }) => bodyPathOf(served, "dryRun")?.length === 1,
    ),
  ];
  return [
    ...of("tryAuthentication", "getQuotas", "getOpenApi", "listDatasets").map((operation) =>
      own(operation),
    ),
    ...refused,
    ...(hasJobs ? first : []),
    ...(hasJobs && isDeep ? deep : []),
    ...of("listJobs").map((operation) => own(operation)),
  ];
}

/** A job's inputs. Not an array if inputs aren't strings, and the spec has no example. */
function inputsFor(create: Operation): unknown {
  if (create.places === undefined && create.inputsPath?.length === 1) return [INPUT];
  return create.fieldsOf({ path: {}, query: {}, header: {}, body: create.example })["inputs"];
}

export function createsJob(probe: Probe): probe is Probe & { readonly job: number } {
  return probe.operation.use === "createJob" && probe.job !== undefined;
}

function unknown(operation: Operation): FieldsOfRequest {
  return { jobId: "no-such-job", ...formatsOf(operation)[0] };
}

/** Request fields for each format in which an operation serves results. */
export function formatsOf({ use, response, formatOf }: Operation): readonly FieldsOfRequest[] {
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
  const jobs = probes.filter(createsJob);
  const rows = jobs.flatMap(({ fields }) => fields["inputs"]).length;
  return [
    `verify will send these requests to ${against}:`,
    ...lines,
    `${counted(once.length, "request")}${polls}; ${counted(jobs.length, "job")} with ${counted(rows, "row")} in total.`,
  ].join("\n");
}
