// Measures how long a new server takes for its first job, and for its first job with a schema, and how long a warm server
// takes for a job with another small schema.
import { startSimulatorProcess, submit } from "../support.mjs";

const PLAIN = JSON.stringify({ inputs: ["a"] });

/** A job with a schema that no server has seen. */
function withSchema(number) {
  const properties = {
    [`verdict_${number}`]: { enum: ["good", "bad"] },
    score: { type: "number", minimum: 0, maximum: 1 },
    summary: { type: "string" },
  };
  const json_schema = { type: "object", properties, required: Object.keys(properties) };
  return JSON.stringify({ inputs: ["a"], json_schema });
}

async function timed({ ready, usage }, body) {
  const before = await usage();
  const startedAt = performance.now();
  await submit(ready.baseUrl, body);
  const wallMs = performance.now() - startedAt;
  return { units: 1, wallMs, cpuMs: (await usage()).cpuMs - before.cpuMs };
}

/** A figure for the last of some jobs that a new server receives. */
function figureOfNew(name, bodies, target) {
  const measure = async () => {
    const server = await startSimulatorProcess("--scenario", "instant");
    for (const body of bodies.slice(0, -1)) await submit(server.ready.baseUrl, body);
    const sample = await timed(server, bodies.at(-1));
    await server.stop();
    return sample;
  };
  return { name, unit: "job", target, open: async () => ({ measure }) };
}

async function openWarm() {
  const server = await startSimulatorProcess("--scenario", "instant");
  let number = 0;
  while (number < 10) await submit(server.ready.baseUrl, withSchema(number++));
  return { measure: () => timed(server, withSchema(number++)), close: server.stop };
}

export const group = {
  rounds: 9,
  figures: [
    figureOfNew("first job", [PLAIN], { ms: 40 }),
    figureOfNew("first schema", [PLAIN, withSchema(0)], { ms: 120 }),
    { name: "small schema, warm", unit: "job", target: { ms: 15 }, open: openWarm },
  ],
};
