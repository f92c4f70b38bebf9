import type { ContractFacts } from "../core/contract-facts.ts";

/** A sentence about clients in the words of the served API, which need not have the interface document. */
export function inWordsOf(facts: ContractFacts, text: string): string {
  if (hasParts(facts)) return text;
  const { title, keyVariable = "BATCH_SIM_API_KEY" } = facts;
  const known = text
    .replace("BATCH_SIM_API_KEY", keyVariable)
    .replace(/ \(assumption `([^`]*)`\)/g, (all, id) => (assumptionIn(facts, id) ? all : ""));
  return known.replace(/\b([Tt])he interface document\b/g, `$1he spec of the ${title}`);
}

/** The part of the interface document with a number; undefined if the served API has no such document. */
export function partIn(facts: ContractFacts, section: string | undefined): string | undefined {
  return hasParts(facts) ? section : undefined;
}

/** The assumption with an ID, if the served API has it. */
export function assumptionIn(
  { assumptions }: ContractFacts,
  id: string | undefined,
): string | undefined {
  return assumptions.some((each) => each.id === id) ? id : undefined;
}

function hasParts({ interfaceTexts }: Pick<ContractFacts, "interfaceTexts">): boolean {
  return Object.keys(interfaceTexts).length > 0;
}
