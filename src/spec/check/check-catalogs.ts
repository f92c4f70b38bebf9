import type { JsonObject, JsonValue } from "../../core/json.ts";
import { nearest } from "../../core/nearest.ts";
import { type DataPath, describeValue } from "../../yaml/data-path.ts";
import { asObject, asObjects } from "../document-place.ts";
import type { DocumentProblem } from "./found.ts";

/** Problems with the state names, models, quotas, reasoning format, and key. */
export function checkCatalogs(base: JsonObject, document: JsonObject): DocumentProblem[] {
  return [
    ...checkStates(asObject(base["x-states"]), asObject(document["x-states"])),
    ...checkModels(base, document),
    ...checkQuotas(document["x-quotas"]),
    ...checkReasoning(asObject(document["x-reasoning"])),
    ...checkKey(document),
  ];
}

/** The states that a service need not have: before the queue, after the last row, and for jobs that took too long. */
const OPTIONAL_STATES = ["unknown", "finalizing", "expired"];

/** Several states may have one name. */
function checkStates(known: JsonObject, states: JsonObject): DocumentProblem[] {
  const names = [...new Set([...OPTIONAL_STATES, ...Object.keys(known)])];
  return [...new Set([...Object.keys(known), ...Object.keys(states)])].flatMap((state) => {
    const name = states[state];
    const path = ["x-states", state];
    if (!names.includes(state)) {
      const near = nearest(state, names);
      const hint = near === undefined ? "" : ` Did you mean \`${near}\`?`;
      const optional = OPTIONAL_STATES.map((each) => `\`${each}\``).join(", ");
      const message = `Expected one of the simulator's own states, ${names.map((each) => `\`${each}\``).join(", ")}, got \`${state}\`.${hint} Optional: ${optional}.`;
      return [{ path, message }];
    }
    if (typeof name === "string" && name !== "") return [];
    return [{ path, message: `Expected the name of a state, got ${describeValue(name)}.` }];
  });
}

function checkModels(base: JsonObject, document: JsonObject): DocumentProblem[] {
  const path = ["x-models"];
  const models = document["x-models"];
  const [example = {}] = asObjects(base["x-models"]);
  if (!Array.isArray(models) || models.length === 0) {
    return [
      { path, message: `Expected a list of at least one model, got ${describeValue(models)}.` },
    ];
  }
  const ids = models.map((model) => asObject(model)["id"]);
  return models.flatMap((model, index) => {
    const repeated = ids.indexOf(asObject(model)["id"]) < index;
    const message = `Expected a unique ID, got ${describeValue(ids[index])}. To replace an entry, remove it first.`;
    return [
      ...(repeated ? [{ path: [...path, index, "id"], message }] : []),
      ...checkShape(asObject(model), { ...example, ...optionalOf(asObject(model)) }, [
        ...path,
        index,
      ]),
    ];
  });
}

/** Examples of the optional keys that a model has. */
function optionalOf(model: JsonObject): JsonObject {
  const examples = Object.entries({ embeddingDimensions: 0, confidence: false });
  return Object.fromEntries(examples.filter(([key]) => key in model));
}

/** Every key of the example, with a value of the same type; numbers are 0 or more. */
function checkShape(value: JsonObject, example: JsonObject, path: DataPath): DocumentProblem[] {
  const missing = Object.keys(example).flatMap((key) => {
    const found = value[key];
    const isRight =
      typeof found === typeof example[key] && !(typeof found === "number" && found < 0);
    if (isRight) return [];
    const expected = typeof example[key] === "number" ? "number of 0 or more" : typeof example[key];
    const message = `Expected \`${key}\` to be a ${expected}, got ${describeValue(found)}.`;
    return [{ path: [...path, key], message }];
  });
  const unknown = Object.keys(value).filter((key) => !(key in example));
  return [
    ...missing,
    ...unknown.map((key) => {
      const near = nearest(key, Object.keys(example));
      const hint = near === undefined ? "" : ` Did you mean \`${near}\`?`;
      return { path: [...path, key], message: `Unknown key \`${key}\`.${hint}` };
    }),
  ];
}

function checkQuotas(quotas: JsonValue | undefined): DocumentProblem[] {
  const example = { jobPriority: 0, rowQuota: 0, tokenQuota: 0 };
  if (!Array.isArray(quotas)) {
    const message = `Expected a list of quotas, got ${describeValue(quotas)}.`;
    return [{ path: ["x-quotas"], message }];
  }
  return quotas.flatMap((quota, index) =>
    checkShape(asObject(quota), example, ["x-quotas", index]),
  );
}

function checkReasoning(reasoning: JsonObject): DocumentProblem[] {
  const { contentAs } = reasoning;
  const path = ["x-reasoning"];
  if (contentAs !== "string" && contentAs !== "object") {
    const message = `Expected \`string\` or \`object\`, got ${describeValue(contentAs)}.`;
    return [{ path: [...path, "contentAs"], message }];
  }
  return checkShape(reasoning, { contentKey: "", reasoningKey: "", contentAs: "" }, path);
}

/** A key in one header, or in one of several. */
function checkKey(document: JsonObject): DocumentProblem[] {
  const security = asObjects(document["security"]).map(Object.keys);
  if (security.length === 0 || security.some((names) => names.length !== 1)) {
    const message = `Expected a security scheme for each form of the key, got ${describeValue(document["security"])}.`;
    return [{ path: ["security"], message }];
  }
  const schemes = asObject(asObject(document["components"])["securitySchemes"]);
  return security.flat().flatMap((name) => {
    const scheme = asObject(schemes[name]);
    const isKey = scheme["type"] === "apiKey" && scheme["in"] === "header";
    if (isKey || (scheme["type"] === "http" && scheme["scheme"] === "bearer")) return [];
    const path = ["components", "securitySchemes", name];
    const message = `Expected a key in a header (\`type: apiKey\`, \`in: header\`, with the word before the key in \`x-batch-sim.scheme\`), or \`type: http\` with \`scheme: bearer\`, got ${describeValue(scheme)}.`;
    return [{ path, message }];
  });
}
