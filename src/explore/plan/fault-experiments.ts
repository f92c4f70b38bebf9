import type { ClockSpec } from "../../core/clock-spec.ts";
import { defined } from "../../core/defined.ts";
import type { Integer, JsonObject } from "../../core/json.ts";
import { isAbout } from "../../faults/call-subject.ts";
import * as FAULT_KINDS from "../../faults/fault-kinds.ts";
import { type Place, placeKey } from "./call-map.ts";
import { type Experiment, slug } from "./experiment.ts";
import { type Trial, type TrialTable, type TriedCall, trialsOf } from "./trials.ts";

/** Number of times that a fault fires in order to outlast a client's retries. */
const OFTEN = 25;

/** A reason for leaving out experiments, and the number of these experiments. */
export type LeftOut = { readonly reason: string; readonly count: Integer };

/** Plans each applicable fault at each place: once and, if a retry may succeed, repeatedly. */
export function faultExperiments(
  places: readonly Place[],
  { clock, trials }: { readonly clock: ClockSpec["mode"]; readonly trials: TrialTable },
): { readonly experiments: readonly Experiment[]; readonly leftOut: readonly LeftOut[] } {
  const seen = new Map<string, string>();
  const experiments: Experiment[] = [];
  const skipped = new Map<string, number>();
  const skip = (reason: string): void => void skipped.set(reason, (skipped.get(reason) ?? 0) + 1);
  for (const place of places) {
    for (const { trial, onClock } of trialsAt(place, trials)) {
      const unnoticed = onClock?.[clock];
      for (const isOften of trial.isTemporary === true ? [false, true] : [false]) {
        const scope = isOften
          ? [place.operationId, place.format, place.isRepeated]
          : placeKey(place);
        const key = JSON.stringify([scope, trial.wire, isOften]);
        const known = seen.get(key);
        if (unnoticed !== undefined) skip(`on this clock, the fault ${unnoticed}`);
        else if (known === undefined) experiments.push(experimentOf(trial, place, isOften, places));
        else if (known === placeKey(place)) skip("the client can't tell this fault from another");
        else skip("a repeated fault is tried once for all states of the job");
        seen.set(key, known ?? placeKey(place));
      }
    }
  }
  return { experiments, leftOut: [...skipped].map(([reason, count]) => ({ reason, count })) };
}

/** The faults that apply to a call, even if the client did not make that call. */
export function trialsAt(call: TriedCall, table: TrialTable) {
  return Object.values(FAULT_KINDS).flatMap(({ kind, traits: { onClock } }) =>
    trialsOf(table, kind, call).map((trial) => ({ trial, onClock })),
  );
}

function experimentOf(
  trial: Trial,
  place: Place,
  isOften: boolean,
  places: readonly Place[],
): Experiment {
  const { operationId, state, format, isRepeated, use } = place;
  const words = [operationId, isOften ? "" : state, format, isRepeated ? "again" : "", trial.name];
  const id = slug(`${words.join(" ")}${isOften ? " often" : ""}`);
  const fault = { name: id, on: operationId, ...address(place, places, isOften), ...trial.fault };
  return {
    id,
    row: operationId,
    group: trial.group,
    title: titleOf(trial, place, isOften),
    change: { faults: [fault] },
    shownBy: "fault",
    ...(trial.isDamage === true && isAbout(use, "file") ? { damage: "download" as const } : {}),
    isWaiting: trial.isWithheld === true || isOften,
    rank: trial.rank + (isOften ? 0.5 : 0),
  };
}

/** A rule's conditions and limit; omits the job's state if the rule fires often. */
function address(place: Place, places: readonly Place[], isOften: boolean): JsonObject {
  const { state, format, isRepeated } = place;
  const jobState = isOften ? undefined : state;
  const when = defined({ jobState, format, call: isRepeated || isOften ? undefined : 1 });
  const first = placeKey({ ...place, isRepeated: false });
  const isAfterFirst = isRepeated && (isOften || places.some((each) => placeKey(each) === first));
  return {
    ...(Object.keys(when).length === 0 ? {} : { when }),
    ...(isAfterFirst ? { after: 1 } : {}),
    times: isOften ? OFTEN : 1,
  };
}

function titleOf(trial: Trial, place: Place, isOften: boolean): string {
  const { operationId, state, format, isRepeated } = place;
  const call = `${isRepeated ? "A repeated" : "The first"} call to ${operationId}`;
  const details = [
    ...(state === undefined || isOften ? [] : [`while the job is ${state}`]),
    ...(format === undefined ? [] : [`for ${format}`]),
  ].join(", ");
  const subject = details === "" ? call : `${call} (${details})`;
  const [verb, also] = trial.name.startsWith("handled") ? ["is", "are"] : ["gets", "do"];
  return `${subject} ${verb} ${trial.name}${isOften ? `, and so ${also} the next ${OFTEN - 1} calls` : ""}.`;
}
