import { ACCOUNT_USE_CASES } from "./account-use-cases.ts";
import { DATASET_USE_CASES } from "./dataset-use-cases.ts";
import { FILE_USE_CASES } from "./files/file-use-cases.ts";
import { JOB_USE_CASES } from "./job-use-cases.ts";
import type { UseCase } from "./use-case.ts";

/** Every use case that an operation can be bound to, by its name in `x-batch-sim.use`. */
export const USE_CASES: Readonly<Record<string, UseCase>> = {
  ...JOB_USE_CASES,
  ...DATASET_USE_CASES,
  ...FILE_USE_CASES,
  ...ACCOUNT_USE_CASES,
};

/** The use case with a name; throws a RangeError if there is none. */
export function useCaseOf(name: string): UseCase {
  const found = USE_CASES[name];
  if (found === undefined) throw new RangeError(`Expected a use case, got \`${name}\`.`);
  return found;
}
