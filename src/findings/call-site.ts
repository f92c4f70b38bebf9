/** A stack that is captured before the first `await`, after which it would lack the caller. */
export type CallSite = { readonly stack?: string };

export function callSite(called: (...args: never[]) => unknown): CallSite {
  const site: CallSite = {};
  Error.captureStackTrace(site, called);
  return site;
}

/** Gives an error a stack that starts in the caller's file. */
export function calledAt<Caught extends Error>(error: Caught, { stack = "" }: CallSite): Caught {
  const isOwn = (line: string) => OWN_FOLDER !== undefined && line.includes(OWN_FOLDER);
  const lines = stack.split("\n").filter((line) => /^\s+at /.test(line) && !isOwn(line));
  error.stack = [`${error.name}: ${error.message}`, ...lines].join("\n");
  return error;
}

/** Prefixes of the names of files and folders directly in `src` or, when built, in `dist`. */
const OWN_PARTS: readonly string[] = ["chunks", "runners", "findings", "index"];

/** Finds the folder of this package's code in a line of a stack trace; undefined if none. */
function folderIn(line: string): string | undefined {
  const path = line.slice(Math.max(0, line.search(/[A-Za-z]:[\\/]|\//)));
  for (const part of OWN_PARTS) {
    const end = Math.max(path.lastIndexOf(`/${part}`), path.lastIndexOf(`\\${part}`));
    if (/[\\/](?:dist|src)$/.test(path.slice(0, Math.max(0, end)))) return path.slice(0, end + 1);
  }
  return undefined;
}

const OWN_FOLDER = folderIn((new Error("here").stack ?? "").split("\n")[1] ?? "");
