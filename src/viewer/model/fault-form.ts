import type { FaultRule } from "../../core/fault-rule.ts";
import { isJsonObject, type JsonObject, type JsonValue, parseJson } from "../../core/json.ts";

/** A field of the fault form, made from a property of the fault rule's JSON Schema. */
export type FormField = {
  readonly name: string;
  /** The field's key in the user's entries: `group.field` for a field in a group. */
  readonly key: string;
  readonly description: string;
  readonly input:
    | { readonly kind: "flag" }
    | { readonly kind: "choice"; readonly options: readonly string[] }
    | { readonly kind: "number" }
    | { readonly kind: "text" }
    /** Text that is parsed as JSON; if it isn't valid JSON, it is used as a string. */
    | { readonly kind: "value" }
    | { readonly kind: "group"; readonly fields: readonly FormField[] };
};

export type FaultForm = ReturnType<typeof faultForm>;

/** The user's entries, by field key. */
export type FormEntries = Readonly<Record<string, string>>;

/** The description of each property that names a kind of fault begins with this prefix. */
const KIND_MARK = "Fault: ";

export function faultForm(document: JsonObject) {
  const schemas = objectAt(objectAt(document, "components"), "schemas");
  const fields = fieldsOf(objectAt(objectAt(schemas, "FaultRule"), "properties"), schemas);
  const on = fields.find(({ name }) => name === "on")?.input;
  const isKind = ({ description }: FormField): boolean => description.startsWith(KIND_MARK);
  return {
    /** Operations that the rule can apply to; `*` is every operation. */
    operations: on?.kind === "choice" ? on.options : [],
    /** The kinds of faults; a rule has exactly one. */
    kinds: fields
      .filter(isKind)
      .map((field) => ({ ...field, description: field.description.slice(KIND_MARK.length) })),
    others: fields.filter((field) => field.name !== "on" && !isKind(field)),
  };
}

function fieldsOf(properties: JsonObject, schemas: JsonObject, prefix = ""): readonly FormField[] {
  return Object.entries(properties).map(([name, given]) => {
    const schema = resolved(given, schemas);
    const { description = schema["description"] ?? "" } = isJsonObject(given) ? given : {};
    const key = prefix + name;
    return { name, key, description: String(description), input: inputOf(schema, schemas, key) };
  });
}

function inputOf(schema: JsonObject, schemas: JsonObject, key: string): FormField["input"] {
  const { const: fixed, enum: options, anyOf, type } = schema;
  if (fixed === true) return { kind: "flag" };
  if (Array.isArray(options)) return { kind: "choice", options: options.map(String) };
  const properties = objectAt(schema, "properties");
  if (Object.keys(properties).length > 0)
    return { kind: "group", fields: fieldsOf(properties, schemas, `${key}.`) };
  if (Array.isArray(anyOf)) {
    const inputs = anyOf.map((each) => inputOf(resolved(each, schemas), schemas, key));
    return inputs.find(({ kind }) => kind === "choice") ?? { kind: "value" };
  }
  if (type === "integer" || type === "number") return { kind: "number" };
  return type === "string" ? { kind: "text" } : { kind: "value" };
}

function resolved(schema: JsonValue, schemas: JsonObject): JsonObject {
  if (!isJsonObject(schema)) return {};
  const { $ref } = schema;
  return typeof $ref === "string" ? objectAt(schemas, $ref.split("/").at(-1) ?? "") : schema;
}

function objectAt(value: JsonObject, key: string): JsonObject {
  const found = value[key];
  return isJsonObject(found) ? found : {};
}

export function ruleOf(form: FaultForm, entries: FormEntries): JsonObject {
  const kind = form.kinds.find(({ name }) => name === entries["kind"]);
  const fields = [...(kind === undefined ? [] : [kind]), ...form.others];
  return { on: entries["on"] || "*", ...valuesOf(fields, entries) };
}

function valuesOf(fields: readonly FormField[], entries: FormEntries): JsonObject {
  const values = fields.flatMap((field): readonly [string, JsonValue][] => {
    const value = fieldValue(field, entries);
    return value === undefined ? [] : [[field.name, value]];
  });
  return Object.fromEntries(values);
}

function fieldValue({ key, input }: FormField, entries: FormEntries): JsonValue | undefined {
  const entered = entries[key] ?? "";
  if (input.kind === "flag") return true;
  if (input.kind === "group") {
    const values = valuesOf(input.fields, entries);
    return Object.keys(values).length === 0 ? undefined : values;
  }
  if (entered === "") return undefined;
  if (input.kind === "text" || input.kind === "choice") return entered;
  const value = parseJson(entered);
  return value === undefined ? entered : value;
}

/** The form's initial entries for each kind of fault; by default, `on` is every operation. */
const FAULT_EXAMPLES: Readonly<Record<string, FormEntries>> = {
  addField: { "addField.at": "/note", "addField.value": "new" },
  corruptFile: { on: "getResults", corruptFile: "zipChecksum" },
  delay: { delay: "5s" },
  dropField: { on: "createJob", dropField: "/job_id" },
  duplicate: { on: "createJob" },
  error: { on: "getJobStatus", error: "unknown-job" },
  notFoundAfterCreate: { on: "getJobStatus", "notFoundAfterCreate.for": "5s" },
  rateLimit: { "rateLimit.requests": "10", "rateLimit.per": "1m" },
  renameField: { on: "createJob", "renameField.at": "/job_id", "renameField.to": "jobId" },
  reset: { reset: "beforeHeaders" },
  slowBody: { on: "getResults", "slowBody.bytesPerSecond": "100" },
  staleStatus: { on: "getJobStatus", "staleStatus.by": "30s" },
  status: { on: "getResults", status: "503" },
  truncate: { on: "getResults", "truncate.atShare": "50%" },
  wrongContentType: { on: "getResults", wrongContentType: "text/html" },
};

/** The form's initial entries for a rule with this kind of fault, which fires once. */
export function exampleOf(kind: string): FormEntries {
  return { on: "*", ...FAULT_EXAMPLES[kind], kind, times: "1" };
}

/** A rule in words: its fault with its parameters, then its conditions. */
export function ruleText({ fault, when, times, after, every, probability }: FaultRule): string {
  const { kind, ...parameters } = fault;
  const given = partsOf(parameters);
  const details = given.length > 1 ? `{ ${given.map(named).join(", ")} }` : (given[0]?.text ?? "");
  const conditions = partsOf({ when, times, after, every, probability }).map(named);
  return [`${kind} ${details}`.trim(), ...conditions].join(", ");
}

/** The values as named strings. Omits undefined values and empty objects. */
function partsOf(values: Readonly<Record<string, unknown>>) {
  return Object.entries(values)
    .filter(([, value]) => value !== undefined && JSON.stringify(value) !== "{}")
    .map(([name, value]) => {
      return { name, text: typeof value === "string" ? value : JSON.stringify(value) };
    });
}

function named({ name, text }: { readonly name: string; readonly text: string }): string {
  return `${name}: ${text}`;
}
