// Scenarios generated from their own schema, as YAML and JSON, intact and damaged, and jobs that run under them.
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { stringify } from "yaml";
import { valuesOf } from "./from-schema.mjs";
import { mutated, NASTY } from "./mutations.mjs";

const SCHEMA = JSON.parse(
  readFileSync(new URL("../../dist/scenario.schema.json", import.meta.url), "utf8"),
);

/** Maximum time that a client waits for a response that a fault may delay. */
const PATIENCE_MS = 100;

const TOKENS = [
  ...NASTY,
  ...[
    "&a ",
    "*a",
    "<<: *a",
    "!!binary x",
    "!!js/function x",
    "? ",
    "- ",
    "|+2\n",
    "---\n",
    "%YAML 9\n",
  ],
  ...["&a [x,x]\n&b [*a,*a]\n", "[".repeat(3000), "{a: ".repeat(1000), "\t", "#", "'", '"', "\n  "],
];

/** Scenarios come from a trusted author, so their size isn't limited: reading one takes milliseconds per kilobyte. */
const MOST_BYTES = 8000;

/** Expands to a billion items. */
const BOMB = Array.from({ length: 9 }, (_, i) =>
  i === 0 ? "a0: &a0 [x,x,x,x,x,x,x,x,x]" : `a${i}: &a${i} [${`*a${i - 1},`.repeat(9)}]`,
).join("\n");

const texts = fc.oneof(
  { weight: 5, arbitrary: valuesOf(SCHEMA).map((value) => JSON.stringify(value)) },
  { weight: 2, arbitrary: valuesOf(SCHEMA).map(yamlOf) },
  fc.constantFrom("instant", "slow-job", BOMB, "no-such-scenario", "../x", ""),
);

/** If a value is nested too deeply for the library, falls back to JSON, which is also valid YAML. */
function yamlOf(value) {
  try {
    return stringify(value);
  } catch {
    return JSON.stringify(value);
  }
}

/** Attacks the scenario grammar, and runs the scenarios that it accepts. */
export const scenario = {
  name: "scenario",
  cases: fc.record({
    text: fc
      .oneof({ weight: 4, arbitrary: texts.map(Buffer.from) }, mutated(texts, TOKENS))
      .map((bytes) => bytes.subarray(0, MOST_BYTES)),
    priority: fc.constantFrom(0, 1),
    json_schema: fc.constantFrom(undefined, {
      type: "object",
      properties: { a: { type: "string" } },
    }),
  }),
  play: async (client, { text, priority, json_schema }) => {
    const { control } = client.urls;
    await client.remember();
    const { status } = await client.attack("PUT", `${control}/scenario`, { body: text });
    if (status !== 200) return;
    const options = { mayBreak: true, patienceMs: PATIENCE_MS };
    const body = { inputs: ["a", "b", "refund"], job_priority: priority, json_schema };
    await client.live(body, options);
    await client.attack("POST", `${control}/clock/advance`, { body: '{"by":"30d"}' });
    await client.attack("GET", `${client.urls.service}/list-jobs`, options);
    for (const path of ["snapshot", "report", "faults/unused", "assumptions", "findings"])
      await client.attack("GET", `${control}/${path}`);
  },
};
