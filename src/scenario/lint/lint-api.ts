import type { Profile } from "../../core/job/profile.ts";
import type { JsonValue } from "../../core/json.ts";
import type { Scenario } from "../../core/scenario.ts";
import { factsOf } from "../../faults/find-kind.ts";
import type { SpecVocabulary } from "../spec-vocabulary.ts";
import type { LintFinding } from "./lint-finding.ts";

/** Parts of a scenario without effect in the served API. */
export function lintApi({ profiles }: Scenario, vocabulary: SpecVocabulary): LintFinding[] {
  return profiles.flatMap(({ profile }, index) =>
    idleParts(profile, vocabulary).map(([path, message]) => ({
      rule: "no-effect" as const,
      severity: "warning" as const,
      path: ["profiles", index, ...path],
      message,
    })),
  );
}

function idleParts(
  { results, finalizing, outcome }: Profile,
  { states, hasRowIds, uses }: SpecVocabulary,
): (readonly [readonly string[], string])[] {
  const isStuck = outcome.kind === "stuck" && outcome.state === "finalizing";
  const noState = "Jobs of this API have no state between their last row and success.";
  const hasState = states.includes("finalizing");
  const isBadFile = outcome.kind === "failed" && outcome.file !== undefined;
  const noFile = "Inputs of this API are not in files, so the job fails for no reason.";
  return [
    ...(hasFiles(uses) || !isBadFile ? [] : [[["outcome", "badFile"], noFile] as const]),
    ...(hasState || finalizing === undefined ? [] : [[["finalizing"], noState] as const]),
    ...(hasState || !isStuck ? [] : [[["outcome", "stuck", "in"], noState] as const]),
    ...(hasRowIds || results.order !== "shuffled"
      ? []
      : [
          [
            ["results", "order"],
            "Rows of this API have no IDs, so its results are always in the order of the inputs.",
          ] as const,
        ]),
  ];
}

/** Names in a scenario that the served API doesn't have: it is for another one. */
export function foreignNames(
  { assumptions, faults, profiles }: Scenario,
  { operationIds, errors, assumptions: known, fields, hasRowIds, uses }: SpecVocabulary,
): readonly string[] {
  const operations = faults.flatMap(({ on }) =>
    on === "*" || on.some((id) => operationIds.includes(id)) ? [] : on,
  );
  const needed = faults.flatMap(({ on, when = {} }) => {
    const names = [when.query, when.body].flatMap((each) => namesIn(each?.["required"]));
    const given = (on === "*" ? operationIds : on).flatMap((id) => fields[id] ?? []);
    return names.filter((name) => !given.includes(name));
  });
  const sources = profiles.flatMap(({ when }) => {
    if (when?.source === "url" && hasRowIds) return ["inputs at a URL"];
    return when?.source === "file" && !hasFiles(uses) ? ["inputs in a file"] : [];
  });
  const codes = faults.flatMap(({ fault }) => {
    const { sends } = factsOf(fault);
    return sends !== undefined && "errorCode" in sends ? [sends.errorCode] : [];
  });
  const missing = [
    ...Object.keys(assumptions).flatMap((id) => (id in known ? [] : `the assumption \`${id}\``)),
    ...operations.map((id) => `the operation \`${id}\``),
    ...needed.map((name) => `the field \`${name}\``),
    ...sources,
    ...codes.flatMap((code) => (code in errors ? [] : `the error \`${code}\``)),
  ];
  return [...new Set(missing)];
}

/** Whether a job's inputs are in a file that was uploaded before. */
function hasFiles(uses: SpecVocabulary["uses"]): boolean {
  return Object.values(uses).includes("createFile");
}

function namesIn(value: JsonValue | undefined): string[] {
  return Array.isArray(value) ? value.filter((name) => typeof name === "string") : [];
}
