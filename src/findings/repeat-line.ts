import { type ClockSpec, formatClockSpec } from "../core/clock-spec.ts";
import { parseJson } from "../core/json.ts";
import { shellWord } from "../core/visible-text.ts";
import type { Evidence } from "./evidence.ts";

/** A command that starts a simulator with a sandbox's scenario, seed, clock, and spec. */
export function repeatLine({ scenario, seed, clock, start }: Evidence): string {
  const { command, options, scenarioText } = start;
  // Without a file, the scenario comes from standard input.
  const [source, file] =
    scenarioText === undefined
      ? ["", scenario]
      : [`printf %s ${shellWord(onOneLine(scenarioText))} | `, "/dev/stdin"];
  const clockWords = ["--clock", clockText(clock)];
  const words = ["--scenario", file, "--seed", String(seed), ...clockWords, ...options];
  return `${source}${command} ${words.map(shellWord).join(" ")}`;
}

/** Removes the line breaks from JSON; returns YAML unchanged, because it needs them. */
function onOneLine(text: string): string {
  const value = parseJson(text);
  return value === undefined ? text : JSON.stringify(value);
}

export function clockText(clock: ClockSpec): string {
  return formatClockSpec(clock).replace(/^poll:(\d+)000ms$/, "poll:$1s");
}
