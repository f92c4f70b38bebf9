import type { Finding } from "../finding.ts";
import type { ReportSummary } from "./report.ts";

/** How many findings there are, by severity: `1 error, 2 warnings, 0 infos`. */
export function countsText({ errors, warnings, infos, expected }: ReportSummary): string {
  const counts = [counted(errors, "error"), counted(warnings, "warning"), counted(infos, "info")];
  return `${counts.join(", ")}${expected === 0 ? "" : ` (and ${expected} expected)`}`;
}

/** What was looked at: `2 sandboxes, 3 jobs, 40 exchanges`. */
export function scopeText({ sandboxes, jobs, exchanges }: ReportSummary): string {
  const many = sandboxes === 1 ? "1 sandbox" : `${sandboxes} sandboxes`;
  return `${many}, ${counted(jobs, "job")}, ${counted(exchanges, "exchange")}`;
}

/** Where to read about a finding: the part of the interface document, the assumption. */
export function basisText({ section, assumption }: Finding): string {
  const parts = [
    section === undefined ? "" : section === "Addresses" ? section : `part ${section}`,
    assumption === undefined ? "" : `assumption ${assumption}`,
  ];
  return parts.filter((part) => part !== "").join(", ");
}

/** The exchanges that show a finding: `exchanges 1, 4 and 3 more`. */
export function exchangesText({ exchanges, exchangeCount }: Finding): string {
  if (exchanges.length === 0) return "";
  const more = exchangeCount - exchanges.length;
  const noun = exchangeCount === 1 ? "exchange" : "exchanges";
  return `${noun} ${exchanges.join(", ")}${more <= 0 ? "" : ` and ${more} more`}`;
}

/** A share in 0..1 as whole percent; never 100 % where something is missing. */
export function percent(share: number): string {
  return `${share === 1 ? 100 : Math.min(99, Math.round(share * 100))} %`;
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
