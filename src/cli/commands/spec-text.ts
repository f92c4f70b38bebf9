import type { JsonObject } from "../../core/json.ts";
import { openDocument } from "../../simulator/open-document.ts";
import { openScenario } from "../../simulator/open-scenario.ts";
import { effectiveDocument } from "../../spec/effective.ts";

/** The inputs that determine the spec. */
export type SpecSources = {
  /** Files or names of shipped overlays, in order. */
  readonly overlays: readonly string[];
  /**
   * A built-in scenario's name or a file, for its assumptions and models; if undefined, the
   * document's own values apply.
   */
  readonly scenario: string | undefined;
};

/**
 * The spec under overlays and a scenario. Rejects with a SimulatorError that lists every problem in
 * them.
 */
export async function documentInEffect({ overlays, scenario }: SpecSources): Promise<JsonObject> {
  const document = await openDocument(overlays);
  if (scenario === undefined) return effectiveDocument(document, {});
  const { assumptions, models } = (await openScenario(scenario, document)).scenario;
  return effectiveDocument(document, assumptions, models);
}

/** The output of `batch-sim spec`: the spec, as YAML or as JSON. */
export async function specText(sources: SpecSources, format: "yaml" | "json"): Promise<string> {
  const document = await documentInEffect(sources);
  if (format === "json") return `${JSON.stringify(document, null, 2)}\n`;
  const { stringify } = await import("yaml");
  return stringify(document, { lineWidth: 120, aliasDuplicateObjects: false });
}
