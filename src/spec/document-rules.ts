import type { FileRules, OutputFile, OutputKind, PurposeRule } from "../core/file-rules.ts";
import { type JsonObject, type JsonValue, mapValues } from "../core/json.ts";
import { parseDurationMs } from "../core/time.ts";
import type { WebhookEvents } from "../core/webhooks/endpoint.ts";
import { asObject, asStrings, findBoundTo } from "./document-place.ts";
import { bodySchema } from "./request-place.ts";
import { compileTemplate } from "./template/template.ts";

export const OUTPUT_KINDS: readonly OutputKind[] = ["output", "errors"];

/** A checked spec's rules for files; undefined if its service has no files. */
export function fileRulesOf(document: JsonObject): FileRules | undefined {
  const purposes = asObject(document["x-files"]);
  if (Object.keys(purposes).length === 0) return undefined;
  const outputs = asObject(document["x-output-files"]);
  return {
    purposes: mapValues(purposes, (rule) => purposeRule(asObject(rule))),
    outputs: OUTPUT_KINDS.filter((kind) => outputs[kind] !== undefined).map(
      (kind) => ({ kind, ...asObject(outputs[kind]) }) as unknown as OutputFile,
    ),
    problems: asObject(document["x-file-problems"]) as unknown as FileRules["problems"],
  };
}

function purposeRule({ lines, expiresAfter, ...limits }: JsonObject): PurposeRule {
  const lifeMs = expiresAfter === undefined ? undefined : parseDurationMs(String(expiresAfter));
  return {
    ...(limits as Partial<PurposeRule>),
    hasLines: lines === true,
    ...(lifeMs !== undefined && { lifeMs }),
  };
}

/** Names of the request fields that a job stores: `keep` in the operation that creates jobs. */
export function keptFields(document: JsonObject): readonly string[] {
  return asStrings(findBoundTo(document, "createJob")?.binding["keep"]);
}

export function keptSample(document: JsonObject): JsonObject {
  const create = findBoundTo(document, "createJob");
  const properties = asObject(create && bodySchema(create)["properties"]);
  return Object.fromEntries(
    keptFields(document).map((name) => [name, sampleOf(asObject(properties[name]))]),
  );
}

function sampleOf({ enum: values, const: only, default: fallback, type }: JsonObject): JsonValue {
  const [first] = Array.isArray(values) ? values : [];
  return only ?? first ?? fallback ?? (type === "string" ? "sample" : null);
}

/** The values of `style` in `x-webhooks`; `none` means that the service sends no webhooks. */
export const WEBHOOK_STYLES: readonly string[] = ["none", "standard"];

/** A checked spec's rules for webhooks; undefined if its service sends none. */
export function webhookRulesOf(document: JsonObject) {
  const { style = "none", headers = {}, body = {} } = asObject(document["x-webhooks"]);
  if (style === "none") return undefined;
  return {
    events: webhookEvents(document),
    headers: compileTemplate(headers),
    body: compileTemplate(body),
  };
}

/** The events that a service may deliver, with the state that causes each. */
export function webhookEvents(document: JsonObject): WebhookEvents {
  return asObject(asObject(document["x-webhooks"])["events"]) as WebhookEvents;
}

/** The values that templates in `x-webhooks` can use. Only `headers` can use the last two. */
export const WEBHOOK_VALUES: readonly string[] = [
  ...["deliveryId", "eventId", "event", "jobId", "state", "createdAt", "timestamp", "signatures"],
];
