import type { z } from "zod";
import { issuesError, SimulatorError } from "../core/errors.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../core/json.ts";
import { asObject, asObjects } from "../spec/document-place.ts";
import { loaded } from "../state/loading.ts";
import type { Sandbox } from "../state/sandbox.ts";
import { CONTROL_VERBS, type ResponseOf, type VerbName } from "./control-verbs.ts";
import type { ControlHost } from "./host.ts";
import { actsOnServer, type GrammarKit, type GrammarOf } from "./verb.ts";

export type Caller = {
  readonly key: string | undefined;
  /** Name of the sandbox; takes precedence over the key. */
  readonly sandboxName?: string | undefined;
  readonly origin?: string | undefined;
  readonly signal?: AbortSignal;
};

/** Performs a verb. Rejects with a SimulatorError for invalid arguments or keys, or if it fails. */
export async function perform<Name extends VerbName>(
  host: ControlHost,
  { key, sandboxName, origin, signal }: Caller,
  { name, args: given }: { readonly name: Name; readonly args: unknown },
): Promise<ResponseOf<Name>> {
  const verb = CONTROL_VERBS[name];
  const args = await readArguments(verb, given);
  const { worksUnread, usesRecords, isPublic } = verb;
  const find = (): Sandbox => findSandbox(host, { key, sandboxName });
  let leave = (): void => {};
  try {
    const sandbox = actsOnServer(verb, args)
      ? host.sandboxes.default
      : worksUnread
        ? find()
        : await loaded(find, usesRecords);
    leave = host.sandboxes.enter(sandbox);
    const response = await verb.act({ host, sandbox, origin, signal }, args);
    // Changes must be stored before a response reveals them; a public verb's response reveals none.
    if (!isPublic) await host.saved(sandbox);
    return response;
  } catch (error) {
    // Rejects if another process has taken over: even a "not found" error may be outdated then.
    if (!isPublic) await host.saved(host.sandboxes.default);
    throw error;
  } finally {
    leave();
  }
}

/** The sandbox with this name or for this key. Throws a SimulatorError if it doesn't exist. */
export function findSandbox(
  { sandboxes }: ControlHost,
  { key, sandboxName }: Pick<Caller, "key" | "sandboxName">,
): Sandbox {
  const named = sandboxName === undefined ? undefined : sandboxes.named(sandboxName);
  const ofKey = key === undefined ? undefined : sandboxes.forKey(key);
  const sandbox = sandboxName === undefined ? ofKey : named;
  if (sandbox !== undefined) return sandbox;
  throw new SimulatorError(
    "SIM_UNKNOWN_SANDBOX",
    sandboxName === undefined
      ? "Failed to find the API key's sandbox: the key is not accepted, or its sandbox was deleted, or dropped because it was the least recently used. Create a new sandbox, or raise `maxSandboxes` or `maxSandboxBytes`."
      : `Failed to find the sandbox \`${sandboxName}\`: it does not exist, or it was deleted or dropped. GET /_sim/sandboxes lists all sandboxes.`,
  );
}

const grammars = new Map<unknown, z.ZodType>();

/**
 * Checks a verb's arguments. Rejects with a SimulatorError that lists all problems. Loads zod only
 * if there is something to check, because loading it takes half as long as starting a server.
 */
export async function readArguments<Arguments>(
  { arguments: makeGrammar }: { readonly arguments?: GrammarOf<Arguments> },
  given: unknown,
): Promise<Arguments> {
  const isEmpty = isJsonObject(given) && Object.keys(given).length === 0;
  if (makeGrammar === undefined && isEmpty) return given as Arguments;
  const grammar = await grammarOf(makeGrammar);
  const { expectation } = await import("../scenario/grammar/expectation.ts");
  const result = grammar.safeParse(given, { error: expectation });
  if (result.success) return result.data;
  const { explainIssues } = await import("../scenario/load/explain-issues.ts");
  const { formatPath } = await import("../yaml/data-path.ts");
  const issues = explainIssues(result.error.issues, given).map(({ path, message }) => {
    const place = formatPath(path);
    return { path: place, message: place === "" ? message : `\`${place}\`: ${message}` };
  });
  throw issuesError("SIM_ARGUMENT", issues);
}

/** Converts a query's strings to the expected numbers and booleans. Doesn't check the arguments. */
export async function queryArguments(
  { arguments: makeGrammar }: { readonly arguments?: (kit: GrammarKit) => z.ZodType },
  query: URLSearchParams,
): Promise<Readonly<Record<string, unknown>>> {
  if (query.size === 0) return {};
  const { jsonSchemaOf } = await import("./grammar-kit.ts");
  const properties = asObject(jsonSchemaOf(await grammarOf(makeGrammar))["properties"]);
  return Object.fromEntries(
    [...query].map(([name, text]) => [name, converted(text, asObject(properties[name]))]),
  );
}

/** A string that can't be converted stays a string, and the grammar reports it. */
function converted(text: string, { type, anyOf }: JsonObject): JsonValue {
  const types = [type, ...asObjects(anyOf).map((each) => each["type"])];
  const isNumeric = types.includes("number") || types.includes("integer");
  if (isNumeric && /^\d+$/.test(text)) return Number(text);
  if (types.includes("boolean") && /^(true|false)$/.test(text)) return text === "true";
  return text;
}

const takesNothing = ({ noArguments }: GrammarKit): z.ZodType => noArguments;

/** Grammars are cached, because zod compiles each grammar on its first use. */
async function grammarOf<Value>(
  make: ((kit: GrammarKit) => z.ZodType<Value>) | undefined,
): Promise<z.ZodType<Value>> {
  const grammar = grammars.get(make) ?? (make ?? takesNothing)(await import("./grammar-kit.ts"));
  grammars.set(make, grammar);
  return grammar as z.ZodType<Value>;
}
