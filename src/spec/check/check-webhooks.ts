import { isJsonObject, type JsonObject } from "../../core/json.ts";
import { listed } from "../../core/nearest.ts";
import { asObject } from "../document-place.ts";
import { timeFormOf, wireInstant } from "../template/wire-context.ts";
import { WEBHOOK_STYLES, WEBHOOK_VALUES } from "../webhook-rules.ts";
import { type DocumentProblem, expected, within } from "./found.ts";
import { renderedWith } from "./rendering.ts";
import { anything, headers, mapOf, parts, type Shape, simple } from "./shape.ts";

/** Problems with what a document says about webhooks: `x-webhooks`. */
export function checkWebhooks(document: JsonObject): DocumentProblem[] {
  const { "x-webhooks": rules } = document;
  if (rules === undefined) return [];
  const states = Object.keys(asObject(document["x-states"]));
  const events = mapOf(
    simple(`a state of \`x-states\`, one of ${listed(states)}`, (value) =>
      states.includes(String(value)),
    ),
  );
  const template = (names: readonly string[], result: Shape): Shape => {
    const createdAt = wireInstant(timeFormOf(document), 1_893_456_000_000);
    const sample = { ...Object.fromEntries(names.map((name) => [name, "1"])), createdAt };
    return (value) => {
      if (!isJsonObject(value)) return expected("an object", value);
      const rendered = renderedWith(value, sample, names);
      return "problems" in rendered ? rendered.problems : result(rendered.value);
    };
  };
  const names = Object.keys(WEBHOOK_VALUES);
  const shape = parts(
    {
      events: (value) =>
        isJsonObject(value)
          ? events(value)
          : expected("an object of event names and states", value),
      headers: template(names, headers),
      body: template(names.slice(0, -2), anything),
    },
    {
      style: simple(listed(WEBHOOK_STYLES, " or "), (value) =>
        WEBHOOK_STYLES.includes(String(value)),
      ),
    },
  );
  return within(["x-webhooks"], shape(rules));
}
