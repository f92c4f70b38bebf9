import { showUrl } from "./show-url.ts";

/** What a fetch failed by: how the sentence goes on, and what to do about it (without full stops). */
export type FetchProblem = { readonly problem: string; readonly advice?: string };

/** Which URL was asked for, and which one redirects had led to when it failed. */
export type FetchTarget = { readonly asked: URL; readonly current: URL };

/** An input URL could not be fetched; the message is fit to be a job's failure reason. */
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
