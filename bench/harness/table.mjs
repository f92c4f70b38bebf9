// The results of a group, as lines of text.

/** @param {readonly object[]} results of `runGroup`. */
export function tableOf(name, results) {
  const rows = results.map(cellsOf);
  const head = [name, "wall", "CPU", "against", "speed", "CPU time", "target", ""];
  const widths = head.map((cell, i) =>
    Math.max(cell.length, ...rows.map((cells) => cells[i].length)),
  );
  const lineOf = (cells) =>
    cells
      .map((cell, i) => cell.padEnd(widths[i]))
      .join("  ")
      .trimEnd();
  return [head, ...rows].map(lineOf).join("\n");
}

function cellsOf(figure) {
  const { unit, wallMs, cpuMs, floor, time, cpuRatio, target, isMet } = figure;
  const isCompared = floor !== undefined;
  return [
    figure.name,
    `${duration(wallMs)}/${unit}`,
    `${duration(cpuMs)}/${unit}`,
    floor ?? "–",
    isCompared ? `${(1 / time).toFixed(2)}×` : "–",
    cpuRatio === undefined ? "–" : `${cpuRatio.toFixed(2)}×`,
    target === undefined ? "–" : `${targetText(target)} ${isMet ? "met" : "MISSED"}`,
    noteOf(figure),
  ];
}

/** The limits of a figure. */
export function targetText({ speed, time, cpu, ms, growthMb, pollsMs, queries, share }) {
  const limits = [
    speed && `speed ≥ ${speed}×`,
    time && `time ≤ ${time}×`,
    cpu && `CPU time ≤ ${cpu}×`,
    ms && `≤ ${ms} ms`,
    growthMb && `≤ +${growthMb} MB`,
    pollsMs && `p99 of polls ≤ ${pollsMs} ms`,
    queries && `≤ ${queries} queries per request`,
    share && `≥ ${percent(share)}`,
  ];
  return limits.filter(Boolean).join(", ");
}

/** A figure's measurements other than times. */
export function noteOf({ note, growthMb, pollsMs, queries, share }) {
  const parts = [
    share === undefined ? undefined : percent(share),
    note,
    growthMb === undefined ? undefined : `+${growthMb} MB`,
    pollsMs === undefined ? undefined : `p99 of polls ${pollsMs} ms`,
    queries === undefined ? undefined : `${queries.toFixed(3)} queries per request`,
  ];
  return parts.filter((part) => part !== undefined).join(", ");
}

/** A share as a percentage; rounded down, so that 100% means all. */
function percent(share) {
  return `${Math.floor(share * 1000) / 10}%`;
}

/** Milliseconds in the unit that fits. */
export function duration(ms) {
  if (Number.isNaN(ms)) return "?";
  if (ms >= 1000) return `${(ms / 1000).toFixed(2)} s`;
  return ms >= 1 ? `${ms.toFixed(1)} ms` : `${(ms * 1000).toFixed(2)} µs`;
}
