// Measures how much slower a body is with `\uXXXX` escapes, which Python's json.dumps writes for non-ASCII characters, than
// the same body in raw UTF-8.
import { startSimulatorProcess, submit } from "../support.mjs";

const ROWS = 40_000;
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

function figure(name, bodyOf, compared) {
  return {
    name,
    unit: "input",
    ...compared,
    open: async ({ scale }) => {
      const rows = ROWS * scale;
      const body = bodyOf(rows);
      const { ready, usage, stop } = await startSimulatorProcess("--scenario", "instant");
      return {
        measure: async () => {
          const before = await usage();
          const startedAt = performance.now();
          await submit(ready.baseUrl, body);
          const wallMs = performance.now() - startedAt;
          return { units: rows, wallMs, cpuMs: (await usage()).cpuMs - before.cpuMs };
        },
        close: stop,
      };
    },
  };
}

export const group = {
  rounds: 5,
  figures: Object.entries(TEXTS).flatMap(([name, text]) => {
    const raw = (rows) =>
      JSON.stringify({ inputs: Array.from({ length: rows }, (_, i) => `${i} ${text}`) });
    return [
      figure(`${name}, raw`, raw),
      figure(`${name}, escaped`, (rows) => escaped(raw(rows)), {
        floor: `${name}, raw`,
        target: { time: 2 },
      }),
    ];
  }),
};
