import { type JsonObject, mapValues } from "../core/json.ts";
import { oncePer } from "../core/once-per.ts";
import type { SpecVocabulary } from "../scenario/parse-options.ts";
import { assumptionsOf, valuesOf } from "../spec/assumptions-of.ts";
import { errorsOf } from "../spec/derive-responses.ts";
import {
  asObject,
  asObjects,
  operationsOf,
  type PlacedOperation,
  resolveRef,
} from "../spec/document-place.ts";
import { webhookEvents } from "../spec/document-rules.ts";
import { isAtOrigin } from "../spec/operation.ts";
import { requestMapOf } from "../spec/request-map.ts";
import { bodySchema } from "../spec/request-place.ts";

/** The names that scenarios may use; one object per document, because the object is a cache key. */
export const vocabularyOf: (document: JsonObject) => SpecVocabulary = oncePer(readVocabulary);

function readVocabulary(document: JsonObject): SpecVocabulary {
  const entries = assumptionsOf(document).map((entry) => {
    const { id, question, value: schema } = entry;
    const values = valuesOf(entry) ?? [entry.default, ...entry.alternatives];
    return [id, { question, values, schema }] as const;
  });
  const operations = operationsOf(document).filter(({ item }) => !isAtOrigin(item));
  return {
    fields: fieldsOf(document),
    operationIds: operations.map(idOf),
    uses: Object.fromEntries(operations.map((each) => [idOf(each), String(each.binding["use"])])),
    errors: mapValues(errorsOf(document), (error) => Number(asObject(error)["status"])),
    formats: formatsOf(document),
    assumptions: Object.fromEntries(entries),
    webhookEvents: hasWebhooks(document) ? Object.keys(webhookEvents(document)) : [],
    states: statesOf(document),
    hasRowIds: operations.some(({ binding }) => asObject(binding["row"])["id"] !== undefined),
  };
}

function idOf({ operation }: PlacedOperation): string {
  return String(operation["operationId"]);
}

function statesOf(document: JsonObject): readonly string[] {
  const effects = assumptionsOf(document).flatMap((each) => Object.values(each.effects));
  const places = effects.flatMap((effect) => Object.entries(asObject(effect)));
  const added = places.flatMap(([place, value]) =>
    place === "/x-states" ? Object.keys(asObject(value)) : place.split("/x-states/").slice(1),
  );
  return [...Object.keys(asObject(document["x-states"])), ...added];
}

/** Whether the service can send webhooks: always, or with an assumption. */
function hasWebhooks(document: JsonObject): boolean {
  const isSent = asObject(document["x-webhooks"])["style"] === "standard";
  return isSent || assumptionsOf(document).some(({ id }) => id === "webhooks");
}

function fieldsOf(document: JsonObject): SpecVocabulary["fields"] {
  return Object.fromEntries(
    operationsOf(document).map((served) => {
      const { item, operation } = served;
      const parameters = [item, operation].flatMap((each) => asObjects(each["parameters"]));
      const names = parameters.map((each) => String(asObject(resolveRef(document, each))["name"]));
      const body = asObject(bodySchema(served)["properties"]);
      return [idOf(served), [...names, ...Object.keys(body)]] as const;
    }),
  );
}

/** The formats and their codecs, for each operation whose requests can choose a format. */
function formatsOf(document: JsonObject): SpecVocabulary["formats"] {
  const serving = operationsOf(document).filter((served) => "format" in requestMapOf(served));
  const entries = serving.map((served) => {
    const files = asObject(served.binding["response"]);
    return [idOf(served), mapValues(files, (file) => asObject(file)["codec"])];
  });
  return Object.fromEntries(entries);
}
