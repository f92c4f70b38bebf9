import type { JsonObject, JsonValue } from "../../core/json.ts";
import { listed, suggestion } from "../../core/nearest.ts";
import { asObject, asObjects, operationsOf } from "../document-place.ts";
import { type DocumentProblem, expected } from "./found.ts";
import { amount, listOf, oneWordOf, parts, some, text, yesOrNo } from "./shape.ts";

export function checkCatalogs(base: JsonObject, document: JsonObject): DocumentProblem[] {
  return [
    ...checkStates(asObject(base["x-states"]), asObject(document["x-states"])),
    ...repeatedModels(document["x-models"]),
    ...CATALOGS(document),
    ...checkKey(document),
  ];
}

/** States that some services lack: before the queue, after the last row, and after expiration. */
const OPTIONAL_STATES = ["unknown", "finalizing", "expired"];

const BEGINNINGS = ["unknown", "queued", "starting", "running"];

/** Checks the states' names. States may share a name, except that a new job hasn't succeeded. */
function checkStates(known: JsonObject, states: JsonObject): DocumentProblem[] {
  const names = [...new Set([...OPTIONAL_STATES, ...Object.keys(known)])];
  return [...new Set([...Object.keys(known), ...Object.keys(states)])].flatMap((state) => {
    const name = states[state];
    const path = ["x-states", state];
    if (!names.includes(state)) {
      const message = `Expected one of the simulator's own states, ${listed(names)}, got \`${state}\`.${suggestion(state, names)} Optional states: ${listed(OPTIONAL_STATES)}.`;
      return [{ path, message }];
    }
    if (text(name).length > 0) return expected("the API's name for this state", name, path);
    return BEGINNINGS.includes(state) && name === states["succeeded"]
      ? expected("a name that differs from the name for `succeeded`", name, path)
      : [];
  });
}

const MODEL = parts(
  {
    id: text,
    contextWindow: amount,
    reasoning: yesOrNo,
    inputPricePerMillionTokens: amount,
    outputPricePerMillionTokens: amount,
    tokensPerSecond: amount,
    typicalOutputTokens: amount,
  },
  { embeddingDimensions: amount, confidence: yesOrNo },
);

const CATALOGS = some({
  "x-models": listOf("a list of at least one model", MODEL, 1),
  "x-quotas": listOf(
    "a list of quotas",
    parts({ jobPriority: amount, rowQuota: amount, tokenQuota: amount }),
  ),
  "x-reasoning": parts({
    contentKey: text,
    reasoningKey: text,
    contentAs: oneWordOf(["string", "object"]),
  }),
});

function repeatedModels(models: JsonValue | undefined): DocumentProblem[] {
  const ids = (Array.isArray(models) ? models : []).map((model) => asObject(model)["id"]);
  const hint = " To replace an entry, remove it first.";
  return ids.flatMap((id, index) =>
    ids.indexOf(id) === index ? [] : expected("a unique ID", id, ["x-models", index, "id"], hint),
  );
}

/** Checks that every accepted form of the key uses a header. */
function checkKey(document: JsonObject): DocumentProblem[] {
  const security = asObjects(document["security"]).map(Object.keys);
  if (security.length === 0 || security.some((names) => names.length !== 1)) {
    const form = "a nonempty list whose items each name one security scheme";
    return expected(form, document["security"], ["security"]);
  }
  const schemes = asObject(asObject(document["components"])["securitySchemes"]);
  const names = security.flat();
  const lacking = names.filter((name) => schemes[name] === undefined);
  if (lacking.length > 0) return lacking.map((name) => lackingScheme(name, Object.keys(schemes)));
  return [
    ...unusedSchemes(document, names),
    ...ownSchemes(document, Object.keys(schemes)),
    ...names.flatMap((name) => {
      const scheme = asObject(schemes[name]);
      const isKey = scheme["type"] === "apiKey" && scheme["in"] === "header";
      if (isKey || (scheme["type"] === "http" && scheme["scheme"] === "bearer")) return [];
      const form =
        "a key in a header (`type: apiKey`, `in: header`, and optionally a prefix in `x-batch-sim.scheme`), or `type: http` with `scheme: bearer`";
      return expected(form, scheme, ["components", "securitySchemes", name]);
    }),
  ];
}

/** The problem with a name in `security` that `components.securitySchemes` lacks. */
function lackingScheme(name: string, schemes: readonly string[]): DocumentProblem {
  const [own = "MyKey"] = schemes;
  return {
    path: ["security"],
    message: `Expected \`security\` to name a scheme from \`components.securitySchemes\` (${listed(schemes) || "it has none"}), got \`${name}\`. To change \`security\`, use the action \`{ target: $.security.*, remove: true }\`, followed by \`{ target: $.security, update: { ${own}: [] } }\`.`,
    causes: [["components", "securitySchemes", name]],
  };
}

function ownSchemes(document: JsonObject, schemes: readonly string[]): DocumentProblem[] {
  const form = `the name of a scheme in \`components.securitySchemes\`, one of ${listed(schemes)}`;
  return operationsOf(document).flatMap(({ operation, at }) =>
    asObjects(operation["security"]).flatMap((names, index) =>
      Object.keys(names)
        .filter((name) => !schemes.includes(name))
        .map((name) => ({
          path: [...at, "security", index],
          message: `Expected ${form}, got \`${name}\`.${suggestion(name, schemes)}`,
        })),
    ),
  );
}

/** Problems with schemes that no operation uses: their keys would never be accepted. */
function unusedSchemes(document: JsonObject, names: readonly string[]): DocumentProblem[] {
  const { securitySchemes } = asObject(document["components"]);
  const own = operationsOf(document).flatMap(({ operation }) => asObjects(operation["security"]));
  const used = [...names, ...own.flatMap(Object.keys)];
  return Object.keys(asObject(securitySchemes))
    .filter((name) => !used.includes(name))
    .map((name) => ({
      path: ["components", "securitySchemes", name],
      message: `Expected \`security\` to name \`${name}\`, got only ${listed(names)}: no operation would accept a key of this scheme. Add the action \`{ target: $.security, update: { ${name}: [] } }\`, or \`{ target: $.components.securitySchemes.${name}, remove: true }\`.`,
    }));
}
