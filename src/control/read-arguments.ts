import type { z } from "zod";
import { SimulatorError } from "../core/errors.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../core/json.ts";
import { asObject, asObjects } from "../spec/document-place.ts";
import type { GrammarKit, GrammarOf } from "./verb.ts";

const known = new Map<unknown, z.ZodType>();

/**
 * A verb's checked arguments. Rejects with a SimulatorError that lists all problems. Loads zod only
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
  throw new SimulatorError("SIM_ARGUMENT", issues.map(({ message }) => message).join("\n"), {
    issues,
  });
}

/**
 * The unchecked arguments in a query: reads a string as a number or a boolean if the argument may
 * be one.
 */
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

/** Grammars are cached, because zod compiles each at its first use. */
async function grammarOf<Value>(
  make: ((kit: GrammarKit) => z.ZodType<Value>) | undefined,
): Promise<z.ZodType<Value>> {
  const kit = await import("./grammar-kit.ts");
  const grammar = known.get(make) ?? make?.(kit) ?? kit.noArguments;
  known.set(make, grammar);
  return grammar as z.ZodType<Value>;
}
