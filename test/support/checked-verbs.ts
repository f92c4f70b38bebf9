import { CONTROL_VERBS } from "../../src/control/control-verbs.ts";
import * as kit from "../../src/control/grammar-kit.ts";
import type { Verb } from "../../src/control/verb.ts";

type AnyVerb = { act: Verb<never, unknown>["act"] } & Pick<Verb<never, unknown>, "response">;

const CHECKED = Symbol.for("batch-sim.checked");

/**
 * From now on, a response that its verb's grammar doesn't describe fails the call: both the value that is returned in process, and
 * what becomes of it as JSON over HTTP. The verbs are shared by all test files of a worker, so each is wrapped only once.
 */
export function checkResponses(): void {
  for (const [name, verb] of Object.entries(CONTROL_VERBS)) {
    if (CHECKED in verb.act) continue;
    checkResponsesOf(name, verb as AnyVerb);
  }
}

function checkResponsesOf(name: string, verb: AnyVerb): void {
  const { act } = verb;
  const grammar = verb.response(kit);
  const check = (form: string, response: unknown): void => {
    const { error } = grammar.safeParse(response);
    if (error === undefined) return;
    throw new Error(`The grammar of ${name} doesn't describe its response ${form}: ${error}`);
  };
  const checked: AnyVerb["act"] = async (scope, args) => {
    const response = await act(scope, args);
    check("in process", response);
    if (response !== undefined) check("over HTTP", JSON.parse(JSON.stringify(response)));
    return response;
  };
  verb.act = Object.assign(checked, { [CHECKED]: true });
}
