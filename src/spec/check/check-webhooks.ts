import { isJsonObject, type JsonObject, type JsonValue } from "../../core/json.ts";
import { listed } from "../../core/nearest.ts";
import { describeValue } from "../../yaml/data-path.ts";
import { asObject } from "../document-place.ts";
import { timeFormOf, wireInstant } from "../template/wire-context.ts";
import { WEBHOOK_STYLES, WEBHOOK_VALUES } from "../webhook-rules.ts";
import { type DocumentProblem, problemIf, unknownKeys, within } from "./found.ts";
import { renderedWith } from "./rendering.ts";

/** Problems with what a document says about webhooks: `x-webhooks`. */
export function checkWebhooks(document: JsonObject): DocumentProblem[] {
  const given = document["x-webhooks"];
  if (given === undefined) return [];
  const rules = asObject(given);
  const { style = "none", events, headers, body } = rules;
  const problem = (key: string, form: string, value: JsonValue | undefined): DocumentProblem => {
    return { path: ["x-webhooks", key], message: `Expected ${form}, got ${describeValue(value)}.` };
  };
  const styles = listed(WEBHOOK_STYLES, " or ");
  return [
    ...within(["x-webhooks"], unknownKeys(rules, ["style", "events", "headers", "body"])),
    ...(WEBHOOK_STYLES.includes(String(style)) ? [] : [problem("style", styles, style)]),
    ...eventProblems(document, events),
    ...templateProblems(document, "headers", headers, Object.keys(WEBHOOK_VALUES)),
    ...templateProblems(document, "body", body, Object.keys(WEBHOOK_VALUES).slice(0, -2)),
  ];
}

function eventProblems(document: JsonObject, events: JsonValue | undefined): DocumentProblem[] {
  const path = ["x-webhooks", "events"];
  if (!isJsonObject(events)) {
    const message = `Expected an object of event names and states, got ${describeValue(events)}.`;
    return [{ path, message }];
  }
  const states = Object.keys(asObject(document["x-states"]));
  return Object.entries(events).flatMap(([event, state]) => {
    const message = `Expected a state of \`x-states\`, one of ${listed(states)}, got ${describeValue(state)}.`;
    return problemIf(!states.some((each) => each === state), [...path, event], message);
  });
}

/** Renders a template with sample values. */
function templateProblems(
  document: JsonObject,
  key: "headers" | "body",
  template: JsonValue | undefined,
  names: readonly string[],
): DocumentProblem[] {
  const path = ["x-webhooks", key];
  if (!isJsonObject(template)) {
    return [{ path, message: `Expected an object, got ${describeValue(template)}.` }];
  }
  const createdAt = wireInstant(timeFormOf(document), 1_893_456_000_000);
  const sample = { ...Object.fromEntries(names.map((name) => [name, "1"])), createdAt };
  const rendered = renderedWith(template, sample, names);
  if ("problems" in rendered) return within(path, rendered.problems);
  if (key === "body") return [];
  return Object.entries(asObject(rendered.value)).flatMap(([name, value]) => {
    if (/^[\w-]+$/.test(name) && /^[\x20-\x7e]+$/.test(String(value))) return [];
    const message = `Expected a header name and a single-line value, got ${describeValue(value)}.`;
    return [{ path: [...path, name], message }];
  });
}
