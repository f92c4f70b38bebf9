import { LINE_PROBLEM_KINDS } from "../../core/file-rules.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../../core/json.ts";
import { nearest } from "../../core/nearest.ts";
import { DURATION_FORM, parseDurationMs } from "../../core/time.ts";
import { type DataPath, describeValue, within } from "../../yaml/data-path.ts";
import { asObject, operationsOf, resolveRef } from "../document-place.ts";
import { keptFields, OUTPUT_KINDS } from "../document-rules.ts";
import { POINTER_PARTS } from "../record-places.ts";
import { bodySchema } from "../request-place.ts";
import { type DocumentProblem, expected } from "./found.ts";
import type { SchemaChecker } from "./schema-checker.ts";
import {
  anything,
  count,
  errorStatus,
  mapOf,
  oneWordOf,
  parts,
  type Shape,
  simple,
  stringOf,
  text,
  yesOrNo,
} from "./shape.ts";

/** Problems with `x-files` and the other keys in `shapesIn`, and with the fields that jobs keep. */
export function checkFiles(document: JsonObject): DocumentProblem[] {
  const shapes = Object.entries(shapesIn(document));
  const words = shapes.flatMap(([key, shape]) => {
    const value = document[key];
    return within([key], value === undefined ? [] : shape(value));
  });
  const found = words.length > 0 ? words : [...referenceProblems(document)];
  return [...misspelled(document), ...found, ...keptProblems(document)];
}

/** Reports only unknown `x-` keys that closely resemble ours; others may be for other programs. */
function misspelled(document: JsonObject): DocumentProblem[] {
  const known = [...Object.keys(shapesIn(document)), "x-headers", "x-webhooks"];
  const others = Object.keys(document).filter(
    (key) => key.startsWith("x-") && !known.includes(key),
  );
  return others.flatMap((key) => {
    const near = nearest(key, known, 1 / 8);
    if (near === undefined) return [];
    return [{ path: [key], message: `Unknown key \`${key}\`. Did you mean \`${near}\`?` }];
  });
}

function shapesIn(document: JsonObject): Readonly<Record<string, Shape>> {
  const purposes = Object.keys(asObject(document["x-files"]));
  const wordsOfErrors = parts(
    { code: textOrNumber, message: text },
    { status: errorStatus, type: text },
  );
  const outputFile = parts(
    { id: naming, fileName: naming, purpose: oneWordOf(purposes) },
    { rows: oneWordOf(["all"]), inputs: oneWordOf(["file"]) },
  );
  return {
    "x-files": mapOf(parts({}, PURPOSE_PARTS)),
    "x-output-files": parts({}, Object.fromEntries(OUTPUT_KINDS.map((kind) => [kind, outputFile]))),
    "x-file-problems": parts(
      {},
      Object.fromEntries(
        LINE_PROBLEM_KINDS.map((kind) => [kind, parts({ code: text, message: text })]),
      ),
    ),
    "x-row-errors": mapOf(wordsOfErrors, {
      form: "a status from 400 to 599, `invalid`, or `failed`",
      pattern: /^([45]\d\d|invalid|failed)$/,
    }),
    "x-finish": parts({}, { stop: text, length: text, tool: text, refusal: text }),
    "x-noun": text,
    "x-times": oneWordOf(["iso", "epochSeconds"]),
    "x-environment": mapOf(oneWordOf(["base_url", "deployment_url", "api_key"]), {
      form: "the name of an environment variable",
      pattern: /^[A-Za-z_]\w*$/,
    }),
  };
}

const textOrNumber = simple("a nonempty string or a number", (value) => {
  return typeof value === "number" || (typeof value === "string" && value !== "");
});
const duration = stringOf(DURATION_FORM, { test: (text) => parseDurationMs(text) !== undefined });
const extension = stringOf("an extension without its dot, such as `jsonl`", /^\w+$/);
const naming = stringOf("a string in which `{job}` stands for the job's ID", {
  test: (text) => text.split("{job}").length === 2,
});

const PURPOSE_PARTS = {
  lines: yesOrNo,
  outputOnly: yesOrNo,
  maxBytes: count,
  maxLines: count,
  expiresAfter: duration,
  extension,
};

const POINTER = { form: "a JSON Pointer such as `/name`", pattern: /^(\/|$)/ };
const pointer = stringOf(POINTER.form, POINTER.pattern);
const pointers = simple("a JSON Pointer such as `/prompt`, or a list of these", (value) =>
  [value].flat().every((each) => pointer(each).length === 0),
);
const valuesByPointer = mapOf(stringOf("a string", /^/), POINTER);

export const ROW: Shape = parts(
  {},
  {
    ...Object.fromEntries(POINTER_PARTS.map((part) => [part, pointers])),
    tools: parts(
      { list: pointers, name: pointers, schema: pointers, chosen: pointers },
      { anyIf: valuesByPointer },
    ),
    vector: parts(
      { size: count },
      {
        anyIf: valuesByPointer,
        ifKept: mapOf(anything),
        dimensions: pointers,
        base64If: valuesByPointer,
      },
    ),
    checks: parts({}, { schema: anything, unique: pointer, same: pointer, equal: valuesByPointer }),
    jsonIf: valuesByPointer,
    bareIf: valuesByPointer,
    reasonsIf: valuesByPointer,
    uniqueIds: yesOrNo,
    schemas: oneWordOf(["openapi"]),
    check: anything,
  },
);

/** Problems with combinations of keys for files; each key's value is valid by itself. */
function* referenceProblems(document: JsonObject): Iterable<DocumentProblem> {
  const purposes = Object.values(asObject(document["x-files"])).map(asObject);
  if (purposes.length > 0 && !purposes.some(({ lines }) => lines === true)) {
    const message =
      "Expected a purpose with `lines: true`, got none. Jobs read their inputs from the lines of files with this purpose.";
    yield { path: ["x-files"], message };
  }
  const [output, errors] = OUTPUT_KINDS.map((kind) =>
    asObject(asObject(document["x-output-files"])[kind]),
  );
  if (output?.["id"] !== undefined && output["id"] === errors?.["id"]) {
    const message = `Expected \`output\` and \`errors\` to have different IDs, got ${describeValue(errors["id"])} for both.`;
    yield { path: ["x-output-files", "errors", "id"], message };
  }
}

/** Requires fields in `keep` to be declared in the body, and rules for rows to use only these. */
function keptProblems(document: JsonObject): DocumentProblem[] {
  return operationsOf(document).flatMap((served) => {
    const { use, keep = [], row } = served.binding;
    if (use !== "createJob") return [];
    const at = [...served.at, "x-batch-sim"];
    const fields = Object.keys(asObject(bodySchema(served)["properties"]));
    if (!Array.isArray(keep)) return expected("a list of field names", keep, [...at, "keep"]);
    const field = oneWordOf(fields);
    const kept = oneWordOf(keptFields(document).filter((name) => fields.includes(name)));
    const { equal } = asObject(asObject(row)["checks"]);
    const { ifKept } = asObject(asObject(row)["vector"]);
    return [
      ...keep.flatMap((name, index) => within([...at, "keep", index], field(name))),
      ...Object.entries(asObject(equal)).flatMap(([pointer, name]) =>
        within([...at, "row", "checks", "equal", pointer], kept(name)),
      ),
      ...Object.keys(asObject(ifKept)).flatMap((name) =>
        within([...at, "row", "vector", "ifKept", name], kept(name)),
      ),
    ];
  });
}

/** Checks the schemas for rows in advance: otherwise, they would fail when a client sends rows. */
export function checkRowSchemas(document: JsonObject, checker: SchemaChecker): DocumentProblem[] {
  const schemaProblem = (schema: JsonValue | undefined, path: DataPath): DocumentProblem[] => {
    const found = resolveRef(document, schema);
    // A reference to a missing target is reported separately.
    if (found === undefined) return [];
    if (isJsonObject(found) && checker.schemaErrors(found).length === 0) return [];
    return expected("a JSON Schema, or a reference to one in the document", schema, path);
  };
  return operationsOf(document).flatMap(({ binding, at }) => {
    const { check, checks } = asObject(binding["row"]);
    const row = [...at, "x-batch-sim", "row"];
    return [
      ...schemaProblem(check, [...row, "check"]),
      ...schemaProblem(asObject(checks)["schema"], [...row, "checks", "schema"]),
    ];
  });
}
