import { z } from "zod";
import type { ScenarioFiles } from "../scenario-files.ts";

const FORM = "a file that lies beside the scenario";

/** The full path of a file that is named from the scenario's folder; a scenario without a folder has none. */
export function fileBeside(files: ScenarioFiles | undefined): z.ZodType<string> {
  return z.string({ error: FORM }).transform((file, context) => {
    const path = files?.find(file);
    if (path !== undefined) return path;
    context.addIssue(
      files === undefined ? `${FORM}, which one that is given as text doesn't have` : FORM,
    );
    return z.NEVER;
  });
}
