import { defineVerb, type Verb } from "../verb.ts";

/**
 * Declares that the client reported an error about one job or, by default, about anything in this
 * sandbox so far.
 *
 * @method expectClientError(options?: { readonly jobId?: string })
 */
export const expectClientErrorVerb: Verb<{ readonly jobId?: string }, void> = defineVerb({
  route: "POST /findings/client-error",
  summary: "Declare that the client reported an error, for example about a damaged download",
  body: "json",
  usesRecords: true,
  example: { jobId: "some-job" },
  arguments: ({ keys, line, optional }) =>
    keys({ jobId: optional(line, "ID of the job that the error was about. Default: all jobs.") }),
  act: ({ sandbox }, { jobId }) => sandbox.noteClientError(jobId),
});
