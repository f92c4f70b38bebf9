// Regular expressions of every kind that JavaScript has, and some that it hasn't.
import fc from "fast-check";

const counts = fc.oneof(fc.integer({ min: 0, max: 5 }), fc.constantFrom(50, 256, 1000, 2 ** 31));
const quantifier = fc.oneof(
  fc.constantFrom("*", "+", "?", "*?", "+?", "??", "++"),
  counts.map((count) => `{${count}}`),
  counts.map((count) => `{${count},}`),
  fc.tuple(counts, counts).map(([least, more]) => `{${least},${least + more}}`),
);
const atom = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom("a", "b", "ab", ".", "\\d", "\\w", "\\s", "[a-c]") },
  fc.constantFrom(
    "[^a]",
    "[]",
    "[^]",
    "\\S",
    "\\b",
    "\\B",
    "^",
    "$",
    "\\p{L}",
    "\\p{Lu}+",
    "\\P{L}",
  ),
  fc.constantFrom("\\1", "\\2", "\\k<n>", "\\0", "\\x41", "\\u0041", "\\u{1F600}", "\\cA", "\\-"),
  fc.constantFrom(
    "[\\d-z]",
    "[a-\\w]",
    "[z-a]",
    "(",
    ")",
    "[",
    "{",
    "}",
    "\\",
    "é",
    "💥",
    "\ud83d",
  ),
);

/** A pattern, valid most of the time. */
export const pattern = fc.letrec((tie) => ({
  pattern: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    atom,
    fc.tuple(tie("pattern"), quantifier).map(([inner, times]) => `(${inner})${times}`),
    fc.tuple(tie("pattern"), quantifier).map(([inner, times]) => `(?:${inner})${times}`),
    fc.array(tie("pattern"), { minLength: 2, maxLength: 4 }).map((all) => all.join("")),
    fc.array(tie("pattern"), { minLength: 2, maxLength: 4 }).map((all) => `(${all.join("|")})`),
    fc
      .tuple(fc.constantFrom("?=", "?!", "?<=", "?<!", "?<n>", "?i:", "?>"), tie("pattern"))
      .map(([kind, inner]) => `(${kind}${inner})`),
    tie("pattern").map((inner) => `^${inner}$`),
  ),
})).pattern;

/** Text on which some patterns take exponential time. */
export const subject = fc
  .array(fc.tuple(fc.constantFrom("a", "b", "ab", "aA", "1", "é", "💥", " "), fc.nat(60)), {
    maxLength: 4,
  })
  .map((runs) => `${runs.map(([text, count]) => text.repeat(count)).join("")}!`);

/** Attacks every place where a client or a test can supply a pattern. */
export const patterns = {
  name: "pattern",
  cases: fc.record({
    pattern,
    subjects: fc.array(subject, { minLength: 1, maxLength: 5 }),
    place: fc.constantFrom("row", "fault", "profile", "header", "schema", "keys", "names", "not"),
  }),
  play: async (client, { pattern: source, subjects, place }) => {
    const { control } = client.urls;
    const scenario = JSON.stringify(scenarioOf(place, source));
    await client.attack("PUT", `${control}/scenario`, { body: scenario });
    const json_schema = schemaOf(place, source);
    await client.live({ inputs: subjects, system_prompt: subjects[0], json_schema });
  },
};

function scenarioOf(place, source) {
  const instant = { queued: 0, running: 0 };
  const properties = { system_prompt: { pattern: source } };
  switch (place) {
    case "row":
      return { rows: [{ match: { pattern: source }, outcome: "empty" }], profiles: [instant] };
    case "fault": {
      const when = { body: { properties } };
      return { faults: [{ on: "createJob", delay: 0, when }], profiles: [instant] };
    }
    case "header": {
      const when = { header: { properties: { authorization: { pattern: source } } } };
      return { faults: [{ on: "*", delay: 0, when }], profiles: [instant] };
    }
    case "profile":
      return { profiles: [{ ...instant, when: { request: { properties } } }, instant] };
    default:
      return { profiles: [instant] };
  }
}

function schemaOf(place, source) {
  switch (place) {
    case "schema":
      return { type: "object", properties: { a: { type: "string", pattern: source } } };
    case "keys":
      return { type: "object", patternProperties: { [source]: { type: "integer" } } };
    case "names":
      return { type: "object", propertyNames: { pattern: source }, minProperties: 2 };
    case "not":
      return { type: "string", minLength: 3, not: { pattern: source } };
    default:
      return undefined;
  }
}
