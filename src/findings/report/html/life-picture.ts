import { formatDuration } from "../../../core/time.ts";
import { escaped } from "../escape.ts";
import type { JobLife, LifePhase, LifeRequest } from "../job-life.ts";

const WIDTH = 1000;
const BAR_Y = 4;
const BAR_HEIGHT = 22;
/** Polls have a line of their own: there are many, and they would cover the other requests. */
const LOOKS_Y = 40;
const ACTS_Y = 56;
const HEIGHT = 66;

/** Approximate width of a letter in a bar's label. */
const LETTER_WIDTH = 8;

/** A job's states as a bar, with its client's requests as marks below it. */
export function lifePicture(life: JobLife): string {
  const { jobId, phases, requests, moreRequests, until } = life;
  const from = phases[0]?.from ?? 0;
  const end = requests.reduce((latest, { at }) => Math.max(latest, at), Math.max(until, from + 1));
  // The last state is open-ended: a tenth of the width is reserved for it.
  const scale = (at: number): number => ((at - from) / (end - from)) * WIDTH * 0.9;
  const bars = phases.map((phase) => bar(phase, scale));
  const marks = requests.map((request) => mark(request, scale(request.at)));
  const lines = [LOOKS_Y, ACTS_Y].map(
    (y) => `<line class="axis" x1="0" y1="${y}" x2="${WIDTH}" y2="${y}"/>`,
  );
  const name = `Job ${jobId}: ${phases.map(({ state }) => state).join(", ")}`;
  const picture = `<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${escaped(name)}">${[...bars, ...lines, ...marks].join("")}</svg>`;
  const count = requests.length + moreRequests;
  const counted = `${count} ${count === 1 ? "request" : "requests"} over ${formatDuration(end - from)}`;
  const note = moreRequests === 0 ? counted : `${counted}, the first ${requests.length} shown`;
  return `<figure class="life"><figcaption><code>${escaped(jobId)}</code> <span class="dim">sandbox ${escaped(life.sandbox)}, scenario ${escaped(life.scenario)}; ${note}</span></figcaption>${picture}</figure>`;
}

function bar({ kind, state, from, to }: LifePhase, scale: (at: number) => number): string {
  const x = scale(from);
  const width = Math.max(2, (to === undefined ? WIDTH : scale(to)) - x);
  const title = `${state} ${to === undefined ? "until the end" : formatDuration(to - from)}`;
  const fitting = [to === undefined ? state : title, state].find(
    (text) => width > text.length * LETTER_WIDTH + 10,
  );
  const label =
    fitting === undefined
      ? ""
      : `<text x="${round(x + 6)}" y="${BAR_Y + 16}">${escaped(fitting)}</text>`;
  return `<g><title>${escaped(title)}</title><rect class="state-${kind}" x="${round(x)}" y="${BAR_Y}" width="${round(width)}" height="${BAR_HEIGHT}" rx="2"/>${label}</g>`;
}

const KINDS: Readonly<Record<string, string>> = {
  createJob: "create",
  cancelJob: "cancel",
  getResults: "results",
  getResultsUrl: "results",
  getResultsFile: "results",
};

function mark(
  { use, isGood, operationId, status, fault, exchange }: LifeRequest,
  x: number,
): string {
  const kind = isGood ? (KINDS[use] ?? "look") : "bad";
  const answer = status === 0 ? "no response" : `${status}`;
  const cause = fault === undefined ? "" : `, fault ${fault}`;
  const title = `${exchange}: ${operationId}, ${answer}${cause}`;
  const isLook = !(use in KINDS);
  return `<circle class="mark ${kind}" cx="${round(x + 5)}" cy="${isLook ? LOOKS_Y : ACTS_Y}" r="4.5"><title>${escaped(title)}</title></circle>`;
}

function round(value: number): string {
  return String(Math.round(value * 10) / 10);
}
