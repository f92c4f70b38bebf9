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
  const unchecked = Object.entries(CONTROL_VERBS).filter(([, verb]) => !(CHECKED in verb.act));
  if (unchecked.length === 0) return;
  const check = responseCheck();
  for (const [name, verb] of unchecked) checkResponsesOf(name, verb as AnyVerb, check);
}

function checkResponsesOf(name: string, verb: AnyVerb, checkResponse: ResponseCheck): void {
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

type ResponseCheck = (name: string, form: string, response: unknown) => void;

/** Reads and compiles schemas at the first call, because most tests call few verbs. */
function responseCheck(): ResponseCheck {
  const validators = new Map<string, ValidateFunction>();
  let schemas: ControlSchemas["responses"] | undefined;
  // test/control checks the schemas; compiling their metaschema would take most of the time.
  const ajv = new Ajv2020({ strict: false, allErrors: true, meta: false, validateSchema: false });
  return (name, form, response) => {
    schemas ??= (JSON.parse(readFileSync("dist/control-schemas.json", "utf8")) as ControlSchemas)
      .responses;
    const schema = schemas[name];
    if (schema === undefined && response === undefined) return;
    const validate = validators.get(name) ?? ajv.compile(schema ?? false);
    validators.set(name, validate);
    if (validate(response)) return;
    const problems = ajv.errorsText(validate.errors);
    throw new Error(`The schema of ${name} doesn't describe its response ${form}: ${problems}`);
  };
}
