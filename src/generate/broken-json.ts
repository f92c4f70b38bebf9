import { parseJson } from "../core/json.ts";
import type { Rng } from "../core/rng.ts";

/** Mistakes that models make in JSON. Each applies to some texts, and the last one to all. */
const WAYS: readonly ((json: string) => string)[] = [
  (json) => json.replace(/[}\]]$/, ",$&"),
  (json) => json.replaceAll('"', "'"),
  (json) => json.replace(/^(\{)"(\w+)"/, "$1$2"),
  (json) => `${json}\n\nLet me know if you need anything else.`,
  (json) => `\`\`\`json\n${json}\n\`\`\``,
];

/** JSON text, broken in a way that is typical of models; the result is never valid JSON. */
export function breakJson(json: string, rng: Rng): string {
  const broken = WAYS.map((spoil) => spoil(json)).filter((text) => parseJson(text) === undefined);
  return rng.pick(broken);
}

/** A prefix that isn't valid JSON, with at least a third of the text if possible; may be empty. */
export function cutJson(json: string, rng: Rng): string {
  const third = Math.floor(json.length / 3);
  const length = rng.between(third, Math.max(third, json.length - 1));
  for (let end = length; end > 0; end--) {
    const start = json.slice(0, end);
    if (!isLoneSurrogate(start.charCodeAt(end - 1)) && parseJson(start) === undefined) return start;
  }
  return "";
}

function isLoneSurrogate(lastUnit: number): boolean {
  return lastUnit >= 0xd800 && lastUnit <= 0xdbff;
}
