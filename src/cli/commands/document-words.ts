import type { Options } from "../../options/option-table.ts";

/** The options that select the document, as words of a command line. */
export function documentWords({ api, overlays = [] }: Options): readonly string[] {
  return [
    ...(api === undefined ? [] : ["--api", api]),
    ...overlays.flatMap((overlay) => ["--overlay", overlay]),
  ];
}
