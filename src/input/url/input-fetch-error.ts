import { showUrl } from "./show-url.ts";

/** Why a fetch failed: the end of the sentence, and what to do about it (without periods). */
export type FetchProblem = { readonly problem: string; readonly advice?: string };

/** The requested URL, and the URL that redirects had led to when the fetch failed. */
export type FetchTarget = { readonly asked: URL; readonly current: URL };

/** An input URL could not be fetched; the message can serve as a job's failure reason. */
export class InputFetchError extends Error {
  override readonly name = "InputFetchError";

  constructor(
    target: FetchTarget | undefined,
    { problem, advice }: FetchProblem,
    options?: ErrorOptions,
  ) {
    const url = target ? ` ${describeTarget(target)}` : "";
    super(
      `Failed to fetch the input URL${url}: ${problem}.${advice ? ` ${advice}.` : ""}`,
      options,
    );
  }
}

function describeTarget({ asked, current }: FetchTarget): string {
  const [from, to] = [showUrl(asked), showUrl(current)];
  return from === to ? from : `${from} (redirected to ${to})`;
}
