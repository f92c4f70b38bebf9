/** Where a caller called the library; captured before the first `await`, after which no stack shows it. */
export type CallSite = { readonly stack?: string };

/** The stack from the caller of a function on. */
export function callSite(called: (...args: never[]) => unknown): CallSite {
  const site: CallSite = {};
  Error.captureStackTrace(site, called);
  return site;
}

/** Replaces an error's stack with the lines of a call site, so that it ends in the caller's file, and not in this package's. */
export function calledAt<Caught extends Error>(error: Caught, { stack = "" }: CallSite): Caught {
  const lines = stack.split("\n").filter((line) => /^\s+at /.test(line) && !isOwn(line));
  error.stack = [`${error.name}: ${error.message}`, ...lines].join("\n");
  return error;
}

/** The folder of this package's code: the built one has chunks there. */
const OWN_FOLDER =
  /^\s+at .*?((?:[A-Za-z]:|\/)[^()]*?[\\/](?:dist|src)[\\/])(?:chunks|runners|findings|index)/m.exec(
    new Error("here").stack ?? "",
  )?.[1];

function isOwn(line: string): boolean {
  return OWN_FOLDER !== undefined && line.includes(OWN_FOLDER);
}
