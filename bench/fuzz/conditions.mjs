// Scenarios with conditions about requests and rows, and jobs that have to be checked against them.
import fc from "fast-check";
import { pattern, subject } from "./pattern.mjs";
import { schemas } from "./schema.mjs";

const REF = { $ref: "#/$defs/a" };
const RECURSIVE = {
  $defs: { a: { allOf: [{ properties: { x: REF } }, { properties: { x: REF } }] } },
  ...REF,
};

const requests = fc.oneof(
  { weight: 3, arbitrary: schemas },
  fc.constantFrom(RECURSIVE, { properties: { inputs: { uniqueItems: true } } }),
  pattern.map((text) => ({ properties: { system_prompt: { pattern: text } } })),
);

function nested(depth) {
  let value = {};
  for (let i = 0; i < depth; i++) value = { x: value };
  return value;
}

const many = fc.constantFrom(1, 100, 45_000);

/** Attacks the steps that conditions may take. */
export const conditions = {
  name: "conditions",
  cases: fc.record({
    request: requests,
    row: pattern,
    text: subject,
    times: fc.constantFrom(1, 1000, 100_000),
    rows: many,
    depth: fc.constantFrom(0, 10, 25, 900),
  }),
  play: async (client, { request, row, text, times, rows, depth }) => {
    const { control } = client.urls;
    const scenario = {
      profiles: [
        { when: { request }, queued: 0, running: 0 },
        { queued: 0, running: 0 },
      ],
      rows: [{ match: { pattern: row }, outcome: "empty" }],
      faults: [{ on: "createJob", delay: 0, when: { body: request } }],
    };
    const body = JSON.stringify(scenario);
    await client.remember();
    const { status } = await client.attack("PUT", `${control}/scenario`, { body });
    if (status !== 200) return;
    const long = text.repeat(Math.ceil(times / (text.length + 1))).slice(0, times);
    const inputs = Array.from({ length: rows }, (_, i) => (i === 0 ? long : `row ${i}`));
    await client.live({ inputs, system_prompt: long, ...nested(depth) });
  },
};
