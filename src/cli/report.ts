import { connect } from "../connect.ts";
import { conclude } from "./conclude.ts";
import { EXIT_OK, UsageError } from "./failure.ts";
import type { Options } from "./option-table.ts";

/** Shows and writes the report of a simulator that runs; resolves with the exit status. */
export async function report(options: Options, urls: readonly string[]): Promise<number> {
  const [url = ""] = urls;
  if (urls.length > 1) {
    throw new UsageError([`Expected one URL of a simulator, got \`${urls.join(" ")}\`.`]);
  }
  const { controlToken, strict = false } = options;
  const control = connect(url, controlToken === undefined ? {} : { controlToken });
  return conclude(await control.report({ strict }), options, {
    exitCode: EXIT_OK,
    address: `\`${url}\` as its base URL`,
  });
}
