import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { JsonObject } from "../../src/core/json.ts";

const FOLDER = join("test", "fixtures", "realistic-schemas");

/** The 49 schemas in the fixtures, by name. */
export function realisticSchemas(): ReadonlyMap<string, JsonObject> {
  const files = ["pydantic.json", "zod.json", "strict.json"];
  return new Map(
    files.flatMap((file) =>
      Object.entries(
        JSON.parse(readFileSync(join(FOLDER, file), "utf8")) as Record<string, JsonObject>,
      ),
    ),
  );
}
