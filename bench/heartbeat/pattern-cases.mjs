import { send } from "../support.mjs";

// Patterns on which the engine's own RegExp takes minutes.
const TEXT = `${"a".repeat(32)}!`;
const SLOW = "^(a+)+$";
const instant = [{ queued: 0, running: 0 }];

async function expectOk(response) {
  const { status, text } = await response;
  if (status >= 300) throw new Error(`Expected a success, got ${status} ${text.slice(0, 300)}`);
}

const ROWS = [SLOW, "^(a|a)*b$", "(a*)*b", "(a|b)*a(a|b){200}x", "\\d.{0,500}\\d!"];

const rowCases = ROWS.map((pattern) => ({
  name: `rows with the pattern ${pattern}`,
  run: async (program) => {
    const rows = [{ match: { pattern }, outcome: "empty" }];
    await expectOk(program.control("PUT", "/scenario", { rows, profiles: instant }));
    const inputs = Array.from({ length: 200 }, (_, i) => `${i}${TEXT}`.repeat(1 + (i % 20)));
    await program.run({ inputs });
  },
}));

const again = { properties: { x: { $ref: "#/$defs/twice" } } };
const nested = (depth) => (depth === 0 ? {} : { x: nested(depth - 1) });
const prompt = (pattern) => ({ properties: { system_prompt: { pattern } } });

/** Conditions and requests that take many steps to check. Some are accepted, and some exceed the limit. */
const CONDITIONS = {
  "a reference to itself, twice for each level": [
    { $ref: "#/$defs/twice", $defs: { twice: { allOf: [again, again] } } },
    { x: nested(40) },
  ],
  "45,000 unique items": [
    { properties: { x: { uniqueItems: true } } },
    { x: Array.from({ length: 45_000 }, (_, i) => ({ a: i })) },
  ],
  "patterns and a prompt of 1 MB": [
    { anyOf: [2, 5, 10, 20].map((count) => prompt(`(a|b)*a(a|b){${count}}x`)) },
    { system_prompt: "ab".repeat(500_000) },
  ],
};

const conditionCases = Object.entries(CONDITIONS).map(([name, [body, fields]]) => ({
  name: `a condition: ${name}`,
  run: async (program) => {
    const faults = [{ on: "createJob", status: 503, when: { body } }];
    await expectOk(program.control("PUT", "/scenario", { faults, profiles: instant }));
    const { status, text } = await program.create({ inputs: ["a"], ...fields });
    if (status !== 503 && status !== 422 && !text.includes("SIM_SCHEMA_LIMIT"))
      throw new Error(`Expected 503 or a limit, got ${status} ${text.slice(0, 300)}`);
  },
}));

const SCRIPTS = [
  ...["Adlm", "Arab", "Armn", "Beng", "Bopo", "Brai", "Cans", "Cher", "Copt", "Cyrl", "Deva"],
  ...["Dsrt", "Egyp", "Ethi", "Geor", "Goth", "Grek", "Gujr", "Guru", "Hang", "Hani", "Hebr"],
  ...["Hira", "Kana", "Khmr", "Knda", "Laoo", "Latn", "Linb", "Mlym", "Mong", "Mymr", "Ogam"],
  ...["Orya", "Runr", "Sinh", "Syrc", "Taml", "Telu", "Tfng", "Thaa", "Thai", "Tibt", "Yiii"],
];

/** Cases about patterns in scenarios and conditions. */
export const patternCases = [
  ...rowCases,
  ...conditionCases,
  {
    name: "rows with patterns of many scripts",
    run: async (program) => {
      const rows = SCRIPTS.map(
        (script) => `{match: {pattern: '\\p{Script=${script}}'}, outcome: empty}`,
      );
      const text = `rows: [${rows.join(", ")}]`;
      await expectOk(send("PUT", `${program.controlUrl}/scenario`, { body: text }));
    },
  },
  {
    name: "rows of 4 MB with a pattern",
    run: async (program) => {
      const rows = [{ match: { pattern: "(a|b)*a(a|b){20}x" }, outcome: "empty" }];
      await expectOk(program.control("PUT", "/scenario", { rows, profiles: instant }));
      const inputs = Array.from({ length: 2 }, () => "ab".repeat(1_900_000));
      await program.run({ inputs, truncate_rows: true });
    },
  },
  ...["(a|b)*a(a|b){20}x", "x$"].map((pattern) => ({
    name: `a row of 16 MB with the pattern ${pattern}`,
    run: async (program) => {
      const rows = [{ match: { pattern }, outcome: "empty" }];
      await expectOk(program.control("PUT", "/scenario", { rows, profiles: instant }));
      const body = { inputs: ["ab".repeat(8_000_000)], truncate_rows: true };
      const { status, text } = await program.run(body);
      if (status !== 200 && !text.includes("SIM_SCHEMA_LIMIT"))
        throw new Error(`Expected 200 or a limit, got ${status} ${text.slice(0, 300)}`);
    },
  })),
  {
    name: "a fault's condition with a pattern",
    run: async (program) => {
      const body = { properties: { system_prompt: { pattern: SLOW } } };
      const faults = [{ on: "createJob", status: 503, when: { body } }];
      await expectOk(program.control("PUT", "/scenario", { faults, profiles: instant }));
      await expectOk(program.create({ inputs: ["a"], system_prompt: TEXT }));
    },
  },
  {
    name: "a profile's condition with a pattern",
    run: async (program) => {
      const request = { properties: { system_prompt: { pattern: SLOW } } };
      const profiles = [{ when: { request }, queued: 0, running: 0 }];
      await expectOk(program.control("PUT", "/scenario", { profiles }));
      await expectOk(program.create({ inputs: ["a"], system_prompt: TEXT }));
    },
  },
  {
    name: "20 faults with large conditions",
    run: async (program) => {
      const properties = Object.fromEntries(
        Array.from({ length: 55 }, (_, i) => [`p${i}`, { pattern: `.{0,4000}${i % 4}` }]),
      );
      const faults = Array.from({ length: 20 }, (_, i) => ({
        ...{ on: "createJob", status: 503 },
        when: { body: { required: [`q${i}`], properties } },
      }));
      await expectOk(program.control("PUT", "/scenario", { faults, profiles: instant }));
      await expectOk(program.create({ inputs: ["a"] }));
    },
  },
  {
    name: "patterns that are refused",
    run: async (program) => {
      const groups = Array.from({ length: 20 }, (_, i) => `\\${i + 1}`).join("");
      const patterns = [
        "(a|b|c|d|e|f|g|h)".repeat(20) + groups,
        "(?=.*a)".repeat(700),
        "\\p{L}\\p{N}\\p{P}\\p{S}\\p{Z}",
        "(a?){9000}",
        `${"(".repeat(2400)}${")".repeat(2400)}`,
      ];
      for (const pattern of patterns) {
        const rows = [{ match: { pattern }, outcome: "empty" }];
        const { status } = await program.control("PUT", "/scenario", { rows });
        if (status !== 400) throw new Error(`Expected ${pattern.slice(0, 40)} to be refused.`);
      }
    },
  },
];
