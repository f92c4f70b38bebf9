import type { ClockSpec } from "../../core/clock-spec.ts";
import type { JsonObject } from "../../core/json.ts";
import { formatDuration } from "../../core/time.ts";
import type { Simulator } from "../../simulator/simulator.ts";
import { curlLine } from "./curl-line.ts";
import type { Paint } from "./paint.ts";

/** The line by which a program that started this one learns where it is. */
export function readyLine(sim: Simulator): string {
  const { baseUrl, deploymentUrl, controlUrl, apiKey, scenario, seed, version } = sim;
  const { pid } = process;
  return JSON.stringify({
    baseUrl,
    deploymentUrl,
    controlUrl,
    apiKey,
    scenario,
    seed,
    pid,
    version,
  });
}

/** What a banner says besides the simulator. */
export type BannerOptions = {
  readonly hasFixedKeys: boolean;
  /** The document that the simulator goes by. */
  readonly document: JsonObject;
  readonly paint: Paint;
};

/** What a person is told when the simulator answers requests. */
export function banner(sim: Simulator, { hasFixedKeys, document, paint }: BannerOptions): string {
  const facts = [
    ["base URL", paint.cyan(sim.baseUrl)],
    ["deployment URL", paint.cyan(sim.deploymentUrl)],
    ...(sim.controlUrl === undefined ? [] : [["control URL", paint.cyan(sim.controlUrl)] as const]),
    [
      "key",
      hasFixedKeys ? sim.apiKey : `${sim.apiKey} ${paint.dim("(any other has jobs of its own)")}`,
    ],
    ["scenario", [sim.scenario, sim.description].filter((part) => part !== "").join(": ")],
    ["seed", String(sim.seed)],
    ["clock", describeClock(sim.clock.spec)],
  ] as const;
  const lines = facts.map(([name, value]) => `  ${paint.dim(name.padEnd(16))}${value}`);
  const title = `${paint.bold("batch-sim")} ${sim.version}`;
  const end = paint.dim("Ctrl+C ends it.");
  const curl = curlLine(sim, document);
  const example = curl === undefined ? [] : [`  ${curl}`, ""];
  return `${[title, "", ...lines, "", ...example, end].join("\n")}\n`;
}

function describeClock(spec: ClockSpec): string {
  if (spec.mode === "scaled") return `${spec.scale}x`;
  if (spec.mode !== "poll") return spec.mode;
  return spec.step === "next"
    ? "poll (each status read moves it to the job's next change)"
    : `poll (each status read moves it by ${formatDuration(spec.step)})`;
}
