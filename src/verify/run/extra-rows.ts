import { counted } from "../../core/counted.ts";
import { type JsonValue, parseJson } from "../../core/json.ts";
import { listed } from "../../core/nearest.ts";
import { stringsIn } from "../../record/content-shape.ts";
import type { PassedBody } from "../../record/raw-call.ts";
import { jsonOf } from "../../record/recorded-body.ts";
import { asObject } from "../../spec/document-place.ts";
import { lineTemplates } from "../../spec/line-pieces.ts";
import { readResponse } from "../../spec/read-response.ts";
import type { Probe } from "../plan/probes.ts";

/** Describes a response's rows that have no input; undefined if there are none. */
export function extraRows(
  { operation: { response }, fields }: Probe,
  body: PassedBody,
  { operation: { places, served }, fields: { inputs } }: Probe,
): string | undefined {
  const file = asObject(asObject(response)[String(fields["format"])]);
  const { values } = readResponse(file["body"] ?? response ?? null, jsonOf(body) ?? null);
  const rows = file["lines"]
    ? (body.text ?? "").split("\n").flatMap((line) => parseJson(line) ?? [])
    : values.find(({ name }) => name === "outputs" || name === "job.lines")?.value;
  if (!Array.isArray(rows) || !Array.isArray(inputs)) return undefined;
  const templates = lineTemplates(file["lines"] ?? served.binding["lines"]);
  const sent = new Set(stringsIn(inputs));
  const isUnknown = (id: string): boolean => places?.id !== undefined && !sent.has(id);
  const ids = rows.flatMap((row: JsonValue) =>
    templates
      .flatMap(({ inner, around = null }) => [inner, around])
      .flatMap((template) => readResponse(template, row).values)
      .flatMap(({ name, value }) => (name === "row.id" && typeof value === "string" ? value : [])),
  );
  const unknown = [...new Set(ids.filter(isUnknown))];
  if (unknown.length > 0) return `IDs that no input has: ${listed(unknown)}`;
  if (rows.length <= inputs.length) return undefined;
  return `${counted(rows.length, "row")} for ${counted(inputs.length, "input")}`;
}
