import { isJsonObject, type JsonObject, type JsonValue } from "../core/json.ts";
import type {
  FileChecks,
  PointerPart,
  RecordPlaces,
  ToolPlaces,
  VectorPlaces,
} from "../core/rows/input-places.ts";
import { asStrings } from "./document-place.ts";

/** The parts of an input that pointers lead to. */
export const POINTER_PARTS: readonly PointerPart[] = [
  "id",
  "prompt",
  "system",
  "model",
  "maxTokens",
  "jsonSchema",
  "echo",
];

/** The `row` of an operation's binding, which has been checked; undefined if there is none. */
export function placesOfRecord(row: JsonValue | undefined): RecordPlaces | undefined {
  if (!isJsonObject(row)) return undefined;
  const parts = POINTER_PARTS.filter((part) => row[part] !== undefined);
  const { tools, uniqueIds, vector, reasonsIf, checks, schemas } = row;
  return {
    prompt: [],
    ...Object.fromEntries(parts.map((part) => [part, pointers(row[part])])),
    ...(uniqueIds === true && { uniqueIds }),
    ...(schemas === "openapi" && { schemas }),
    ...(isJsonObject(tools) && {
      // The document has been checked, so the other values match their types.
      tools: {
        ...tools,
        list: pointers(tools["list"]),
        name: pointers(tools["name"]),
        schema: pointers(tools["schema"]),
        chosen: pointers(tools["chosen"]),
      } as unknown as ToolPlaces,
    }),
    ...(isJsonObject(vector) && {
      vector: { ...vector, dimensions: pointers(vector["dimensions"]) } as unknown as VectorPlaces,
    }),
    ...(isJsonObject(reasonsIf) && { reasonsIf: reasonsIf as Readonly<Record<string, string>> }),
    ...(isJsonObject(checks) && { checks: withoutSchema(checks) as unknown as FileChecks }),
  };
}

/** The schema is compiled apart. */
function withoutSchema({ schema: _, ...checks }: JsonObject): JsonObject {
  return checks;
}

function pointers(value: JsonValue | undefined): readonly string[] {
  return asStrings([value ?? []].flat());
}
