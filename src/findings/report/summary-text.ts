import { counted } from "../../core/counted.ts";
import type { Finding } from "../finding.ts";
import type { ReportSummary } from "./report-of.ts";

/** Number of findings by severity: `1 error, 2 warnings, 0 infos`. */
export function countsText(summary: ReportSummary): string {
  const { errors, warnings, infos, expected, pending } = summary;
  const counts = [counted(errors, "error"), counted(warnings, "warning"), counted(infos, "info")];
  const waiting = pending === 0 ? "" : ` (${pending} pending until the sandbox ends)`;
  return `${counts.join(", ")}${waiting}${expected === 0 ? "" : ` (and ${expected} expected)`}`;
}

/** The report's scope: `2 sandboxes, 3 jobs, 40 exchanges`. */
export function scopeText({ sandboxes, jobs, exchanges }: ReportSummary): string {
  return `${counted(sandboxes, "sandbox")}, ${counted(jobs, "job")}, ${counted(exchanges, "exchange")}`;
}

/** Where to read about a finding: a part of the interface document, an assumption, or both. */
export function basisText({ section, assumption }: Finding): string {
  const parts = [
    section === undefined
      ? ""
      : `interface document, ${section === "Addresses" ? section : `part ${section}`} (docs/interface.md#${interfaceAnchor(section)})`,
    assumption === undefined ? "" : `assumption ${assumption}`,
  ];
  return parts.filter((part) => part !== "").join(", ");
}

/** The anchor of a part in docs/interface.md: `part-4-2` for `4.2, rule 2`. */
export function interfaceAnchor(section: string): string {
  const [part = ""] = section.split(",");
  return `part-${part.toLowerCase().replaceAll(".", "-")}`;
}

/** A share from 0 to 1 in whole percent; 100% only if nothing is missing. */
export function percent(share: number): string {
  return `${share === 1 ? 100 : Math.min(99, Math.round(share * 100))}%`;
}
