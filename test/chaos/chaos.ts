import { connect } from "../../src/index.ts";
import { History } from "./history.ts";
import { behave, HELD, type Place, Sandbox, watchClock } from "./visitors.ts";

/** A disturbance, which has ended when `act` resolves; `written` resolves when clients have written something in the meantime. */
export type Fault = {
  readonly name: string;
  readonly act: (written: () => Promise<void>) => Promise<void>;
};

/** A simulator, or several that share their state. */
export type Stage = {
  /** The places that may respond. */
  readonly places: () => readonly Place[];
  /** The faults, which occur in turn. */
  readonly faults: readonly Fault[];
};

/** Minimum duration of a run; every fault occurs at least once. */
const RUN_MS = Number(process.env["BATCH_SIM_CHAOS_SECONDS"] ?? 20) * 1000;

/** Occurs in names of the faults that occur; by default, all of them do. */
const SELECTED = process.env["BATCH_SIM_CHAOS_FAULTS"] ?? "";

/** Whether faults that take long occur, too. */
export const IS_LONG: boolean = RUN_MS > 60_000 || SELECTED !== "";

/** Number of sandboxes with registers, and of readers of each. */
const SIZE = { sandboxes: 3, readers: 3, behaving: 2 };

/** Minimum number of completed writes between two faults. */
const MIN_WRITES = 12;

/** The results of a run. */
export type ChaosResult = {
  readonly contradictions: readonly string[];
  /** Findings about clients that did everything right. */
  readonly accusations: readonly string[];
  /** Number of operations whose outcome a client was told. */
  readonly told: number;
  /** Number of jobs that well-behaved clients have followed to their ends. */
  readonly followed: number;
};

/** Lets clients use a simulator while one fault after another occurs. */
export async function runChaos({ places, faults: all }: Stage): Promise<ChaosResult> {
  const faults = all.filter(({ name }) => name.includes(SELECTED));
  const history = new History();
  let isOver = false;
  let hasFailed = false;
  let next = 0;
  const place = (number = next++): Place => {
    const all = places();
    const chosen = all[number % all.length];
    if (chosen === undefined) throw new Error("Expected a place.");
    return chosen;
  };
  const scene = { history, place, isOver: () => isOver, hasFailed: () => hasFailed };
  const { sandbox } = connect(place().controlUrl, { apiKey: "setup" });
  const moving = await sandbox({ clock: "60x" });
  const boxes = await Promise.all(
    Array.from({ length: SIZE.sandboxes }, () => sandbox({ scenario: HELD })),
  );
  const sandboxes = boxes.map(({ apiKey }) => new Sandbox(scene, apiKey));
  const good = Array.from({ length: SIZE.behaving }, (_, index) => `good-${index}`);
  const behaving = good.map((key) => behave(scene, key));
  const visits: Promise<unknown>[] = [
    ...behaving,
    ...sandboxes.map((sandbox) => sandbox.write()),
    ...sandboxes.flatMap((sandbox) =>
      Array.from({ length: SIZE.readers }, (_, reader) => sandbox.read(reader)),
    ),
    watchClock(scene, moving.apiKey),
  ];
  // A client that fails ends the run.
  const failed = Promise.all(visits).then(() => new Promise<never>(() => {}));
  try {
    const times = await Promise.race([playAll(faults, history), failed]);
    write(times, history);
  } catch (error) {
    hasFailed = true;
    throw error;
  } finally {
    isOver = true;
    await Promise.allSettled(visits);
  }
  const followed = (await Promise.all(behaving)).reduce((sum, count) => sum + count, 0);
  const accusations = await accusationsOf(place(), good);
  return {
    contradictions: history.contradictions(),
    accusations,
    told: history.size.told,
    followed,
  };
}

type Times = Map<string, readonly number[]>;

/** Plays the faults until the time is over, and returns the longest silences, by fault. */
async function playAll(faults: readonly Fault[], history: History): Promise<Times> {
  const start = performance.now();
  const times: Times = new Map();
  const written = (): Promise<void> => history.written(MIN_WRITES);
  await written();
  for (let count = 0; count < faults.length || performance.now() - start < RUN_MS; count++) {
    const fault = faults[count % faults.length];
    if (fault === undefined) break;
    const from = performance.now();
    if (IS_LONG) process.stderr.write(`${new Date().toISOString()} ${fault.name}\n`);
    await fault.act(written);
    await written();
    const silenceMs = history.longestSilenceMs(from, performance.now());
    times.set(fault.name, [...(times.get(fault.name) ?? []), silenceMs]);
  }
  return times;
}

/** Printed for the reader of a run's output. */
function write(times: Times, history: History): void {
  const { registers, told } = history.size;
  const { read, write } = history.untold;
  const lines = [...times].map(([name, silences]) => {
    const longest = (Math.max(...silences) / 1000).toFixed(1);
    return `| ${name} | ${silences.length} | ${longest} s |`;
  });
  const summary = `${registers} registers, ${told} outcomes told, ${read} reads and ${write} writes without one`;
  process.stdout.write(
    `${summary}\n| fault | times | longest silence |\n|---|---|---|\n${lines.join("\n")}\n`,
  );
}

async function accusationsOf({ controlUrl }: Place, keys: readonly string[]): Promise<string[]> {
  const accusations: string[] = [];
  for (const apiKey of keys) {
    const { findings } = await connect(controlUrl, { apiKey }).report();
    const wrong = findings.filter(({ severity }) => severity !== "info");
    accusations.push(...wrong.map(({ id, sentence }) => `${id}: ${sentence}`));
  }
  return accusations;
}
