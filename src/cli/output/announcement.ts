import { UI_PATH } from "../../control/control-path.ts";
import { firstRequest } from "../../control/verbs/get-access.ts";
import { parseClockSpec } from "../../core/clock-spec.ts";
import { redactText } from "../../core/redact.ts";
import { formatDuration } from "../../core/time.ts";
import type { Simulator } from "../../simulator/simulator.ts";
import type { Spec } from "../../spec/spec.ts";
import type { Paint } from "./paint.ts";

/** The line that tells the parent program the simulator's addresses. */
export function readyLine(sim: Simulator, generatedToken?: string): string {
  const { baseUrl, deploymentUrl, controlUrl, apiKey, scenario, seed, version } = sim;
  const addresses = { baseUrl, deploymentUrl, controlUrl, apiKey, controlToken: generatedToken };
  return JSON.stringify({ ...addresses, scenario, seed, pid: process.pid, version });
}

/** Facts in the banner that the simulator itself doesn't provide. */
type BannerOptions = {
  readonly hasFixedKeys: boolean;
  /** The clock, as written in options. */
  readonly clock: string;
  /** Where state is stored; undefined for memory. */
  readonly store: string | undefined;
  readonly spec: Spec;
  /** The control token, if it was generated. */
  readonly generatedToken?: string | undefined;
  readonly paint: Paint;
};

/** The text that a person sees when the simulator is ready. */
export function banner(sim: Simulator, options: BannerOptions): string {
  const { hasFixedKeys, clock, store, spec, paint, generatedToken } = options;
  const { controlUrl } = sim;
  const viewer = controlUrl && new URL(UI_PATH, controlUrl).href;
  const tokenNote = paint.dim("(new at each start; --control-token sets it)");
  const keyNote = hasFixedKeys ? "" : ` ${paint.dim("(any other key has its own jobs)")}`;
  const facts: Readonly<Record<string, string | undefined>> = {
    "base URL": paint.cyan(sim.baseUrl),
    "deployment URL": paint.cyan(sim.deploymentUrl),
    "control URL": controlUrl && paint.cyan(controlUrl),
    viewer: viewer && paint.cyan(viewer),
    "control token": generatedToken && `${generatedToken} ${tokenNote}`,
    key: sim.apiKey + keyNote,
    scenario: [sim.scenario, sim.description].filter((part) => part !== "").join(": "),
    seed: String(sim.seed),
    clock: describeClock(clock),
    store: store && redactText(store),
  };
  const lines = Object.entries(facts).flatMap(([name, value]) =>
    value === undefined ? [] : [`  ${paint.dim(name.padEnd(16))}${value}`],
  );
  const title = `${paint.bold("batch-sim")} ${sim.version}`;
  const end = paint.dim("Ctrl+C ends it.");
  const curl = firstRequest(sim, spec);
  const example = curl === undefined ? [] : [`  ${curl}`, ""];
  return `${[title, "", ...lines, "", ...example, end].join("\n")}\n`;
}

function describeClock(clock: string): string {
  const spec = parseClockSpec(clock);
  if (spec?.mode !== "poll") return clock;
  return spec.step === "next"
    ? "poll (each status read moves it to the job's next change)"
    : `poll (each status read moves it by ${formatDuration(spec.step)})`;
}
