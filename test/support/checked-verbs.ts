import { readFileSync } from "node:fs";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import type { ControlSchemas } from "../../src/control/control-path.ts";
import { CONTROL_VERBS } from "../../src/control/control-verbs.ts";
import type { Verb } from "../../src/control/verb.ts";

type AnyVerb = { act: Verb<never, unknown>["act"] };

const CHECKED = Symbol.for("batch-sim.checked");

/**
 * Makes a call fail if its response doesn't match the verb's schema: both the value returned in process, and its JSON over
 * HTTP. All test files of a worker share the verbs, so each is wrapped only once.
 */
export function checkResponses(): void {
  for (const [name, verb] of Object.entries(CONTROL_VERBS)) {
    if (CHECKED in verb.act) continue;
    checkResponsesOf(name, verb as AnyVerb);
  }
}

function checkResponsesOf(name: string, verb: AnyVerb): void {
  const { act } = verb;
  const checked: AnyVerb["act"] = async (scope, args) => {
    const response = await act(scope, args);
    checkResponse(name, "in process", response);
    if (response !== undefined)
      checkResponse(name, "over HTTP", JSON.parse(JSON.stringify(response)));
    return response;
  };
  verb.act = Object.assign(checked, { [CHECKED]: true });
}

const { responses }: ControlSchemas = JSON.parse(readFileSync("dist/control-schemas.json", "utf8"));
const ajv = new Ajv2020({ strict: false, allErrors: true });
const validators = new Map<string, ValidateFunction>();

function checkResponse(name: string, form: string, response: unknown): void {
  const schema = responses[name];
  if (schema === undefined && response === undefined) return;
  // Compiled at the first call, because most tests call few verbs.
  const validate = validators.get(name) ?? ajv.compile(schema ?? false);
  validators.set(name, validate);
  if (validate(response)) return;
  const problems = ajv.errorsText(validate.errors);
  throw new Error(`The schema of ${name} doesn't describe its response ${form}: ${problems}`);
}
