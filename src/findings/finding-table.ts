import ROWS from "../../data/findings.yaml";
import { STALL_CURE } from "../core/clock-spec.ts";
import type { Finding } from "./finding.ts";
import type { FindingId } from "./finding-id.ts";

/** The properties that all findings with the same ID share. */
export type FindingKind = Pick<Finding, "severity" | "cure" | "section" | "assumption"> & {
  /** One sentence about the client. */
  readonly meaning: string;
  /** Whether findings report an omission, which a client can correct until its sandbox ends. */
  readonly isOmission?: true;
  /** Whether findings blame a client for not asking about a job's state. */
  readonly isAboutState?: true;
};

type Row = Omit<FindingKind, "severity"> & Partial<Pick<FindingKind, "severity">>;

const KINDS = ROWS as Readonly<Record<FindingId, Row>>;

export const FINDING_IDS = Object.keys(KINDS) as readonly FindingId[];

/** Every kind of finding: its severity, its meaning, and the remedy. */
export const FINDING_TABLE = Object.fromEntries(
  FINDING_IDS.map((id): [FindingId, FindingKind] => [
    id,
    { severity: "warning", ...KINDS[id], ...(id === "clock-stalled" && { cure: STALL_CURE }) },
  ]),
) as Readonly<Record<FindingId, FindingKind>>;

/** Findings about requests whose key has no sandbox; the default sandbox reports them. */
export const KEYLESS: ReadonlySet<FindingId> = new Set<FindingId>(["key-malformed", "key-unknown"]);

const ORDER: ReadonlyMap<FindingId, number> = new Map(FINDING_IDS.map((id, index) => [id, index]));

export function byKind(a: { readonly id: FindingId }, b: { readonly id: FindingId }): number {
  return (ORDER.get(a.id) ?? 0) - (ORDER.get(b.id) ?? 0);
}
