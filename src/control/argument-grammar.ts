import { z } from "zod";
import { CLOCK_FORM, parseClockSpec } from "../core/clock-spec.ts";
import { JOB_STATES } from "../core/job/state.ts";
import { DURATION_FORM, parseDurationMs } from "../core/time.ts";
import { FINDING_IDS } from "../findings/finding-table.ts";
import { jsonObject, keys, line, optional, wholeNumber } from "../scenario/grammar/values.ts";
import type { ArgumentsOf, Span, VerbName } from "./verb.ts";

type Grammar = { readonly [Name in VerbName]: z.ZodType<ArgumentsOf<Name>> };

const SPAN_FORM = `milliseconds or ${DURATION_FORM}`;
const INSTANT_FORM = "milliseconds since 1970 or ISO 8601";
const NAME_FORM = "a name of letters, digits, `-`, `_` and `.`";
const FILE_FORM = "a name of letters, digits, `-`, `_`, `.` and spaces";
const SCENARIO_FORM = "a built-in scenario's name, YAML text, or a scenario as an object";

const milliseconds = (error: string) => z.number({ error }).min(0, { error });
const span: z.ZodType<Span> = z.union(
  [
    milliseconds(SPAN_FORM),
    z.string().refine((text) => parseDurationMs(text) !== undefined, { error: SPAN_FORM }),
  ],
  { error: SPAN_FORM },
);
const instant = z.union(
  [
    milliseconds(INSTANT_FORM).max(8.64e15, { error: INSTANT_FORM }),
    z.string().refine((text) => !Number.isNaN(Date.parse(text)), { error: INSTANT_FORM }),
  ],
  { error: INSTANT_FORM },
);
const jobState = z.enum(JOB_STATES);
const name = z.string({ error: NAME_FORM }).regex(/^[\w.-]{1,100}$/, { error: NAME_FORM });
const fileName = z.string({ error: FILE_FORM }).regex(/^[\w. -]{1,255}$/, { error: FILE_FORM });
const clock = z
  .string({ error: CLOCK_FORM })
  .refine((text) => parseClockSpec(text) !== undefined, { error: CLOCK_FORM });
const scenario = z.union([z.string({ error: SCENARIO_FORM }).min(1), jsonObject], {
  error: SCENARIO_FORM,
});

const findingId = z.enum(FINDING_IDS, { error: "the id of a finding" });
const judging = {
  strict: optional(z.boolean(), "Takes what rests on an assumption as a warning. Default: false."),
};

const nothing = keys({});
const job = { jobId: line.meta({ description: "The job's id." }) };
const reason = optional(line, "What the client is told. Default: that the test did it.");

const filter = {
  operation: optional(line, "Its operationId."),
  jobId: optional(line, "The job that it is about."),
  jobState: optional(jobState, "The job's state, as the client was told it."),
  method: optional(line, "Its method, in any case."),
  url: optional(line, "A part of its path and query."),
  status: optional(wholeNumber(0), "The response's status; 0 where there was none."),
  fault: optional(line, "The fault rule that shaped the response."),
  faulted: optional(z.boolean(), "Whether some fault shaped the response."),
  problems: optional(z.boolean(), "Whether something was wrong with the request."),
  unmatched: optional(z.boolean(), "Whether no operation is served at its method and path."),
  after: optional(wholeNumber(0), "Only exchanges with a greater id."),
  keyless: optional(
    z.boolean(),
    "The requests without a key that is accepted, instead of the sandbox's own.",
  ),
};

/** What each verb of the control API may be given. */
export const ARGUMENT_GRAMMAR: Grammar = {
  readClock: nothing,
  advanceClock: keys({
    by: optional(span, `How far: ${SPAN_FORM}.`),
    to: optional(instant, `Up to when: ${INSTANT_FORM}. The past changes nothing.`),
  }).refine(({ by, to }) => (by === undefined) !== (to === undefined), {
    error: "exactly one of `by` and `to`",
  }),
  advanceUntil: keys({
    idle: optional(z.literal(true), "Until no job changes any more and nothing waits."),
    jobId: optional(line, "Until this job is in `state`."),
    state: optional(jobState, "The state of `jobId`."),
    within: optional(span, "How far at most. Default: 30 days."),
  }).refine(
    ({ idle, jobId, state }) =>
      idle === true ? !jobId && !state : jobId !== undefined && state !== undefined,
    { error: "either `idle`, or `jobId` and `state`" },
  ),
  listJobs: nothing,
  getJob: keys(job),
  forceJob: keys({ ...job, state: jobState, reason }),
  failJob: keys({ ...job, reason }),
  listFaults: nothing,
  unusedFaults: nothing,
  addFaults: keys({ faults: z.array(jsonObject).min(1) }),
  removeFault: keys({ name: line }),
  getScenario: nothing,
  putScenario: keys({ scenario }),
  listScenarios: nothing,
  findExchanges: keys(filter),
  countExchanges: keys(filter),
  waitForExchange: keys({
    ...filter,
    count: optional(wholeNumber(1), "How many exchanges must meet it. Default: 1."),
    timeout: optional(span, "How long at most, in wall time. Default: 30 s."),
  }),
  clearJournal: nothing,
  listAssumptions: nothing,
  putFile: keys({
    name: fileName,
    bytes: z.instanceof(Uint8Array),
    contentType: optional(line, "What GET answers as Content-Type. Default: by the name."),
    expiresIn: optional(span, "How long the URL is good, on the sandbox's clock. Default: 1 h."),
  }),
  getSnapshot: nothing,
  reset: nothing,
  createSandbox: keys({
    scenario: optional(scenario, "The scenario: a built-in one's name, YAML text, or an object."),
    seed: optional(z.int(), "Seed of all that is drawn in it."),
    clock: optional(clock, `How its time moves: ${CLOCK_FORM}.`),
    name: optional(name, "Its name: the same name and seed give the same ids."),
  }),
  listSandboxes: nothing,
  getSandbox: nothing,
  deleteSandbox: nothing,
  getReport: keys(judging),
  findFindings: keys(judging),
  expectFinding: keys({
    id: optional(findingId, "Its id. Default: whichever the sandbox has."),
  }),
  expectClientError: keys({
    jobId: optional(line, "The job that the error was about. Default: whichever."),
  }),
  getHealth: nothing,
};
