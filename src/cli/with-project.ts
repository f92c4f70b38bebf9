import type { Options } from "../options/option-table.ts";
import type { Project } from "../options/project-grammar.ts";

/** Options, with what a project file says where they say nothing; variables are put together by name. */
export function withProject(options: Options, project: Project = {}): Options {
  const {
    scenario,
    overlays,
    seed,
    clock,
    failOn,
    strict,
    minCoverage,
    reportDir,
    env = {},
  } = project;
  const given = options.env ?? [];
  const names = new Set(given.map(({ name }) => name));
  const more = Object.entries(env).map(([name, source]) => ({ name, source }));
  return {
    ...options,
    scenario: options.scenario ?? scenario,
    overlay: options.overlay ?? overlays,
    seed: options.seed ?? seed,
    clock: options.clock ?? clock,
    failOn: options.failOn ?? failOn,
    strict: options.strict ?? strict,
    minCoverage: options.minCoverage ?? minCoverage,
    reportDir: options.reportDir ?? reportDir,
    env: [...more.filter(({ name }) => !names.has(name)), ...given],
  };
}
