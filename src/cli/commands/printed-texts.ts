import { readFile } from "node:fs/promises";
import type { JsonObject } from "../../core/json.ts";
import type { Options } from "../../options/option-table.ts";
import { clockNotes } from "../../scenario/lint/lint-fault.ts";
import { lintApi } from "../../scenario/lint/lint-profile.ts";
import { readBuiltInText } from "../../scenario/load/load-scenario.ts";
import { openDocument, overlaysOf, shippedOverlayDir } from "../../simulator/open-document.ts";
import {
  builtinScenarioDir,
  openScenario,
  servedScenarios,
} from "../../simulator/open-scenario.ts";
import { packageFile } from "../../simulator/package-file.ts";
import { vocabularyOf } from "../../simulator/scenario-vocabulary.ts";
import { assumptionsOf } from "../../spec/assumptions-of.ts";
import { asObject } from "../../spec/document-place.ts";
import { effectiveDocument } from "../../spec/effective.ts";
import { listOverlays } from "../../spec/overlay/load-overlays.ts";
import { aligned } from "../output/help.ts";
import { scenarioModeline } from "../output/own-files.ts";

export const PRINTED_TEXTS = {
  scenarios: async (options, [, name]) =>
    name === undefined ? scenarioList(options) : scenarioText(name, options),
  spec: specText,
  overlays: overlayList,
  assumptions: assumptionTable,
  schema: (_, [name]) => readFile(packageFile("dist", `${name}.schema.json`), "utf8"),
} satisfies {
  readonly [command: string]: (options: Options, words: readonly string[]) => Promise<string>;
};

function jsonText(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** Rejects with a SimulatorError that lists every problem in the overlays or the scenario. */
async function documentInEffect(options: Options): Promise<JsonObject> {
  const document = await openDocument(overlaysOf(options));
  if (options.scenario === undefined) return effectiveDocument(document, {});
  const { assumptions, models } = (await openScenario(options.scenario, document)).scenario;
  return effectiveDocument(document, assumptions, models);
}

async function specText(options: Options): Promise<string> {
  const document = await documentInEffect(options);
  if (options.json === true) return jsonText(document);
  const { stringify } = await import("yaml");
  return stringify(document, { lineWidth: 120, aliasDuplicateObjects: false });
}

/** Each assumption with its value, the value's source, the question, and the other values. */
async function assumptionTable(options: Options): Promise<string> {
  const rows = rowsOf(await documentInEffect(options));
  if (options.json === true) return jsonText(rows);
  const width = Math.max(...rows.map(({ id }) => id.length));
  return rows.map((row) => textOf(row, width)).join("");
}

/** The table's rows. `setBy` says whether the default, an overlay, or the scenario sets a value. */
function rowsOf(document: JsonObject) {
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

function textOf(row: ReturnType<typeof rowsOf>[number], width: number): string {
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

async function overlayList(): Promise<string> {
  const overlays = await listOverlays(shippedOverlayDir());
  const lines = overlays.map(({ name, title }) => [name, title]);
  return `${aligned(lines, "")}\n`;
}

/** Each scenario's name and description, and notes, such as on parts that have no effect. */
async function scenarioList(options: Options): Promise<string> {
  const document = await openDocument(overlaysOf(options));
  const vocabulary = vocabularyOf(document);
  const rows = (await servedScenarios(document)).map((scenario) => {
    const { name, description, goodClient } = scenario;
    const found = [...clockNotes(scenario), ...lintApi(scenario, vocabulary)];
    const notes = found.map(({ message }) => message);
    return { name, description, goodClient, notes };
  });
  if (options.json === true) return jsonText(rows);
  const lines = rows.flatMap(({ name, description, notes }) => [
    [name, description],
    ...notes.map((note) => ["", note]),
  ]);
  return `${aligned(lines, "")}\n`;
}

/** A built-in scenario's YAML, ready to be copied into a file, or the same data as JSON. */
async function scenarioText(name: string, { json }: Options): Promise<string> {
  const text = await readBuiltInText(name, builtinScenarioDir());
  if (json !== true) return text.replace(/^# yaml-language-server: .*/, scenarioModeline(""));
  const { parse } = await import("yaml");
  return jsonText(parse(text));
}
