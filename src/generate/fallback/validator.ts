import type { Ajv, ErrorObject, Options } from "ajv";
import type { JsonObject, JsonValue } from "../../core/json.ts";
import { complainOfCompilation, missingRemote } from "./compile-complaint.ts";
import { type Complaint, complainOfSchema } from "./complaint.ts";
import { type Draft, draftsOf, normalize } from "./draft.ts";
import { findPointer, mapSchemas } from "./walk.ts";

/** Tells whether values conform to one schema. */
export type Validator = {
  readonly conforms: (value: JsonValue) => boolean;
  /** Why the value asked about last doesn't conform, by the keyword at fault. */
  readonly lastError: () => ErrorObject | undefined;
  /** The schema as it was read: normalised, by the draft that it keeps to. */
  readonly schema: JsonObject;
};

/** A validator, or why there can't be one. */
export type ValidatorCompilation =
  | { readonly kind: "compiled"; readonly validator: Validator }
  | { readonly kind: "refused"; readonly complaint: Complaint };

type AjvClass = new (options: Options) => Ajv;

/** A way of reading a schema; real-world ones need the looser ways where the strict one fails. */
type Reading = { readonly draft: Draft; readonly unicode: boolean; readonly keepsIds: boolean };

/** A failed attempt says what may yet cure it: another way of reading, another draft, or nothing. */
type Attempt =
  | { readonly kind: "compiled"; readonly validator: Validator }
  | {
      readonly kind: "refused";
      readonly complaint: Complaint;
      readonly cure: "reading" | "draft" | "none";
    };

/** How to read a schema, strictly first. */
const READINGS: readonly Omit<Reading, "draft">[] = [
  { keepsIds: true, unicode: true },
  { keepsIds: true, unicode: false },
  { keepsIds: false, unicode: true },
  { keepsIds: false, unicode: false },
];

/**
 * Compiles a schema with Ajv by the first draft that it keeps to. Never fetches a schema: a reference
 * that leads out of this one is refused by name.
 */
export async function compileValidator(schema: JsonObject): Promise<ValidatorCompilation> {
  let first: Complaint | undefined;
  for (const draft of draftsOf(schema)) {
    for (const reading of READINGS) {
      const attempt = await compileAs(schema, { draft, ...reading });
      if (attempt.kind === "compiled") return attempt;
      first ??= attempt.complaint;
      if (attempt.cure === "none") return { kind: "refused", complaint: attempt.complaint };
      if (attempt.cure === "draft") break;
    }
  }
  const complaint = first ?? { path: "", reason: "Expected a schema of a known draft." };
  return { kind: "refused", complaint };
}

async function compileAs(original: JsonObject, reading: Reading): Promise<Attempt> {
  const normalized = normalize(original, reading.draft);
  const schema = reading.keepsIds ? normalized : mapSchemas(normalized, withoutId);
  const ajv = await createAjv(reading, namesPrototypeMember(schema));
  if (ajv.validateSchema(mapSchemas(schema, withShortEnum)) !== true) {
    const complaint = complainOfSchema(original, ajv.errors ?? []);
    return { kind: "refused", complaint, cure: "draft" };
  }
  try {
    const validate = ajv.compile(schema);
    const lastError = (): ErrorObject | undefined => validate.errors?.[0];
    return { kind: "compiled", validator: { conforms: safely(validate), lastError, schema } };
  } catch (error) {
    // Neither a reference that leads out nor a schema too large to compile can be read otherwise.
    const isLost = missingRemote(error) !== undefined || error instanceof RangeError;
    const complaint = complainOfCompilation(original, error);
    return { kind: "refused", complaint, cure: isLost ? "none" : "reading" };
  }
}

async function createAjv({ draft, unicode }: Reading, ownProperties: boolean): Promise<Ajv> {
  const [AjvOfDraft, formats] = await Promise.all([loadAjv(draft), import("ajv-formats")]);
  const ajv = new AjvOfDraft({
    strict: false,
    logger: false,
    validateSchema: false,
    ownProperties,
    unicodeRegExp: unicode,
  });
  formats.default.default(ajv, { mode: "full" });
  // Without it Ajv refuses any schema that has a keyword `id`, which only draft 04 gives a meaning.
  return ajv.removeKeyword("id");
}

// By way of `default`: a bundle of these CommonJS modules has no other export.
async function loadAjv(draft: Draft): Promise<AjvClass> {
  if (draft === "2020-12") return (await import("ajv/dist/2020.js")).default.Ajv2020;
  if (draft === "2019-09") return (await import("ajv/dist/2019.js")).default.Ajv2019;
  return (await import("ajv")).default.Ajv;
}

/** The metaschemas of old drafts compare each value of an enum with each: normalised, all differ. */
function withShortEnum(schema: JsonObject): JsonObject {
  return Array.isArray(schema["enum"]) ? { ...schema, enum: schema["enum"].slice(0, 1) } : schema;
}

function withoutId(schema: JsonObject): JsonObject {
  const { $id, ...rest } = schema;
  return typeof $id === "string" ? rest : schema;
}

/** A schema that refers to itself in a circle sends Ajv round until the stack is full. */
function safely(validate: (value: JsonValue) => unknown): (value: JsonValue) => boolean {
  return (value) => {
    try {
      return validate(value) === true;
    } catch {
      return false;
    }
  };
}

/** Ajv takes inherited members for properties unless told otherwise, which costs speed. */
function namesPrototypeMember(schema: JsonObject): boolean {
  const isMember = (name: unknown): boolean => typeof name === "string" && name in Object.prototype;
  const found = findPointer(schema, (keyword, value) => isMember(keyword) || isMember(value));
  return found !== undefined;
}
