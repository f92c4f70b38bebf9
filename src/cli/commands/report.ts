import { connect } from "../../client/connect.ts";
import type { Options } from "../../options/option-table.ts";
import { conclude } from "../output/conclude.ts";
import { EXIT_OK } from "../output/failure.ts";

/** Shows and writes the report of a running simulator; resolves with the exit status. */
export async function report(options: Options, urls: readonly string[]): Promise<number> {
  const [url = ""] = urls;
  const { controlToken, strict = false } = options;
  const control = connect(url, controlToken === undefined ? {} : { controlToken });
  return conclude(await control.report({ strict, all: true }), options, {
    exitCode: EXIT_OK,
    address: url,
    trace: () => control.trace(),
  });
}
