import { readdirSync, readFileSync } from "node:fs";
import { parse } from "yaml";
import type { JsonObject } from "../../src/core/json.ts";
import { loadBaseDocument } from "../../src/simulator/open-document.ts";
import { asObject, operationsOf } from "../../src/spec/document-place.ts";
import { type Mistake, mistakesIn } from "../support/mistakes.ts";

/** Values of every type that are invalid nearly everywhere; fewer than for other grammars, because overlays take longer to load. */
const VALUES: readonly unknown[] = [null, true, -1.5, "no such thing", [null], {}];

/**
 * Overlays with a single mistake: each shipped overlay, and one for the `x-batch-sim` of each operation in the base document,
 * with each key in turn dropped, misspelled, and set to another type.
 */
export async function mistakenOverlays(): Promise<readonly Mistake[]> {
  const shipped = readdirSync("overlays")
    .filter(isYaml)
    .flatMap((file) => {
      const data: unknown = parse(readFileSync(`overlays/${file}`, "utf8"));
      return named(file, mistakesIn(data, VALUES));
    });
  const operations = operationsOf(await loadBaseDocument()).flatMap(({ path, method, operation }) =>
    named(
      `${method} ${path}`,
      [...mistakesIn(asObject(operation["x-batch-sim"]), VALUES)].map(({ name, data }) => ({
        name,
        data: replacing(`$.paths['${path}'].${method}`, data),
      })),
    ),
  );
  return [...shipped, ...operations];
}

/** Parts have no operations, so all of their mistakes would be in what extends them. */
function isYaml(file: string): boolean {
  return file.endsWith(".yaml");
}

function named(what: string, mistakes: Iterable<Mistake>): Mistake[] {
  return [...mistakes].map(({ name, data }) => ({ name: `${what}: ${name}`, data }));
}

function replacing(target: string, data: unknown): JsonObject {
  return {
    overlay: "1.0.0",
    info: { title: "With a mistake", version: "1" },
    actions: [
      { target: `${target}['x-batch-sim']`, remove: true },
      { target, update: { "x-batch-sim": data as JsonObject } },
    ],
  };
}
