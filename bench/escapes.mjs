// How much slower a body is with `\uXXXX` escapes, which Python's json.dumps sends for non-ASCII characters, than the same body in
// raw UTF-8. Both are submitted in turn to one simulator.
import { median, send, startSimulatorProcess } from "./support.mjs";

const ROWS = 40_000;
const ROUNDS = 5;
const TEXTS = {
  "Chinese text": "包裹来得很晚，但客服在一小时内回复并寄出了新的。",
  "French text": "Le colis est arrivé très tard, mais le support a répondu dès la première heure.",
  emoji: "😀😃😄😁😆😅",
};

const escaped = (text) =>
  text.replace(
    /[\u0080-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );

const sim = await startSimulatorProcess("--scenario", "instant");

async function secondsFor(body) {
  const begun = performance.now();
  const { status } = await send("POST", `${sim.ready.baseUrl}/batch-inference`, { body });
  if (status !== 200) throw new Error(`Expected 200, got ${status}.`);
  return (performance.now() - begun) / 1000;
}

for (const [name, text] of Object.entries(TEXTS)) {
  const raw = JSON.stringify({ inputs: Array.from({ length: ROWS }, (_, i) => `${i} ${text}`) });
  const bodies = { raw, escaped: escaped(raw) };
  const seconds = { raw: [], escaped: [] };
  for (let round = 0; round < ROUNDS; round++)
    for (const kind of Object.keys(bodies)) seconds[kind].push(await secondsFor(bodies[kind]));
  const [fast, slow] = [median(seconds.raw), median(seconds.escaped)];
  console.log(
    `escapes: ${name} ${fast.toFixed(2)} s raw, ${slow.toFixed(2)} s escaped, ${(slow / fast).toFixed(1)} times as slow (aim: at most 2)`,
  );
}
await sim.stop();
