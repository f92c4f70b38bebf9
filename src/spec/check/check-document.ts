import { isJsonObject, type JsonObject } from "../../core/json.ts";
import { listed } from "../../core/nearest.ts";
import { within } from "../../yaml/data-path.ts";
import { assumptionsOf, effectiveValues } from "../assumptions-of.ts";
import { asObject, asObjects } from "../document-place.ts";
import { WEBHOOK_STYLES, WEBHOOK_VALUES } from "../document-rules.ts";
import { effectiveDocument } from "../effective.ts";
import { basePathOf } from "../servers.ts";
import { timeFormOf, wireInstant } from "../template/wire-context.ts";
import { checkCatalogs } from "./check-catalogs.ts";
import { checkFiles, checkRowSchemas } from "./check-files.ts";
import { checkOpenApi } from "./check-openapi.ts";
import { checkOperations } from "./check-operations.ts";
import { checkTemplates, sampleRulesOf } from "./check-templates.ts";
import { type Capabilities, type DocumentProblem, expected } from "./found.ts";
import { templateProblems } from "./rendering.ts";
import { type SchemaChecker, schemaChecker } from "./schema-checker.ts";
import { anything, errorStatus, headers, mapOf, parts, type Shape, simple, some } from "./shape.ts";

/**
 * Problems that prevent the simulator from serving a document with overlays applied: invalid
 * OpenAPI, and requirements that the simulator can't meet.
 */
export async function checkDocument(
  base: JsonObject,
  document: JsonObject,
  capabilities: Capabilities,
): Promise<readonly DocumentProblem[]> {
  const own = [
    ...checkCatalogs(base, document),
    ...checkErrors(base, document),
    ...checkServers(document),
    ...checkOperations(base, document, capabilities.useCases),
    ...checkFiles(document),
    ...checkWebhooks(document),
  ];
  const checker = await schemaChecker();
  try {
    const values = effectiveValues(assumptionsOf(document), {});
    const effective = effectiveDocument(document, {});
    const form = [
      ...checkOpenApi(effective, checker),
      ...checkDefaults(effective, checker),
      ...checkRowSchemas(effective, checker),
    ];
    if (own.length + form.length > 0) return [...own, ...form];
    const check = { document: effective, base, checker, ...capabilities };
    return checkTemplates(check, sampleRulesOf(effective, values));
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return own.length > 0 ? own : [{ path: [], message: error.message }];
  }
}

function checkDefaults(document: JsonObject, checker: SchemaChecker): DocumentProblem[] {
  return assumptionsOf(document).flatMap((entry) => {
    if (entry.value === undefined) return [];
    const at = ["x-assumptions", entry.id];
    if (checker.schemaErrors(entry.value).length > 0) {
      const form = `\`value\` of the assumption \`${entry.id}\` to be a JSON Schema`;
      return expected(form, entry.value, [...at, "value"]);
    }
    if (checker.valueErrors(document, entry.value, entry.default).length === 0) return [];
    const forms = listed(entry.alternatives.map(String), " or ");
    const form = `the assumption \`${entry.id}\` to be ${forms}`;
    return expected(form, entry.default, [...at, "default"]);
  });
}

const ERROR = some({
  status: errorStatus,
  // Otherwise, invalid headers would fail only when the error is sent.
  headers: (value) => (value === undefined ? [] : headers(value)),
});

function checkErrors(base: JsonObject, document: JsonObject): DocumentProblem[] {
  const errors = asObject(document["x-errors"]);
  const missing = Object.keys(asObject(base["x-errors"])).filter((code) => !(code in errors));
  return [
    ...missing.map((code) => ({
      path: ["x-errors", code],
      message: `Expected \`x-errors\` to have \`${code}\`, because the simulator can respond with this error.`,
    })),
    ...within(["x-errors"], mapOf(ERROR)(errors)),
  ];
}

/** Requires the first server's `url` to be a URL or a path, because its path is the base path. */
function checkServers(document: JsonObject): DocumentProblem[] {
  if (basePathOf(document) !== undefined) return [];
  const [server] = asObjects(document["servers"]);
  const hint = " Variables in the URL are replaced with their defaults.";
  const form = "the first server's `url` to be a URL or a path";
  return expected(form, server?.["url"], ["servers", 0, "url"], hint);
}

function checkWebhooks(document: JsonObject): DocumentProblem[] {
  const { "x-webhooks": rules } = document;
  if (rules === undefined) return [];
  const states = Object.keys(asObject(document["x-states"]));
  const events = mapOf(
    simple(`a state from \`x-states\`, one of ${listed(states)}`, (value) =>
      states.includes(String(value)),
    ),
  );
  const template = (names: readonly string[], result: Shape): Shape => {
    const createdAt = wireInstant(timeFormOf(document), 1_893_456_000_000);
    const sample = { ...Object.fromEntries(names.map((name) => [name, "1"])), createdAt };
    return (value) =>
      isJsonObject(value)
        ? templateProblems(value, [sample], names, result)
        : expected("an object", value);
  };
  const shape = parts(
    {
      events: (value) =>
        isJsonObject(value)
          ? events(value)
          : expected("an object that maps event names to states", value),
      headers: template(WEBHOOK_VALUES, headers),
      body: template(WEBHOOK_VALUES.slice(0, -2), anything),
    },
    {
      style: simple(listed(WEBHOOK_STYLES, " or "), (value) =>
        WEBHOOK_STYLES.includes(String(value)),
      ),
    },
  );
  return within(["x-webhooks"], shape(rules));
}
