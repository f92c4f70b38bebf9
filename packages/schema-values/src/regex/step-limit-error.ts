/** Thrown if matching a string, or checking a value, takes too many steps. */
export class StepLimitError extends Error {
  /** For code that tells this error apart without loading the package. */
  readonly code = "STEP_LIMIT";
}
