/** An example for each key of a scenario, in YAML. */
export const SCENARIO_EXAMPLES: Readonly<Record<string, string>>;
