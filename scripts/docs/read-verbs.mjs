import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";

export const VERBS_FOLDER = "src/control/verbs";

/** The first line of a generated file. */
export const NOTE = "// Generated from the files in verbs/: `npm run docs`.";

/** Every verb, with its file, name, comment, and response type. */
export function readVerbs() {
  return readdirSync(VERBS_FOLDER)
    .sort()
    .map((file) => {
      const text = readFileSync(`${VERBS_FOLDER}/${file}`, "utf8");
      const [, about = "", name, types] =
        /(?:\/\*\*((?:(?!\*\/).)*)\*\/\n)?export const (\w+)Verb: Verb<(.*?)> =\s+defineVerb/s.exec(
          text,
        ) ?? [];
      if (name === undefined) throw new Error(`${VERBS_FOLDER}/${file} defines no verb.`);
      return { file, text, name, about, response: splitAtCommas(types).slice(1).join(", ") };
    });
}

/** Splits at the commas outside brackets. */
export function splitAtCommas(text) {
  const parts = [""];
  let depth = 0;
  for (const [index, char] of [...text].entries()) {
    if ("({[<".includes(char)) depth++;
    if (")}]".includes(char) || (char === ">" && text[index - 1] !== "=")) depth--;
    if (char === "," && depth === 0) parts.push("");
    else parts[parts.length - 1] += char;
  }
  return parts.map((part) => part.trim()).filter((part) => part !== "");
}

/** Formats the file as the formatter would, with sorted imports. */
export function formatted(path, lines) {
  return execFileSync(
    "node_modules/.bin/biome",
    ["check", "--write", `--stdin-file-path=${path}`],
    { input: lines.join("\n"), encoding: "utf8", stdio: ["pipe", "pipe", "ignore"] },
  );
}
