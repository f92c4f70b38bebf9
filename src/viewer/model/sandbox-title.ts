import type { SandboxReport } from "../../control/reports.ts";

/** The name of a sandbox for the reader: the given one, or what is known of its key. */
export function titleOf({ name, title = name }: Pick<SandboxReport, "name" | "title">): string {
  return title;
}

/** The title of the sandbox with a name. */
export function sandboxTitle(sandboxes: readonly SandboxReport[], name: string): string {
  const found = sandboxes.find((each) => each.name === name);
  return found === undefined ? name : titleOf(found);
}
