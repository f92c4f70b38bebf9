import type { ClockSpec } from "./clock-spec.ts";
import type { FaultRule } from "./faults/fault.ts";
import type { Assumptions } from "./job/facts.ts";
import type { JsonValue } from "./json.ts";
import type { Model } from "./model.ts";
import type { ProfileRule } from "./profile-rule.ts";
import type { RowRule } from "./rows/row-rule.ts";

/** A story that the simulator plays: validated, resolved, and plain JSON data with durations in milliseconds. */
export type Scenario = {
  readonly name: string;
  /** One line: what happens; empty where the author said nothing. */
  readonly description: string;
  /** One line: what a good client does about it; empty where the author said nothing. */
  readonly goodClient: string;
  readonly seed?: number;
  readonly clock?: ClockSpec;
  /** Values of assumptions by id; the others keep the specification's. */
  readonly assumptions: Assumptions;
  /** Model entries by id: what differs from the catalogue's entry or, where it has none, from its default model's. */
  readonly models: Readonly<Record<string, ModelChange>>;
  /** Datasets that are there from the start, by id. */
  readonly datasets: Readonly<Record<string, ScenarioDataset>>;
  /** The first that fits a submission counts. */
  readonly profiles: readonly ProfileRule[];
  /** How many jobs can start and run at once; the others wait in the queue. Where it is left out, the number is open. */
  readonly capacity?: number;
  /** The first that a row meets counts. */
  readonly rows: readonly RowRule[];
  /** The first that is due on a call counts. */
  readonly faults: readonly FaultRule[];
};

/** Fields of a model entry that a scenario sets. */
export type ModelChange = Partial<Omit<Model, "id">>;

/** The rows of a dataset, or the paths of its files in their order. */
export type ScenarioDataset =
  | { readonly kind: "rows"; readonly rows: readonly DatasetRow[] }
  | { readonly kind: "files"; readonly paths: readonly string[] };

/** A row of a dataset: its input, or its columns by name. */
export type DatasetRow = string | Readonly<Record<string, JsonValue>>;
