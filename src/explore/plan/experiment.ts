import { stringify } from "yaml";
import type { TerminalState } from "../../core/job/state.ts";
import type { JsonObject } from "../../core/json.ts";
import type { TrialGroup } from "./trials.ts";

export type Experiment = {
  /** Unique in a plan. Also the name of the scenario, of its file, and of its fault rule. */
  readonly id: string;
  /** The experiment's row in the results matrix: an operation's ID, `lifecycle`, or `answers`. */
  readonly row: string;
  readonly group: TrialGroup;
  /** A sentence about what happens to the client. */
  readonly title: string;
  /** The part of the scenario that causes the change. */
  readonly change: JsonObject;
  /** How the exchanges show that the change took effect; undefined if they need not show it. */
  readonly shownBy?: "fault" | "other rows";
  /** The damage that the client missed if the command passes. */
  readonly damage?: "download" | "rows";
  /** The outcome that a job must have. If the command passes, the client missed the outcome. */
  readonly ending?: TerminalState;
  /** Whether the client may have to wait for its own timeout. */
  readonly isWaiting: boolean;
  /** Rank by how often clients mishandle the change; 1 is the most frequent. */
  readonly rank: number;
};

/** Turns words into part of a file name: `getJob 429 again` → `get-job-429-again`. */
export function slug(words: string): string {
  return words
    .replace(/([a-z0-9])([A-Z])/g, "$1-$2")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
}

export function scenarioText(
  { id, title, change }: Experiment,
  settings: { readonly clock: string; readonly seed?: number | undefined },
): string {
  const scenario = { name: id, description: title, ...settings, ...change };
  return `# Written by \`batch-sim explore\`. ${title}\n${stringify(scenario, { lineWidth: 0 })}`;
}
