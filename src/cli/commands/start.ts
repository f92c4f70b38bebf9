import { randomBytes } from "node:crypto";
import { UI_PATH } from "../../control/control-path.ts";
import { firstRequest } from "../../control/verbs/get-access.ts";
import { parseClockSpec } from "../../core/clock-spec.ts";
import type { Exchange } from "../../core/exchange.ts";
import { redactText } from "../../core/redact.ts";
import { formatDuration } from "../../core/time.ts";
import { COMMAND_TABLE } from "../../options/command-table.ts";
import { mayGenerateToken } from "../../options/option-rules.ts";
import { type Options, simulatorOptions } from "../../options/option-table.ts";
import type { SimulatorOptions } from "../../options/options.ts";
import { SIMULATOR_TABLE, START_DRAIN_MS, START_PORT } from "../../options/simulator-table.ts";
import { type OpenSimulator, openSimulator } from "../../simulator/start-simulator.ts";
import { EXIT_OK, refuseManual } from "../output/failure.ts";
import { type Paint, paintFor } from "../output/paint.ts";
import { jsonExchange, prettyExchange } from "../output/request-log.ts";
import { onNpxEnd } from "./parent-end.ts";

const SIGNALS = ["SIGINT", "SIGTERM"] as const;

/** Runs the server until a signal or the parent's exit; resolves with the exit status. */
export async function start(given: Options): Promise<number> {
  const generated = mayGenerateToken(given)
    ? { controlToken: randomBytes(16).toString("hex") }
    : {};
  const options: Options = { ...given, ...generated };
  const end = requestToEnd(options.exitWithParent ?? false);
  const opening = openSimulator({
    ...simulatorOptions({ port: START_PORT, drainMs: START_DRAIN_MS, ...options }),
    ...requestLog(options),
  });
  // Starting may wait for a database; a signal ends this wait.
  const opened = await Promise.race([opening, end]);
  if (opened === undefined) return EXIT_OK;
  const { simulator: sim } = opened;
  try {
    await refuseManual(sim, false);
    await announce(opened, options, generated.controlToken);
    await end;
  } finally {
    await sim.close();
  }
  return EXIT_OK;
}

async function announce(
  opened: OpenSimulator,
  options: Options,
  generatedToken: string | undefined,
): Promise<void> {
  if (options.json === true) {
    const { baseUrl, deploymentUrl, controlUrl, apiKey, scenario, seed, version } =
      opened.simulator;
    const addresses = { baseUrl, deploymentUrl, controlUrl, apiKey, controlToken: generatedToken };
    const ready = { ...addresses, scenario, seed, pid: process.pid, version };
    process.stdout.write(`${JSON.stringify(ready)}\n`);
    return;
  }
  // With a JSON log, standard output contains only the log.
  const stream = options.log === "json" ? process.stderr : process.stdout;
  stream.write(`${await banner(opened, options, generatedToken, paintFor(stream))}\n`);
}

function requestLog({
  log = COMMAND_TABLE.log.fallback,
  json,
}: Options): Pick<SimulatorOptions, "onExchange"> {
  if (log === "silent") return {};
  const stream = json === true ? process.stderr : process.stdout;
  const paint = paintFor(stream);
  const format =
    log === "json"
      ? jsonExchange
      : (exchange: Exchange, _: string, title: string) => prettyExchange(exchange, title, paint);
  return {
    onExchange: (...exchanged) => stream.write(`${format(...exchanged)}\n`),
  };
}

/**
 * Resolves when the program should end: on a signal, when npx ends if npx started it, and, with
 * `withParent`, when standard input ends. A second signal ends the program immediately.
 */
function requestToEnd(withParent: boolean): Promise<void> {
  return new Promise((resolve) => {
    let isAsked = false;
    for (const signal of SIGNALS) {
      process.on(signal, () => {
        if (isAsked) process.exit(1);
        isAsked = true;
        resolve();
      });
    }
    onNpxEnd(resolve);
    if (!withParent) return;
    process.stdin.once("close", resolve).on("error", () => {});
    process.stdin.resume();
  });
}

/** The text to show once the simulator is ready. */
export async function banner(
  { simulator: sim, spec, clock }: Pick<OpenSimulator, "simulator" | "spec" | "clock">,
  { apiKeys, store = SIMULATOR_TABLE.store.fallback }: Pick<Options, "apiKeys" | "store">,
  generatedToken: string | undefined,
  paint: Paint,
): Promise<string> {
  const { controlUrl } = sim;
  const viewer = controlUrl && new URL(UI_PATH, controlUrl).href;
  const tokenNote = paint.dim("(new at each start without --control-token)");
  const keyNote = apiKeys === undefined ? ` ${paint.dim("(any other key has its own jobs)")}` : "";
  const facts: Readonly<Record<string, string | undefined>> = {
    "base URL": paint.cyan(sim.baseUrl),
    "deployment URL": paint.cyan(sim.deploymentUrl),
    "control URL": controlUrl && paint.cyan(controlUrl),
    viewer: viewer && paint.cyan(viewer),
    "control token": generatedToken && `${generatedToken} ${tokenNote}`,
    key: sim.apiKey + keyNote,
    scenario: [sim.scenario, sim.description].filter((part) => part !== "").join(": "),
    seed: String(sim.seed),
    clock: describeClock(await clock()),
    store: store === SIMULATOR_TABLE.store.fallback ? undefined : redactText(store),
  };
  const lines = Object.entries(facts).flatMap(([name, value]) =>
    value === undefined ? [] : [`  ${paint.dim(name.padEnd(16))}${value}`],
  );
  const title = `${paint.bold("batch-sim")} ${sim.version}`;
  const end = paint.dim("Press Ctrl+C to stop.");
  const curl = firstRequest(sim, spec());
  const example = curl === undefined ? [] : [`  ${curl}`, ""];
  return `${[title, "", ...lines, "", ...example, end].join("\n")}\n`;
}

function describeClock(clock: string): string {
  const spec = parseClockSpec(clock);
  if (spec?.mode !== "poll") return clock;
  return spec.step === "next"
    ? "poll (each status request moves the clock to the job's next change)"
    : `poll (each status request moves the clock by ${formatDuration(spec.step)})`;
}
