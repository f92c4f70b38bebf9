import type { DataPath } from "../../yaml/data-path.ts";

/** A problem with a document: its place, one sentence, and other places in the document that may have caused it. */
export type DocumentProblem = {
  readonly path: DataPath;
  readonly message: string;
  readonly causes?: readonly DataPath[];
};
