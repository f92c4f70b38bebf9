import type { PreviewedResponse, RecordedPreview } from "../../control/job-reports.ts";
import type { Instant } from "../../core/time.ts";

/** The service's responses about a job at an instant. */
export type ShownPreview = {
  /** The instant, or the latest one up to it for which the responses were recorded. */
  readonly from: Instant;
  readonly responses: readonly PreviewedResponse[];
};

/** Finds the responses recorded for an instant; undefined if there are none. */
export function shownPreview(
  previews: readonly RecordedPreview[],
  at: Instant,
): ShownPreview | undefined {
  const past = previews.filter(({ from }) => from <= at);
  const last = past.at(-1);
  if (last === undefined) return undefined;
  const byOperation = new Map(
    past.flatMap(({ responses }) => responses).map((each) => [each.operationId, each]),
  );
  return { from: last.from, responses: [...byOperation.values()] };
}
