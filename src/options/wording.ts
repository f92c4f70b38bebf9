import { listed, suggestion } from "../core/nearest.ts";
import { HIDDEN, redactText } from "../core/redact.ts";
import { describeValue } from "../yaml/data-path.ts";
import type { Form, Misfit } from "./form.ts";

/** The message for an invalid value. `noun` says whether `name` is an option or a key. */
export function misfitMessage(misfit: Misfit, name: string, noun: "option" | "key"): string {
  const { expected, got, words = [], isSecret = false, path } = misfit;
  if (expected === undefined) return unknownMessage(noun, String(path.at(-1) ?? ""), words);
  const shown = typeof got === "string" ? withoutSecrets(got) : got;
  const found = isSecret && got !== undefined ? hidden(got) : describeValue(shown);
  return `Expected \`${name}\` to be ${expected}, got ${found}.${suggestion(got, words)}`;
}

export function textMessage(form: Form<unknown>, name: string, text: string): string {
  const { expected, expectedText = expected, words = [], isSecret = false } = form;
  const shown = text === "" ? "an empty string" : `\`${withoutSecrets(text)}\``;
  const found = isSecret ? hidden(text) : shown;
  return `Expected \`${name}\` to be ${expectedText}, got ${found}.${suggestion(text, words)}`;
}

export function unknownMessage(noun: string, name: string, known: readonly string[]): string {
  return `Unknown ${noun} \`${name}\`.${suggestion(name, known, `Known: ${listed(known)}.`)}`;
}

/** Hides secrets in a rejected value, such as a password before the last `@` of a mistyped URL. */
function withoutSecrets(text: string): string {
  const [scheme] = /^[a-z][a-z\d+.-]*:\/*/i.exec(text) ?? [];
  const end = text.lastIndexOf("@");
  const hasUser = scheme !== undefined && end >= scheme.length;
  return redactText(hasUser ? scheme + HIDDEN + text.slice(end) : text);
}

function hidden(got: unknown): string {
  if (got === null) return "null";
  const type = Array.isArray(got) ? "list" : typeof got;
  return `${type === "object" ? "an" : "a"} ${type} (not shown)`;
}
