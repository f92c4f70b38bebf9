import type { z } from "zod";
import { SimulatorError } from "../core/errors.ts";
import { isJsonObject } from "../core/json.ts";
import { type GrammarOf, takesNothing } from "./verb.ts";

/** A verb, as far as its arguments are concerned. */
type Reader<Arguments> = { readonly arguments: GrammarOf<Arguments> };

const known = new Map<unknown, z.ZodType>();

/**
 * The checked arguments of a verb. Rejects with a SimulatorError that lists all problems. Loads
 * zod, unless there is nothing to check: it takes half as long to load as a server takes to start.
 */
export async function readArguments<Arguments>(
  { arguments: makeGrammar }: Reader<Arguments>,
  given: unknown,
): Promise<Arguments> {
  if ((makeGrammar as unknown) === takesNothing && isEmpty(given)) return given as Arguments;
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

function isEmpty(given: unknown): boolean {
  return isJsonObject(given) && Object.keys(given).length === 0;
}

/** Grammars are cached, because zod compiles each at its first use. */
async function grammarOf<Value>(make: GrammarOf<Value>): Promise<z.ZodType<Value>> {
  const grammar = known.get(make) ?? make(await import("./grammar-kit.ts"));
  known.set(make, grammar);
  return grammar as z.ZodType<Value>;
}
