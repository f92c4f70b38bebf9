import { createHash } from "node:crypto";
import type { ClockText } from "../../src/core/clock-spec.ts";
import { startTestSimulator, type TestSimulator } from "../support/simulator.ts";
import { CALLS, describe, judgeRows, see } from "./call.ts";

/** A written transcript: how it is played, and its lines `@<time since the start> <call> → <what the client sees>`. */
export type Transcript = {
  readonly clock: ClockText;
  /** Rules of the linter that the scenario breaks on purpose. */
  readonly meant: readonly string[];
  readonly lines: readonly string[];
};

/** A transcript as it was played, with a hash of every byte on the wire. */
export type Played = { readonly lines: readonly string[]; readonly digest: string };

/** Reads a transcript: lines of `# key: value` first, then the calls; blank lines are ignored. */
export function readTranscript(text: string): Transcript {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const heads = lines.flatMap((line) => {
    const [, key = "", value = ""] = /^# (\w+): (.+)$/.exec(line) ?? [];
    return key === "" ? [] : [[key, value]];
  });
  const head: Readonly<Record<string, string>> = Object.fromEntries(heads);
  return {
    clock: (head["clock"] ?? "manual") as ClockText,
    meant: head["meant"]?.split(", ") ?? [],
    lines: lines.filter((line) => !line.startsWith("#")),
  };
}

/** Plays the calls of a transcript against a fresh simulator. */
export async function play(scenario: string, { clock, lines }: Transcript): Promise<Played> {
  await using sim = await startTestSimulator({ scenario, clock });
  const player = new Player(sim, await sim.clock.now());
  const played: string[] = [];
  for (const line of lines) played.push(await player.play(line));
  return { lines: played, digest: player.digest() };
}

const CREATES: ReadonlySet<string> = new Set(["create", "tickets"]);

/** Calls jobs by their number: the first that was created is `$1`. */
class Player {
  readonly #sim: TestSimulator;
  readonly #startedAt: number;
  readonly #jobIds: string[] = [];
  readonly #hash = createHash("sha256");

  constructor(sim: TestSimulator, startedAt: number) {
    this.#sim = sim;
    this.#startedAt = startedAt;
  }

  digest(): string {
    return this.#hash.digest("hex");
  }

  async play(line: string): Promise<string> {
    const [, step = ""] = /^@\S+ (.+?)(?: →.*)?$/.exec(line) ?? [];
    const at = seconds((await this.#sim.clock.now()) - this.#startedAt);
    return `@${at} ${step} → ${this.#named(await this.#do(step))}`;
  }

  async #do(step: string): Promise<string> {
    const [verb = "", ...words] = step.split(" ");
    if (verb === "advance") return this.#advance(words[0] ?? "");
    const call = CALLS[verb];
    if (call === undefined) throw new Error(`there is no call \`${verb}\``);
    const seen = await see(() =>
      call(
        this.#sim,
        words.map((word) => this.#meant(word)),
      ),
    );
    this.#hash.update(JSON.stringify([seen?.status, seen?.bytes.toString("base64")]));
    const { job_id } = CREATES.has(verb) && seen?.status === 200 ? JSON.parse(`${seen.bytes}`) : {};
    if (job_id !== undefined) this.#jobIds.push(job_id);
    return verb === "rows" && seen !== undefined ? judgeRows(seen) : describe(seen);
  }

  async #advance(by: string): Promise<string> {
    const { events } = await this.#sim.clock.advance(by);
    const told = events.map(
      ({ jobId, state, at }) => `${jobId} ${state} @${seconds(at - this.#startedAt)}`,
    );
    return told.join(", ") || "nothing happens";
  }

  #meant(word: string): string {
    const number = /^\$(\d+)$/.exec(word)?.[1];
    return number === undefined ? word : (this.#jobIds[Number(number) - 1] ?? "unknown");
  }

  #named(text: string): string {
    return this.#jobIds.reduce((all, id, index) => all.replaceAll(id, `$${index + 1}`), text);
  }
}

function seconds(ms: number): string {
  return `${ms / 1000}s`;
}
