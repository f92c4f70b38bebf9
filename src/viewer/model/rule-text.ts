import type { FaultRule } from "../../core/fault-rule.ts";

/** What a rule does, and when: its fault with its parameters, then its conditions. */
export function ruleText({ fault, when, times, after, every, probability }: FaultRule): string {
  const { kind, ...parameters } = fault;
  const conditions = { when, times, after, every, probability };
  return [
    `${kind}${partsOf(parameters)}`,
    ...Object.entries(conditions).flatMap(([name, value]) =>
      value === undefined ? [] : [`${name}: ${valueText(value)}`],
    ),
  ].join(", ");
}

function partsOf(parameters: Readonly<Record<string, unknown>>): string {
  const parts = Object.entries(parameters).filter(([, value]) => !isEmpty(value));
  if (parts.length === 0) return "";
  if (parts.length === 1) return ` ${valueText(parts[0]?.[1])}`;
  return ` { ${parts.map(([name, value]) => `${name}: ${valueText(value)}`).join(", ")} }`;
}

function isEmpty(value: unknown): boolean {
  return value === undefined || JSON.stringify(value) === "{}";
}

function valueText(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
