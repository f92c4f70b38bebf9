import { JOB_STATES } from "../../core/job/state.ts";
import type { Spec } from "../../spec/spec.ts";
import type { ServiceWords } from "../reports.ts";

export function serviceWords({ noun, hasState, wireState }: Spec): ServiceWords {
  const states = JOB_STATES.filter(hasState);
  return { noun, states: states.map((state) => ({ state, name: wireState(state) })) };
}
