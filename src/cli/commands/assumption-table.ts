import type { JsonObject, JsonValue } from "../../core/json.ts";
import { assumptionsOf } from "../../spec/assumptions-of.ts";
import { asObject } from "../../spec/document-place.ts";
import { documentInEffect, type SpecSources } from "./spec-text.ts";

/** An assumption, and its value in effect. */
type Row = {
  readonly id: string;
  readonly question: string;
  readonly section: string;
  readonly inForce: JsonValue;
  /** Source of the value: the document itself, an overlay, or the scenario. */
  readonly setBy: JsonValue;
  readonly alternatives: readonly JsonValue[];
  readonly deviations: readonly JsonValue[];
};

/**
 * The output of `batch-sim assumptions`: every assumption with its value in effect, where it was
 * set, the question, the part of the interface document that leaves it open, and the other values.
 */
export async function assumptionTable(
  sources: SpecSources,
  format: "text" | "json" = "text",
): Promise<string> {
  const rows = rowsOf(await documentInEffect(sources));
  if (format === "json") return `${JSON.stringify(rows, null, 2)}\n`;
  const width = Math.max(...rows.map(({ id }) => id.length));
  return rows.map((row) => textOf(row, width)).join("");
}

function rowsOf(document: JsonObject): readonly Row[] {
  return assumptionsOf(document).map((entry) => {
    const { id, question, section, deviations } = entry;
    const written = asObject(asObject(document["x-assumptions"])[id]);
    const inForce = written["inForce"] ?? null;
    const others = [entry.default, ...entry.alternatives].filter(
      (value) => JSON.stringify(value) !== JSON.stringify(inForce),
    );
    const setBy = written["setBy"] ?? "default";
    return { id, question, section, inForce, setBy, alternatives: others, deviations };
  });
}

function textOf(row: Row, width: number): string {
  const indent = " ".repeat(width + 2);
  const { id, question, section, inForce, setBy, alternatives, deviations } = row;
  const isDeviation = deviations.some((value) => value === inForce);
  const others = [
    ...alternatives.map(String),
    ...deviations.filter((value) => value !== inForce).map((value) => `${value} (a deviation)`),
  ];
  return [
    `${id.padEnd(width)}  ${String(inForce)}  [${setBy}${isDeviation ? ", a deviation" : ""}]`,
    `${indent}${question} (part ${section})`,
    ...(others.length === 0 ? [] : [`${indent}or: ${others.join(", ")}`]),
    "",
  ].join("\n");
}
