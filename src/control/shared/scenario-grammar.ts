import type { Scenario } from "../../core/scenario.ts";
import type { ScenarioSummary } from "../reports.ts";
import { defineGrammar, type GrammarKit, type GrammarOf } from "../verb.ts";

/** A scenario: validated and resolved. */
export const scenarioGrammar: GrammarOf<Scenario> = defineGrammar((kit) => {
  const { z, partly } = kit;
  const items = z.array(z.record(z.string(), z.unknown()));
  return partly<Scenario>(
    z.looseObject({ ...summaryShape(kit), profiles: items, rows: items, faults: items }),
  );
});

/** A scenario's name, and its story in two lines. */
export const scenarioSummaryGrammar: GrammarOf<ScenarioSummary> = defineGrammar((kit) =>
  kit.z.strictObject(summaryShape(kit)),
);

function summaryShape({ z }: GrammarKit) {
  return { name: z.string(), description: z.string(), goodClient: z.string() };
}
