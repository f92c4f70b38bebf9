import type { DataPath, KeyOrValue } from "../yaml/data-path.ts";

/** A problem in a scenario's data: an unexpected key or an invalid value. */
export type DataProblem = {
  readonly path: DataPath;
  readonly at: KeyOrValue;
  readonly message: string;
};
