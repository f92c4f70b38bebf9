/**
 * Whether the scenario is a file: a path with a separator, or a name that ends in `.yaml` or
 * `.yml`.
 */
export function isScenarioFile(nameOrFile: string): boolean {
  return /[\\/]|\.ya?ml$/.test(nameOrFile);
}
