// Requests to the control API: scenarios just below the limits, valid and not, and rules.
const many = (count, line) => Array.from({ length: count }, (_, i) => line(i)).join("");

const SCENARIOS = {
  "5000 rules": `rows:\n${many(5000, (i) => `- { match: { pattern: "^x${i}" }, outcome: empty }\n`)}`,
  "5000 rules with a problem": `rows:\n${many(5000, (i) => `- { match: { pattern: "^x${i}" }, outcom: no }\n`)}`,
  "120,000 numbers": `x: [${many(120_000, () => "1,")}1]`,
  "4 KB of numbers": `x: [${many(2000, () => "1,")}1]`,
};

const scenarioCases = Object.entries(SCENARIOS).map(([name, text]) => ({
  name: `a scenario: ${name}`,
  run: async ({ controlUrl }) => {
    const headers = { authorization: "Key bench" };
    const url = `${controlUrl}/scenario`;
    const { status } = await fetch(url, { method: "PUT", headers, body: text });
    if (status !== 200 && status !== 400) throw new Error(`Expected 200 or 400, got ${status}.`);
  },
}));

const unknownKeys = Object.fromEntries(Array.from({ length: 19_000 }, (_, i) => [`k${i}`, 1]));

/** Cases about the control API. */
export const controlCases = [
  ...scenarioCases,
  {
    name: "a control request: 19,000 unknown keys",
    run: async (program) => {
      const { status } = await program.control("POST", "/clock/advance", unknownKeys);
      if (status !== 400) throw new Error(`Expected 400, got ${status}.`);
    },
  },
];
