import type { DataPath } from "../../yaml/data-path.ts";

/** Something wrong with a document: where, one sentence, and which other places of the document it may come from. */
export type DocumentProblem = {
  readonly path: DataPath;
  readonly message: string;
  readonly causes?: readonly DataPath[];
};
