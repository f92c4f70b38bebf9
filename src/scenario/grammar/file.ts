import { z } from "zod";
import type { ScenarioFiles } from "../scenario-files.ts";

const FORM = "a file next to the scenario file";

/**
 * The full path of a file named relative to the scenario's folder; a scenario without a folder
 * can't name files.
 */
export function fileBeside(files: ScenarioFiles | undefined): z.ZodType<string> {
  return z.string({ error: FORM }).transform((file, context) => {
    const path = files?.find(file);
    if (path !== undefined) return path;
    context.addIssue(
      files === undefined ? `${FORM} (a scenario given as text can't name files)` : FORM,
    );
    return z.NEVER;
  });
}
