import type { DataPath, KeyOrValue } from "../yaml/data-path.ts";

/** Something wrong with a scenario's data: a key that shouldn't be there, or a value that should be another. */
export type DataProblem = {
  readonly path: DataPath;
  readonly at: KeyOrValue;
  readonly message: string;
};
