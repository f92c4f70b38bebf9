/** The files next to a scenario. */
export type ScenarioFiles = {
  /**
   * Finds the full path of a file named relative to the scenario's folder; returns undefined if the
   * file doesn't exist.
   */
  readonly find: (file: string) => string | undefined;
  /** Reads the file at a full path as text. */
  readonly read: (path: string) => string;
};
