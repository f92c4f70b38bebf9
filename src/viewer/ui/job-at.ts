import type { JobTimeline } from "../../control/job-reports.ts";
import type { Instant } from "../../core/time.ts";

/** The properties of a component that shows a job at an instant. */
export type JobAt = { readonly timeline: JobTimeline; readonly at: Instant };
