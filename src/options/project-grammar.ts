import { z } from "zod";
import { CLOCK_FORM, parseClockSpec } from "../core/clock-spec.ts";
import type { ExpectedFinding } from "../findings/expectation.ts";
import { FINDING_IDS } from "../findings/finding-table.ts";
import type { FailOn } from "../findings/report/fails.ts";
import { expectation } from "../scenario/grammar/expectation.ts";
import { keys, line, optional, share } from "../scenario/grammar/values.ts";
import { explain } from "../scenario/load/explain.ts";
import type { Problem } from "../scenario/problem.ts";
import { ENV_SOURCES, type EnvSource } from "./env-name.ts";

/** What a project file says; a command line says it more strongly. */
export type Project = {
  readonly scenario?: string;
  readonly overlays?: readonly string[];
  readonly seed?: number;
  readonly clock?: string;
  /** What a variable of the command is set to, by its name. */
  readonly env?: Readonly<Record<string, EnvSource>>;
  readonly failOn?: FailOn;
  readonly strict?: boolean;
  /** In 0..1. */
  readonly minCoverage?: number;
  readonly reportDir?: string;
  readonly expected?: readonly ExpectedFinding[];
};

const ENV_FORM = "the name of a variable";

const expectedFinding = keys({
  id: optional(z.enum(FINDING_IDS, { error: "the id of a finding" }), "A kind of findings."),
  sandbox: optional(line, "Name of a sandbox."),
}).refine((expected) => Object.keys(expected).length > 0, {
  error: "an `id`, a `sandbox`, or both",
});

const project: z.ZodType<Project> = keys({
  scenario: optional(line, "The story to play: a built-in one or a YAML file."),
  overlays: optional(z.array(line), "Overlays of the service's document: shipped ones or files."),
  seed: optional(z.int({ error: "a whole number" }), "Seed of all that is drawn."),
  clock: optional(
    z.string({ error: CLOCK_FORM }).refine((text) => parseClockSpec(text) !== undefined, {
      error: CLOCK_FORM,
    }),
    `How time moves: ${CLOCK_FORM}.`,
  ),
  env: optional(
    z.record(z.string().regex(/^[A-Za-z_]\w*$/, { error: ENV_FORM }), z.enum(ENV_SOURCES)),
    "Variables to set for the command, by name.",
  ),
  failOn: optional(z.enum(["error", "warning", "never"]), "From which findings on to fail."),
  strict: optional(z.boolean(), "Takes infos as warnings."),
  minCoverage: optional(share, "The least share to be covered."),
  reportDir: optional(line, "Folder for the reports."),
  expected: optional(z.array(expectedFinding), "Findings that tests provoke on purpose."),
});

/** The project that a file's data describes, or all that is wrong with it. */
export function checkProject(data: unknown): {
  readonly project?: Project;
  readonly problems: readonly Problem[];
} {
  const result = project.safeParse(data, { error: expectation });
  if (result.success) return { project: result.data, problems: [] };
  return { problems: explain(result.error.issues, data) };
}
