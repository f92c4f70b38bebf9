import { isJsonObject, type JsonValue } from "../../core/json.ts";
import { describeValue } from "../../yaml/data-path.ts";
import { POINTER_PARTS } from "../record-places.ts";
import { type Found, unknownKeys, within } from "./found.ts";

const TOOL_POINTERS = ["name", "schema", "chosen"];
const TOOL_PARTS = ["list", ...TOOL_POINTERS, "anyIf"];
const VECTOR_PARTS = ["anyIf", "ifKept", "dimensions", "size", "base64If"];
const OTHER_PARTS = ["tools", "uniqueIds", "check", "vector", "reasonsIf", "checks"];
const CHECKS = ["schema", "unique", "same", "equal"];

/** Problems with the `row` of an operation's binding. */
export function checkRecordPlaces(row: JsonValue | undefined): Found[] {
  if (row === undefined) return [];
  if (!isJsonObject(row)) return [{ inside: [], message: expected("an object", row) }];
  const { tools, vector, reasonsIf = {}, checks } = row;
  return [
    ...unknownKeys(row, [...POINTER_PARTS, ...OTHER_PARTS]),
    ...POINTER_PARTS.flatMap((part) => within([part], pointerProblems(row[part] ?? []))),
    ...within(["tools"], tools === undefined ? [] : toolProblems(tools)),
    ...within(["vector"], vector === undefined ? [] : vectorProblems(vector)),
    ...within(["reasonsIf"], conditionProblems(reasonsIf)),
    ...within(["checks"], checks === undefined ? [] : checksProblems(checks)),
  ];
}

function vectorProblems(vector: JsonValue): Found[] {
  if (!isJsonObject(vector)) return [{ inside: [], message: expected("an object", vector) }];
  const { anyIf = {}, ifKept = {}, dimensions = [], size, base64If = {} } = vector;
  const isSize = typeof size === "number" && Number.isInteger(size) && size > 0;
  return [
    ...unknownKeys(vector, VECTOR_PARTS),
    ...within(["anyIf"], conditionProblems(anyIf)),
    ...within(["base64If"], conditionProblems(base64If)),
    ...within(
      ["ifKept"],
      isJsonObject(ifKept)
        ? []
        : [{ inside: [], message: expected("values by kept field", ifKept) }],
    ),
    ...within(["dimensions"], pointerProblems(dimensions)),
    ...(isSize ? [] : [{ inside: ["size"], message: expected("a whole number", size ?? null) }]),
  ];
}

function checksProblems(checks: JsonValue): Found[] {
  if (!isJsonObject(checks)) return [{ inside: [], message: expected("an object", checks) }];
  const { unique = "", same = "", equal = {} } = checks;
  return [
    ...unknownKeys(checks, CHECKS),
    ...within(["unique"], onePointerProblems(unique)),
    ...within(["same"], onePointerProblems(same)),
    ...within(["equal"], conditionProblems(equal)),
  ];
}

function toolProblems(tools: JsonValue): Found[] {
  if (!isJsonObject(tools)) return [{ inside: [], message: expected("an object", tools) }];
  const missing = ["list", ...TOOL_POINTERS].filter((part) => tools[part] === undefined);
  const { anyIf = {} } = tools;
  return [
    ...unknownKeys(tools, TOOL_PARTS),
    ...missing.map((part) => ({ inside: [], message: `Expected \`${part}\`, got nothing.` })),
    ...within(["list"], onePointerProblems(tools["list"] ?? "")),
    ...TOOL_POINTERS.flatMap((part) => within([part], pointerProblems(tools[part] ?? []))),
    ...within(["anyIf"], conditionProblems(anyIf)),
  ];
}

function conditionProblems(conditions: JsonValue): Found[] {
  if (!isJsonObject(conditions))
    return [{ inside: [], message: expected("values by JSON Pointer", conditions) }];
  return Object.entries(conditions).flatMap(([pointer, value]) => [
    ...onePointerProblems(pointer),
    ...(typeof value === "string"
      ? []
      : [{ inside: [pointer], message: expected("a string", value) }]),
  ]);
}

function pointerProblems(value: JsonValue): Found[] {
  const wrong = [value].flat().find((each) => !isPointer(each));
  if (wrong === undefined) return [];
  const form = "a JSON Pointer such as `/prompt`, or a list of these";
  return [{ inside: [], message: expected(form, wrong) }];
}

function onePointerProblems(value: JsonValue): Found[] {
  if (isPointer(value)) return [];
  return [{ inside: [], message: expected("a JSON Pointer such as `/name`", value) }];
}

function isPointer(value: JsonValue): boolean {
  return typeof value === "string" && (value === "" || value.startsWith("/"));
}

function expected(form: string, value: JsonValue): string {
  return `Expected ${form}, got ${describeValue(value)}.`;
}
