import type { Exchange } from "../../core/exchange.ts";
import { isTerminal, JOB_STATES } from "../../core/job/state.ts";
import { parseJson } from "../../core/json.ts";
import { nearest } from "../../core/nearest.ts";
import { isSuccess } from "../../findings/status-reads.ts";
import { hasResultsIn, stateNameIn } from "../../record/job-reading.ts";
import type { Spec } from "../../spec/spec.ts";
import { ABSENT, type Differences } from "./difference.ts";

/** A job's states in the order in which they were seen, without consecutive repetitions. */
type Course = {
  readonly names: string[];
  readonly afterCancel: string[];
  readonly hadEnded: boolean;
  readonly hasResults: boolean;
  readonly shownBy: number;
};

export function stateDifferences(
  service: readonly Exchange[],
  simulator: readonly Exchange[],
  spec: Spec,
): Differences {
  const [theirs, ours] = [coursesIn(service, spec), coursesIn(simulator, spec)];
  const typical = ours.map(({ names }) => names).sort((a, b) => b.length - a.length)[0] ?? [];
  const known = new Set(JOB_STATES.map((state) => spec.wireState(state)));
  const unknown = theirs.flatMap((course) => namesIn(course, typical, known));
  const renamed = new Set(theirs.flatMap(({ names }) => names.filter((name) => !known.has(name))));
  const names = { known: new Set([...known, ...renamed]), terminal: terminalNames(spec) };
  const canceled = theirs
    .filter(({ afterCancel }) => !renamed.has(afterCancel.at(-1) ?? ""))
    .flatMap((course) => cancelDifferences(course, ours, names));
  return [...new Map([...unknown, ...canceled].map((each) => [each.place, each])).values()];
}

function terminalNames(spec: Spec): ReadonlySet<string> {
  return new Set(JOB_STATES.filter(isTerminal).map((state) => spec.wireState(state)));
}

function coursesIn(exchanges: readonly Exchange[], spec: Spec): readonly Course[] {
  const courses = new Map<string, Course>();
  const terminal = terminalNames(spec);
  const cancels = new Map<string, boolean>();
  for (const { id, jobId, operationId, response } of exchanges) {
    const operation = spec.operations.find((each) => each.operationId === operationId);
    if (jobId === undefined || operation === undefined || !isSuccess(response.status)) continue;
    const { use } = operation;
    const course = courses.get(jobId);
    if (use === "cancelJob" && !cancels.has(jobId))
      cancels.set(jobId, terminal.has(course?.names.at(-1) ?? ""));
    if (use === "getResults" && course) courses.set(jobId, { ...course, hasResults: true });
    if (use !== "getJobStatus" && use !== "getJob") continue;
    const body = parseJson(response.body?.text ?? "") ?? null;
    const name = stateNameIn(operation, body);
    if (typeof name !== "string" || /^\(\d+ characters\)$/.test(name)) continue;
    const hadEnded = cancels.get(jobId);
    const known = course ?? { names: [], afterCancel: [], hasResults: false };
    const list = hadEnded === undefined ? known.names : known.afterCancel;
    if (list.at(-1) !== name) list.push(name);
    const hasResults = known.hasResults || hasResultsIn(operation, body);
    courses.set(jobId, { ...known, hasResults, hadEnded: hadEnded ?? false, shownBy: id });
  }
  return [...courses.values()];
}

/** Finds a job's states that are renamed, additional, or in a different order. */
function namesIn(
  course: Course,
  typical: readonly string[],
  known: ReadonlySet<string>,
): Differences {
  const { names, shownBy, hasResults } = course;
  const left = typical.filter((name) => !names.includes(name));
  let after = -1;
  return names.flatMap((name, index) => {
    const place = typical.indexOf(name);
    if (place >= 0 && place < after)
      return difference([name, `before ${typical[after]}`, `after ${typical[after]}`], shownBy);
    after = Math.max(after, place);
    if (known.has(name)) return [];
    const later = names.slice(index).map((each) => typical.indexOf(each));
    const next = later.find((each) => each >= 0) ?? typical.length;
    const candidates = left.filter((each) => {
      const at = typical.indexOf(each);
      return at > after && at < next;
    });
    const isFinal = hasResults && index === names.length - 1;
    const match = nearest(name, candidates) ?? candidates.at(isFinal ? -1 : 0);
    if (match === undefined)
      return difference([name, `after ${names[index - 1] ?? "creation"}`, ABSENT], shownBy);
    left.splice(left.indexOf(match), 1);
    return difference([match, `named \`${name}\``, `named \`${match}\``], shownBy);
  });
}

function cancelDifferences(
  course: Course,
  ours: readonly Course[],
  { known, terminal }: Readonly<Record<"known" | "terminal", ReadonlySet<string>>>,
): Differences {
  const { hadEnded, afterCancel, shownBy } = course;
  const own = ours.find((each) => each.hadEnded === hadEnded && each.afterCancel.length > 0);
  const [service, simulator] = [afterCancel.at(-1), own?.afterCancel.at(-1)];
  if (service === undefined || simulator === undefined) return [];
  const typical = own?.afterCancel.slice(-afterCancel.length) ?? [];
  const named = namesIn({ ...course, names: afterCancel }, typical, known);
  // A recorded client may have stopped polling before the job ended.
  if (service === simulator || !terminal.has(service)) return named;
  const place = `after a cancel request${hadEnded ? " for a job that had ended" : ""}`;
  return [...named, ...difference([place, service, simulator], shownBy)];
}

function difference(
  [place, service, simulator]: readonly [place: string, service: string, simulator: string],
  shownBy: number,
): Differences {
  const found = { place, service, simulator, shownBy: { service: shownBy } };
  return [{ kind: "state", operationId: "", situation: "", ...found }];
}
