import type { Plan } from "../../plan/plan.ts";
import type { MakeTools } from "../making.ts";
import { flagAgreements } from "./flag-agreement.ts";
import { listAgreements } from "./list-agreement.ts";
import { numberAgreements } from "./number-agreement.ts";
import { orderAgreement } from "./order-agreement.ts";
import { personAgreements } from "./person-agreement.ts";
import { currencyAgreements, presenceAgreement, ruleAgreements } from "./presence-agreement.ts";
import { type Agreement, propertyOf } from "./property.ts";
import { folderAgreement, referenceAgreements } from "./reference-agreement.ts";
import { opinionAgreement, placeAgreements } from "./small-agreements.ts";
import { totalAgreement } from "./total-agreement.ts";

/** Objects with more properties are skipped: they are usually forms of unrelated fields. */
const MOST_PROPERTIES = 100;

/** Makes the properties of an object, named `owner`, consistent; undefined if none are related. */
export function agreementOf(
  tools: MakeTools,
  entries: readonly { readonly key: string; readonly plan: Plan }[],
  owner: string,
): Agreement | undefined {
  if (entries.length > MOST_PROPERTIES) return undefined;
  const properties = entries
    .map(({ key, plan }) => propertyOf(tools, owner, key, plan))
    .filter(({ name }) => name !== "");
  const presence = presenceAgreement(properties);
  const rules = ruleAgreements(properties);
  const agreements = [
    // Runs first, because it removes values that other agreements count or add up.
    ...flagAgreements(tools, properties),
    // Rules also run early, because other agreements depend on the booleans that they set.
    ...rules,
    presence,
    ...currencyAgreements(properties),
    orderAgreement(properties),
    ...listAgreements(properties),
    ...personAgreements(properties),
    ...placeAgreements(tools, properties),
    opinionAgreement(properties),
    totalAgreement(properties),
    ...referenceAgreements(properties),
    folderAgreement(tools, properties),
    ...numberAgreements(properties),
    // Runs again, because rules can depend on totals and determine which values are present.
    ...rules,
    ...(rules.length > 0 ? [presence, ...rules] : []),
  ].filter((it) => it !== undefined);
  if (agreements.length < 2) return agreements[0];
  return (out, making) => {
    for (const agree of agreements) agree(out, making);
  };
}
