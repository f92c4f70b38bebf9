import type { Rng } from "../core/rng.ts";

/** What models do to JSON. Each is a way for some texts only; the last is one for all. */
const WAYS: readonly ((json: string) => string)[] = [
  (json) => json.replace(/[}\]]$/, ",$&"),
  (json) => json.replaceAll('"', "'"),
  (json) => json.replace(/^(\{)"(\w+)"/, "$1$2"),
  (json) => `${json}\n\nLet me know if you need anything else.`,
  (json) => `\`\`\`json\n${json}\n\`\`\``,
];

/** JSON text spoiled in one of the ways that models do it; never JSON text any more. */
export function breakJson(json: string, rng: Rng): string {
  const broken = WAYS.map((spoil) => spoil(json)).filter((text) => !isJson(text));
  return rng.pick(broken);
}

/** A start of a JSON text, a third of it or more where that is not JSON text itself; empty where every start is. */
export function cutJson(json: string, rng: Rng): string {
  const third = Math.floor(json.length / 3);
  const length = rng.between(third, Math.max(third, json.length - 1));
  for (let end = length; end > 0; end--) {
    const start = json.slice(0, end);
    if (!isLoneSurrogate(start.charCodeAt(end - 1)) && !isJson(start)) return start;
  }
  return "";
}

function isLoneSurrogate(lastUnit: number): boolean {
  return lastUnit >= 0xd800 && lastUnit <= 0xdbff;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
