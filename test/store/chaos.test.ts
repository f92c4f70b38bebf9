import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { openSqlite } from "../../src/stores/sqlite/sqlite.ts";
import { type Fault, runChaos } from "../chaos/chaos.ts";
import { end, type Served, serve } from "./processes.ts";

// A simulator keeps everything in a file, and a series of faults occurs. Every response must be consistent with each job and
// each clock existing only once, and no finding may blame a client that does everything right.

const OPTIONS = ["--store", "sim.db"];
const SET_BACK_MS = 10_000;
const SHIFTED_CLOCK = join(process.cwd(), "test", "chaos", "shifted-clock.cjs");

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** A simulator that is restarted in the same folder; its machine's clock can be set back. */
class Restarted {
  /** The process that serves, or did until it was ended. */
  served: Served | undefined;
  #behindMs = 0;
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async start(): Promise<void> {
    this.served = await serve(this.#folder, OPTIONS, {
      NODE_OPTIONS: `--require ${SHIFTED_CLOCK}`,
      BATCH_SIM_TEST_BEHIND_MS: String(this.#behindMs),
    });
  }

  async end(signal: "SIGTERM" | "SIGKILL"): Promise<void> {
    const { served } = this;
    const hasEnded = served?.child.exitCode !== null || served.child.signalCode !== null;
    if (!hasEnded) await end(served, signal);
  }

  async restart(signal: "SIGTERM" | "SIGKILL"): Promise<void> {
    await this.end(signal);
    await this.start();
  }

  signal(signal: "SIGSTOP" | "SIGCONT" | "SIGUSR2"): void {
    this.served?.child.kill(signal);
  }

  /** Sets back the clock while it runs. */
  setBack(): void {
    this.#behindMs += SET_BACK_MS;
    this.signal("SIGUSR2");
  }

  async restartEarlier(): Promise<void> {
    await this.end("SIGKILL");
    this.#behindMs += SET_BACK_MS;
    await this.start();
  }
}

async function whileFull(folder: string, act: () => Promise<void>): Promise<void> {
  const disk = openSqlite(join(folder, "sim.db"));
  disk.exec("PRAGMA busy_timeout = 30000");
  const tables = ["entry", "exchange"];
  for (const table of tables)
    disk.exec(
      `CREATE TRIGGER full_${table} BEFORE INSERT ON ${table} BEGIN SELECT RAISE(ABORT, 'database or disk is full'); END`,
    );
  await act();
  for (const table of tables) disk.exec(`DROP TRIGGER full_${table}`);
  disk.close();
}

function faultsOf(simulator: Restarted, folder: string): Fault[] {
  return [
    { name: "the process is killed", act: () => simulator.restart("SIGKILL") },
    { name: "the process is stopped", act: () => simulator.restart("SIGTERM") },
    {
      name: "the process is paused for a second",
      act: async () => {
        simulator.signal("SIGSTOP");
        await pause(1000);
        simulator.signal("SIGCONT");
      },
    },
    { name: "the disk is full for 1 s", act: () => whileFull(folder, () => pause(1000)) },
    {
      name: "the process is killed while the disk is full",
      act: async () => {
        await whileFull(folder, async () => {
          await pause(300);
          await simulator.end("SIGKILL");
        });
        await simulator.start();
      },
    },
    { name: "the clock is set back by 10 s", act: async () => simulator.setBack() },
    { name: "the clock is set back before a restart", act: () => simulator.restartEarlier() },
  ];
}

test("under every fault, what clients are told is possible, and nobody is accused", async () => {
  const folder = mkdtempSync(join(tmpdir(), "batch-sim-chaos-"));
  const simulator = new Restarted(folder);
  try {
    await simulator.start();
    const { told, followed, ...found } = await runChaos({
      places: () => (simulator.served === undefined ? [] : [simulator.served]),
      faults: faultsOf(simulator, folder),
    });
    expect(found).toEqual({ contradictions: [], accusations: [] });
    expect(Math.min(told, followed)).toBeGreaterThan(0);
  } finally {
    await simulator.end("SIGKILL");
    rmSync(folder, { recursive: true });
  }
}, 1_800_000);
