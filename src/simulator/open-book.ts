import type { SavedSandboxes } from "../state/saved/saved-sandboxes.ts";
import type { OpenSandboxes } from "./open-sandboxes.ts";
import { ReportBook } from "./report-book.ts";
import type { ServerParts } from "./serve.ts";
import { scenarioNameOf, startFactsOf } from "./start-facts.ts";

type BookParts = Pick<ServerParts, "settings" | "staging" | "version" | "basePath"> & {
  readonly open: OpenSandboxes;
  readonly saved: SavedSandboxes | undefined;
};

/** Opens the report book of a server, which keeps the verdict on each sandbox that ends. */
export async function openBook({
  open,
  settings,
  staging,
  ...parts
}: BookParts): Promise<ReportBook> {
  const book = new ReportBook({
    ...parts,
    specOf: ({ scenario }) => staging.specOf(scenario),
    scenarioOf: (sandbox) => scenarioNameOf(sandbox, staging),
    startOf: (sandbox) => startFactsOf(sandbox, settings, staging),
  });
  for (const name of await book.load()) open.takenNames.add(name);
  open.onEnd = (sandbox) => book.keep(sandbox);
  for (const sandbox of open.unjudged) book.keep(sandbox);
  return book;
}
